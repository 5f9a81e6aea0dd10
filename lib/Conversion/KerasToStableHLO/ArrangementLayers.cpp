//===- ArrangementLayers.cpp - Layers that move elements ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/KerasToStableHLO/KerasLowering.h"
#include "Conversion/KerasToStableHLO/SpatialLayout.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

FailureOr<Values> keras::lowerFlatten(KerasLowering &call) {
  ProgramBuilder &b = call.builder;
  Value x = call.input();
  int64_t rank = call.rank();
  if (rank == 0)
    return call.fail(mismatch::rankBelow(call.shape(), 1));
  if (call.isChannelsFirst() && rank > 2) {
    // The channel goes last before all become one.
    SmallVector<int64_t> order = {0};
    for (int64_t i = 2; i < rank; ++i)
      order.push_back(i);
    order.push_back(1);
    x = b.transpose(x, order);
  }
  int64_t rest = 1;
  for (int64_t size : call.shape().drop_front())
    rest *= size;
  return Values{b.reshape(x, {call.shape().front(), rest})};
}

FailureOr<Values> keras::lowerReshape(KerasLowering &call) {
  std::optional<SmallVector<int64_t>> target =
      call.settings.list("target_shape");
  if (!target)
    return call.fail("`target_shape` is not a list of integers");
  int64_t elements = 1;
  for (int64_t size : call.shape().drop_front())
    elements *= size;
  SmallVector<int64_t> given = *target;
  llvm::erase(given, -1);
  size_t open = target->size() - given.size();
  // Nothing is larger than the input, which is not too large.
  bool isSane = llvm::all_of(given, [](int64_t size) { return size >= 0; }) &&
                !ForwardModule::isTooLarge(given);
  int64_t known = isSane ? elementCount(given) : 0;
  bool fits = open == 0   ? isSane && known == elements
              : open == 1 ? known > 0 && elements % known == 0
                          : false;
  if (!fits)
    return call.fail("each example has " + llvm::Twine(elements) +
                     " elements, which cannot be reshaped to " +
                     mismatch::shapeText(*target));
  SmallVector<int64_t> shape = {call.shape().front()};
  for (int64_t size : *target)
    shape.push_back(size == -1 ? elements / known : size);
  return Values{call.builder.reshape(call.input(), shape)};
}

FailureOr<Values> keras::lowerPermute(KerasLowering &call) {
  std::optional<SmallVector<int64_t>> dims = call.settings.list("dims");
  if (!dims)
    return call.fail("`dims` is not a list of integers");
  SmallVector<int64_t> order = {0};
  order.append(*dims);
  SmallVector<int64_t> sorted(order);
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int64_t>(0, call.rank())))
    return call.fail(mismatch::permutation("dims", *dims, call.rank() - 1));
  return Values{call.builder.transpose(call.input(), order)};
}

FailureOr<Values> keras::lowerRepeatVector(KerasLowering &call) {
  FailureOr<SmallVector<int64_t>> count = call.sizes("n", 1);
  if (failed(count) || failed(call.expectRank(2)))
    return llvm::failure();
  return Values{call.builder.broadcast(
      call.input(), {call.shape()[0], count->front(), call.shape()[1]},
      {0, 2})};
}

