//===- EqualizedImages.cpp - Images whose values are spread evenly --------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values between 0 and 255 are counted in bins, and each becomes the share of
// those that are not greater. Counts have no derivative.
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/Keras/ImageLayers.h"
#include "Ops/Keras/Layers.h"
#include "Support/MLIR.h"
#include <cmath>

using namespace trainlint;
using namespace trainlint::keras;
using namespace trainlint::stablehlo;

static constexpr double Greatest = 255;

/// Towards 0, as a number between 0 and a last one.
static Value wholeOf(ProgramBuilder &b, Value x, int64_t last) {
  Value kept = clipTo(b, x, {0, static_cast<double>(last)});
  return b.convert(b.floor(kept), b.builder().getI32Type());
}

/// How often each bin, [groups, values], is among the values of its group:
/// [groups, bins].
static Value countBins(ProgramBuilder &b, Value bins, int64_t count) {
  Shape shape = ProgramBuilder::shapeOf(bins);
  mlir::Type number = ProgramBuilder::elementOf(bins);
  auto type = RankedTensorType::get({shape[0], count}, number);
  auto dimensions = ScatterDimensionsAttr::get(
      b.builder().getContext(), /*updateWindowDims=*/{},
      /*insertedWindowDims=*/{1}, /*inputBatchingDims=*/{0},
      /*scatterIndicesBatchingDims=*/{0}, /*scatterDimsToOperandDims=*/{1},
      /*indexVectorDim=*/2);
  return b.scatter(b.splat(type, 0), bins, b.like(bins, 1), dimensions,
                   Combination::Add);
}

/// What stands in the tables, [groups, bins], at the bins of each group.
static Value lookUp(ProgramBuilder &b, Value tables, Value bins) {
  auto dimensions = GatherDimensionsAttr::get(
      b.builder().getContext(), /*offsetDims=*/{}, /*collapsedSliceDims=*/{1},
      /*operandBatchingDims=*/{0}, /*startIndicesBatchingDims=*/{0},
      /*startIndexMap=*/{1}, /*indexVectorDim=*/2);
  return b.gather(tables, bins, ProgramBuilder::shapeOf(bins), dimensions,
                  {1, 1});
}

/// The sums of the counts up to each bin.
static Value sumUp(ProgramBuilder &b, Value counts) {
  int64_t size = ProgramBuilder::shapeOf(counts).back();
  WindowOptions window;
  window.sizes = {1, size};
  window.padding = {{0, 0}, {size - 1, 0}};
  return b.reduceWindow(counts, window, Combination::Add);
}

/// A number for each group, along its bins or values.
static Value along(ProgramBuilder &b, Value numbers, Value like) {
  return b.broadcast(numbers, ProgramBuilder::shapeOf(like), {0});
}

//===----------------------------------------------------------------------===//
// Of all images together
//===----------------------------------------------------------------------===//

/// Images between 0 and 255 by their channels, [channels, values].
static Value equalized(ProgramBuilder &b, Value x, int64_t bins) {
  auto last = static_cast<double>(bins - 1);
  mlir::Type element = ProgramBuilder::elementOf(x);
  // Keras has two formulas for the bin of a value, which round differently.
  Value counted = b.divide(b.scale(x, last), b.like(x, Greatest));
  Value found = b.scale(b.divide(x, b.like(x, Greatest)), last);
  Value counts = countBins(b, wholeOf(b, counted, bins - 1), bins);
  Value sums = sumUp(b, counts);
  Value zero = b.like(sums, 0);
  Value isEmpty = b.compare(sums, zero, ComparisonDirection::EQ);
  Value all = b.at(sums, 1, bins - 1);
  Value first = b.reduce(b.select(isEmpty, along(b, all, sums), sums), {1},
                         Combination::Minimum);
  Value rest = b.subtract(all, first);
  rest = b.maximum(rest, b.like(rest, 1));
  Value table = b.convert(b.subtract(sums, along(b, first, sums)), element);
  table = b.divide(b.scale(table, Greatest),
                   along(b, b.convert(rest, element), sums));
  table = clipTo(b, b.unary<RoundNearestEvenOp>(table), {0, Greatest});
  // One value alone stays as it is.
  Value used = b.convert(b.compare(counts, zero, ComparisonDirection::NE),
                         ProgramBuilder::elementOf(counts));
  Value isFlat =
      b.compare(b.sum(used, {1}), b.like(all, 1), ComparisonDirection::LE);
  return b.select(along(b, isFlat, x), x,
                  lookUp(b, table, wholeOf(b, found, bins - 1)));
}

namespace {
struct EqualizationOptions {
  NumberRange values;
  int64_t bins = 256;
};
} // namespace

