//===- ArrangementLayers.cpp - Layers that move elements ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/Keras/Layers.h"
#include "Ops/Keras/SpatialLayout.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

static FailureOr<Values> flatten(LayerCall &call) {
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
  return Values{b.reshape(
      x, {call.shape().front(), productOf(call.shape().drop_front())})};
}

static FailureOr<Values> reshape(LayerCall &call) {
  std::optional<SmallVector<int64_t>> target =
      call.settings.list("target_shape");
  if (!target)
    return call.failUnsupported("`target_shape` is not a list of integers");
  int64_t elements = productOf(call.shape().drop_front());
  SmallVector<int64_t> given = *target;
  llvm::erase(given, -1);
  size_t open = target->size() - given.size();
  // Nothing is larger than the input, which is not too large.
  bool isSane = llvm::all_of(given, [](int64_t size) { return size >= 0; }) &&
                !ForwardModule::isTooLarge(given);
  int64_t known = isSane ? elementCount(given) : 0;
  bool isCounted = isKnown(elements);
  bool fits = open == 0   ? isSane && (!isCounted || known == elements)
              : open == 1 ? known > 0 && (!isCounted || elements % known == 0)
                          : false;
  if (!fits)
    return call.fail(
        "each example has " +
        (isCounted
             ? std::to_string(elements) + " elements"
             : "shape " + mismatch::shapeText(call.shape().drop_front())) +
        ", which cannot be reshaped to " + mismatch::shapeText(*target));
  SmallVector<int64_t> shape = {call.shape().front()};
  int64_t rest =
      isCounted && open == 1 ? elements / known : mlir::ShapedType::kDynamic;
  for (int64_t size : *target)
    shape.push_back(size == -1 ? rest : size);
  return Values{call.builder.reshape(call.input(), shape)};
}

static FailureOr<Values> permute(LayerCall &call) {
  std::optional<SmallVector<int64_t>> dims = call.settings.list("dims");
  if (!dims)
    return call.failUnsupported("`dims` is not a list of integers");
  SmallVector<int64_t> order = {0};
  order.append(*dims);
  SmallVector<int64_t> sorted(order);
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int64_t>(0, call.rank())))
    return call.fail(mismatch::permutation("dims", *dims, call.rank() - 1));
  return Values{call.builder.transpose(call.input(), order)};
}

static FailureOr<Values> repeatVector(LayerCall &call) {
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
sidesOf(LayerCall &call, StringRef key, unsigned count) {
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

static FailureOr<Values> padding(LayerCall &call) {
  std::optional<SpatialLayout> layout = SpatialLayout::of(call);
  if (!layout)
    return call.failUnsupported("the class does not name 1D, 2D or 3D");
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
    return call.failUnsupported("`" + key + "` is not " +
                                llvm::Twine(where.spatial()) +
                                " integers or pairs of integers");
  SmallVector<int64_t> low(call.rank(), 0);
  SmallVector<int64_t> high(call.rank(), 0);
  for (auto [number, side] : llvm::enumerate(*sides)) {
    int64_t dimension = where.dimension(number);
    auto [before, after] = side;
    int64_t size = call.shape()[dimension];
    constexpr int64_t Most = int64_t(1) << 30;
    std::string sides = ("`" + key + "` [" + llvm::Twine(before) + ", " +
                         llvm::Twine(after) + "]")
                            .str();
    if (before > Most || after > Most)
      return call.failUnsupported(sides + " is too large");
    bool fits = before >= 0 && after >= 0 &&
                (!isCropping || !isKnown(size) || before + after <= size);
    if (!fits)
      return call.fail(sides + " is invalid for axis " +
                       llvm::Twine(dimension) + " of shape " +
                       mismatch::shapeText(call.shape()));
    low[dimension] = isCropping ? -before : before;
    high[dimension] = isCropping ? -after : after;
  }
  return Values{call.builder.pad(call.input(), 0, low, high)};
}

static FailureOr<Values> upSampling(LayerCall &call) {
  std::optional<SpatialLayout> layout = SpatialLayout::of(call);
  if (!layout)
    return call.failUnsupported("the class does not name 1D, 2D or 3D");
  SpatialLayout where =
      layout->spatial() == 1 ? SpatialLayout(1, false) : *layout;
  FailureOr<SmallVector<int64_t>> sizes =
      call.sizes("size", where.spatial(), 1, 2);
  if (failed(sizes) || failed(call.expectRank(where.spatial() + 2)))
    return llvm::failure();
  SmallVector<int64_t> grown;
  for (auto [number, size] : llvm::enumerate(*sizes))
    grown.push_back(productOf({call.shape()[where.dimension(number)], size}));
  FailureOr<Value> result = resizeSpatial(
      call, where, grown, call.settings.word("interpolation", "nearest"));
  if (failed(result))
    return llvm::failure();
  return Values{*result};
}

void keras::addArrangementLayers(LayerTable &table) {
  table.add(padding,
            {"Cropping1D", "Cropping2D", "Cropping3D", "ZeroPadding1D",
             "ZeroPadding2D", "ZeroPadding3D"},
            LayerTraits::TakesIntegers);
  table.add(flatten, {"Flatten"}, LayerTraits::TakesIntegers);
  table.add(permute, {"Permute"}, LayerTraits::TakesIntegers);
  table.add(repeatVector, {"RepeatVector"}, LayerTraits::TakesIntegers);
  table.add(reshape, {"Reshape"}, LayerTraits::TakesIntegers);
  table.add(upSampling, {"UpSampling1D", "UpSampling2D", "UpSampling3D"},
            LayerTraits::TakesIntegers);
}
