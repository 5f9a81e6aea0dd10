//===- RepetitionOps.cpp - Operators of ONNX that repeat elements ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/Operators.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;
using mlir::Value;

/// Repeats each element in its place, or all of a dimension behind each other.
/// `counts` has a number for each dimension.
static Value repeat(ProgramBuilder &b, Value x, Shape counts, bool inPlace) {
  Shape shape = ProgramBuilder::shapeOf(x);
  SmallVector<int64_t> wide;
  SmallVector<int64_t> places;
  SmallVector<int64_t> result;
  for (auto [size, count] : llvm::zip_equal(shape, counts)) {
    result.push_back(size * count);
    if (!inPlace && count != 1)
      wide.push_back(count);
    places.push_back(wide.size());
    wide.push_back(size);
    if (inPlace && count != 1)
      wide.push_back(count);
  }
  return b.reshape(b.broadcast(x, wide, places), result);
}

static LogicalResult tile(OpCall &call) {
  std::optional<IndexVector> counts =
      call.has(1) ? call.knownIntegers(1) : std::nullopt;
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  if (!counts)
    return call.failNotConstant("repeats");
  if (counts->size() != call.shape().size() || !OpCall::areSizes(*counts, 0))
    return call.fail("repeats " + mismatch::shapeText(*counts) +
                     " cannot tile the input shape " +
                     mismatch::shapeText(call.shape()));
  return call.setResult(
      repeat(call.builder, call.value(0), *counts, /*inPlace=*/false));
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

/// Where an element of a larger image is in the smaller one, before it is
/// rounded; none for a transformation that is not known.
static std::optional<double> placeOf(StringRef transformation, int64_t number,
                                     int64_t input, int64_t output) {
  double scale = static_cast<double>(output) / static_cast<double>(input);
  double place = static_cast<double>(number);
  if (transformation == "asymmetric")
    return place / scale;
  bool isHalf = transformation == "half_pixel" ||
                transformation == "pytorch_half_pixel" ||
                transformation == "half_pixel_symmetric";
  if (isHalf)
    return (place + 0.5) / scale - 0.5;
  if (transformation == "align_corners")
    return output == 1 ? 0
                       : place * static_cast<double>(input - 1) /
                             static_cast<double>(output - 1);
  return std::nullopt;
}

static std::optional<int64_t> rounded(StringRef mode, double place) {
  double below = std::floor(place);
  if (mode == "floor")
    return below;
  if (mode == "ceil")
    return std::ceil(place);
  if (mode == "round_prefer_floor")
    return place - below > 0.5 ? below + 1 : below;
  if (mode == "round_prefer_ceil")
    return place - below >= 0.5 ? below + 1 : below;
  return std::nullopt;
}

/// True if each element of the larger image is the one that stands in its
/// place.
static bool repeatsInPlace(OpCall &call, int64_t input, int64_t count) {
  bool isOld = call.op == "Upsample" || call.version < 11;
  StringRef transformation =
      isOld ? "asymmetric"
            : call.word("coordinate_transformation_mode", "half_pixel");
  StringRef mode =
      isOld ? "floor" : call.word("nearest_mode", "round_prefer_floor");
  // Nobody waits for more.
  if (input * count > 1 << 24)
    return false;
  for (int64_t i = 0; i < input * count; ++i) {
    std::optional<double> place =
        placeOf(transformation, i, input, input * count);
    std::optional<int64_t> number =
        place ? rounded(mode, *place) : std::nullopt;
    if (!number || std::clamp<int64_t>(*number, 0, input - 1) != i / count)
      return false;
  }
  return true;
}

/// How often each dimension is repeated, from scales or sizes; none if they are
/// computed or no whole numbers.
static std::optional<IndexVector> repetitions(OpCall &call) {
  bool isUpsample = call.op == "Upsample";
  unsigned scalesInput = isUpsample || call.version < 11 ? 1 : 2;
  Shape shape = call.shape();
  IndexVector counts;
  std::optional<SmallVector<double>> scales =
      isUpsample && call.version < 9 ? call.numbers("scales")
      : call.has(scalesInput)        ? call.knownNumbers(scalesInput)
                                     : std::nullopt;
  if (scales && scales->size() == shape.size()) {
    for (double scale : *scales) {
      if (!(scale >= 1 && scale <= 0x1p20) || scale != std::floor(scale))
        return std::nullopt;
      counts.push_back(static_cast<int64_t>(scale));
    }
    return counts;
  }
  std::optional<IndexVector> sizes =
      call.has(3) && !isUpsample ? call.knownIntegers(3) : std::nullopt;
  if (!sizes || sizes->size() != shape.size() || !OpCall::areSizes(*sizes, 1))
    return std::nullopt;
  for (auto [size, wanted] : llvm::zip(shape, *sizes)) {
    if (size < 1 || wanted % size != 0)
      return std::nullopt;
    counts.push_back(wanted / size);
  }
  return counts;
}

static LogicalResult resize(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  if (call.word("mode", "nearest") != "nearest")
    return call.fail("unsupported mode `" + call.word("mode", "") + "`");
  if (call.attributes.contains("axes"))
    return call.failUnsupported("`axes` is not supported");
  std::optional<IndexVector> counts = repetitions(call);
  if (!counts)
    return call.fail("the scales of the input shape " +
                     mismatch::shapeText(call.shape()) +
                     " are not constant integers");
  SmallVector<int64_t> shape;
  for (auto [size, count] : llvm::zip(call.shape(), *counts))
    shape.push_back(size * count);
  if (ForwardModule::isTooLarge(shape))
    return call.fail("the output shape " + mismatch::shapeText(shape) +
                     " is too large");
  for (auto [size, count] : llvm::zip(call.shape(), *counts)) {
    if (count != 1 && !repeatsInPlace(call, size, count))
      return call.fail("it does not repeat each element " + llvm::Twine(count) +
                       " times in its place");
  }
  return call.setResult(
      repeat(call.builder, call.value(0), *counts, /*inPlace=*/true));
}

static LogicalResult depthToSpace(OpCall &call) {
  int64_t block = call.integer("blocksize", 0);
  bool isToSpace = call.op == "DepthToSpace";
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  if (call.shape().size() != 4)
    return call.fail(mismatch::rank(call.shape(), 4));
  if (!OpCall::isSize(block) || block < 1)
    return call.fail("`blocksize` is " + llvm::Twine(block));
  Shape shape = call.shape();
  int64_t batch = shape[0];
  int64_t channels = shape[1];
  int64_t height = shape[2];
  int64_t width = shape[3];
  bool fits = isToSpace ? channels % (block * block) == 0
                        : height % block == 0 && width % block == 0;
  if (!fits)
    return call.fail("the input shape " + mismatch::shapeText(shape) +
                     " cannot be split into blocks of " + llvm::Twine(block));
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  if (!isToSpace) {
    Value split = b.reshape(
        x, {batch, channels, height / block, block, width / block, block});
    return call.setResult(b.reshape(
        b.transpose(split, {0, 3, 5, 1, 2, 4}),
        {batch, channels * block * block, height / block, width / block}));
  }
  int64_t rest = channels / (block * block);
  bool isColumnRow = call.word("mode", "DCR") == "CRD";
  Value split = isColumnRow
                    ? b.reshape(x, {batch, rest, block, block, height, width})
                    : b.reshape(x, {batch, block, block, rest, height, width});
  Value moved = isColumnRow ? b.transpose(split, {0, 1, 4, 2, 5, 3})
                            : b.transpose(split, {0, 3, 4, 1, 5, 2});
  return call.setResult(
      b.reshape(moved, {batch, rest, height * block, width * block}));
}

void onnx::addRepetitionOps(OpTable &table) {
  table.add(tile, {"Tile"});
  table.add(resize, {"Resize", "Upsample"});
  table.add(depthToSpace, {"DepthToSpace", "SpaceToDepth"});
}