static FailureOr<EqualizationOptions> readEqualization(LayerCall &call) {
  FailureOr<NumberRange> values = valueRange(call);
  if (failed(values))
    return llvm::failure();
  constexpr int64_t MostBins = 1 << 16;
  int64_t bins = call.settings.integer("bins", 256);
  if (bins < 1 || bins > MostBins)
    return call.failSetting("bins");
  return EqualizationOptions{*values, bins};
}

static FailureOr<Value> equalization(LayerCall &call,
                                     const EqualizationOptions &options) {
  ProgramBuilder &b = call.builder;
  // Channels of all images of a batch are counted together.
  int64_t channel = imageLayout(call).channel();
  SmallVector<int64_t> order = {channel}, back(4, 0);
  for (int64_t dimension : otherDimensions(4, channel))
    order.push_back(dimension);
  for (auto [place, dimension] : llvm::enumerate(order))
    back[dimension] = static_cast<int64_t>(place);
  Value moved = b.transpose(fromRange(b, call.input(), options.values), order);
  Shape shape = ProgramBuilder::shapeOf(moved);
  int64_t channels = shape.front();
  Value flat = b.reshape(moved, {channels, productOf(shape) / channels});
  Value result = b.reshape(equalized(b, flat, options.bins), shape);
  return toRange(b, b.transpose(result, back), options.values);
}

//===----------------------------------------------------------------------===//
// Of tiles
//===----------------------------------------------------------------------===//

namespace {
/// Images, [batch, height, width, channels], in tiles of a grid.
class TiledImages {
public:
  TiledImages(LayerCall &call, Value images, Shape grid)
      : b(call.builder), shape(ProgramBuilder::shapeOf(images)), grid(grid) {
    for (unsigned axis : {0, 1})
      tile.push_back((shape[axis + 1] + grid[axis] - 1) / grid[axis]);
    padded = mirrored(mirrored(images, 0), 1);
  }

  Value equalize(double limit);

private:
  int64_t values() const { return tile[0] * tile[1]; }
  /// Up to whole tiles, with what lies before the edge.
  Value mirrored(Value images, unsigned axis);
  /// The tables of tiles, [batch * rows * columns * channels, 256].
  Value tables(double limit);
  /// The numbers of the tables of each pixel, before or behind its place.
  Value tableOf(unsigned down, unsigned across);
  /// How near a pixel is to the tile behind it, of the axis.
  Value nearness(unsigned axis, mlir::Type element);
  /// The tile before each place of an axis, or the one behind it.
  SmallVector<int64_t> tilesOf(unsigned axis, unsigned behind) const;

  ProgramBuilder &b;
  SmallVector<int64_t> shape;
  SmallVector<int64_t> grid, tile;
  Value padded;
};
} // namespace

Value TiledImages::mirrored(Value images, unsigned axis) {
  int64_t dimension = axis + 1, size = shape[dimension];
  SmallVector<int64_t> places;
  for (int64_t place = 0; place < tile[axis] * grid[axis]; ++place) {
    int64_t there = place % (2 * size);
    places.push_back(std::min(there, 2 * size - 1 - there));
  }
  return static_cast<int64_t>(places.size()) == size
             ? images
             : b.take(images, places, dimension);
}

Value TiledImages::tables(double limit) {
  mlir::Type element = ProgramBuilder::elementOf(padded);
  Value split =
      b.reshape(wholeOf(b, padded, 255),
                {shape[0], grid[0], tile[0], grid[1], tile[1], shape[3]});
  split = b.transpose(split, {0, 1, 3, 5, 2, 4});
  int64_t groups = shape[0] * grid[0] * grid[1] * shape[3];
  Value counts = b.convert(
      countBins(b, b.reshape(split, {groups, values()}), 256), element);
  if (limit > 0) {
    double most = limit * static_cast<double>(values()) / 256;
    Value clipped = b.minimum(counts, b.like(counts, most));
    Value excess = b.sum(b.subtract(counts, clipped), {1});
    counts = b.add(clipped, along(b, b.scale(excess, 1.0 / 256), counts));
  }
  Value sums = sumUp(b, counts);
  Value first = b.reduce(sums, {1}, Combination::Minimum);
  Value rest = b.subtract(b.like(first, static_cast<double>(values())), first);
  Value isNone = b.compare(rest, b.like(rest, 0), ComparisonDirection::EQ);
  rest = b.select(isNone, b.like(rest, 1), rest);
  Value share = b.scale(b.subtract(sums, along(b, first, sums)), Greatest);
  return clipTo(b, b.divide(share, along(b, rest, share)), {0, Greatest});
}

