//===- SamplingOps.cpp - ONNX operators that sample at computed places ----===//
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

/// The float type that places are computed in.
static mlir::Type computeType(ProgramBuilder &b, mlir::Type element) {
  return element.isF64() ? mlir::Type(b.builder().getF64Type())
                         : mlir::Type(b.builder().getF32Type());
}

/// The number of its type times the value, plus another one.
static Value affine(ProgramBuilder &b, Value x, double factor, double offset) {
  Value scaled = b.scale(x, factor);
  return offset == 0 ? scaled : b.add(scaled, b.like(x, offset));
}

static Value clamped(ProgramBuilder &b, Value x, double low, double high) {
  return b.minimum(b.maximum(x, b.like(x, low)), b.like(x, high));
}

/// A value for each of [rows, places], for all channels between them.
static Value alongChannels(ProgramBuilder &b, Value value, int64_t channels) {
  Shape shape = ProgramBuilder::shapeOf(value);
  return b.broadcast(value, {shape[0], channels, shape[1]}, {0, 2});
}

/// Elements of [batch, channels, elements], as [rows, channels, places]. Rows
/// are those of the batch, or those that `rows` names.
static Value pick(ProgramBuilder &b, Value image, Value places, Value rows) {
  Shape shape = ProgramBuilder::shapeOf(places);
  int64_t channels = ProgramBuilder::shapeOf(image)[1];
  SmallVector<int64_t> result = {shape[0], channels, shape[1]};
  mlir::MLIRContext *context = b.builder().getContext();
  if (!rows) {
    auto dimensions = GatherDimensionsAttr::get(
        context, /*offsetDims=*/{1}, /*collapsedSliceDims=*/{2},
        /*operandBatchingDims=*/{0}, /*startIndicesBatchingDims=*/{0},
        /*startIndexMap=*/{2}, /*indexVectorDim=*/2);
    return b.gather(image, places, result, dimensions, {1, channels, 1});
  }
  SmallVector<int64_t> single = {shape[0], shape[1], 1};
  Value indices = b.concatenate(
      {b.broadcast(rows, single, {0}), b.reshape(places, single)}, 2);
  auto dimensions = GatherDimensionsAttr::get(
      context, /*offsetDims=*/{1}, /*collapsedSliceDims=*/{0, 2},
      /*operandBatchingDims=*/{}, /*startIndicesBatchingDims=*/{},
      /*startIndexMap=*/{0, 2}, /*indexVectorDim=*/2);
  return b.gather(image, indices, result, dimensions, {1, channels, 1});
}

/// The number of an element, by its place in each dimension.
static Value flatPlace(ProgramBuilder &b, ArrayRef<Value> places, Shape sizes) {
  Value flat;
  for (auto [place, size] : llvm::zip_equal(places, sizes)) {
    Value index = b.convert(place, b.builder().getI64Type());
    flat =
        flat ? b.add(b.scale(flat, static_cast<double>(size)), index) : index;
  }
  return flat;
}

//===----------------------------------------------------------------------===//
// GridSample
//===----------------------------------------------------------------------===//

namespace {
/// What `GridSample` takes from an image.
struct Sampler {
  ProgramBuilder &b;
  /// [batch, channels, elements].
  Value image;
  /// Of the dimensions behind the channels.
  SmallVector<int64_t> sizes;
  StringRef padding;
  bool alignsCorners;

  /// Moves places that are outside to where elements are, for all but zeros.
  Value inside(Value place, int64_t size) const;
  /// The elements at whole places.
  Value elementsAt(ArrayRef<Value> places) const;
  /// The sum of elements around places, by their weights.
  Value mix(ArrayRef<Value> places, bool isCubic) const;
};
} // namespace

Value Sampler::inside(Value place, int64_t size) const {
  auto last = static_cast<double>(size - 1);
  if (padding == "border")
    return clamped(b, place, 0, last);
  if (padding != "reflection")
    return place;
  double low = alignsCorners ? 0 : -0.5;
  double high = alignsCorners ? last : last + 0.5;
  if (high <= low)
    return b.like(place, 0);
  Value away = affine(b, place, 1, -low);
  away = b.maximum(away, b.negate(away));
  Value turns = b.floor(affine(b, away, 1 / (high - low), 0));
  Value rest = b.subtract(away, b.scale(turns, high - low));
  Value half = b.scale(turns, 0.5);
  Value isEven = b.compare(b.floor(half), half, ComparisonDirection::EQ);
  return b.select(isEven, affine(b, rest, 1, low), affine(b, rest, -1, high));
}

