//===- ReductionVerifiers.cpp - Constraints of reductions -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/RegionVerifiers.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "Dialect/StableHLO/IR/Windows.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

/// Checks that there are as many initial values as inputs, that inputs have one
/// shape, and that the elements agree. Gives the type with the sizes that are
/// known, and the elements.
static llvm::FailureOr<RankedTensorType>
checkInputs(Emit emit, mlir::ValueRange operands, StringRef countConstraint,
            StringRef shapeConstraint, StringRef elementConstraint,
            SmallVectorImpl<Type> &elements) {
  if (operands.empty() || operands.size() % 2 != 0)
    return emit() << "has " << operands.size()
                  << " operands, but needs inputs and as many initial values ("
                  << countConstraint << ")";
  size_t count = operands.size() / 2;
  auto first = tensorTypeOf(operands[0]);
  SmallVector<int64_t> shape(first.getShape());
  for (size_t i = 0; i < count; ++i) {
    auto input = tensorTypeOf(operands[i]);
    if (!sameShape(first, input))
      return emit() << "input " << i << " has type " << input
                    << ", but input 0 has the shape of " << first << " ("
                    << shapeConstraint << ")";
    Type init = elementOf(operands[count + i].getType());
    if (!sameBaseline(input.getElementType(), init))
      return emit() << "input " << i << " has elements of "
                    << input.getElementType() << ", but its initial value has "
                    << init << " (" << elementConstraint << ")";
    elements.push_back(input.getElementType());
    for (auto [size, other] : llvm::zip(shape, input.getShape())) {
      if (!isKnown(size))
        size = other;
    }
  }
  return tensorOf(shape, first.getElementType(), boundsOf(first));
}

LogicalResult ReduceOp::infer(Emit emit, Adaptor op,
                              SmallVectorImpl<Type> &types) {
  SmallVector<Type> elements;
  auto input = checkInputs(emit, op.getOperands(), "C3", "C1", "C2", elements);
  if (failed(input))
    return failure();
  ArrayRef<int64_t> dimensions = op.getDimensions();
  if (auto outside = firstOutside(dimensions, input->getRank()))
    return emit() << "reduces dimension " << *outside << " of an input of rank "
                  << input->getRank() << " (C4)";
  if (auto twice = firstDuplicate(dimensions))
    return emit() << "reduces dimension " << *twice << " twice (C5)";
  if (failed(checkReducer(emit, op.getBody(), "body", "C6", elements)))
    return failure();
  SmallVector<int64_t> shape, bounds;
  for (int64_t i = 0; i < input->getRank(); ++i) {
    if (llvm::is_contained(dimensions, i))
      continue;
    shape.push_back(input->getDimSize(i));
    if (!boundsOf(*input).empty())
      bounds.push_back(boundsOf(*input)[i]);
  }
  for (Type element : elements)
    types.push_back(tensorOf(shape, element, bounds));
  return success();
}

static constexpr WindowConstraints reduceWindowConstraints = {
    {"C4", "C5"}, {"C6", "C7"}, {"C8", "C9"}, {"C10", "C11"}, "C12", ""};

LogicalResult ReduceWindowOp::infer(Emit emit, Adaptor op,
                                    SmallVectorImpl<Type> &types) {
  SmallVector<Type> elements;
  auto input = checkInputs(emit, op.getOperands(), "C1", "C2", "C3", elements);
  if (failed(input))
    return failure();
  ArrayRef<int64_t> sizes = op.getWindowDimensions();
  if (static_cast<int64_t>(sizes.size()) != input->getRank())
    return emit() << "has window_dimensions for " << sizes.size()
                  << " dimensions of inputs of rank " << input->getRank()
                  << " (C4)";
  WindowAttributes attributes{op.getWindowStrides(),
                              op.getBaseDilations(),
                              op.getWindowDilations(),
                              op.getPaddingAttr(),
                              {}};
  auto windows = makeWindows(emit, sizes, attributes, reduceWindowConstraints);
  if (failed(windows) ||
      failed(checkReducer(emit, op.getBody(), "body", "C13", elements)))
    return failure();
  SmallVector<int64_t> shape, bounds;
  for (auto [i, window] : llvm::enumerate(*windows)) {
    shape.push_back(windowCount(input->getDimSize(i), window));
    if (!boundsOf(*input).empty())
      bounds.push_back(windowCount(boundsOf(*input)[i], window));
  }
  for (Type element : elements)
    types.push_back(tensorOf(shape, element, bounds));
  return success();
}

static constexpr WindowConstraints selectConstraints = {
    {"C4", "C5"}, {"C6", "C7"}, {"", ""}, {"", ""}, "C8", ""};

