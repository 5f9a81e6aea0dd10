//===- WindowPlaces.cpp - Where windows have greatest elements ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/WindowPlaces.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

Value stablehlo::greatestPlaces(ProgramBuilder &b, Value operand, Value places,
                                const WindowOptions &window,
                                ArrayRef<int64_t> shape) {
  Type element = ProgramBuilder::elementOf(operand);
  Type placeElement = ProgramBuilder::elementOf(places);
  auto type = RankedTensorType::get(shape, placeElement);
  if (!b.buildsOps())
    return b.splat(type, 0);
  // What is padded is behind all places.
  Value inits[] = {b.neutral(element, Combination::Maximum),
                   b.neutral(placeElement, Combination::Minimum)};
  mlir::OpBuilder &builder = b.builder();
  auto numbers = [&](ArrayRef<int64_t> list) {
    return list.empty() ? nullptr : builder.getDenseI64ArrayAttr(list);
  };
  mlir::Location loc = b.location();
  auto op = ReduceWindowOp::create(
      builder, loc, mlir::TypeRange{type.clone(element), type},
      mlir::ValueRange{operand, places}, mlir::ValueRange(inits),
      builder.getDenseI64ArrayAttr(window.sizes), numbers(window.strides),
      numbers(window.baseDilations), numbers(window.windowDilations),
      paddingAttr(builder, window.padding));
  mlir::OpBuilder::InsertionGuard guard(builder);
  Type number = RankedTensorType::get({}, element);
  Type place = RankedTensorType::get({}, placeElement);
  mlir::Block *block = builder.createBlock(
      &op.getBody(), {}, {number, place, number, place}, {loc, loc, loc, loc});
  Value lhs = block->getArgument(0), rhs = block->getArgument(2);
  Value left = block->getArgument(1), right = block->getArgument(3);
  Value isGreater = b.compare(lhs, rhs, ComparisonDirection::GT);
  Value isEqual = b.compare(lhs, rhs, ComparisonDirection::EQ);
  Value last = b.select(isEqual, b.minimum(left, right), right);
  Value chosen = b.select(isGreater, left, last);
  Value greatest = b.maximum(lhs, rhs);
  ReturnOp::create(builder, loc, mlir::ValueRange{greatest, chosen});
  return op.getResult(1);
}

Value stablehlo::setElements(ProgramBuilder &b, Value vector, Value indices,
                             Value updates, bool areUnique) {
  if (!b.buildsOps())
    return b.splat(vector.getType(), 0);
  mlir::OpBuilder &builder = b.builder();
  mlir::Location loc = b.location();
  const int64_t first[] = {0};
  auto dimensions = ScatterDimensionsAttr::get(
      builder.getContext(), /*updateWindowDims=*/{},
      /*insertedWindowDims=*/first, /*inputBatchingDims=*/{},
      /*scatterIndicesBatchingDims=*/{}, /*scatterDimsToOperandDims=*/first,
      /*indexVectorDim=*/1);
  auto op = ScatterOp::create(builder, loc, vector.getType(), vector, indices,
                              updates, dimensions,
                              /*indices_are_sorted=*/false, areUnique);
  mlir::OpBuilder::InsertionGuard guard(builder);
  Type scalar = RankedTensorType::get({}, ProgramBuilder::elementOf(vector));
  mlir::Block *block = builder.createBlock(&op.getUpdateComputation(), {},
                                           {scalar, scalar}, {loc, loc});
  ReturnOp::create(builder, loc, mlir::ValueRange(block->getArgument(1)));
  return op.getResult(0);
}
