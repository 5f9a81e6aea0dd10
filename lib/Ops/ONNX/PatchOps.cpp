//===- PatchOps.cpp - Operators of ONNX on parts of images ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/Windows.h"
#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

/// Adds the elements of patches to where they are in images.
static Value addPatches(ProgramBuilder &b, Value columns, Shape image,
                        ArrayRef<Window> windows) {
  // [batch, channels, a size of each block, a number of patches each].
  Shape shape = ProgramBuilder::shapeOf(columns);
  size_t count = windows.size();
  int64_t positions = elementCount(shape.slice(2, count));
  SmallVector<int64_t> position(count, 0);
  Value sum;
  for (int64_t i = 0; i < positions; ++i) {
    SmallVector<int64_t> starts(shape.size(), 0);
    SmallVector<int64_t> limits(shape);
    SmallVector<int64_t> low(2, 0), high(2, 0), between(2, 0);
    for (auto [number, window] : llvm::enumerate(windows)) {
      int64_t at = position[number];
      int64_t patches = shape[2 + count + number];
      starts[2 + number] = at;
      limits[2 + number] = at + 1;
      int64_t before = at * window.windowDilation - window.paddingLow;
      int64_t reach = (patches - 1) * window.stride + 1;
      low.push_back(before);
      high.push_back(image[number] - before - reach);
      between.push_back(window.stride - 1);
    }
    SmallVector<int64_t> plane(shape.take_front(2));
    llvm::append_range(plane, shape.drop_front(2 + count));
    Value part = b.reshape(b.slice(columns, starts, limits), plane);
    Value term = b.pad(part, 0, low, high, between);
    sum = sum ? b.add(sum, term) : term;
    for (size_t number = count; number-- > 0;) {
      if (++position[number] < shape[2 + number])
        break;
      position[number] = 0;
    }
  }
  return sum;
}

/// The windows of `Col2Im`; none if an attribute does not fit.
static std::optional<SmallVector<Window>> readWindows(OpCall &call,
                                                      Shape block) {
  size_t count = block.size();
  auto list = [&](StringRef key, size_t length, int64_t missing) {
    return call.integers(key).value_or(IndexVector(length, missing));
  };
  IndexVector dilations = list("dilations", count, 1);
  IndexVector strides = list("strides", count, 1);
  IndexVector pads = list("pads", 2 * count, 0);
  bool fits = dilations.size() == count && strides.size() == count &&
              pads.size() == 2 * count && OpCall::areSizes(dilations, 1) &&
              OpCall::areSizes(strides, 1) && OpCall::areSizes(pads, 0);
  if (!fits)
    return std::nullopt;
  SmallVector<Window> windows(count);
  for (size_t i = 0; i < count; ++i) {
    windows[i].size = block[i];
    windows[i].windowDilation = dilations[i];
    windows[i].stride = strides[i];
    windows[i].paddingLow = pads[i];
    windows[i].paddingHigh = pads[count + i];
  }
  return windows;
}

static LogicalResult col2Im(OpCall &call) {
  if (failed(call.expectInputs(3)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Shape shape = call.shape();
  if (shape.size() != 3)
    return call.fail(mismatch::rank(shape, 3));
  std::optional<IndexVector> image = call.partialIntegers(1, "image_shape");
  std::optional<IndexVector> block = call.partialIntegers(2, "block_shape");
  Shape lengths = call.shape(1);
  if (!image || !block) {
    unsigned input = image ? 2 : 1;
    StringRef name = image ? "block_shape" : "image_shape";
    if (lengths.size() == 1 && OpCall::isSize(lengths.front()))
      return call.failNotConstant(input, name, lengths.front() + 2,
                                  call.element());
    return call.failNotConstant(input, name);
  }
  auto areSizes = [](Shape sizes) {
    return llvm::all_of(sizes, [](int64_t size) {
      return OpCall::maybeSize(size) && size != 0;
    });
  };
  if (image->empty() || image->size() != block->size() || !areSizes(*image) ||
      !areSizes(*block))
    return call.fail("image_shape " + mismatch::shapeText(*image) +
                     " and block_shape " + mismatch::shapeText(*block) +
                     " do not match each other");
  std::optional<SmallVector<Window>> windows = readWindows(call, *block);
  if (!windows)
    return call.fail("`dilations`, `pads` or `strides` do not match " +
                     mismatch::shapeText(*block));
  int64_t area = elementCount(*block);
  SmallVector<int64_t> counts;
  for (auto [size, window] : llvm::zip_equal(*image, *windows))
    counts.push_back(isKnown(window.size) ? windowCount(size, window)
                                          : ShapedType::kDynamic);
  bool fits = !isKnown(shape[1]) || !isKnown(area) || shape[1] % area == 0;
  fits &= llvm::all_of(
      counts, [](int64_t count) { return !isKnown(count) || count > 0; });
  if (!fits || disagree(elementCount(counts), shape[2]))
    return call.fail("the input shape " + mismatch::shapeText(shape) +
                     " does not match blocks of " +
                     mismatch::shapeText(*block) + " at " +
                     mismatch::shapeText(counts) + " places");
  int64_t channels = isKnown(shape[1]) && isKnown(area) ? shape[1] / area
                                                        : ShapedType::kDynamic;
  SmallVector<int64_t> result = {shape[0], channels};
  result.append(*image);
  if (!b.buildsOps())
    return call.setResult(
        b.unknown(ProgramBuilder::typeOf(call.value(0)).clone(result)));
  constexpr int64_t MostPositions = 1024;
  if (area > MostPositions || ForwardModule::isTooLarge(result))
    return call.failUnsupported("blocks of " + mismatch::shapeText(*block) +
                                " in an image of " +
                                mismatch::shapeText(result));
  SmallVector<int64_t> wide = {shape[0], channels};
  wide.append(*block);
  wide.append(counts);
  return call.setResult(
      addPatches(b, b.reshape(call.value(0), wide), *image, *windows));
}

void onnx::addPatchOps(OpTable &table) { table.add(col2Im, {"Col2Im"}); }