/// What `padding` or `cropping` say of each spatial dimension: one number for
/// all sides, one for each dimension, or two for each.
static std::optional<SmallVector<std::pair<int64_t, int64_t>>>
sidesOf(const KerasLowering &call, StringRef key, unsigned count) {
  mlir::Attribute value = call.settings.get(key);
  SmallVector<std::pair<int64_t, int64_t>> sides;
  if (std::optional<int64_t> one = integerOf(value)) {
    sides.assign(count, {*one, *one});
    return sides;
  }
  std::optional<llvm::ArrayRef<mlir::Attribute>> list = listOf(value);
  if (!list)
    return std::nullopt;
  // Of one dimension, the two numbers are its sides.
  if (count == 1 && list->size() == 2) {
    std::optional<int64_t> low = integerOf((*list)[0]);
    std::optional<int64_t> high = integerOf((*list)[1]);
    if (!low || !high)
      return std::nullopt;
    sides.push_back({*low, *high});
    return sides;
  }
  for (mlir::Attribute element : *list) {
    if (std::optional<int64_t> one = integerOf(element)) {
      sides.push_back({*one, *one});
      continue;
    }
    std::optional<llvm::ArrayRef<mlir::Attribute>> pair = listOf(element);
    if (!pair || pair->size() != 2 || !integerOf((*pair)[0]) ||
        !integerOf((*pair)[1]))
      return std::nullopt;
    sides.push_back({*integerOf((*pair)[0]), *integerOf((*pair)[1])});
  }
  if (sides.size() != count)
    return std::nullopt;
  return sides;
}

FailureOr<Values> keras::lowerPadding(KerasLowering &call) {
  std::optional<SpatialLayout> layout = SpatialLayout::of(call);
  if (!layout)
    return call.fail("the class does not name 1D, 2D or 3D");
  // Sequences have no layout of channels.
  SpatialLayout where =
      layout->spatial() == 1 ? SpatialLayout(1, false) : *layout;
  if (failed(call.expectRank(where.spatial() + 2)))
    return llvm::failure();
  bool isCropping = StringRef(call.className).starts_with("Cropping");
  StringRef key = isCropping ? "cropping" : "padding";
  std::optional<SmallVector<std::pair<int64_t, int64_t>>> sides =
      sidesOf(call, key, where.spatial());
  if (!sides)
    return call.fail("`" + key + "` is not " + llvm::Twine(where.spatial()) +
                     " integers or pairs of integers");
  SmallVector<int64_t> low(call.rank(), 0);
  SmallVector<int64_t> high(call.rank(), 0);
  for (auto [number, side] : llvm::enumerate(*sides)) {
    int64_t dimension = where.dimension(number);
    auto [before, after] = side;
    int64_t size = call.shape()[dimension];
    constexpr int64_t Most = int64_t(1) << 30;
    bool fits = before >= 0 && after >= 0 && before <= Most && after <= Most &&
                (!isCropping || before + after <= size);
    if (!fits)
      return call.fail("`" + key + "` [" + llvm::Twine(before) + ", " +
                       llvm::Twine(after) + "] is invalid for axis " +
                       llvm::Twine(dimension) + " of size " +
                       llvm::Twine(size));
    low[dimension] = isCropping ? -before : before;
    high[dimension] = isCropping ? -after : after;
  }
  return Values{call.builder.pad(call.input(), 0, low, high)};
}

FailureOr<Values> keras::lowerUpSampling(KerasLowering &call) {
  std::optional<SpatialLayout> layout = SpatialLayout::of(call);
  if (!layout)
    return call.fail("the class does not name 1D, 2D or 3D");
  SpatialLayout where =
      layout->spatial() == 1 ? SpatialLayout(1, false) : *layout;
  FailureOr<SmallVector<int64_t>> sizes =
      call.sizes("size", where.spatial(), 1, 2);
  if (failed(sizes) || failed(call.expectRank(where.spatial() + 2)))
    return llvm::failure();
  StringRef interpolation = call.settings.word("interpolation", "nearest");
  if (interpolation != "nearest")
    return call.failUnsupported("interpolation", interpolation);
  // Each spatial dimension gets another one after it, of copies.
  ProgramBuilder &b = call.builder;
  SmallVector<int64_t> wide;
  SmallVector<int64_t> places;
  SmallVector<int64_t> shape(call.shape());
  for (int64_t i = 0; i < call.rank(); ++i) {
    places.push_back(wide.size());
    wide.push_back(call.shape()[i]);
    for (auto [number, size] : llvm::enumerate(*sizes)) {
      if (where.dimension(number) != i)
        continue;
      wide.push_back(size);
      shape[i] *= size;
    }
  }
  return Values{b.reshape(b.broadcast(call.input(), wide, places), shape)};
}
