//===- LinearAlgebraVerifiers.cpp - Constraints of solvers and transforms -===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

LogicalResult CholeskyOp::infer(Emit emit, Adaptor op,
                                SmallVectorImpl<Type> &types) {
  auto a = tensorTypeOf(op.getA());
  if (a.getRank() < 2)
    return emit() << "has an operand of rank " << a.getRank()
                  << ", but needs matrices (C2)";
  ArrayRef<int64_t> matrix = a.getShape().take_back(2);
  if (!mayEqual(matrix[0], matrix[1]))
    return emit() << "has matrices of " << matrix[0] << " by " << matrix[1]
                  << ", which are not square (C3)";
  types.push_back(a);
  return success();
}

LogicalResult TriangularSolveOp::infer(Emit emit, Adaptor op,
                                       SmallVectorImpl<Type> &types) {
  auto a = tensorTypeOf(op.getA()), b = tensorTypeOf(op.getB());
  if (!sameBaseline(a.getElementType(), b.getElementType()))
    return emit() << "has elements of " << a.getElementType() << " and "
                  << b.getElementType() << " (C1)";
  if (a.getRank() < 2 || a.getRank() != b.getRank())
    return emit() << "has operands of the ranks " << a.getRank() << " and "
                  << b.getRank()
                  << ", which should be the same and at least 2 (C2)";
  if (!mayEqual(a.getShape().drop_back(2), b.getShape().drop_back(2)))
    return emit() << "has " << shapeText(a.getShape().drop_back(2))
                  << " systems, but right-hand sides of "
                  << shapeText(b.getShape().drop_back(2)) << " (C3)";
  ArrayRef<int64_t> matrix = a.getShape().take_back(2);
  ArrayRef<int64_t> sides = b.getShape().take_back(2);
  int64_t side = sides[op.getLeftSide() ? 0 : 1];
  if (!mayEqual(matrix[0], matrix[1]))
    return emit() << "has matrices of " << matrix[0] << " by " << matrix[1]
                  << ", which are not square (C3)";
  if (!mayEqual(matrix[0], side) || !mayEqual(matrix[1], side))
    return emit() << "has matrices of size " << shapeText(matrix)
                  << ", but b has " << side << " in that dimension (C3)";
  if (op.getTransposeA() == Transpose::TRANSPOSE_INVALID)
    return emit() << "has the transpose_a TRANSPOSE_INVALID";
  types.push_back(b);
  return success();
}

/// The last size of a transform between real and complex values.
static int64_t halved(int64_t size) {
  return isKnown(size) && size != 0 ? size / 2 + 1 : size;
}

/// Gives the element type of a transform's result (C2).
static Type fftElement(FftType type, Type element) {
  auto complex = llvm::dyn_cast<mlir::ComplexType>(element);
  switch (type) {
  case FftType::FFT:
  case FftType::IFFT:
    return complex;
  case FftType::RFFT:
    return element.isF32() || element.isF64() ? mlir::ComplexType::get(element)
                                              : Type();
  case FftType::IRFFT:
    return complex ? complex.getElementType() : Type();
  }
  return {};
}

LogicalResult FftOp::infer(Emit emit, Adaptor op,
                           SmallVectorImpl<Type> &types) {
  auto operand = tensorTypeOf(op.getOperand());
  ArrayRef<int64_t> length = op.getFftLength();
  int64_t count = length.size();
  if (count < 1 || count > 3)
    return emit() << "transforms " << count
                  << " dimensions, but only 1 to 3 can be (C3)";
  if (count > operand.getRank())
    return emit() << "transforms " << count
                  << " dimensions of an operand of rank " << operand.getRank()
                  << " (C1)";
  Type element = fftElement(op.getFftType(), operand.getElementType());
  if (!element)
    return emit() << "has the type " << stringifyFftType(op.getFftType())
                  << ", which does not take elements of "
                  << operand.getElementType() << " (C2)";
  SmallVector<int64_t> shape(operand.getShape());
  ArrayRef<int64_t> transformed = operand.getShape().take_back(count);
  if (op.getFftType() == FftType::IRFFT) {
    if (!mayEqual(transformed.drop_back(), length.drop_back()) ||
        !mayEqual(transformed.back(), halved(length.back())))
      return emit() << "has an operand with " << shapeText(transformed)
                    << " elements to transform, but the length "
                    << shapeText(length) << " (C5)";
    shape.back() = length.back();
  } else {
    // The length is that of the real tensor, and both have it if none is.
    if (!mayEqual(transformed, length))
      return emit() << "has an operand with " << shapeText(transformed)
                    << " elements to transform, but the length "
                    << shapeText(length) << " (C4)";
    if (op.getFftType() == FftType::RFFT)
      shape.back() = halved(shape.back());
  }
  types.push_back(tensorOf(shape, element));
  return success();
}
