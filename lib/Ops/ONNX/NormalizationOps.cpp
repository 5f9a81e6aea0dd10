//===- NormalizationOps.cpp - Normalizations of ONNX ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Ops/Common/Accumulation.h"
#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

static bool isFloat(mlir::Type element) {
  return llvm::isa<mlir::FloatType>(element);
}

/// Whether a shape can be stretched to another one as it stands.
static bool fitsInto(Shape shape, Shape whole) {
  if (shape.size() > whole.size())
    return false;
  for (auto [size, wanted] : llvm::zip(shape, whole.take_back(shape.size()))) {
    if (size != 1 && disagree(size, wanted))
      return false;
  }
  return true;
}

/// The type in which means and variances are computed; null if there is none.
static mlir::Type stashType(OpCall &call) {
  mlir::Type type = elementType(call.builder.builder(),
                                call.integer("stash_type", /*float*/ 1));
  return type && isFloat(type) ? type : mlir::Type();
}

/// The weights of the axes from one on, of the type of a value, in its shape;
/// null after it has failed.
static Value weightLike(OpCall &call, unsigned input, Value like) {
  ProgramBuilder &b = call.builder;
  Shape whole = ProgramBuilder::shapeOf(like);
  if (!isFloat(call.element(input))) {
    (void)call.fail(mismatch::notFloat(call.element(input)));
    return {};
  }
  if (!fitsInto(call.shape(input), whole)) {
    (void)call.fail(mismatch::broadcastTo(call.shape(input), whole));
    return {};
  }
  return b.broadcastTo(
      b.convert(call.value(input), ProgramBuilder::elementOf(like)), whole);
}

/// The first axis that is normalized over; none after it has failed.
static std::optional<int64_t> firstAxis(OpCall &call) {
  int64_t number = call.integer("axis", -1);
  std::optional<int64_t> axis = OpCall::dimension(number, call.rank());
  if (!isFloat(call.element()))
    (void)call.fail(mismatch::notFloat(call.element()));
  else if (!axis)
    (void)call.fail(mismatch::axis(number, call.rank()));
  else if (!stashType(call))
    (void)call.fail("`stash_type` is " +
                    llvm::Twine(call.integer("stash_type", 1)) +
                    ", which is no float type");
  else
    return axis;
  return std::nullopt;
}

static LogicalResult layerNormalization(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  std::optional<int64_t> axis = firstAxis(call);
  if (!axis)
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  int64_t rank = call.rank();
  Value wide = widen(b, x);
  SmallVector<int64_t> over = llvm::to_vector(llvm::seq<int64_t>(*axis, rank));
  SmallVector<int64_t> kept = llvm::to_vector(llvm::seq<int64_t>(0, *axis));
  Statistics statistics = statisticsOf(b, wide, over);
  double epsilon = call.number("epsilon", 1e-5);
  Value result =
      b.convert(normalize(b, wide, statistics, kept, epsilon), call.element());
  for (unsigned i : {1, 2}) {
    if (!call.has(i))
      continue;
    Value weight = weightLike(call, i, result);
    if (!weight)
      return llvm::failure();
    result = i == 1 ? b.multiply(result, weight) : b.add(result, weight);
  }
  call.addResult(result);
  if (call.outputs == 1)
    return llvm::success();
  SmallVector<int64_t> shape(call.shape());
  std::fill(shape.begin() + *axis, shape.end(), 1);
  Value variance = statistics.variance;
  Value deviation = b.rsqrt(b.add(variance, b.like(variance, epsilon)));
  for (Value value : {statistics.mean, deviation})
    call.addResult(b.convert(b.reshape(value, shape), stashType(call)));
  return llvm::success();
}

/// Divides by the root of the mean of the squares.
static LogicalResult rmsNormalization(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  std::optional<int64_t> axis = firstAxis(call);
  if (!axis)
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value wide = widen(b, call.value(0));
  SmallVector<int64_t> over =
      llvm::to_vector(llvm::seq<int64_t>(*axis, call.rank()));
  Value mean = b.mean(b.multiply(wide, wide), over);
  Value factor =
      b.rsqrt(b.add(mean, b.like(mean, call.number("epsilon", 1e-5))));
  Value spread =
      b.broadcast(factor, call.shape(), otherDimensions(call.rank(), over));
  Value normal = b.convert(b.multiply(wide, spread), call.element(1));
  Value scale = weightLike(call, 1, normal);
  if (!scale)
    return llvm::failure();
  return call.setResult(b.multiply(normal, scale));
}

/// The weights of channels, or of the groups that they are in.
static Value spreadOverChannels(OpCall &call, unsigned input, Value like) {
  ProgramBuilder &b = call.builder;
  Shape shape = ProgramBuilder::shapeOf(like);
  int64_t channels = shape[1];
  Value weight = b.convert(call.value(input), ProgramBuilder::elementOf(like));
  int64_t groups = ProgramBuilder::shapeOf(weight)[0];
  if (isKnown(groups) && isKnown(channels) && groups != channels) {
    Value spread = b.broadcast(weight, {groups, channels / groups}, {0});
    weight = b.reshape(spread, {channels});
  }
  return b.broadcast(weight, shape, {1});
}