Value Sampler::elementsAt(ArrayRef<Value> places) const {
  SmallVector<Value> moved;
  Value isThere;
  for (auto [place, size] : llvm::zip_equal(places, sizes)) {
    auto last = static_cast<double>(size - 1);
    Value kept = clamped(b, inside(place, size), 0, last);
    moved.push_back(kept);
    if (padding != "zeros")
      continue;
    Value isSame = b.compare(kept, place, ComparisonDirection::EQ);
    isThere = isThere ? b.binary<AndOp>(isThere, isSame) : isSame;
  }
  Value elements = pick(b, image, flatPlace(b, moved, sizes), Value());
  if (!isThere)
    return elements;
  int64_t channels = ProgramBuilder::shapeOf(image)[1];
  return b.select(alongChannels(b, isThere, channels), elements,
                  b.like(elements, 0));
}

/// Weights of the elements from so many before a place on.
static SmallVector<Value> weightsOf(ProgramBuilder &b, Value rest,
                                    bool isCubic) {
  if (!isCubic)
    return {affine(b, rest, -1, 1), rest};
  constexpr double A = -0.75;
  auto near = [&](Value x) {
    Value inner = affine(b, x, A + 2, -(A + 3));
    return affine(b, b.multiply(inner, b.multiply(x, x)), 1, 1);
  };
  auto far = [&](Value x) {
    Value inner = affine(b, b.multiply(affine(b, x, A, -5 * A), x), 1, 8 * A);
    return affine(b, b.multiply(inner, x), 1, -4 * A);
  };
  return {far(affine(b, rest, 1, 1)), near(rest), near(affine(b, rest, -1, 1)),
          far(affine(b, rest, -1, 2))};
}

Value Sampler::mix(ArrayRef<Value> places, bool isCubic) const {
  size_t reach = isCubic ? 4 : 2;
  SmallVector<Value> firsts;
  SmallVector<SmallVector<Value>> weights;
  size_t count = 1;
  for (Value place : places) {
    Value below = b.floor(place);
    weights.push_back(weightsOf(b, b.subtract(place, below), isCubic));
    firsts.push_back(isCubic ? affine(b, below, 1, -1) : below);
    count *= reach;
  }
  int64_t channels = ProgramBuilder::shapeOf(image)[1];
  Value sum;
  for (size_t corner = 0; corner < count; ++corner) {
    SmallVector<Value> at;
    Value weight;
    size_t rest = corner;
    for (auto [first, shares] : llvm::zip_equal(firsts, weights)) {
      size_t offset = rest % reach;
      rest /= reach;
      at.push_back(affine(b, first, 1, static_cast<double>(offset)));
      weight = weight ? b.multiply(weight, shares[offset]) : shares[offset];
    }
    Value term = b.multiply(elementsAt(at), alongChannels(b, weight, channels));
    sum = sum ? b.add(sum, term) : term;
  }
  return sum;
}

