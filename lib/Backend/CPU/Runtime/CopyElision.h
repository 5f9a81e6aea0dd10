//===- CopyElision.h - Results computed in place ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_COPYELISION_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_COPYELISION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace trainlint::cpu {

/// Computes results where they are wanted: a temporary that is copied to an
/// output, or to a value of a loop, becomes that buffer, if nothing that is
/// still read gets lost.
void elideCopies(mlir::func::FuncOp main);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_COPYELISION_H
