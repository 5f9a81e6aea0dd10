//===- Baseline.h - Known findings that are not reported --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A baseline is a JSON file that counts known findings per file:
//
//   {"version": 1, "findings": [{"file", "rule", "fingerprint", "count"}]}
//
// Files are relative to the folder of the baseline. A finding keeps its
// fingerprint when lines are added elsewhere in its file.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_BASELINE_H
#define TRAINLINT_DRIVER_BASELINE_H

#include "Diagnostics/Finding.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace trainlint {

class Baseline {
public:
  /// Reads a baseline file.
  static llvm::Expected<Baseline> load(llvm::StringRef path);
  /// An empty baseline that is to be saved to `path`.
  explicit Baseline(llvm::StringRef path);

  /// Removes as many findings of each kind as the baseline knows in the file,
  /// and returns how many they were.
  unsigned hide(llvm::StringRef file, std::vector<Finding> &findings) const;

  /// Adds findings of a file.
  void add(llvm::StringRef file, llvm::ArrayRef<Finding> findings);
  /// Writes the file in one step.
  llvm::Error save() const;

private:
  std::string keyOf(llvm::StringRef file, const Finding &finding,
                    llvm::StringRef ruleName) const;

  std::string path;
  std::string folder;
  /// How often each finding is known: file, rule and fingerprint, separated by
  /// NUL bytes.
  llvm::StringMap<unsigned> known;
};

} // namespace trainlint

#endif // TRAINLINT_DRIVER_BASELINE_H
