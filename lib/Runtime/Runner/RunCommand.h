//===- RunCommand.h - What trainlint-run does -------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_RUNNER_RUNCOMMAND_H
#define TRAINLINT_RUNTIME_RUNNER_RUNCOMMAND_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace trainlint::run {

/// Runs the command line, whose first word is the program's name, and returns
/// the exit code.
int main(llvm::ArrayRef<const char *> arguments, llvm::raw_ostream &out,
         llvm::raw_ostream &err);

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_RUNNER_RUNCOMMAND_H