SmallVector<int64_t> TiledImages::tilesOf(unsigned axis,
                                          unsigned behind) const {
  SmallVector<int64_t> tiles;
  for (int64_t place = 0; place < tile[axis] * grid[axis]; ++place) {
    // Places are measured from the middles of tiles.
    int64_t before = (2 * place + tile[axis]) / (2 * tile[axis]) - 1;
    tiles.push_back(std::clamp<int64_t>(before + behind, 0, grid[axis] - 1));
  }
  return tiles;
}

Value TiledImages::tableOf(unsigned down, unsigned across) {
  mlir::Type number = b.builder().getI32Type();
  Shape full = ProgramBuilder::shapeOf(padded);
  auto type = RankedTensorType::get(full, number);
  Value group = b.iota(type, 0);
  auto next = [&](int64_t count, Value place) {
    group = b.add(b.scale(group, static_cast<double>(count)), place);
  };
  for (unsigned axis : {0, 1})
    next(grid[axis],
         b.broadcast(
             b.integers(tilesOf(axis, axis == 0 ? down : across), number), full,
             {static_cast<int64_t>(axis) + 1}));
  next(shape[3], b.iota(type, 3));
  return group;
}

Value TiledImages::nearness(unsigned axis, mlir::Type element) {
  SmallVector<double> shares;
  auto size = static_cast<double>(tile[axis]);
  for (int64_t place = 0; place < tile[axis] * grid[axis]; ++place) {
    double at = (static_cast<double>(place) - size / 2) / size;
    shares.push_back(at - std::floor(at));
  }
  Shape full = ProgramBuilder::shapeOf(padded);
  Value each =
      b.reals(shares, RankedTensorType::get({full[axis + 1]}, element));
  return b.broadcast(each, full, {static_cast<int64_t>(axis) + 1});
}

Value TiledImages::equalize(double limit) {
  Value all = tables(limit);
  mlir::Type element = ProgramBuilder::elementOf(padded);
  Shape full = ProgramBuilder::shapeOf(padded);
  Value bins = wholeOf(b, padded, 255);
  int64_t size = productOf(ProgramBuilder::shapeOf(all));
  Value flat = b.reshape(all, {1, size});
  auto at = [&](unsigned down, unsigned across) {
    Value place = b.add(b.scale(tableOf(down, across), 256), bins);
    Value found = lookUp(b, flat, b.reshape(place, {1, productOf(full)}));
    return b.reshape(found, full);
  };
  auto between = [&](Value before, Value behind, unsigned axis) {
    Value share = nearness(axis, element);
    Value rest = b.subtract(b.like(share, 1), share);
    return b.add(b.multiply(before, rest), b.multiply(behind, share));
  };
  Value result = between(between(at(0, 0), at(0, 1), 1),
                         between(at(1, 0), at(1, 1), 1), 0);
  return b.slice(result, {0, 0, 0, 0}, shape);
}

/// It changes images whether something is learned or not.
static FailureOr<Values> adaptiveEqualization(LayerCall &call) {
  convertImages(call);
  if (call.rank() != 4 &&
      failed(call.failDetail(mismatch::rank(call.shape(), 4))))
    return llvm::failure();
  FailureOr<NumberRange> values = valueRange(call);
  if (failed(values))
    return llvm::failure();
  std::optional<SmallVector<int64_t>> grid =
      call.settings.integers("tile_grid_size", 2);
  if (!call.settings.get("tile_grid_size"))
    grid = {8, 8};
  constexpr int64_t MostTiles = 1 << 12;
  if (!grid || llvm::any_of(*grid, [](int64_t count) {
        return count < 1 || count > MostTiles;
      }))
    return call.failSetting("tile_grid_size");
  ProgramBuilder &b = call.builder;
  if (!b.buildsOps())
    return call.inputs;
  Value x = fromRange(b, call.input(), *values);
  bool isFirst = call.isChannelsFirst();
  if (isFirst)
    x = b.transpose(x, {0, 2, 3, 1});
  TiledImages tiles(call, x, *grid);
  x = tiles.equalize(call.settings.number("clip_limit", 4));
  if (isFirst)
    x = b.transpose(x, {0, 3, 1, 2});
  return Values{toRange(b, x, *values)};
}

void keras::addEqualizedImages(LayerTable &table) {
  constexpr LayerTraits Integers = LayerTraits::TakesIntegers;
  table.add(whileTraining<readEqualization, equalization>, {"Equalization"},
            Integers);
  table.add(adaptiveEqualization,
            {"ContrastLimitedAdaptiveHistogramEqualization"}, Integers);
}
