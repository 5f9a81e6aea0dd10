//===- Differentiate.h - Gradients of functions -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_DIFFERENTIATE_H
#define TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_DIFFERENTIATE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace trainlint::stablehlo {

/// Makes `@NAME_gradients` beside a function `@NAME` whose first result is a
/// loss, a floating-point scalar. It takes the same arguments and gives the
/// same results, followed by the gradient of the loss for each of the given
/// arguments, in the type of the argument. Calls become part of it.
///
/// What the loss depends on and has no gradient is an error at that op; nothing
/// is left in the module then.
llvm::FailureOr<mlir::func::FuncOp>
differentiate(mlir::func::FuncOp loss, llvm::ArrayRef<unsigned> arguments);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_DIFFERENTIATE_H
