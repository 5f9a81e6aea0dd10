//===- Module.h - The program to run ----------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_RUNNER_MODULE_H
#define TRAINLINT_RUNTIME_RUNNER_MODULE_H

#include "Runtime/Pjrt/ElementTypes.h"
#include "Runtime/Runner/Parts.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace trainlint::run {

/// What the text of a program tells.
struct ModuleSummary {
  std::vector<pjrt::BufferShape> inputs;
  /// How many processes it asks for, 1 unless it says so.
  int64_t replicas = 1;
  int64_t partitions = 1;
  /// How arguments and results are divided, if the program is a whole one that
  /// is divided by its shardings. Otherwise empty: partitions have arguments
  /// and results of their own.
  bool isDivided = false;
  std::vector<stablehlo::Sharding> inputShardings;
  std::vector<Division> outputParts;
  /// The program as it is printed.
  std::string text;
};

/// Reads and checks StableHLO text. The error has a line for each diagnostic,
/// as `file:line:column: error: what is wrong`; it also tells if there is no
/// function `main`, one with arguments of unknown size, or shardings that
/// cannot be used. Numbers of processes that are given count more than the
/// program's.
llvm::Expected<ModuleSummary>
readModule(llvm::StringRef text, llvm::StringRef fileName,
           std::optional<int64_t> replicas = std::nullopt,
           std::optional<int64_t> partitions = std::nullopt);

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_RUNNER_MODULE_H
