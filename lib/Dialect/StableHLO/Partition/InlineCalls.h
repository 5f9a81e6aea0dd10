//===- InlineCalls.h - Calls replaced by what they call ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_PARTITION_INLINECALLS_H
#define TRAINLINT_DIALECT_STABLEHLO_PARTITION_INLINECALLS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace trainlint::stablehlo {

/// Puts the bodies of functions where a function calls them or names them as a
/// composite's decomposition. Calls stay where a function calls itself, and
/// where the function would become longer than programs are.
void inlineCalls(mlir::func::FuncOp function, mlir::ModuleOp module);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_PARTITION_INLINECALLS_H
