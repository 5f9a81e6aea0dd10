//===- MovementOps.h - Ops that place elements anew -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_MOVEMENTOPS_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_MOVEMENTOPS_H

#include "Dialect/StableHLO/IR/StableHLODialect.h"

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/MovementOps.h.inc"

namespace trainlint::stablehlo {

/// Checks the element types of a reshape, and where it moves a dimension that
/// is quantized along.
llvm::LogicalResult verifyQuantizedReshape(mlir::Operation *op,
                                           mlir::RankedTensorType operand,
                                           mlir::RankedTensorType result);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_MOVEMENTOPS_H
