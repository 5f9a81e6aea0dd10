//===- Broadcasting.h - Shapes that fit each other --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_COMMON_BROADCASTING_H
#define TRAINLINT_CONVERSION_COMMON_BROADCASTING_H

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"

namespace trainlint {

/// The shape that all values can be broadcast to as NumPy does it; none if
/// there is no such.
inline std::optional<llvm::SmallVector<int64_t>>
commonShape(mlir::ValueRange values) {
  llvm::SmallVector<int64_t> common;
  for (mlir::Value value : values) {
    llvm::ArrayRef<int64_t> shape = stablehlo::ProgramBuilder::shapeOf(value);
    if (shape.size() > common.size())
      common.insert(common.begin(), shape.size() - common.size(), 1);
    size_t before = common.size() - shape.size();
    for (auto [number, size] : llvm::enumerate(shape)) {
      int64_t &known = common[before + number];
      if (known != size && known != 1 && size != 1)
        return std::nullopt;
      known = known == 1 ? size : known;
    }
  }
  return common;
}

} // namespace trainlint

#endif // TRAINLINT_CONVERSION_COMMON_BROADCASTING_H
