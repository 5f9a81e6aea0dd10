//===- Constants.h - Operands that are constants ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_CONSTANTS_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_CONSTANTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Matchers.h"

namespace trainlint::stablehlo {

/// The integers that an operand holds, if it is a constant. No tensor has as
/// many dimensions as a constant may have elements that are all the same.
inline std::optional<llvm::SmallVector<int64_t>>
constantNumbers(mlir::Value value) {
  mlir::DenseIntElementsAttr numbers;
  constexpr int64_t mostDimensions = 1024;
  if (!mlir::matchPattern(value, mlir::m_Constant(&numbers)) ||
      numbers.getNumElements() > mostDimensions)
    return std::nullopt;
  llvm::SmallVector<int64_t> items;
  for (const llvm::APInt &number : numbers.getValues<llvm::APInt>())
    items.push_back(number.getSExtValue());
  return items;
}

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_CONSTANTS_H
