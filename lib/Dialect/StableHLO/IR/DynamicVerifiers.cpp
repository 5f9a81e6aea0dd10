//===- DynamicVerifiers.cpp - Constraints of computed sizes ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/Constants.h"
#include "Dialect/StableHLO/IR/DataMovementVerifiers.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

/// Checks a shape that an operand holds, if it is a constant.
static LogicalResult checkConstantShape(mlir::Operation *op, mlir::Value sizes,
                                        RankedTensorType result,
                                        StringRef constraint) {
  auto shape = constantNumbers(sizes);
  if (!shape || mayEqual(*shape, result.getShape()))
    return success();
  return op->emitOpError() << "is given the shape " << shapeText(*shape)
                           << ", but its result has shape "
                           << shapeText(result.getShape()) << " (" << constraint
                           << ")";
}

LogicalResult GetDimensionSizeOp::infer(Emit emit, Adaptor op,
                                        SmallVectorImpl<Type> &types) {
  auto operand = tensorTypeOf(op.getOperand());
  if (op.getDimension() < 0 || op.getDimension() >= operand.getRank())
    return emit() << "asks for dimension " << op.getDimension()
                  << " of an operand of rank " << operand.getRank() << " (C1)";
  auto integer = mlir::IntegerType::get(operand.getContext(), 32);
  types.push_back(RankedTensorType::get({}, integer));
  return success();
}