static LogicalResult gridSample(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  StringRef mode = call.word("mode", call.version < 20 ? "bilinear" : "linear");
  StringRef padding = call.word("padding_mode", "zeros");
  bool isCubic = mode == "cubic" || mode == "bicubic";
  bool isNearest = mode == "nearest";
  if (!isCubic && !isNearest && mode != "linear" && mode != "bilinear")
    return call.fail(
        mismatch::word("mode", mode, {"linear", "nearest", "cubic"}));
  if (padding != "zeros" && padding != "border" && padding != "reflection")
    return call.fail(mismatch::word("padding_mode", padding,
                                    {"zeros", "border", "reflection"}));
  Shape shape = call.shape();
  Shape grid = call.shape(1);
  if (shape.size() < 3)
    return call.fail(mismatch::rankBelow(shape, 3));
  size_t spatial = shape.size() - 2;
  bool fits = grid.size() == shape.size() && !disagree(grid[0], shape[0]) &&
              !disagree(grid.back(), int64_t(spatial));
  if (!fits)
    return call.fail("a grid of shape " + mismatch::shapeText(grid) +
                     " does not match the input shape " +
                     mismatch::shapeText(shape));
  if (!llvm::isa<mlir::FloatType>(call.element(1)))
    return call.fail(mismatch::notFloat(call.element(1)));
  SmallVector<int64_t> result = {shape[0], shape[1]};
  result.append(grid.begin() + 1, grid.end() - 1);
  if (!b.buildsOps())
    return call.setResult(
        b.unknown(ProgramBuilder::typeOf(call.value(0)).clone(result)));
  int64_t count = elementCount(grid.drop_front().drop_back());
  if (spatial > 3 || elementCount(shape) == 0)
    return call.failUnsupported("the input shape is " +
                                mismatch::shapeText(shape));
  mlir::Type type = computeType(b, call.element(1));
  mlir::Type element = call.element();
  Value image = call.value(0);
  // Copies need no numbers.
  if (!isNearest)
    image = b.convert(image, type);
  Sampler sampler = {
      b,
      b.reshape(image, {shape[0], shape[1], elementCount(shape.drop_front(2))}),
      SmallVector<int64_t>(shape.drop_front(2)), padding,
      call.integer("align_corners", 0) != 0};
  Value flat = b.reshape(b.convert(call.value(1), type),
                         {shape[0], count, int64_t(spatial)});
  SmallVector<Value> places;
  for (size_t i = 0; i < spatial; ++i) {
    // The last dimension is the first of the grid.
    auto number = static_cast<int64_t>(spatial - 1 - i);
    Value place =
        b.reshape(b.part(flat, 2, number, number + 1), {shape[0], count});
    auto size = static_cast<double>(sampler.sizes[i]);
    double factor = sampler.alignsCorners ? (size - 1) / 2 : size / 2;
    place = affine(b, place, factor, (size - 1) / 2);
    if (isNearest)
      place = b.unary<RoundNearestEvenOp>(place);
    places.push_back(sampler.inside(place, sampler.sizes[i]));
  }
  Value samples =
      isNearest ? sampler.elementsAt(places) : sampler.mix(places, isCubic);
  return call.setResult(b.reshape(b.convert(samples, element), result));
}

static LogicalResult affineGrid(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Shape theta = call.shape();
  if (theta.size() != 3)
    return call.fail(mismatch::rank(theta, 3, "theta"));
  std::optional<IndexVector> sizes = call.partialIntegers(1, "size");
  if (!sizes && isKnown(theta[1]) && theta[1] >= 0)
    return call.failNotConstant(1, "size", theta[1] + 2, call.element());
  if (!sizes)
    return call.failNotConstant(1, "size");
  int64_t spatial = static_cast<int64_t>(sizes->size()) - 2;
  bool fits = (spatial == 2 || spatial == 3) &&
              !disagree(theta[0], sizes->front()) &&
              !disagree(theta[1], spatial) && !disagree(theta[2], spatial + 1);
  if (!fits)
    return call.fail("theta of shape " + mismatch::shapeText(theta) +
                     " does not match the size " + mismatch::shapeText(*sizes));
  if (!llvm::all_of(*sizes, OpCall::maybeSize))
    return call.fail(mismatch::invalidShape(*sizes));
  mlir::Type element = call.element();
  if (!llvm::isa<mlir::FloatType>(element))
    return call.fail(mismatch::notFloat(element));
  SmallVector<int64_t> places(sizes->begin() + 2, sizes->end());
  SmallVector<int64_t> shape = {sizes->front()};
  shape.append(places);
  shape.push_back(spatial);
  if (!b.buildsOps())
    return call.setResult(b.unknown(RankedTensorType::get(shape, element)));
  constexpr int64_t MostPlaces = 1 << 20;
  if (ForwardModule::isTooLarge(shape) ||
      llvm::any_of(places, [](int64_t size) { return size > MostPlaces; }))
    return call.failUnsupported("a grid of shape " +
                                mismatch::shapeText(shape) + " is too large");
  bool alignsCorners = call.integer("align_corners", 0) != 0;
  mlir::Type type = computeType(b, element);
  SmallVector<int64_t> single = places;
  single.push_back(1);
  // The last dimension is the first of the grid.
  SmallVector<Value> columns;
  for (int64_t i = spatial; i-- > 0;) {
    auto size = static_cast<double>(places[i]);
    SmallVector<double> numbers;
    for (int64_t at = 0; at < places[i]; ++at)
      numbers.push_back(
          alignsCorners
              ? (places[i] > 1 ? 2 * static_cast<double>(at) / (size - 1) - 1
                               : 0)
              : (2 * static_cast<double>(at) + 1) / size - 1);
    Value line = b.reals(numbers, RankedTensorType::get({places[i]}, type));
    columns.push_back(b.broadcast(line, single, {i}));
  }
  columns.push_back(b.splat(RankedTensorType::get(single, type), 1));
  Value base = b.concatenate(columns, spatial);
  Value product =
      b.dotGeneral(b.convert(call.value(0), type), base, {2}, {spatial});
  SmallVector<int64_t> order = {0};
  for (int64_t i = 0; i < spatial; ++i)
    order.push_back(i + 2);
  order.push_back(1);
  return call.setResult(b.convert(b.transpose(product, order), element));
}

