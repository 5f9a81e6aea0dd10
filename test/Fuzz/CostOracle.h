//===- CostOracle.h - What reading an input may cost ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FUZZ_COSTORACLE_H
#define TRAINLINT_FUZZ_COSTORACLE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <string>

namespace trainlint::test {

/// What an input may cost: a constant and a factor for each of its bytes. The
/// factors are what is promised of an input of 1 MB, 1 s and 300 MB.
struct CostBudget {
  uint64_t milliseconds = 100;
  uint64_t nanosecondsPerByte = 1000;
  uint64_t mebibytes = 64;
  uint64_t bytesPerByte = 300;
};

/// Judges what functions over inputs cost in CPU time of the thread and in peak
/// memory of the process.
class CostOracle {
public:
  /// With sanitizers, a budget grows by what they cost.
  explicit CostOracle(const CostBudget &budget = {});

  /// Calls a function that reads an input of `inputBytes`, a second time if it
  /// takes too long: a first call may initialize what later ones share. Returns
  /// what cost too much in words, or an empty text.
  std::string measure(uint64_t inputBytes, llvm::function_ref<void()> read);

private:
  CostBudget budget;
};

} // namespace trainlint::test

#endif // TRAINLINT_FUZZ_COSTORACLE_H
