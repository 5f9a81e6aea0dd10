//===- CopyRun.h - Runs over damaged copies of files ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FUZZ_COPYRUN_H
#define TRAINLINT_FUZZ_COPYRUN_H

#include "CostOracle.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace trainlint::test {

/// Cuts and changes files as the command line says, which all programs that do
/// so have in common.
class CopyRun {
public:
  struct Defaults {
    const char *overview;
    /// Where a copy that ends the run is left.
    const char *kept;
    /// Bytes of the largest text that is taken.
    uint64_t largest = UINT64_MAX;
    /// Texts are cut so far apart that their copies have about as many bytes.
    uint64_t bytesOfCuts = UINT64_MAX;
    /// What a copy may cost.
    CostBudget cost = {};
  };
  /// Reads the command line. Ends the program if it cannot be used.
  CopyRun(int argc, char **argv, const Defaults &defaults);

  /// The files that are named, and in folders those that are taken; sorted.
  std::vector<std::string>
  findFiles(llvm::function_ref<bool(llvm::StringRef)> isTaken) const;
  /// True for a text that is larger than wanted.
  bool isTooLarge(llvm::StringRef text) const;

  /// A text, and words that mean something in its format.
  struct Source {
    llvm::StringRef text;
    llvm::ArrayRef<llvm::StringRef> words;
  };
  /// Calls the function with each text itself, its beginnings, and changed
  /// copies of it. A copy that costs too much is asked for twice, and ends the
  /// run. Returns how many there were; 0 without texts, which is told.
  uint64_t
  probe(llvm::ArrayRef<Source> sources,
        llvm::function_ref<void(size_t source, llvm::StringRef copy)> probe);

private:
  uint64_t bytesOfCuts;
  CostOracle oracle;
};

} // namespace trainlint::test

#endif // TRAINLINT_FUZZ_COPYRUN_H
