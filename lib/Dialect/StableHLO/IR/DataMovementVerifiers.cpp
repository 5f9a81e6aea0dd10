//===- DataMovementVerifiers.cpp - Constraints of data movement -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraints and result types of the ops that move elements. Sizes are 64-bit
// integers or unknown; arithmetic on them is checked for overflow, and an
// unknown size makes what is computed from it unknown.
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/DataMovementVerifiers.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "Support/MLIR.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using llvm::dyn_cast;
using mlir::quant::UniformQuantizedPerAxisType;

/// The bounds of a tensor, one for each dimension.
static SmallVector<int64_t> boundsInFull(RankedTensorType type) {
  SmallVector<int64_t> bounds(boundsOf(type));
  bounds.resize(type.getRank(), ShapedType::kDynamic);
  return bounds;
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

LogicalResult ConstantOp::verify() {
  auto value = cast<RankedTensorType>(getValue().getShapedType());
  auto output = getOutput().getType();
  if (value.getShape() != output.getShape() ||
      value.getElementType() != storageOf(output.getElementType()))
    return emitOpError() << "has a value of type " << value
                         << ", but a result of type " << output << " (C1)";
  return success();
}

LogicalResult IotaOp::verify() {
  int64_t rank = getOutput().getType().getRank();
  if (getIotaDimension() < 0 || getIotaDimension() >= rank)
    return emitOpError() << "counts along dimension " << getIotaDimension()
                         << " of a result of rank " << rank << " (C1)";
  return success();
}

//===----------------------------------------------------------------------===//
// Broadcasts
//===----------------------------------------------------------------------===//

LogicalResult BroadcastOp::infer(Emit emit, Adaptor op,
                                 SmallVectorImpl<Type> &types) {
  auto operand = tensorTypeOf(op.getOperand());
  SmallVector<int64_t> shape(op.getBroadcastSizes());
  for (int64_t size : shape) {
    if (size < 0)
      return emit() << "has the negative size " << size;
  }
  SmallVector<int64_t> bounds(shape.size(), ShapedType::kDynamic);
  llvm::append_range(shape, operand.getShape());
  llvm::append_range(bounds, boundsInFull(operand));
  types.push_back(tensorOf(shape, operand.getElementType(), bounds));
  return success();
}

/// Checks the quantization of a broadcast: the dimension goes where it is sent,
/// and parameters are repeated if that dimension is expanded (C6).
static LogicalResult verifyQuantizedBroadcast(mlir::Operation *op,
                                              RankedTensorType operandType,
                                              RankedTensorType resultType,
                                              ArrayRef<int64_t> dimensions) {
  auto operand =
      dyn_cast<UniformQuantizedPerAxisType>(operandType.getElementType());
  auto result =
      dyn_cast<UniformQuantizedPerAxisType>(resultType.getElementType());
  if (!operand || !result)
    return success();
  int64_t axis = operand.getQuantizedDimension();
  int64_t target = dimensions[axis];
  if (target != result.getQuantizedDimension())
    return op->emitOpError()
           << "sends the quantized dimension " << axis << " to dimension "
           << target << ", but the result is quantized along dimension "
           << result.getQuantizedDimension() << " (C6)";
  if (operandType.getDimSize(axis) != 1)
    return success();
  for (auto [scale, zeroPoint] :
       llvm::zip(result.getScales(), result.getZeroPoints())) {
    if (scale != operand.getScales()[0] ||
        zeroPoint != operand.getZeroPoints()[0])
      return op->emitOpError()
             << "repeats the scale " << operand.getScales()[0]
             << " and zero point " << operand.getZeroPoints()[0]
             << ", but the result has " << scale << " and " << zeroPoint
             << " (C6)";
  }
  return success();
}

LogicalResult trainlint::stablehlo::verifyBroadcast(
    mlir::Operation *op, RankedTensorType operand, RankedTensorType result,
    ArrayRef<int64_t> resultShape, ArrayRef<int64_t> dimensions) {
  Type from = operand.getElementType(), to = result.getElementType();
  bool sameElements = isPerAxisQuantized(from) && isPerAxisQuantized(to)
                          ? storageOf(from) == storageOf(to) &&
                                expressedOf(from) == expressedOf(to)
                          : from == to;
  if (!sameElements)
    return op->emitOpError() << "broadcasts elements of " << from
                             << " to elements of " << to << " (C1)";
  if (static_cast<int64_t>(dimensions.size()) != operand.getRank())
    return op->emitOpError() << "sends " << dimensions.size()
                             << " dimensions of an operand of rank "
                             << operand.getRank() << " (C2)";
  if (auto outside = firstOutside(dimensions, result.getRank()))
    return op->emitOpError()
           << "sends a dimension to dimension " << *outside
           << " of a result of rank " << result.getRank() << " (C3)";
  if (auto twice = firstDuplicate(dimensions))
    return op->emitOpError()
           << "sends two dimensions to dimension " << *twice << " (C4)";
  for (auto [i, dimension] : llvm::enumerate(dimensions)) {
    int64_t size = operand.getDimSize(i), target = resultShape[dimension];
    if (size != 1 && !mayEqual(size, target))
      return op->emitOpError() << "sends dimension " << i << " of size " << size
                               << " to dimension " << dimension << " of size "
                               << target << " (C5)";
  }
  return verifyQuantizedBroadcast(op, operand, result, dimensions);
}

LogicalResult BroadcastInDimOp::verify() {
  auto result = getResult().getType();
  return verifyBroadcast(*this, getOperand().getType(), result,
                         result.getShape(), getBroadcastDimensions());
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

LogicalResult trainlint::stablehlo::verifyQuantizedReshape(
    mlir::Operation *op, RankedTensorType operand, RankedTensorType result) {
  Type from = operand.getElementType();
  Type to = result.getElementType();
  auto fromAxis = dyn_cast<UniformQuantizedPerAxisType>(from);
  auto toAxis = dyn_cast<UniformQuantizedPerAxisType>(to);
  if (!fromAxis || !toAxis) {
    if (from == to)
      return success();
    return op->emitOpError() << "has elements of " << from
                             << ", but a result of " << to << " (C1)";
  }
  if (storageOf(from) != storageOf(to) ||
      expressedOf(from) != expressedOf(to) ||
      fromAxis.getScales() != toAxis.getScales() ||
      fromAxis.getZeroPoints() != toAxis.getZeroPoints())
    return op->emitOpError()
           << "has elements of " << from << ", but a result of " << to
           << ", which differ in more than the dimension (C1)";
  int64_t i = fromAxis.getQuantizedDimension();
  int64_t j = toAxis.getQuantizedDimension();
  auto check = [&](llvm::StringRef where, ArrayRef<int64_t> left,
                   ArrayRef<int64_t> right) -> LogicalResult {
    if (mayEqual(elementCount(left), elementCount(right)))
      return success();
    return op->emitOpError()
           << "has the sizes " << shapeText(left) << " " << where
           << " the quantized dimension, but its result has "
           << shapeText(right) << " (C3)";
  };
  ArrayRef<int64_t> left = operand.getShape(), right = result.getShape();
  if (failed(check("before", left.take_front(i), right.take_front(j))) ||
      failed(check("in", left.slice(i, 1), right.slice(j, 1))))
    return llvm::failure();
  return check("after", left.drop_front(i + 1), right.drop_front(j + 1));
}

LogicalResult ReshapeOp::verify() {
  auto operand = getOperand().getType();
  auto result = getResult().getType();
  int64_t from = elementCount(operand.getShape());
  int64_t to = elementCount(result.getShape());
  if (!mayEqual(from, to))
    return emitOpError() << "has " << from << " elements in the shape "
                         << shapeText(operand.getShape()) << ", but its result "
                         << shapeText(result.getShape()) << " has " << to
                         << " (C2)";
  return verifyQuantizedReshape(*this, operand, result);
}

LogicalResult TransposeOp::verify() {
  auto operand =
      dyn_cast<UniformQuantizedPerAxisType>(elementOf(getOperand().getType()));
  auto result =
      dyn_cast<UniformQuantizedPerAxisType>(elementOf(getResult().getType()));
  if (!operand || !result)
    return success();
  int64_t axis = result.getQuantizedDimension();
  ArrayRef<int64_t> permutation = getPermutation();
  if (axis >= static_cast<int64_t>(permutation.size()) ||
      permutation[axis] != operand.getQuantizedDimension())
    return emitOpError() << "does not put the quantized dimension "
                         << operand.getQuantizedDimension()
                         << " into dimension " << axis << " (C4)";
  return success();
}

LogicalResult TransposeOp::infer(Emit emit, Adaptor op,
                                 SmallVectorImpl<Type> &types) {
  auto operand = tensorTypeOf(op.getOperand());
  ArrayRef<int64_t> permutation = op.getPermutation();
  int64_t rank = operand.getRank();
  if (static_cast<int64_t>(permutation.size()) != rank ||
      firstDuplicate(permutation) || firstOutside(permutation, rank))
    return emit() << "has the permutation " << shapeText(permutation)
                  << ", which does not name each of " << rank
                  << " dimensions once (C2)";
  SmallVector<int64_t> shape, bounds;
  SmallVector<int64_t> operandBounds = boundsInFull(operand);
  for (int64_t dimension : permutation) {
    shape.push_back(operand.getDimSize(dimension));
    bounds.push_back(operandBounds[dimension]);
  }
  Type element = operand.getElementType();
  if (auto perAxis = dyn_cast<UniformQuantizedPerAxisType>(element)) {
    const int64_t *place =
        llvm::find(permutation, perAxis.getQuantizedDimension());
    element = UniformQuantizedPerAxisType::get(
        perAxis.getFlags(), perAxis.getStorageType(),
        perAxis.getExpressedType(), perAxis.getScales(),
        perAxis.getZeroPoints(), place - permutation.begin(),
        perAxis.getStorageTypeMin(), perAxis.getStorageTypeMax());
  }
  types.push_back(tensorOf(shape, element, bounds));
  return success();
}

LogicalResult ReverseOp::infer(Emit emit, Adaptor op,
                               SmallVectorImpl<Type> &types) {
  auto operand = tensorTypeOf(op.getOperand());
  if (auto twice = firstDuplicate(op.getDimensions()))
    return emit() << "reverses dimension " << *twice << " twice (C2)";
  if (auto outside = firstOutside(op.getDimensions(), operand.getRank()))
    return emit() << "reverses dimension " << *outside
                  << " of a tensor of rank " << operand.getRank() << " (C3)";
  types.push_back(operand);
  return success();
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// Adds a size or bound to a sum that is unknown as soon as one of them is, or
/// does not fit an integer.
static void addTo(int64_t &sum, int64_t size) {
  std::optional<int64_t> next;
  if (isKnown(sum) && isKnown(size))
    next = llvm::checkedAdd(sum, size);
  sum = next.value_or(ShapedType::kDynamic);
}

LogicalResult ConcatenateOp::infer(Emit emit, Adaptor op,
                                   SmallVectorImpl<Type> &types) {
  if (op.getInputs().empty())
    return emit() << "has no inputs (C3)";
  auto first = tensorTypeOf(op.getInputs()[0]);
  int64_t dimension = op.getDimension();
  if (dimension < 0 || dimension >= first.getRank())
    return emit() << "concatenates along dimension " << dimension
                  << " of tensors of rank " << first.getRank() << " (C4)";
  SmallVector<int64_t> shape(first.getShape());
  SmallVector<int64_t> bounds = boundsInFull(first);
  shape[dimension] = 0;
  int64_t bound = 0;
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    auto type = tensorTypeOf(input);
    if (type.getElementType() != first.getElementType())
      return emit() << "input " << i << " has elements of "
                    << type.getElementType() << ", but input 0 of "
                    << first.getElementType() << " (C1)";
    if (type.getRank() != first.getRank())
      return emit() << "input " << i << " has rank " << type.getRank()
                    << ", but input 0 has rank " << first.getRank() << " (C2)";
    SmallVector<int64_t> typeBounds = boundsInFull(type);
    for (int64_t d = 0; d < type.getRank(); ++d) {
      int64_t size = type.getDimSize(d);
      if (d == dimension) {
        addTo(shape[d], size);
        addTo(bound, isKnown(size) ? size : typeBounds[d]);
        continue;
      }
      if (!mayEqual(shape[d], size))
        return emit() << "input " << i << " has size " << size
                      << " in dimension " << d << ", but another input has "
                      << shape[d] << " (C2)";
      if (!isKnown(shape[d]))
        shape[d] = size;
      if (!isKnown(bounds[d]) ||
          (isKnown(typeBounds[d]) && typeBounds[d] < bounds[d]))
        bounds[d] = typeBounds[d];
    }
  }
  bounds[dimension] = bound;
  types.push_back(tensorOf(shape, first.getElementType(), bounds));
  return success();
}

std::optional<int64_t> trainlint::stablehlo::paddedSize(int64_t size,
                                                        int64_t low,
                                                        int64_t high,
                                                        int64_t interior) {
  std::optional<int64_t> inner =
      llvm::checkedMulAdd(std::max<int64_t>(size - 1, 0), interior, size);
  std::optional<int64_t> edges = llvm::checkedAdd(low, high);
  if (!inner || !edges)
    return std::nullopt;
  return llvm::checkedAdd(*inner, *edges);
}

LogicalResult PadOp::infer(Emit emit, Adaptor op,
                           SmallVectorImpl<Type> &types) {
  auto operand = tensorTypeOf(op.getOperand());
  if (operand.getElementType() != elementOf(op.getPaddingValue().getType()))
    return emit() << "pads elements of " << operand.getElementType()
                  << " with one of "
                  << elementOf(op.getPaddingValue().getType()) << " (C1)";
  size_t rank = operand.getRank();
  ArrayRef<int64_t> low = op.getEdgePaddingLow();
  ArrayRef<int64_t> high = op.getEdgePaddingHigh();
  ArrayRef<int64_t> interior = op.getInteriorPadding();
  if (low.size() != rank || high.size() != rank || interior.size() != rank)
    return emit() << "has padding for " << low.size() << ", " << high.size()
                  << " and " << interior.size()
                  << " dimensions of an operand of rank " << rank << " (C2)";
  SmallVector<int64_t> shape, bounds = boundsInFull(operand);
  for (size_t i = 0; i < rank; ++i) {
    if (interior[i] < 0)
      return emit() << "has the negative interior padding " << interior[i]
                    << " in dimension " << i << " (C3)";
    int64_t size = operand.getDimSize(i);
    int64_t largest = isKnown(size) ? size : bounds[i];
    std::optional<int64_t> padded =
        isKnown(largest) ? paddedSize(largest, low[i], high[i], interior[i])
                         : std::optional<int64_t>(ShapedType::kDynamic);
    if (!padded || (isKnown(*padded) && *padded < 0))
      return emit() << "pads dimension " << i << " of size " << largest
                    << " to a size that no tensor has (C4)";
    shape.push_back(isKnown(size) ? *padded : ShapedType::kDynamic);
    bounds[i] = isKnown(size) ? ShapedType::kDynamic : *padded;
  }
  types.push_back(tensorOf(shape, operand.getElementType(), bounds));
  return success();
}

LogicalResult SliceOp::infer(Emit emit, Adaptor op,
                             SmallVectorImpl<Type> &types) {
  auto operand = tensorTypeOf(op.getOperand());
  ArrayRef<int64_t> starts = op.getStartIndices();
  ArrayRef<int64_t> limits = op.getLimitIndices();
  ArrayRef<int64_t> strides = op.getStrides();
  size_t rank = operand.getRank();
  if (starts.size() != rank || limits.size() != rank || strides.size() != rank)
    return emit() << "has " << starts.size() << " starts, " << limits.size()
                  << " limits and " << strides.size()
                  << " strides for an operand of rank " << rank << " (C2)";
  SmallVector<int64_t> shape, bounds = boundsInFull(operand);
  for (size_t i = 0; i < rank; ++i) {
    int64_t size = operand.getDimSize(i);
    int64_t largest = isKnown(size) ? size : bounds[i];
    if (starts[i] < 0)
      return emit() << "starts at the negative index " << starts[i]
                    << " of dimension " << i << " (C3)";
    if (starts[i] > limits[i])
      return emit() << "starts at index " << starts[i] << " of dimension " << i
                    << ", after its limit " << limits[i] << " (C3)";
    if (isKnown(largest) && limits[i] > largest)
      return emit() << "has the limit " << limits[i] << " in dimension " << i
                    << ", which has "
                    << (isKnown(size) ? "size " : "at most size ") << largest
                    << " (C3)";
    if (strides[i] <= 0)
      return emit() << "has the stride " << strides[i] << " in dimension " << i
                    << ", which has to be positive (C4)";
    int64_t extent = limits[i] - starts[i];
    shape.push_back(extent / strides[i] + (extent % strides[i] != 0));
  }
  types.push_back(tensorOf(shape, operand.getElementType()));
  return success();
}
