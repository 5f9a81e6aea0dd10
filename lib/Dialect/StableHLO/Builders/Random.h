//===- Random.h - Random tensors of keys ------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_BUILDERS_RANDOM_H
#define TRAINLINT_DIALECT_STABLEHLO_BUILDERS_RANDOM_H

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"

namespace trainlint::stablehlo {

// A key is two words, `tensor<2xui64>`, and a tensor is drawn from the whole of
// it: the same key gives the same tensor on every device.

/// The key of a user of a seed, which is a scalar of i64 or a key itself. Each
/// number makes another key.
mlir::Value deriveKey(ProgramBuilder &b, mlir::Value seed, uint64_t number);

/// So many keys that are drawn, [count, 2], for what a loop draws in each of
/// its iterations.
mlir::Value drawKeys(ProgramBuilder &b, mlir::Value key, int64_t count);

/// Floats from [low, high).
mlir::Value drawUniform(ProgramBuilder &b, mlir::Value key,
                        mlir::RankedTensorType type, double low = 0,
                        double high = 1);

mlir::Value drawNormal(ProgramBuilder &b, mlir::Value key,
                       mlir::RankedTensorType type, double mean,
                       double deviation);

/// A normal distribution without what is more than two deviations from its
/// mean. `deviation` is that of the whole distribution.
mlir::Value drawTruncatedNormal(ProgramBuilder &b, mlir::Value key,
                                mlir::RankedTensorType type, double mean,
                                double deviation);

/// A matrix with orthonormal rows or columns, whichever are fewer. A tensor of
/// more dimensions is taken for the matrix of its last dimension.
mlir::Value drawOrthogonal(ProgramBuilder &b, mlir::Value key,
                           mlir::RankedTensorType type, double gain);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_BUILDERS_RANDOM_H
