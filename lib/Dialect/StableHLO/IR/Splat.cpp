//===- Splat.cpp - Constants of one number --------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/Splat.h"
#include "mlir/IR/Matchers.h"

using namespace trainlint;

mlir::DenseElementsAttr stablehlo::splatOf(mlir::Value value) {
  mlir::DenseElementsAttr elements;
  if (mlir::matchPattern(value, mlir::m_Constant(&elements)) &&
      elements.isSplat())
    return elements;
  return {};
}

std::optional<llvm::APFloat> stablehlo::floatOf(mlir::Value value) {
  mlir::DenseElementsAttr splat = splatOf(value);
  if (!splat || !llvm::isa<mlir::FloatType>(splat.getElementType()))
    return std::nullopt;
  return splat.getSplatValue<llvm::APFloat>();
}
