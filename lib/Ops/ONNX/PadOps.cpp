//===- PadOps.cpp - Operators of ONNX that pad tensors --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

static std::string paddingProblem(Shape pads, Shape shape) {
  return "`pads` " + mismatch::shapeText(pads) +
         " cannot pad the input shape " + mismatch::shapeText(shape);
}

/// The sum of sizes; unknown if one is.
static int64_t sum(std::initializer_list<int64_t> sizes) {
  int64_t total = 0;
  for (int64_t size : sizes) {
    if (!isKnown(size))
      return size;
    total += size;
  }
  return total;
}

//===----------------------------------------------------------------------===//
// Pad
//===----------------------------------------------------------------------===//

/// Which element of a dimension stands at a place outside of it.
static int64_t placeInside(StringRef mode, int64_t place, int64_t size) {
  if (mode == "edge")
    return std::clamp<int64_t>(place, 0, size - 1);
  auto modulo = [](int64_t number, int64_t period) {
    return (number % period + period) % period;
  };
  if (mode == "wrap")
    return modulo(place, size);
  if (size == 1)
    return 0;
  int64_t period = 2 * (size - 1);
  int64_t inPeriod = modulo(place, period);
  return std::min(inPeriod, period - inPeriod);
}

/// Elements of a dimension beside each other: as they stand, mirrored, or one
/// several times. Gradients of those are cheaper than of places.
static Value sideOf(ProgramBuilder &b, Value x, int64_t dimension,
                    Shape places) {
  int64_t count = places.size();
  int64_t step = count > 1 ? places[1] - places[0] : 1;
  for (int64_t i = 0; i < count; ++i) {
    if (std::abs(step) > 1 || places[i] != places[0] + i * step)
      return b.take(x, places, dimension);
  }
  int64_t low = std::min(places.front(), places.back());
  int64_t high = std::max(places.front(), places.back());
  Value part = b.part(x, dimension, low, high + 1);
  if (step < 0)
    return b.reverse(part, {dimension});
  if (step > 0)
    return part;
  SmallVector<int64_t> wide(ProgramBuilder::shapeOf(x));
  wide[dimension] = count;
  return b.broadcastTo(part, wide);
}

/// Puts elements of each dimension around it.
static Value padFromInside(ProgramBuilder &b, Value x, Shape low, Shape high,
                           StringRef mode) {
  for (int64_t i = 0, rank = low.size(); i < rank; ++i) {
    int64_t size = ProgramBuilder::shapeOf(x)[i];
    auto side = [&](int64_t from, int64_t to) {
      SmallVector<int64_t> places;
      for (int64_t place = from; place < to; ++place)
        places.push_back(placeInside(mode, place, size));
      return sideOf(b, x, i, places);
    };
    SmallVector<Value> parts;
    if (low[i] > 0)
      parts.push_back(side(-low[i], 0));
    parts.push_back(x);
    if (high[i] > 0)
      parts.push_back(side(size, size + high[i]));
    x = b.concatenate(parts, i);
  }
  return x;
}

/// Fails unless the number that is put around elements is one, of their type.
static LogicalResult checkFilling(OpCall &call) {
  if (!call.has(2))
    return llvm::success();
  mlir::RankedTensorType type = call.type(2);
  if (type.getElementType() != call.element())
    return call.fail(mismatch::elements(call.element(), type.getElementType()));
  if (disagree(elementCount(type.getShape()), 1))
    return call.fail(mismatch::shape("constant_value", type.getShape(), {}));
  return llvm::success();
}

/// That number, as a scalar.
static Value fillingOf(OpCall &call) {
  ProgramBuilder &b = call.builder;
  return call.has(2) ? b.reshape(call.constant(2), {})
                     : b.scalar(call.element(), call.number("value", 0));
}

/// Padding for all dimensions, of that for some.
static std::optional<IndexVector> spread(Shape pads, Shape axes, int64_t rank) {
  IndexVector all(2 * rank, 0);
  SmallVector<bool> isNamed(rank, false);
  for (auto [number, axis] : llvm::enumerate(axes)) {
    std::optional<int64_t> dimension = OpCall::dimension(axis, rank);
    if (!dimension || std::exchange(isNamed[*dimension], true))
      return std::nullopt;
    all[*dimension] = pads[number];
    all[rank + *dimension] = pads[axes.size() + number];
  }
  return all;
}

