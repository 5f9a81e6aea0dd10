//===- ScatterOps.cpp - Operators of ONNX that update elements ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Ops/ONNX/Operators.h"
#include "Ops/ONNX/Places.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

/// Reads `reduction`: none of a combination if updates replace elements. Fails
/// for another word.
static LogicalResult readReduction(OpCall &call,
                                   std::optional<Combination> &combination) {
  StringRef word = call.word("reduction", "none");
  if (word == "add")
    combination = Combination::Add;
  else if (word == "mul")
    combination = Combination::Multiply;
  else if (word == "max")
    combination = Combination::Maximum;
  else if (word == "min")
    combination = Combination::Minimum;
  else if (word != "none")
    return call.fail(mismatch::word("reduction", word,
                                    {"none", "add", "mul", "max", "min"}));
  return llvm::success();
}

static LogicalResult checkElements(OpCall &call, unsigned updates) {
  if (call.element() == call.element(updates))
    return llvm::success();
  return call.fail(mismatch::elements(call.element(), call.element(updates)));
}

static LogicalResult scatterElements(OpCall &call) {
  std::optional<Combination> combination;
  if (failed(call.expectInputs(3)) || failed(checkElements(call, 2)) ||
      failed(readReduction(call, combination)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  FailureOr<int64_t> axis = elementAxis(call);
  if (failed(axis))
    return llvm::failure();
  Shape shape = ProgramBuilder::shapeOf(call.constant(1));
  if (!mayEqual(shape, call.shape(2)))
    return call.fail(mismatch::shape("updates", call.shape(2), shape));
  if (failed(checkElementIndices(call, *axis)))
    return llvm::failure();
  if (!b.buildsOps())
    return call.setResult(b.unknown(ProgramBuilder::typeOf(call.value(0))));
  int64_t rank = call.rank();
  SmallVector<int64_t> others = otherDimensions(rank, *axis);
  SmallVector<int64_t> missing(rank, 0);
  for (int64_t i : others)
    missing[i] = call.shape()[i] - shape[i];
  // Where there are no updates, the place is outside.
  SmallVector<int64_t> none(rank, 0);
  Value places = b.pad(indicesFromStart(call, 1, {*axis}), -1, none, missing);
  Value updates = b.pad(call.value(2), 0, none, missing);
  auto dimensions = ScatterDimensionsAttr::get(
      b.builder().getContext(), /*updateWindowDims=*/{},
      /*insertedWindowDims=*/{*axis}, /*inputBatchingDims=*/others,
      /*scatterIndicesBatchingDims=*/others,
      /*scatterDimsToOperandDims=*/{*axis}, /*indexVectorDim=*/rank);
  return call.setResult(
      b.scatter(call.value(0), places, updates, dimensions, combination));
}

static LogicalResult scatterND(OpCall &call) {
  std::optional<Combination> combination;
  if (failed(call.expectInputs(3)) || failed(checkElements(call, 2)) ||
      failed(readReduction(call, combination)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Shape shape = call.shape();
  int64_t rank = shape.size();
  Shape indices = ProgramBuilder::shapeOf(call.constant(1));
  if (indices.empty())
    return call.fail(mismatch::rankBelow(indices, 1, "indices"));
  int64_t length = indices.back();
  if (!isKnown(length))
    return call.setResult(b.unknown(ProgramBuilder::typeOf(call.value(0))));
  if (length > rank)
    return call.fail("indices of shape " + mismatch::shapeText(indices) +
                     " do not match the input shape " +
                     mismatch::shapeText(shape));
  SmallVector<int64_t> wanted(indices.drop_back());
  wanted.append(shape.begin() + length, shape.end());
  if (!mayEqual(wanted, call.shape(2)))
    return call.fail(mismatch::shape("updates", call.shape(2), wanted));
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, length));
  if (failed(checkIndices(call, 1, axes.empty() ? ArrayRef<int64_t>{0} : axes)))
    return llvm::failure();
  if (!b.buildsOps())
    return call.setResult(b.unknown(ProgramBuilder::typeOf(call.value(0))));
  int64_t outer = indices.size() - 1;
  auto dimensions = ScatterDimensionsAttr::get(
      b.builder().getContext(),
      /*updateWindowDims=*/
      llvm::to_vector(llvm::seq<int64_t>(outer, wanted.size())),
      /*insertedWindowDims=*/axes, /*inputBatchingDims=*/{},
      /*scatterIndicesBatchingDims=*/{}, /*scatterDimsToOperandDims=*/axes,
      /*indexVectorDim=*/outer);
  return call.setResult(b.scatter(call.value(0),
                                  indicesFromStart(call, 1, axes),
                                  call.value(2), dimensions, combination));
}

//===----------------------------------------------------------------------===//
// Caches
//===----------------------------------------------------------------------===//

/// Where updates of a batch begin along an axis; zeros if the node does not
/// say.
static Value firstPlaces(OpCall &call, Shape places) {
  ProgramBuilder &b = call.builder;
  auto type = mlir::RankedTensorType::get(places, b.builder().getI64Type());
  if (!call.has(2))
    return b.splat(type, 0);
  return b.broadcast(b.convert(call.constant(2), type.getElementType()), places,
                     {0});
}

static LogicalResult tensorScatter(OpCall &call) {
  if (failed(call.expectInputs(2)) || failed(checkElements(call, 1)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  StringRef mode = call.word("mode", "linear");
  if (mode != "linear" && mode != "circular")
    return call.fail(mismatch::word("mode", mode, {"linear", "circular"}));
  int64_t rank = call.rank();
  int64_t number = call.integer("axis", -2);
  std::optional<int64_t> axis = OpCall::dimension(number, rank);
  if (!axis || *axis == 0)
    return call.fail(mismatch::axis(number, rank));
  Shape shape = call.shape();
  Shape updates = call.shape(1);
  SmallVector<int64_t> wanted(shape);
  if (updates.size() == shape.size())
    wanted[*axis] = updates[*axis];
  bool fits = mayEqual(wanted, updates) &&
              !(isKnown(wanted[*axis]) && isKnown(shape[*axis]) &&
                wanted[*axis] > shape[*axis]);
  if (!fits)
    return call.fail(mismatch::shape("update", updates, shape));
  if (call.has(2)) {
    Shape first = call.shape(2);
    if (first.size() != 1 || disagree(first.front(), shape.front()))
      return call.fail(
          mismatch::shape("write_indices", first, {shape.front()}));
  }
  if (!b.buildsOps())
    return call.setResult(b.unknown(ProgramBuilder::typeOf(call.value(0))));
  Value places = firstPlaces(call, {shape.front(), updates[*axis]});
  places = b.add(places, b.iota(ProgramBuilder::typeOf(places), 1));
  if (mode == "circular")
    places = b.binary<RemainderOp>(
        places, b.like(places, static_cast<double>(shape[*axis])));
  // Updates with what names them in front: the batch, then the axis.
  SmallVector<int64_t> order = {0, *axis};
  for (int64_t i = 1; i < rank; ++i) {
    if (i != *axis)
      order.push_back(i);
  }
  auto dimensions = ScatterDimensionsAttr::get(
      b.builder().getContext(),
      /*updateWindowDims=*/llvm::to_vector(llvm::seq<int64_t>(2, rank)),
      /*insertedWindowDims=*/{*axis}, /*inputBatchingDims=*/{0},
      /*scatterIndicesBatchingDims=*/{0}, /*scatterDimsToOperandDims=*/{*axis},
      /*indexVectorDim=*/2);
  return call.setResult(b.scatter(call.value(0), places,
                                  b.transpose(call.value(1), order), dimensions,
                                  /*combination=*/std::nullopt));
}

void onnx::addScatterOps(OpTable &table) {
  table.add(scatterElements, {"Scatter", "ScatterElements"});
  table.add(scatterND, {"ScatterND"});
  table.add(tensorScatter, {"TensorScatter"});
}
