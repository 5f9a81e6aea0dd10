//===- Contractions.h - Products of matrices --------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_CODEGEN_CONTRACTIONS_H
#define TRAINLINT_BACKEND_CPU_CODEGEN_CONTRACTIONS_H

#include "Backend/CPU/CodeGen/Lowering.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"

namespace trainlint::cpu {

/// Sums of products of elements, as one loop nest: a matrix product has the
/// loops [batch, rows, columns, sums], a convolution [batch, spatial...,
/// features, window..., channels], in any order.
struct Contraction {
  Value lhs, rhs, result;
  Type lhsElement, rhsElement, resultElement;
  /// Indices in lhs, rhs and the result, from those of the loops.
  llvm::SmallVector<AffineMap> maps;
  llvm::SmallVector<mlir::utils::IteratorType> iterators;
};

/// A copy of a buffer with its dimensions in another order, and its elements as
/// they are computed with.
Value reordered(Lowering &lowering, Location loc, Value buffer, Type element,
                llvm::ArrayRef<int64_t> order);
/// The same with its elements as they are stored.
Value moved(Lowering &lowering, Location loc, Value buffer,
            llvm::ArrayRef<int64_t> order);

/// Emits the sums for all of the result.
void emitContraction(Lowering &lowering, Location loc,
                     const Contraction &contraction);

/// Emits the sums in tiles that stay in vector registers; false if they are
/// few, or their operands do not lie as tiles need them.
bool emitTiled(Lowering &lowering, Location loc,
               const Contraction &contraction);

/// Which dimensions of two tensors a product pairs, sums over, or keeps. The
/// result is [batch..., freeLeft..., freeRight...].
struct DotShape {
  llvm::SmallVector<int64_t> batchLeft, batchRight, contractLeft, contractRight;
  llvm::SmallVector<int64_t> freeLeft, freeRight;
};

/// Emits a call of oneDNN for a product of matrices of f32, or of narrower
/// floats; false if it is none, or too small to be worth it.
bool emitOneDnnMatMul(Lowering &lowering, Operation *op, const DotShape &dot);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_CODEGEN_CONTRACTIONS_H
