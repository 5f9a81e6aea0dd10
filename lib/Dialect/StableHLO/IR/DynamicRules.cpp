//===- DynamicRules.cpp - Constraints of computed sizes -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/DynamicOps.h"
#include "Dialect/StableHLO/IR/MovementOps.h"
#include "mlir/IR/Matchers.h"

using namespace trainlint::stablehlo;
using llvm::ArrayRef;
using llvm::cast;
using llvm::failed;
using llvm::failure;
using llvm::LogicalResult;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;
using llvm::success;
using mlir::RankedTensorType;
using mlir::ShapedType;
using mlir::Type;

static RankedTensorType tensor(mlir::Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// The numbers that an operand holds, if it is a constant.
static std::optional<SmallVector<int64_t>> constantNumbers(mlir::Value value) {
  mlir::DenseIntElementsAttr numbers;
  if (!mlir::matchPattern(value, mlir::m_Constant(&numbers)))
    return std::nullopt;
  SmallVector<int64_t> items;
  for (const llvm::APInt &number : numbers.getValues<llvm::APInt>())
    items.push_back(number.getSExtValue());
  return items;
}

/// Checks a shape that an operand holds, if it is a constant.
static LogicalResult checkConstantShape(mlir::Operation *op, mlir::Value sizes,
                                        RankedTensorType result,
                                        StringRef rule) {
  auto shape = constantNumbers(sizes);
  if (!shape || mayEqual(*shape, result.getShape()))
    return success();
  return op->emitOpError() << "is given the shape " << shapeText(*shape)
                           << ", but its result has shape "
                           << shapeText(result.getShape()) << " (" << rule
                           << ")";
}

LogicalResult GetDimensionSizeOp::infer(Emit emit, Adaptor op,
                                        SmallVectorImpl<Type> &types) {
  auto operand = tensor(op.getOperand());
  if (op.getDimension() < 0 || op.getDimension() >= operand.getRank())
    return emit() << "asks for dimension " << op.getDimension()
                  << " of an operand of rank " << operand.getRank() << " (C1)";
  auto integer = mlir::IntegerType::get(operand.getContext(), 32);
  types.push_back(RankedTensorType::get({}, integer));
  return success();
}

LogicalResult SetDimensionSizeOp::infer(Emit emit, Adaptor op,
                                        SmallVectorImpl<Type> &types) {
  auto operand = tensor(op.getOperand());
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
  auto operand = getOperand().getType();
  auto result = getResult().getType();
  ArrayRef<int64_t> dimensions = getBroadcastDimensions();
  int64_t sizes = getOutputDimensions().getType().getDimSize(0);
  Type from = operand.getElementType(), to = result.getElementType();
  bool sameElements = isPerAxisQuantized(from) && isPerAxisQuantized(to)
                          ? storageOf(from) == storageOf(to) &&
                                expressedOf(from) == expressedOf(to)
                          : from == to;
  if (!sameElements)
    return emitOpError() << "broadcasts elements of " << from
                         << " to elements of " << to << " (C1)";
  if (static_cast<int64_t>(dimensions.size()) != operand.getRank())
    return emitOpError() << "sends " << dimensions.size()
                         << " dimensions of an operand of rank "
                         << operand.getRank() << " (C2)";
  if (auto outside = firstOutside(dimensions, result.getRank()))
    return emitOpError() << "sends a dimension to dimension " << *outside
                         << " of a result of rank " << result.getRank()
                         << " (C3)";
  if (auto twice = firstDuplicate(dimensions))
    return emitOpError() << "sends two dimensions to dimension " << *twice
                         << " (C4)";
  for (auto [i, dimension] : llvm::enumerate(dimensions)) {
    int64_t size = operand.getDimSize(i);
    int64_t target = result.getDimSize(dimension);
    if (size != 1 && !mayEqual(size, target))
      return emitOpError() << "sends dimension " << i << " of size " << size
                           << " to dimension " << dimension << " of size "
                           << target << " (C5)";
  }
  if (!mayEqual(sizes, result.getRank()))
    return emitOpError() << "is given " << sizes
                         << " sizes for a result of rank " << result.getRank()
                         << " (C7)";
  if (failed(checkExpansion(*this)))
    return failure();
  return checkConstantShape(*this, getOutputDimensions(), result, "C7");
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
  if (operand.hasStaticShape() && result.hasStaticShape() &&
      operand.getNumElements() != result.getNumElements())
    return emitOpError() << "has " << operand.getNumElements()
                         << " elements, but a result of "
                         << result.getNumElements() << " (C2)";
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
    if (!mayEqual(tensor(sizes).getDimSize(0), rank))
      return emitOpError() << "is given padding for "
                           << tensor(sizes).getDimSize(0)
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
    if (tensor(places) != getStartIndices().getType())
      return emitOpError() << "has starts, limits and strides of the types "
                           << getStartIndices().getType() << ", "
                           << getLimitIndices().getType() << " and "
                           << getStrides().getType();
    if (!mayEqual(tensor(places).getDimSize(0), operand.getRank()))
      return emitOpError() << "is given places for "
                           << tensor(places).getDimSize(0)
                           << " dimensions of an operand of rank "
                           << operand.getRank();
  }
  return success();
}
