//===- Elementwise.h - Ops that compute element by element ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_ELEMENTWISE_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_ELEMENTWISE_H

#include "mlir/IR/Operation.h"

namespace trainlint::stablehlo {

/// True if each element of the result follows from the elements of the operands
/// at its place, and from operands that are one number.
bool isElementwise(mlir::Operation *op);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_ELEMENTWISE_H
