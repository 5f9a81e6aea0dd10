//===- MergeLayers.cpp - Layers of several inputs -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Ops/Common/Broadcasting.h"
#include "Ops/Keras/Layers.h"
#include "Ops/Keras/Masks.h"
#include "Support/MLIR.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

/// Inputs get the same number of dimensions: ones behind the examples, unlike
/// in broadcasts elsewhere.
static void alignRanks(LayerCall &call) {
  int64_t most = 0;
  for (Value input : call.inputs)
    most = std::max(most, ProgramBuilder::typeOf(input).getRank());
  for (Value &input : call.inputs) {
    SmallVector<int64_t> shape(ProgramBuilder::shapeOf(input));
    shape.insert(shape.begin() + 1, most - shape.size(), 1);
    input = call.builder.reshape(input, shape);
  }
}

static FailureOr<Values> merge(LayerCall &call) {
  ProgramBuilder &b = call.builder;
  StringRef name = call.className;
  alignRanks(call);
  std::optional<SmallVector<int64_t>> shape = commonShape(call.inputs);
  if (!shape)
    return call.fail(mismatch::broadcast(call.inputs));
  Value result = b.broadcastTo(call.input(), *shape);
  for (Value input : llvm::ArrayRef<Value>(call.inputs).drop_front()) {
    Value next = b.broadcastTo(input, *shape);
    if (ProgramBuilder::elementOf(next) != ProgramBuilder::elementOf(result))
      return call.failUnsupported(
          mismatch::types(result.getType(), next.getType()));
    if (name == "Add" || name == "Average")
      result = b.add(result, next);
    else if (name == "Subtract")
      result = b.subtract(result, next);
    else if (name == "Multiply")
      result = b.multiply(result, next);
    else if (name == "Maximum")
      result = b.maximum(result, next);
    else
      result = b.minimum(result, next);
  }
  if (name == "Average")
    result = b.scale(result, 1.0 / static_cast<double>(call.inputs.size()));
  return Values{result};
}

/// Steps behind each other keep their masks; features beside each other count
/// in steps that count for all.
static Value concatenateMasks(LayerCall &call, int64_t axis) {
  ProgramBuilder &b = call.builder;
  SmallVector<Value> masks;
  Value joined;
  for (unsigned i = 0; i < call.inputs.size(); ++i) {
    masks.push_back(maskOf(call, i));
    joined = bothMasks(b, joined, masks.back());
  }
  if (!joined || axis >= int64_t(ProgramBuilder::shapeOf(joined).size()))
    return joined;
  for (auto [mask, input] : llvm::zip(masks, call.inputs)) {
    Shape steps = ProgramBuilder::shapeOf(input).take_front(
        ProgramBuilder::shapeOf(joined).size());
    if (!mask)
      mask = b.splat(RankedTensorType::get(steps, b.builder().getI1Type()), 1);
  }
  return b.concatenate(masks, axis);
}

static FailureOr<Values> concatenate(LayerCall &call) {
  std::optional<int64_t> axis =
      call.dimension(call.settings.integer("axis", -1));
  if (!axis)
    return call.fail(
        mismatch::axis(call.settings.integer("axis", -1), call.rank()));
  for (unsigned i = 0; i < call.inputs.size(); ++i) {
    SmallVector<int64_t> expected(call.shape());
    if (call.shape(i).size() == expected.size())
      expected[*axis] = call.shape(i)[*axis];
    std::string reason = mismatch::concatenate(call.input().getType(),
                                               call.inputs[i].getType(), *axis);
    if (!mayEqual(call.shape(i), expected))
      return call.fail(reason);
    if (ProgramBuilder::elementOf(call.inputs[i]) !=
        ProgramBuilder::elementOf(call.input()))
      return call.failUnsupported(reason);
  }
  Value result = call.builder.concatenate(call.inputs, *axis);
  setMask(call, result, concatenateMasks(call, *axis));
  return Values{result};
}

/// Products over one dimension of each, for each example.
static FailureOr<Values> dot(LayerCall &call) {
  std::optional<SmallVector<int64_t>> axes = call.settings.integers("axes", 2);
  if (call.inputs.size() != 2)
    return call.fail("it has " +
                     pluralize(int64_t(call.inputs.size()), "input") +
                     "; 2 are required");
  if (!axes)
    return call.failUnsupported("`axes` is not one or two integers");
  SmallVector<int64_t> places;
  for (unsigned i : {0, 1}) {
    int64_t rank = call.shape(i).size();
    int64_t axis = (*axes)[i] < 0 ? (*axes)[i] + rank : (*axes)[i];
    if (axis < 1 || axis >= rank)
      return call.fail(mismatch::axis((*axes)[i], rank, "axes"));
    places.push_back(axis);
  }
  for (auto [first, second] :
       {std::pair(places[0], places[1]), std::pair<int64_t, int64_t>(0, 0)}) {
    if (disagree(call.shape(0)[first], call.shape(1)[second]))
      return call.fail("axis " + llvm::Twine(first) + " of shape " +
                       mismatch::shapeText(call.shape(0)) + " and axis " +
                       llvm::Twine(second) + " of shape " +
                       mismatch::shapeText(call.shape(1)) +
                       " have different sizes");
  }
  ProgramBuilder &b = call.builder;
  Value left = call.inputs[0], right = call.inputs[1];
  if (call.settings.getBool("normalize", false)) {
    left = scaleToUnit(b, left, {places[0]});
    right = scaleToUnit(b, right, {places[1]});
  }
  Value result = b.dotGeneral(left, right, places[0], places[1], {0}, {0});
  // One number is a vector of one.
  if (ProgramBuilder::shapeOf(result).size() == 1)
    result = b.reshape(result, {call.shape()[0], 1});
  return Values{result};
}

void keras::addMergeLayers(LayerTable &table) {
  table.add(merge, {"Add", "Maximum", "Minimum", "Multiply", "Subtract"},
            LayerTraits::TakesIntegers | LayerTraits::JoinsMasks);
  table.add(merge, {"Average"}, LayerTraits::JoinsMasks);
  table.add(concatenate, {"Concatenate"}, LayerTraits::TakesIntegers);
  table.add(dot, {"Dot"});
}
