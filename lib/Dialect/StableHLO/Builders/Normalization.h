//===- Normalization.h - Means and variances of layers ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_BUILDERS_NORMALIZATION_H
#define TRAINLINT_DIALECT_STABLEHLO_BUILDERS_NORMALIZATION_H

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"

namespace trainlint::stablehlo {

/// Of the elements over some dimensions, with the other dimensions.
struct Statistics {
  mlir::Value mean;
  /// That of the population.
  mlir::Value variance;
};

/// Dimensions of so many that are not among those, in their order.
llvm::SmallVector<int64_t> otherDimensions(int64_t rank,
                                           llvm::ArrayRef<int64_t> dimensions);

Statistics statisticsOf(ProgramBuilder &b, mlir::Value x,
                        llvm::ArrayRef<int64_t> over);

/// (x - mean) / sqrt(variance + epsilon), where both have the dimensions
/// `kept` of x.
mlir::Value normalize(ProgramBuilder &b, mlir::Value x, const Statistics &by,
                      llvm::ArrayRef<int64_t> kept, double epsilon);

/// x times what lets its squares over some dimensions have a sum of 1. Sums
/// below 1e-12 count as that.
mlir::Value scaleToUnit(ProgramBuilder &b, mlir::Value x,
                        llvm::ArrayRef<int64_t> over);

/// Normalizes each of the groups that the channels of an example are split
/// into: x is [batch, ...], with the channels at dimension `channel`. There are
/// as many channels as a multiple of `groups`.
mlir::Value normalizeGroups(ProgramBuilder &b, mlir::Value x, int64_t channel,
                            int64_t groups, double epsilon);

/// Where elements are kept that are dropped at the rate, from 0 to less than 1.
mlir::Value drawKept(ProgramBuilder &b, mlir::Value key, double rate,
                     llvm::ArrayRef<int64_t> shape);

/// Lets each element be zero at the rate, from 0 to less than 1, and scales the
/// others so that the mean stays. Elements that `maskShape` has one of go
/// together; its other sizes are those of x.
mlir::Value dropout(ProgramBuilder &b, mlir::Value key, mlir::Value x,
                    double rate, llvm::ArrayRef<int64_t> maskShape);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_BUILDERS_NORMALIZATION_H
