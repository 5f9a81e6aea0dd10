//===- Products.h - Products of tensors -------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_STABLEHLOTOLINALG_PRODUCTS_H
#define TRAINLINT_CONVERSION_STABLEHLOTOLINALG_PRODUCTS_H

#include "Conversion/StableHLOToLinalg/Lowering.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"

namespace trainlint::cpu {

/// Sums of products of elements, as one loop nest.
struct Contraction {
  Value lhs, rhs, result;
  Type lhsElement, rhsElement, resultElement;
  /// Places in the operands and in the result.
  llvm::SmallVector<AffineMap> maps;
  llvm::SmallVector<mlir::utils::IteratorType> iterators;
};

/// Emits the sums for all of the result.
void emitContraction(Lowering &lowering, Location loc,
                     const Contraction &contraction);

} // namespace trainlint::cpu

#endif // TRAINLINT_CONVERSION_STABLEHLOTOLINALG_PRODUCTS_H
