//===- PrintDiagnostics.h - What MLIR reports, for people -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_RUNNER_PRINTDIAGNOSTICS_H
#define TRAINLINT_RUNTIME_RUNNER_PRINTDIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"

namespace trainlint::run {

/// Writes what is reported while it lives, each with its place in a file.
class PrintDiagnostics : public mlir::ScopedDiagnosticHandler {
public:
  PrintDiagnostics(mlir::MLIRContext *context, llvm::raw_ostream &err);
};

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_RUNNER_PRINTDIAGNOSTICS_H