LogicalResult SelectAndScatterOp::infer(Emit emit, Adaptor op,
                                        SmallVectorImpl<Type> &types) {
  auto operand = tensorTypeOf(op.getOperand());
  auto source = tensorTypeOf(op.getSource());
  Type element = operand.getElementType();
  if (!sameBaseline(element, source.getElementType()))
    return emit() << "has an operand of " << element << " and a source of "
                  << source.getElementType() << " (C1)";
  if (!sameBaseline(element, elementOf(op.getInitValue().getType())))
    return emit() << "has an operand of " << element
                  << " and an initial value of "
                  << elementOf(op.getInitValue().getType()) << " (C3)";
  SmallVector<int64_t> sizes;
  if (op.getWindowDimensions())
    sizes.assign(op.getWindowDimensions()->begin(),
                 op.getWindowDimensions()->end());
  if (static_cast<int64_t>(sizes.size()) != operand.getRank())
    return emit() << "has window_dimensions for " << sizes.size()
                  << " dimensions of an operand of rank " << operand.getRank()
                  << " (C4)";
  WindowAttributes attributes{
      op.getWindowStrides(), {}, {}, op.getPaddingAttr(), {}};
  auto windows = makeWindows(emit, sizes, attributes, selectConstraints);
  if (failed(windows))
    return failure();
  SmallVector<int64_t> places;
  for (auto [i, window] : llvm::enumerate(*windows))
    places.push_back(windowCount(operand.getDimSize(i), window));
  if (!mayEqual(source.getShape(), places))
    return emit() << "has a source of the shape "
                  << shapeText(source.getShape()) << ", but windows at "
                  << shapeText(places) << " places (C2)";
  SmallVector<Type> elements = {element};
  if (failed(checkPredicate(emit, op.getSelect(), "select function", "C9",
                            {element, element})) ||
      failed(checkReducer(emit, op.getScatter(), "scatter function", "C10",
                          elements)))
    return failure();
  types.push_back(tensorOf(operand.getShape(), elements[0], boundsOf(operand)));
  return success();
}

LogicalResult MapOp::infer(Emit emit, Adaptor op,
                           SmallVectorImpl<Type> &types) {
  if (op.getInputs().empty())
    return emit() << "has no inputs (C2)";
  auto first = tensorTypeOf(op.getInputs()[0]);
  SmallVector<int64_t> shape(first.getShape());
  SmallVector<Type> arguments;
  for (auto [i, value] : llvm::enumerate(op.getInputs())) {
    auto input = tensorTypeOf(value);
    if (!sameShape(first, input))
      return emit() << "input " << i << " has type " << input
                    << ", but input 0 has the shape of " << first << " (C1)";
    for (auto [size, other] : llvm::zip(shape, input.getShape())) {
      if (!isKnown(size))
        size = other;
    }
    arguments.push_back(RankedTensorType::get({}, input.getElementType()));
  }
  auto expected = llvm::seq<int64_t>(0, first.getRank());
  if (!llvm::equal(op.getDimensions(), expected))
    return emit() << "maps over the dimensions "
                  << shapeText(op.getDimensions()) << " of inputs of rank "
                  << first.getRank() << ", of which it needs all in order (C3)";
  mlir::Region &body = op.getComputation();
  if (failed(checkArguments(emit, body, "computation", "C4", arguments)))
    return failure();
  auto returned = returnedBy(emit, body, "computation");
  if (!returned)
    return failure();
  if (returned->size() != 1 ||
      !isTensorOf(returned->front().getType(), kAnyElement | kPerTensor, 0)) {
    auto error = emit() << "has a computation that returns (";
    llvm::interleaveComma(returned->getTypes(), error);
    return error << ") instead of one scalar tensor (C4)";
  }
  types.push_back(
      tensorOf(shape, elementOf(returned->front().getType()), boundsOf(first)));
  return success();
}

LogicalResult SortOp::infer(Emit emit, Adaptor op,
                            SmallVectorImpl<Type> &types) {
  if (op.getInputs().empty())
    return emit() << "has no inputs (C1)";
  auto first = tensorTypeOf(op.getInputs()[0]);
  SmallVector<Type> arguments;
  for (auto [i, value] : llvm::enumerate(op.getInputs())) {
    auto input = tensorTypeOf(value);
    if (!sameShape(first, input))
      return emit() << "input " << i << " has type " << input
                    << ", but input 0 has the shape of " << first << " (C3)";
    arguments.append(2, input.getElementType());
    types.push_back(input);
  }
  int64_t rank = first.getRank(), dimension = op.getDimension();
  if (dimension < -rank || dimension >= rank)
    return emit() << "sorts along dimension " << dimension
                  << ", which is not in [" << -rank << ", " << rank << ") (C4)";
  return checkPredicate(emit, op.getComparator(), "comparator", "C5",
                        arguments);
}