//===----------------------------------------------------------------------===//
// RoiAlign
//===----------------------------------------------------------------------===//

namespace {
/// Samples of regions in one dimension: [regions, samples] each.
struct RegionSamples {
  Value below, above;
  /// Of the elements below and above.
  Value belowWeight, aboveWeight;
};

/// What `RoiAlign` asks for.
struct RegionOptions {
  double scale = 1;
  double offset = 0;
  bool hasLeastSize = false;
  /// How many samples a bin has in each dimension; 0 if data says so.
  int64_t ratio = 1;
  /// The bins of a region.
  int64_t height = 1, width = 1;
  /// Whether the samples of a bin become their mean, or the largest of them.
  bool isMean = true;
};
} // namespace

static RegionSamples samplesOf(ProgramBuilder &b, Value first, Value last,
                               int64_t size, int64_t bins,
                               const RegionOptions &options) {
  int64_t count = bins * options.ratio;
  SmallVector<int64_t> shape = {ProgramBuilder::shapeOf(first)[0], count};
  Value start = affine(b, first, options.scale, -options.offset);
  Value length =
      b.subtract(affine(b, last, options.scale, -options.offset), start);
  if (options.hasLeastSize)
    length = b.maximum(length, b.like(length, 1));
  SmallVector<double> middles;
  for (int64_t i = 0; i < count; ++i)
    middles.push_back((static_cast<double>(i) + 0.5) /
                      static_cast<double>(count));
  Value middle = b.broadcast(
      b.reals(middles,
              RankedTensorType::get({count}, ProgramBuilder::elementOf(first))),
      shape, {1});
  Value place = b.add(b.broadcast(start, shape, {0}),
                      b.multiply(b.broadcast(length, shape, {0}), middle));
  auto border = static_cast<double>(size);
  // Samples that far outside are zeros.
  Value isNear = b.binary<AndOp>(
      b.compare(place, b.like(place, -1), ComparisonDirection::GE),
      b.compare(place, b.like(place, border), ComparisonDirection::LE));
  place = clamped(b, place, 0, border - 1);
  RegionSamples samples;
  samples.below = b.floor(place);
  samples.above = clamped(b, affine(b, samples.below, 1, 1), 0, border - 1);
  Value rest = b.subtract(place, samples.below);
  Value none = b.like(place, 0);
  samples.belowWeight = b.select(isNear, affine(b, rest, -1, 1), none);
  samples.aboveWeight = b.select(isNear, rest, none);
  return samples;
}

/// Checks the shapes and elements of an image, its regions and the numbers of
/// their images.
static LogicalResult checkRegions(OpCall &call) {
  Shape shape = call.shape();
  Shape regions = call.shape(1);
  Shape numbers = ProgramBuilder::shapeOf(call.constant(2));
  if (shape.size() != 4)
    return call.fail(mismatch::rank(shape, 4));
  bool fits = regions.size() == 2 && numbers.size() == 1 &&
              !disagree(regions[1], 4) && !disagree(regions[0], numbers[0]);
  if (!fits)
    return call.fail("rois of shape " + mismatch::shapeText(regions) +
                     " do not match batch indices of shape " +
                     mismatch::shapeText(numbers));
  mlir::Type element = call.element();
  if (!llvm::isa<mlir::FloatType>(element))
    return call.fail(mismatch::notFloat(element));
  if (call.element(1) != element)
    return call.fail(mismatch::elements(element, call.element(1)));
  return llvm::success();
}

