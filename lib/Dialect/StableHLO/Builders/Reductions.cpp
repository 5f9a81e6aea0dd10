//===- Reductions.cpp - Reductions, windows and sums over replicas --------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/Windows.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// The least or greatest number of an element type.
static mlir::Attribute extreme(mlir::OpBuilder &b, Type element,
                               bool isGreatest) {
  if (auto type = llvm::dyn_cast<mlir::FloatType>(element)) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    llvm::APFloat number =
        llvm::APFloat::semanticsHasInf(semantics)
            ? llvm::APFloat::getInf(semantics, !isGreatest)
            : llvm::APFloat::getLargest(semantics, !isGreatest);
    return b.getFloatAttr(type, number);
  }
  unsigned width = element.getIntOrFloatBitWidth();
  bool isUnsigned = element.isUnsignedInteger() || width == 1;
  llvm::APInt number =
      isGreatest ? (isUnsigned ? llvm::APInt::getMaxValue(width)
                               : llvm::APInt::getSignedMaxValue(width))
                 : (isUnsigned ? llvm::APInt::getMinValue(width)
                               : llvm::APInt::getSignedMinValue(width));
  return b.getIntegerAttr(element, number);
}

Value ProgramBuilder::neutral(Type element, Combination combination) {
  switch (combination) {
  case Combination::Add:
  case Combination::Or:
    return scalar(element, 0);
  case Combination::Multiply:
    return scalar(element, 1);
  case Combination::And: {
    unsigned width = element.getIntOrFloatBitWidth();
    return constant(mlir::DenseElementsAttr::get(
        RankedTensorType::get({}, element),
        b.getIntegerAttr(element, llvm::APInt::getAllOnes(width))));
  }
  case Combination::Maximum:
  case Combination::Minimum:
    return constant(mlir::DenseElementsAttr::get(
        RankedTensorType::get({}, element),
        extreme(b, element, combination == Combination::Minimum)));
  }
  llvm_unreachable("all combinations are handled");
}

