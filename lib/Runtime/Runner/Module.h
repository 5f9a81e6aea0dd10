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
  /// The program as it is printed.
  std::string text;
};

/// Reads and checks StableHLO text. The error has a line for each diagnostic,
/// as `file:line:column: error: what is wrong`; it also tells if there is no
/// function `main`, or one with arguments of unknown size.
llvm::Expected<ModuleSummary> readModule(llvm::StringRef text,
                                         llvm::StringRef fileName);

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_RUNNER_MODULE_H