static FailureOr<RegionOptions> readRegionOptions(OpCall &call) {
  StringRef mode = call.word("mode", "avg");
  if (mode != "avg" && mode != "max")
    return call.fail(mismatch::word("mode", mode, {"avg", "max"}));
  StringRef transformation =
      call.word("coordinate_transformation_mode",
                call.version < 16 ? "output_half_pixel" : "half_pixel");
  if (transformation != "half_pixel" && transformation != "output_half_pixel")
    return call.fail(mismatch::word("coordinate_transformation_mode",
                                    transformation,
                                    {"half_pixel", "output_half_pixel"}));
  RegionOptions options;
  options.isMean = mode == "avg";
  options.height = call.integer("output_height", 1);
  options.width = call.integer("output_width", 1);
  options.scale = call.number("spatial_scale", 1);
  options.hasLeastSize = transformation == "output_half_pixel";
  options.offset = options.hasLeastSize ? 0 : 0.5;
  options.ratio = call.integer("sampling_ratio", 0);
  if (!OpCall::areSizes({options.height, options.width}, 1))
    return call.fail("the output size is " +
                     mismatch::shapeText({options.height, options.width}));
  if (!OpCall::isSize(options.ratio))
    return call.fail("`sampling_ratio` is " + llvm::Twine(options.ratio));
  return options;
}

/// The samples of the regions of an image, [regions, channels, bins, ratio,
/// bins, ratio]: of the four elements around each place, weighed by how near
/// they are.
static Value sampleRegions(OpCall &call, const RegionOptions &options,
                           mlir::Type type) {
  ProgramBuilder &b = call.builder;
  Shape shape = call.shape();
  int64_t count = call.shape(1)[0];
  Value corners = b.convert(call.value(1), type);
  auto corner = [&](int64_t number) {
    return b.reshape(b.part(corners, 1, number, number + 1), {count});
  };
  RegionSamples rows =
      samplesOf(b, corner(1), corner(3), shape[2], options.height, options);
  RegionSamples columns =
      samplesOf(b, corner(0), corner(2), shape[3], options.width, options);
  Value image = b.reshape(b.convert(call.value(0), type),
                          {shape[0], shape[1], shape[2] * shape[3]});
  SmallVector<int64_t> plane = {count, options.height * options.ratio,
                                options.width * options.ratio};
  SmallVector<int64_t> flat = {count, plane[1] * plane[2]};
  Value batch = b.convert(call.constant(2), b.builder().getI64Type());
  auto spread = [&](Value value, int64_t dimension) {
    return b.reshape(b.broadcast(value, plane, {0, dimension}), flat);
  };
  auto term = [&](Value row, Value rowWeight, Value column,
                  Value columnWeight) {
    Value places =
        flatPlace(b, {spread(row, 1), spread(column, 2)}, {shape[2], shape[3]});
    Value weight = b.multiply(spread(rowWeight, 1), spread(columnWeight, 2));
    return b.multiply(pick(b, image, places, batch),
                      alongChannels(b, weight, shape[1]));
  };
  auto join = [&](Value left, Value right) {
    return options.isMean ? b.add(left, right) : b.maximum(left, right);
  };
  auto joinColumns = [&](Value row, Value weight) {
    return join(term(row, weight, columns.below, columns.belowWeight),
                term(row, weight, columns.above, columns.aboveWeight));
  };
  Value samples = join(joinColumns(rows.below, rows.belowWeight),
                       joinColumns(rows.above, rows.aboveWeight));
  return b.reshape(samples, {count, shape[1], options.height, options.ratio,
                             options.width, options.ratio});
}

static LogicalResult roiAlign(OpCall &call) {
  if (failed(call.expectInputs(3)) || failed(checkRegions(call)))
    return llvm::failure();
  FailureOr<RegionOptions> options = readRegionOptions(call);
  if (failed(options))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Shape shape = call.shape();
  mlir::Type element = call.element();
  int64_t height = options->height, width = options->width;
  SmallVector<int64_t> result = {call.shape(1)[0], shape[1], height, width};
  if (!b.buildsOps())
    return call.setResult(b.unknown(RankedTensorType::get(result, element)));
  if (options->ratio == 0)
    return call.failUnsupported(
        "with `sampling_ratio` 0 the number of samples depends on data");
  constexpr int64_t MostSamples = 1 << 12;
  bool isSane = height <= MostSamples && width <= MostSamples &&
                options->ratio <= MostSamples / std::max(height, width) &&
                elementCount(shape) > 0;
  if (!isSane)
    return call.failUnsupported("the output shape is " +
                                mismatch::shapeText(result));
  Value samples = sampleRegions(call, *options, computeType(b, element));
  Value bins = options->isMean
                   ? b.mean(samples, {3, 5})
                   : b.reduce(samples, {3, 5}, Combination::Maximum);
  return call.setResult(b.convert(bins, element));
}

void onnx::addSamplingOps(OpTable &table) {
  table.add(gridSample, {"GridSample"});
  table.add(affineGrid, {"AffineGrid"});
  table.add(roiAlign, {"RoiAlign"});
}