void ProgramBuilder::combine(mlir::Region &region, Type element,
                             Combination combination) {
  mlir::OpBuilder::InsertionGuard guard(b);
  Type type = RankedTensorType::get({}, element);
  mlir::Block *block = b.createBlock(&region, {}, {type, type}, {loc, loc});
  Value lhs = block->getArgument(0), rhs = block->getArgument(1);
  Value result;
  switch (combination) {
  case Combination::Add:
    result = add(lhs, rhs);
    break;
  case Combination::Multiply:
    result = multiply(lhs, rhs);
    break;
  case Combination::Maximum:
    result = maximum(lhs, rhs);
    break;
  case Combination::Minimum:
    result = minimum(lhs, rhs);
    break;
  case Combination::And:
    result = binary<AndOp>(lhs, rhs);
    break;
  case Combination::Or:
    result = binary<OrOp>(lhs, rhs);
    break;
  }
  ReturnOp::create(b, loc, result);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

Value ProgramBuilder::reduce(Value value, ArrayRef<int64_t> dimensions,
                             Combination combination) {
  if (dimensions.empty())
    return value;
  SmallVector<int64_t> shape;
  for (auto [dimension, size] : llvm::enumerate(shapeOf(value)))
    if (!llvm::is_contained(dimensions, static_cast<int64_t>(dimension)))
      shape.push_back(size);
  Type element = elementOf(value);
  if (Value folded = foldReduce(value, dimensions, shape, combination))
    return folded;
  auto type = RankedTensorType::get(shape, element);
  if (abstract)
    return abstract->add(type, loc);
  auto op = ReduceOp::create(
      b, loc, mlir::TypeRange(type), mlir::ValueRange(value),
      mlir::ValueRange(neutral(element, combination)), dimensions);
  combine(op.getBody(), element, combination);
  return op.getResult(0);
}

Value ProgramBuilder::sumOfAll(Value value) {
  return sum(value,
             llvm::to_vector(llvm::seq<int64_t>(0, shapeOf(value).size())));
}

Value ProgramBuilder::mean(Value value, ArrayRef<int64_t> dimensions) {
  Value total = sum(value, dimensions);
  if (abstract)
    return total;
  int64_t count = 1;
  for (int64_t dimension : dimensions)
    count *= shapeOf(value)[dimension];
  return divide(total, like(total, static_cast<double>(count)));
}

static mlir::DenseI64ArrayAttr numbersOrNull(mlir::OpBuilder &b,
                                             ArrayRef<int64_t> numbers) {
  return numbers.empty() ? nullptr : b.getDenseI64ArrayAttr(numbers);
}

/// How often a window fits, in each dimension.
static SmallVector<int64_t> countWindows(ArrayRef<int64_t> shape,
                                         const WindowOptions &options) {
  SmallVector<int64_t> counts;
  for (auto [index, size] : llvm::enumerate(shape)) {
    Window window;
    window.size = options.sizes[index];
    if (!options.strides.empty())
      window.stride = options.strides[index];
    if (!options.padding.empty())
      std::tie(window.paddingLow, window.paddingHigh) = options.padding[index];
    if (!options.baseDilations.empty())
      window.baseDilation = options.baseDilations[index];
    if (!options.windowDilations.empty())
      window.windowDilation = options.windowDilations[index];
    counts.push_back(windowCount(size, window));
  }
  return counts;
}

Value ProgramBuilder::reduceWindow(Value value, const WindowOptions &window,
                                   Combination combination) {
  Type element = elementOf(value);
  auto type =
      RankedTensorType::get(countWindows(shapeOf(value), window), element);
  if (abstract)
    return abstract->add(type, loc);
  auto op = ReduceWindowOp::create(
      b, loc, mlir::TypeRange(type), mlir::ValueRange(value),
      mlir::ValueRange(neutral(element, combination)),
      b.getDenseI64ArrayAttr(window.sizes), numbersOrNull(b, window.strides),
      numbersOrNull(b, window.baseDilations),
      numbersOrNull(b, window.windowDilations), paddingAttr(b, window.padding));
  combine(op.getBody(), element, combination);
  return op.getResult(0);
}

Value ProgramBuilder::scatterToGreatest(Value operand, Value source,
                                        const WindowOptions &window) {
  Type element = elementOf(operand);
  if (abstract)
    return abstract->add(typeOf(operand), loc);
  auto op = SelectAndScatterOp::create(
      b, loc, operand.getType(), operand, source, scalar(element, 0),
      b.getDenseI64ArrayAttr(window.sizes), numbersOrNull(b, window.strides),
      paddingAttr(b, window.padding));
  combine(op.getScatter(), element, Combination::Add);
  mlir::OpBuilder::InsertionGuard guard(b);
  Type type = RankedTensorType::get({}, element);
  mlir::Block *block =
      b.createBlock(&op.getSelect(), {}, {type, type}, {loc, loc});
  ReturnOp::create(b, loc,
                   compare(block->getArgument(0), block->getArgument(1),
                           ComparisonDirection::GE));
  return op.getResult();
}

//===----------------------------------------------------------------------===//
// Replicas
//===----------------------------------------------------------------------===//

SmallVector<Value> ProgramBuilder::allReduce(mlir::ValueRange values,
                                             int64_t replicas) {
  if (replicas == 1 || values.empty())
    return llvm::to_vector(values);
  SmallVector<int64_t> all = llvm::to_vector(llvm::seq<int64_t>(0, replicas));
  auto groups = mlir::DenseIntElementsAttr::get(
      RankedTensorType::get({1, replicas}, b.getI64Type()), all);
  // A body has one element type, so each type is summed on its own.
  SmallVector<Value> sums(values.size());
  llvm::MapVector<Type, SmallVector<size_t>> byElement;
  for (auto [index, value] : llvm::enumerate(values))
    byElement[elementOf(value)].push_back(index);
  for (auto &[element, indices] : byElement) {
    SmallVector<Value> operands;
    for (size_t index : indices)
      operands.push_back(values[index]);
    auto op = AllReduceOp::create(
        b, loc, mlir::TypeRange(mlir::ValueRange(operands)), operands, groups,
        /*channel_handle=*/nullptr, /*use_global_device_ids=*/nullptr);
    combine(op.getComputation(), element, Combination::Add);
    for (auto [index, result] : llvm::zip_equal(indices, op.getResults()))
      sums[index] = result;
  }
  return sums;
}