LogicalResult SetDimensionSizeOp::infer(Emit emit, Adaptor op,
                                        SmallVectorImpl<Type> &types) {
  auto operand = tensorTypeOf(op.getOperand());
  int64_t dimension = op.getDimension();
  if (dimension < 0 || dimension >= operand.getRank())
    return emit() << "sets dimension " << dimension << " of an operand of rank "
                  << operand.getRank();
  SmallVector<int64_t> shape(operand.getShape());
  SmallVector<int64_t> bounds(boundsOf(operand));
  bounds.resize(shape.size(), ShapedType::kDynamic);
  // The size that is set is at most the one that was known.
  if (isKnown(shape[dimension]))
    bounds[dimension] = shape[dimension];
  shape[dimension] = ShapedType::kDynamic;
  types.push_back(tensorOf(shape, operand.getElementType(), bounds));
  return success();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// Checks the dimensions that are known to expand or not (C8 to C10).
static LogicalResult checkExpansion(DynamicBroadcastInDimOp op) {
  ArrayRef<int64_t> expanding, other;
  if (op.getKnownExpandingDimensions())
    expanding = *op.getKnownExpandingDimensions();
  if (op.getKnownNonexpandingDimensions())
    other = *op.getKnownNonexpandingDimensions();
  int64_t rank = op.getOperand().getType().getRank();
  SmallVector<int64_t> all(expanding);
  llvm::append_range(all, other);
  if (auto twice = firstDuplicate(all))
    return op.emitOpError() << "says of dimension " << *twice
                            << " twice whether it expands (C8)";
  if (auto outside = firstOutside(expanding, rank))
    return op.emitOpError() << "known_expanding_dimensions has " << *outside
                            << ", which is not in [0, " << rank << ") (C9)";
  if (auto outside = firstOutside(other, rank))
    return op.emitOpError() << "known_nonexpanding_dimensions has " << *outside
                            << ", which is not in [0, " << rank << ") (C10)";
  return success();
}

LogicalResult DynamicBroadcastInDimOp::verify() {
  auto result = getResult().getType();
  int64_t sizes = getOutputDimensions().getType().getDimSize(0);
  if (sizes != result.getRank())
    return emitOpError() << "is given " << sizes
                         << " sizes for a result of rank " << result.getRank()
                         << " (C7)";
  if (failed(checkConstantShape(*this, getOutputDimensions(), result, "C7")))
    return failure();
  auto given = constantNumbers(getOutputDimensions());
  if (failed(
          verifyBroadcast(*this, getOperand().getType(), result,
                          given ? ArrayRef<int64_t>(*given) : result.getShape(),
                          getBroadcastDimensions())))
    return failure();
  return checkExpansion(*this);
}

LogicalResult DynamicIotaOp::verify() {
  int64_t sizes = getOutputShape().getType().getDimSize(0);
  if (getIotaDimension() < 0 || getIotaDimension() >= sizes)
    return emitOpError() << "counts along dimension " << getIotaDimension()
                         << " of " << sizes << " (C1)";
  if (getResult().getType().getRank() != sizes)
    return emitOpError() << "is given " << sizes
                         << " sizes for a result of rank "
                         << getResult().getType().getRank() << " (C2)";
  return checkConstantShape(*this, getOutputShape(), getResult().getType(),
                            "C2");
}

LogicalResult DynamicReshapeOp::verify() {
  auto operand = getOperand().getType();
  auto result = getResult().getType();
  int64_t sizes = getOutputShape().getType().getDimSize(0);
  if (sizes != result.getRank())
    return emitOpError() << "is given " << sizes
                         << " sizes for a result of rank " << result.getRank()
                         << " (C4)";
  auto given = constantNumbers(getOutputShape());
  if (given && llvm::any_of(*given, [](int64_t size) { return size < 0; }))
    return emitOpError() << "is given the shape " << shapeText(*given)
                         << ", which has a negative size";
  int64_t from = elementCount(operand.getShape());
  int64_t to =
      elementCount(given ? ArrayRef<int64_t>(*given) : result.getShape());
  if (!mayEqual(from, to))
    return emitOpError() << "has " << from << " elements, but a result of "
                         << to << " (C2)";
  if (failed(verifyQuantizedReshape(*this, operand, result)))
    return failure();
  return checkConstantShape(*this, getOutputShape(), result, "C4");
}

LogicalResult DynamicPadOp::verify() {
  auto operand = getOperand().getType(), result = getResult().getType();
  Type value = elementOf(getPaddingValue().getType());
  if (operand.getElementType() != value ||
      operand.getElementType() != result.getElementType())
    return emitOpError() << "pads elements of " << operand.getElementType()
                         << " with one of " << value << " to elements of "
                         << result.getElementType() << " (C1)";
  int64_t rank = operand.getRank();
  for (mlir::Value sizes :
       {getEdgePaddingLow(), getEdgePaddingHigh(), getInteriorPadding()}) {
    if (!mayEqual(tensorTypeOf(sizes).getDimSize(0), rank))
      return emitOpError() << "is given padding for "
                           << tensorTypeOf(sizes).getDimSize(0)
                           << " dimensions of an operand of rank " << rank
                           << " (C2)";
  }
  auto interior = constantNumbers(getInteriorPadding());
  if (interior && llvm::any_of(*interior, [](int64_t n) { return n < 0; }))
    return emitOpError() << "has the negative interior padding "
                         << shapeText(*interior) << " (C3)";
  if (result.getRank() != rank)
    return emitOpError() << "pads an operand of rank " << rank
                         << " to a result of rank " << result.getRank()
                         << " (C4)";
  auto low = constantNumbers(getEdgePaddingLow());
  auto high = constantNumbers(getEdgePaddingHigh());
  if (!low || !high || !interior)
    return success();
  for (int64_t i = 0; i < rank; ++i) {
    int64_t size = operand.getDimSize(i);
    if (!isKnown(size))
      continue;
    auto padded = paddedSize(size, (*low)[i], (*high)[i], (*interior)[i]);
    if (!padded || !mayEqual(*padded, result.getDimSize(i)))
      return emitOpError() << "pads dimension " << i << " of size " << size
                           << " by " << (*low)[i] << ", " << (*high)[i]
                           << " and " << (*interior)[i]
                           << " between elements, but its result has "
                           << result.getDimSize(i) << " (C4)";
  }
  return success();
}

LogicalResult RealDynamicSliceOp::verify() {
  auto operand = getOperand().getType(), result = getResult().getType();
  if (operand.getElementType() != result.getElementType())
    return emitOpError() << "takes elements of " << operand.getElementType()
                         << ", but gives " << result.getElementType();
  if (operand.getRank() != result.getRank())
    return emitOpError() << "takes part of a tensor of rank "
                         << operand.getRank() << ", but gives one of rank "
                         << result.getRank();
  for (mlir::Value places :
       {getStartIndices(), getLimitIndices(), getStrides()}) {
    if (tensorTypeOf(places) != getStartIndices().getType())
      return emitOpError() << "has starts, limits and strides of the types "
                           << getStartIndices().getType() << ", "
                           << getLimitIndices().getType() << " and "
                           << getStrides().getType();
    if (!mayEqual(tensorTypeOf(places).getDimSize(0), operand.getRank()))
      return emitOpError() << "is given places for "
                           << tensorTypeOf(places).getDimSize(0)
                           << " dimensions of an operand of rank "
                           << operand.getRank();
  }
  return success();
}
