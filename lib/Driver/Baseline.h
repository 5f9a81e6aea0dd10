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
//   {"version": 1, "trainlint": "0.1.0",
//    "findings": [{"file", "rule", "fingerprint", "line", "count"}]}
//
// Files are relative to the folder of the baseline. A finding keeps its
// fingerprint when lines are added elsewhere in its file. `line` leaves the
// message out: it holds for baselines of other versions, which may have said
// the same in other words.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_BASELINE_H
#define TRAINLINT_DRIVER_BASELINE_H

#include "Diagnostics/Finding.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <map>

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
  /// How often something is known, by file, rule and hash, separated by NUL
  /// bytes.
  using Counts = llvm::StringMap<unsigned>;

  /// An entry as it is written.
  struct Entry {
    std::string file;
    std::string rule;
    std::string fingerprint;
    std::string line;
    auto operator<=>(const Entry &) const = default;
  };

  std::string nameOf(llvm::StringRef file) const;

  std::string path;
  std::string folder;
  /// By fingerprints.
  Counts known;
  /// By lines, if another version wrote the baseline; else empty.
  Counts knownLines;
  /// What was added.
  std::map<Entry, unsigned> added;
};

} // namespace trainlint

#endif // TRAINLINT_DRIVER_BASELINE_H
