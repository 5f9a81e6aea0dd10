//===- DataMovementVerifiers.h - Checks shared by shape ops -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_DATAMOVEMENTVERIFIERS_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_DATAMOVEMENTVERIFIERS_H

#include "Dialect/StableHLO/IR/StableHLODialect.h"

namespace trainlint::stablehlo {

/// The size after padding, or nothing if it does not fit an integer.
std::optional<int64_t> paddedSize(int64_t size, int64_t low, int64_t high,
                                  int64_t interior);

/// Checks what the broadcasts share: the constraints (C1) to (C6). Sizes of the
/// result that the type leaves open may be known otherwise.
llvm::LogicalResult verifyBroadcast(mlir::Operation *op,
                                    mlir::RankedTensorType operand,
                                    mlir::RankedTensorType result,
                                    llvm::ArrayRef<int64_t> resultShape,
                                    llvm::ArrayRef<int64_t> dimensions);

/// Checks the element types of a reshape, and where it moves a dimension that
/// is quantized along.
llvm::LogicalResult verifyQuantizedReshape(mlir::Operation *op,
                                           mlir::RankedTensorType operand,
                                           mlir::RankedTensorType result);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_DATAMOVEMENTVERIFIERS_H
