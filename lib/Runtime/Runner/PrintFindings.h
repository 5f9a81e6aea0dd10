//===- PrintFindings.h - Showing what a graph's step lacks ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_RUNNER_PRINTFINDINGS_H
#define TRAINLINT_RUNTIME_RUNNER_PRINTFINDINGS_H

#include "Diagnostics/SourceSet.h"
#include "mlir/IR/Diagnostics.h"
#include <vector>

namespace trainlint::run {

/// Shows what is reported while it lives: findings as the checks show them,
/// when it dies; what is no finding at once, with its place.
class PrintFindings {
public:
  /// Findings point into the buffer.
  PrintFindings(mlir::MLIRContext *context, const SourceBuffer &buffer,
                llvm::raw_ostream &err);
  ~PrintFindings();

private:
  const SourceBuffer &buffer;
  llvm::raw_ostream &err;
  SourceSet sources;
  std::vector<Finding> findings;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_RUNNER_PRINTFINDINGS_H
