//===- ImportPython.h - Python to jobs in the job dialect -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_IMPORTPYTHON_H
#define TRAINLINT_DRIVER_IMPORTPYTHON_H

#include "Driver/ParsedInput.h"
#include "mlir/IR/Builders.h"

namespace trainlint {

/// Follows the values of a Python file or a notebook, reports what is wrong
/// with its jobs and its training, and adds a `job.training` op for each job
/// where the builder stands. To be called for inputs that hold a module.
void importPython(const ParsedInput &input, mlir::MLIRContext *context,
                  const ImportOptions &options, SourceSet &sources,
                  mlir::OpBuilder &builder, ImportResult &result);

} // namespace trainlint

#endif // TRAINLINT_DRIVER_IMPORTPYTHON_H
