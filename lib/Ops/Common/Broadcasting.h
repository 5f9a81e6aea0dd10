//===- Broadcasting.h - Shapes that fit each other --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_COMMON_BROADCASTING_H
#define TRAINLINT_OPS_COMMON_BROADCASTING_H

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"

namespace trainlint {

/// True for sizes that are both known and differ.
inline bool disagree(int64_t first, int64_t second) {
  return !stablehlo::mayEqual(first, second);
}

/// Stretches `common` by another shape as NumPy does; false if they do not fit.
/// What is not known may be anything.
inline bool broadcastWith(llvm::SmallVectorImpl<int64_t> &common,
                          llvm::ArrayRef<int64_t> shape) {
  if (shape.size() > common.size())
    common.insert(common.begin(), shape.size() - common.size(), 1);
  size_t before = common.size() - shape.size();
  for (auto [number, size] : llvm::enumerate(shape)) {
    int64_t &known = common[before + number];
    bool isFree = known == 1 || size == 1 || !disagree(known, size);
    if (!isFree)
      return false;
    // An unknown size is 1 or that of the other.
    if (known == 1 || (!stablehlo::isKnown(known) && size != 1))
      known = size;
  }
  return true;
}

/// The shape that all values can be broadcast to as NumPy does it; none if
/// there is no such.
inline std::optional<llvm::SmallVector<int64_t>>
commonShape(mlir::ValueRange values) {
  llvm::SmallVector<int64_t> common;
  for (mlir::Value value : values) {
    if (!broadcastWith(common, stablehlo::ProgramBuilder::shapeOf(value)))
      return std::nullopt;
  }
  return common;
}

} // namespace trainlint

#endif // TRAINLINT_OPS_COMMON_BROADCASTING_H
