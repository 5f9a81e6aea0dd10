//===- NormalizationOps.cpp - Normalizations of ONNX ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Ops/ONNX/Operators.h"
#include "Support/LLVM.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;
using mlir::RankedTensorType;
using mlir::Value;

static LogicalResult batchNormalization(OpCall &call) {
  if (failed(call.expectInputs(5)))
    return llvm::failure();
  if (call.shape().size() < 2)
    return call.fail(mismatch::rankBelow(call.shape(), 2));
  if (call.outputs > 1)
    return call.fail(pluralize(int64_t(call.outputs), "output") +
                     " are used; only the first is supported");
  if (call.integer("spatial", 1) == 0)
    return call.fail("`spatial` 0 is not supported");
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  SmallVector<int64_t> over = {0};
  for (int64_t i = 2; i < int64_t(call.shape().size()); ++i)
    over.push_back(i);
  auto type =
      RankedTensorType::get({call.shape()[1]}, ProgramBuilder::elementOf(x));
  mlir::DenseElementsAttr kept[] = {call.knownElements(3),
                                    call.knownElements(4)};
  auto failType = [&](unsigned input, mlir::Type found) {
    return call.fail("input " + llvm::Twine(input) + " has type " +
                     mismatch::typeText(found) + "; " +
                     mismatch::typeText(type) + " is required");
  };
  for (unsigned i : {1, 2}) {
    if (call.value(i).getType() != type)
      return failType(i, call.value(i).getType());
    if (!kept[i - 1])
      return call.failNotConstant(i == 1 ? "input_mean" : "input_var");
    if (kept[i - 1].getType() != type)
      return failType(i + 2, kept[i - 1].getType());
  }
  Statistics statistics = statisticsOf(b, x, over);
  double momentum = call.number("momentum", 0.9);
  Value current[] = {statistics.mean, statistics.variance};
  for (unsigned i : {0, 1}) {
    // Constants have no name of their own, and files that store equal tensors
    // once have one for several nodes.
    std::string stem = call.inputs[3 + i].name;
    if (stem.empty())
      stem = call.name + (i == 0 ? "/mean" : "/variance");
    std::string name = stem;
    for (unsigned number = 1; call.isKept(name); ++number)
      name = stem + "_" + std::to_string(number);
    Value old = call.state(name, type, kept[i]);
    call.setState(
        name, b.add(b.scale(old, momentum), b.scale(current[i], 1 - momentum)));
  }
  Value normal = normalize(b, x, statistics, {1}, call.number("epsilon", 1e-5));
  Value scaled =
      b.multiply(normal, b.broadcast(call.value(1), call.shape(), {1}));
  return call.setResult(
      b.add(scaled, b.broadcast(call.value(2), call.shape(), {1})));
}

static LogicalResult layerNormalization(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  if (call.outputs > 1)
    return call.fail(pluralize(int64_t(call.outputs), "output") +
                     " are used; only the first is supported");
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  int64_t rank = call.shape().size();
  std::optional<int64_t> axis =
      OpCall::dimension(call.integer("axis", -1), rank);
  if (!axis)
    return call.fail(mismatch::axis(call.integer("axis", -1), rank));
  SmallVector<int64_t> over = llvm::to_vector(llvm::seq<int64_t>(*axis, rank));
  SmallVector<int64_t> kept = llvm::to_vector(llvm::seq<int64_t>(0, *axis));
  Value result = normalize(b, x, statisticsOf(b, x, over), kept,
                           call.number("epsilon", 1e-5));
  for (unsigned i : {1, 2}) {
    if (!call.has(i))
      continue;
    std::optional<IndexVector> shape = commonShape({x, call.value(i)});
    if (!shape || Shape(*shape) != call.shape())
      return call.fail(mismatch::broadcastTo(call.shape(i), call.shape()));
    Value weight = b.broadcastTo(call.value(i), *shape);
    result = i == 1 ? b.multiply(result, weight) : b.add(result, weight);
  }
  return call.setResult(result);
}

/// The weights of channels, or of the groups that they are in.
static Value spreadOverChannels(OpCall &call, unsigned input) {
  ProgramBuilder &b = call.builder;
  int64_t channels = call.shape()[1];
  Value weight = call.value(input);
  int64_t groups = ProgramBuilder::shapeOf(weight)[0];
  if (groups != channels) {
    Value spread = b.broadcast(weight, {groups, channels / groups}, {0});
    weight = b.reshape(spread, {channels});
  }
  return b.broadcast(weight, call.shape(), {1});
}

static LogicalResult groupNormalization(OpCall &call) {
  if (failed(call.expectInputs(3)))
    return llvm::failure();
  if (call.shape().size() < 3)
    return call.fail(mismatch::rankBelow(call.shape(), 3));
  int64_t channels = call.shape()[1];
  bool isInstance = call.op == "InstanceNormalization";
  int64_t groups = isInstance ? channels : call.integer("num_groups", 0);
  // Before set 21 the weights are those of the groups.
  int64_t weights = call.version < 21 ? groups : channels;
  if (groups < 1 || channels % groups != 0)
    return call.fail(mismatch::groups(channels, groups));
  for (auto [input, name] : {std::pair(1U, "scale"), std::pair(2U, "bias")}) {
    if (call.shape(input) != Shape(weights))
      return call.fail(mismatch::shape(name, call.shape(input), weights));
  }
  ProgramBuilder &b = call.builder;
  Value normal = normalizeGroups(b, call.value(0), /*channel=*/1, groups,
                                 call.number("epsilon", 1e-5));
  Value scaled = b.multiply(normal, spreadOverChannels(call, 1));
  return call.setResult(b.add(scaled, spreadOverChannels(call, 2)));
}

/// Divides by what the squares of the channels around are.
static LogicalResult lrn(OpCall &call) {
  int64_t size = call.integer("size", 0);
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  if (call.shape().size() < 3)
    return call.fail(mismatch::rankBelow(call.shape(), 3));
  if (!OpCall::isSize(size) || size < 1)
    return call.fail("`size` is " + llvm::Twine(size));
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  int64_t rank = call.shape().size();
  WindowOptions window;
  window.sizes.assign(rank, 1);
  window.sizes[1] = size;
  window.padding.assign(rank, {0, 0});
  window.padding[1] = {(size - 1) / 2, size / 2};
  Value sum = b.reduceWindow(b.multiply(x, x), window, Combination::Add);
  Value share =
      b.scale(sum, call.number("alpha", 1e-4) / static_cast<double>(size));
  Value base = b.add(share, b.like(share, call.number("bias", 1)));
  double beta = call.number("beta", 0.75);
  return call.setResult(b.divide(x, b.power(base, b.like(base, beta))));
}

void onnx::addNormalizationOps(OpTable &table) {
  table.add(batchNormalization, {"BatchNormalization"});
  table.add(layerNormalization, {"LayerNormalization"});
  table.add(groupNormalization,
            {"GroupNormalization", "InstanceNormalization"});
  table.add(lrn, {"LRN"});
}