static LogicalResult groupNormalization(OpCall &call) {
  if (failed(call.expectInputs(3)))
    return llvm::failure();
  bool isInstance = call.op == "InstanceNormalization";
  int64_t least = isInstance ? 3 : 2;
  if (call.rank() < least)
    return call.fail(mismatch::rankBelow(call.shape(), least));
  if (!isFloat(call.element()))
    return call.fail(mismatch::notFloat(call.element()));
  int64_t channels = call.shape()[1];
  int64_t groups = isInstance ? channels : call.integer("num_groups", 0);
  // Before set 21 the weights are those of the groups.
  int64_t weights = call.version < 21 ? groups : channels;
  // Each channel is a group of its own, however many there are.
  if (!isInstance && groups < 1)
    return call.fail("`num_groups` is " + llvm::Twine(groups));
  if (!isInstance && isKnown(channels) && channels % groups != 0)
    return call.fail(mismatch::groups(channels, groups));
  for (auto [input, name] : {std::pair(1U, "scale"), std::pair(2U, "bias")}) {
    Shape shape = call.shape(input);
    if (shape.size() != 1 || disagree(shape[0], weights))
      return call.fail(mismatch::shape(name, shape, weights));
    if (call.element(input) != call.element())
      return call.fail(mismatch::elements(call.element(), call.element(input)));
  }
  ProgramBuilder &b = call.builder;
  Value wide = widen(b, call.value(0));
  double epsilon = call.number("epsilon", 1e-5);
  Value normal;
  if (isInstance) {
    SmallVector<int64_t> over =
        llvm::to_vector(llvm::seq<int64_t>(2, call.rank()));
    normal = normalize(b, wide, statisticsOf(b, wide, over), {0, 1}, epsilon);
  } else {
    normal = normalizeGroups(b, wide, /*channel=*/1, groups, epsilon);
  }
  normal = b.convert(normal, call.element());
  Value scaled = b.multiply(normal, spreadOverChannels(call, 1, normal));
  return call.setResult(b.add(scaled, spreadOverChannels(call, 2, normal)));
}

/// Less the mean over axes, divided by the deviation.
static LogicalResult meanVarianceNormalization(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  if (!isFloat(call.element()))
    return call.fail(mismatch::notFloat(call.element()));
  int64_t rank = call.rank();
  IndexVector over;
  for (int64_t number :
       call.integers("axes").value_or(IndexVector({0, 2, 3}))) {
    std::optional<int64_t> axis = OpCall::dimension(number, rank);
    if (!axis)
      return call.fail(mismatch::axis(number, rank, "axes"));
    // Runtimes take an axis that is named twice for one.
    if (!llvm::is_contained(over, *axis))
      over.push_back(*axis);
  }
  // No axes are all of them.
  if (over.empty())
    over = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  llvm::sort(over);
  ProgramBuilder &b = call.builder;
  Value wide = widen(b, call.value(0));
  SmallVector<int64_t> kept = otherDimensions(rank, over);
  Statistics statistics = statisticsOf(b, wide, over);
  // Where nothing varies the result is zero, with the gradient of a root that
  // is not infinite.
  Value variance = statistics.variance;
  Value isZero =
      b.compare(variance, b.like(variance, 0), ComparisonDirection::EQ);
  Value root = b.sqrt(b.select(isZero, b.like(variance, 1), variance));
  Value deviation = b.add(root, b.like(root, 1e-9));
  Value centered =
      b.subtract(wide, b.broadcast(statistics.mean, call.shape(), kept));
  Value result = b.divide(centered, b.broadcast(deviation, call.shape(), kept));
  return call.setResult(b.convert(result, call.element()));
}

/// Divides by what the squares of the channels around are.
static LogicalResult lrn(OpCall &call) {
  int64_t size = call.integer("size", 0);
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  if (call.rank() < 2)
    return call.fail(mismatch::rankBelow(call.shape(), 2));
  if (!isFloat(call.element()))
    return call.fail(mismatch::notFloat(call.element()));
  if (!OpCall::isSize(size) || size < 1)
    return call.fail("`size` is " + llvm::Twine(size));
  ProgramBuilder &b = call.builder;
  Value x = widen(b, call.value(0));
  int64_t rank = call.rank();
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
  Value result = b.divide(x, b.power(base, b.like(base, beta)));
  return call.setResult(b.convert(result, call.element()));
}

void onnx::addNormalizationOps(OpTable &table) {
  table.add(layerNormalization, {"LayerNormalization"});
  table.add(rmsNormalization, {"RMSNormalization"});
  table.add(groupNormalization,
            {"GroupNormalization", "InstanceNormalization"});
  table.add(meanVarianceNormalization, {"MeanVarianceNormalization"});
  table.add(lrn, {"LRN"});
}