static LogicalResult pad(OpCall &call) {
  StringRef mode = call.word("mode", "constant");
  if (mode != "constant" && mode != "reflect" && mode != "edge" &&
      mode != "wrap")
    return call.fail(
        mismatch::word("mode", mode, {"constant", "reflect", "edge", "wrap"}));
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  int64_t rank = call.rank();
  if (failed(checkFilling(call)))
    return llvm::failure();
  std::optional<IndexVector> pads =
      call.has(1) ? call.partialIntegers(1, "pads")
                  : call.integers(call.version < 2 ? "paddings" : "pads");
  std::optional<IndexVector> axes =
      call.has(3) ? call.knownIntegers(3) : std::nullopt;
  bool isUnknown = (!pads && call.has(1)) || (!axes && call.has(3));
  if (isUnknown)
    return call.failNotConstant(pads ? 3 : 1, pads ? "axes" : "pads", rank,
                                call.element());
  if (!pads)
    return call.failMissing("`pads` is missing");
  if (int64_t(pads->size()) != 2 * (axes ? int64_t(axes->size()) : rank))
    return call.fail(paddingProblem(*pads, call.shape()));
  if (axes) {
    std::optional<IndexVector> all = spread(*pads, *axes, rank);
    if (!all)
      return call.fail("`axes` " + mismatch::shapeText(*axes) +
                       " are not axes of the input shape " +
                       mismatch::shapeText(call.shape()));
    pads = all;
  }
  Shape low = Shape(*pads).take_front(rank);
  Shape high = Shape(*pads).drop_front(rank);
  SmallVector<int64_t> shape;
  bool isConstant = mode == "constant";
  for (auto [size, before, after] : llvm::zip_equal(call.shape(), low, high)) {
    // In other modes there is an element to copy.
    for (int64_t number : {before, after}) {
      bool isSane = isKnown(number)
                        ? OpCall::isSize(std::abs(number)) &&
                              (isConstant || number <= 0 || size != 0)
                        : !b.buildsOps();
      if (!isSane)
        return call.fail(paddingProblem(*pads, call.shape()));
    }
    shape.push_back(sum({size, before, after}));
    if (isKnown(shape.back()) && shape.back() < 0)
      return call.fail(paddingProblem(*pads, call.shape()));
  }
  if (isConstant && llvm::all_of(*pads, isKnown))
    return call.setResult(b.padWith(call.value(0), fillingOf(call), low, high));
  if (!b.buildsOps())
    return call.setResult(
        b.unknown(ProgramBuilder::typeOf(call.value(0)).clone(shape)));
  // No list of places is longer than it is worth.
  constexpr int64_t MostPlaces = 1 << 20;
  if (llvm::any_of(*pads, [](int64_t count) { return count > MostPlaces; }))
    return call.failUnsupported(paddingProblem(*pads, call.shape()));
  SmallVector<int64_t> cutLow, cutHigh;
  for (auto [before, after] : llvm::zip_equal(low, high)) {
    cutLow.push_back(std::min<int64_t>(before, 0));
    cutHigh.push_back(std::min<int64_t>(after, 0));
  }
  Value inner = b.pad(call.value(0), 0, cutLow, cutHigh);
  for (auto [size, count, other] :
       llvm::zip_equal(ProgramBuilder::shapeOf(inner), low, high)) {
    if (size == 0 && (count > 0 || other > 0))
      return call.fail(paddingProblem(*pads, call.shape()));
  }
  return call.setResult(padFromInside(b, inner, low, high, mode));
}

//===----------------------------------------------------------------------===//
// CenterCropPad
//===----------------------------------------------------------------------===//

static LogicalResult centerCropPad(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  int64_t rank = call.rank();
  IndexVector axes = call.integers("axes").value_or(
      llvm::to_vector(llvm::seq<int64_t>(0, rank)));
  std::optional<IndexVector> target = call.partialIntegers(1, "shape");
  if (!target)
    return call.failNotConstant(1, "shape", rank, call.element());
  if (target->size() != axes.size())
    return call.fail("`axes` " + mismatch::shapeText(axes) + " and shape " +
                     mismatch::shapeText(*target) +
                     " have different numbers of elements");
  SmallVector<int64_t> low(rank, 0);
  SmallVector<int64_t> high(rank, 0);
  for (auto [number, wanted] : llvm::zip_equal(axes, *target)) {
    std::optional<int64_t> axis = OpCall::dimension(number, rank);
    if (!axis)
      return call.fail(mismatch::axis(number, rank, "axes"));
    if (!OpCall::maybeSize(wanted))
      return call.fail(mismatch::invalidShape(*target));
    int64_t size = call.shape()[*axis];
    if (!isKnown(size) || !isKnown(wanted)) {
      low[*axis] = ShapedType::kDynamic;
      continue;
    }
    // Of an odd number the greater half is behind.
    int64_t missing = wanted - size;
    low[*axis] = missing / 2;
    high[*axis] = missing - missing / 2;
  }
  if (llvm::all_of(low, isKnown))
    return call.setResult(b.pad(call.value(0), 0, low, high));
  SmallVector<int64_t> shape(call.shape());
  for (auto [size, before, after] : llvm::zip_equal(shape, low, high))
    size = sum({size, before, after});
  for (auto [number, wanted] : llvm::zip_equal(axes, *target))
    shape[*OpCall::dimension(number, rank)] = wanted;
  return call.setResult(
      b.unknown(ProgramBuilder::typeOf(call.value(0)).clone(shape)));
}

void onnx::addPadOps(OpTable &table) {
  table.add(pad, {"Pad"});
  table.add(centerCropPad, {"CenterCropPad"});
}
