//===- PoolingOps.cpp - Pools of ONNX -------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Activations.h"
#include "Dialect/StableHLO/Builders/WindowPlaces.h"
#include "Ops/ONNX/Operators.h"
#include "Ops/ONNX/WindowReader.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

namespace {
/// The windows of a pool, over all dimensions.
struct PoolWindow {
  WindowOptions options;
  /// What `ceil_mode` adds behind, which is part of the padding of the options.
  SmallVector<int64_t> rest;
  /// Dimensions in which runtimes do not agree on the number of windows.
  SmallVector<int64_t> disputed;
  /// How many elements a window has.
  double elements = 1;
  /// True if a window may have something else than elements of the input.
  bool isPadded = false;
};
} // namespace

/// How many elements `ceil_mode` adds behind, so that the last ones of the
/// input are in a window, too.
static int64_t paddingOfRest(int64_t room, int64_t stride) {
  int64_t last = (room + stride - 1) / stride * stride;
  return last - room;
}

static FailureOr<PoolWindow> readPool(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  // The rule for attributes reports those that are missing.
  if (!hasSizes(call, "kernel_shape"))
    return call.failMissing("`kernel_shape` is missing");
  if (call.rank() < 3)
    return call.fail(mismatch::rankBelow(call.shape(), 3));
  size_t count = call.rank() - 2;
  FailureOr<IndexVector> sizes = readSizes(call, "kernel_shape", count, 1, 1);
  if (failed(sizes))
    return llvm::failure();
  FailureOr<NodeWindow> window = readWindow(call, call.shape(), *sizes);
  if (failed(window))
    return llvm::failure();
  bool takesRest = call.integer("ceil_mode", 0) != 0;
  PoolWindow pool;
  auto spread = [](const IndexVector &values) {
    SmallVector<int64_t> all = {1, 1};
    all.append(values);
    return all;
  };
  pool.options.sizes = spread(window->sizes);
  pool.options.strides = spread(window->strides);
  pool.options.windowDilations = spread(window->dilations);
  pool.options.padding = {{0, 0}, {0, 0}};
  pool.rest = {0, 0};
  for (size_t i = 0; i < count; ++i) {
    auto [before, behind] = window->padding[i];
    int64_t stride = window->strides[i];
    int64_t input = call.shape()[i + 2];
    int64_t rest = 0;
    if (takesRest && OpCall::isSize(input)) {
      int64_t room = input + before + behind - window->reach(i);
      rest = paddingOfRest(room, stride);
      // The last window would have nothing of the input. Runtimes of older
      // models had it all the same.
      if (rest > 0 && room + rest >= input + before) {
        rest = 0;
        pool.disputed.push_back(int64_t(i) + 2);
      }
    }
    pool.options.padding.push_back({before, behind + rest});
    pool.rest.push_back(rest);
    pool.elements *= static_cast<double>(window->sizes[i]);
    pool.isPadded |= before + behind + rest > 0;
  }
  return pool;
}

/// A result whose size is unknown where runtimes do not agree on it.
static LogicalResult setPooled(OpCall &call, const PoolWindow &pool,
                               std::initializer_list<Value> results) {
  for (Value result : results) {
    mlir::RankedTensorType type = ProgramBuilder::typeOf(result);
    SmallVector<int64_t> shape(type.getShape());
    for (int64_t dimension : pool.disputed)
      shape[dimension] = mlir::ShapedType::kDynamic;
    bool isOpen = !call.builder.buildsOps() && call.version < 22;
    call.addResult(isOpen ? call.builder.reshape(result, shape) : result);
  }
  return llvm::success();
}

//===----------------------------------------------------------------------===//
// Maxima
//===----------------------------------------------------------------------===//

/// The places of elements within the whole input, row by row.
static Value placesOf(ProgramBuilder &b, Shape shape) {
  mlir::Type element = b.builder().getI64Type();
  Value line =
      b.iota(mlir::RankedTensorType::get({elementCount(shape)}, element), 0);
  return b.reshape(line, shape);
}

/// Places within images whose columns are counted first, of those whose rows
/// are.
static Value byColumns(ProgramBuilder &b, Value places, Shape input) {
  if (!b.buildsOps())
    return places;
  int64_t image = elementCount(input.drop_front(2));
  // Images stay where they are.
  Value within = b.binary<RemainderOp>(places, b.like(places, image));
  Value result = b.subtract(places, within);
  int64_t rowStride = image;
  int64_t columnStride = 1;
  for (int64_t size : input.drop_front(2)) {
    rowStride /= size;
    Value along = b.divide(places, b.like(places, rowStride));
    along = b.binary<RemainderOp>(along, b.like(along, size));
    result = b.add(result, b.scale(along, columnStride));
    columnStride *= size;
  }
  return result;
}

static LogicalResult maxPool(OpCall &call) {
  FailureOr<PoolWindow> pool = readPool(call);
  if (failed(pool))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  Value result = b.reduceWindow(x, pool->options, Combination::Maximum);
  if (call.outputs < 2)
    return setPooled(call, *pool, {result});
  SmallVector<int64_t> shape(call.shape());
  Value places = greatestPlaces(b, x, placesOf(b, shape), pool->options,
                                ProgramBuilder::shapeOf(result));
  if (call.integer("storage_order", 0) != 0)
    places = byColumns(b, places, shape);
  return setPooled(call, *pool, {result, places});
}

//===----------------------------------------------------------------------===//
// Averages and norms
//===----------------------------------------------------------------------===//

static LogicalResult averagePool(OpCall &call) {
  FailureOr<PoolWindow> pool = readPool(call);
  if (failed(pool))
    return llvm::failure();
  if (!llvm::isa<mlir::FloatType>(call.element()))
    return call.fail(mismatch::notFloat(call.element()));
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  Value sums = b.reduceWindow(x, pool->options, Combination::Add);
  bool countsAll = call.integer("count_include_pad", 0) != 0;
  bool hasRest =
      llvm::any_of(pool->rest, [](int64_t more) { return more > 0; });
  if (!pool->isPadded || (countsAll && !hasRest))
    return setPooled(call, *pool, {b.scale(sums, 1 / pool->elements)});
  // Padding counts if it is said to, but never what is behind it.
  Value ones = b.like(x, 1);
  WindowOptions counting = pool->options;
  if (countsAll) {
    SmallVector<int64_t> low;
    SmallVector<int64_t> high;
    for (auto [sides, more] : llvm::zip(counting.padding, pool->rest)) {
      low.push_back(sides.first);
      high.push_back(sides.second - more);
      sides = {0, more};
    }
    ones = b.pad(ones, 1, low, high);
  }
  Value counts = b.reduceWindow(ones, counting, Combination::Add);
  return setPooled(call, *pool, {b.divide(sums, counts)});
}

/// The `p` of a norm; a float before set 2.
static FailureOr<double> readPower(OpCall &call) {
  double power = call.attributes.contains("p")
                     ? call.number("p", double(call.integer("p", 2)))
                     : 2;
  if (power > 0)
    return power;
  return call.failUnsupported("`p` is not positive");
}

/// What is summed up for a norm.
static Value powerOf(ProgramBuilder &b, Value x, double power) {
  if (power == 2)
    return b.multiply(x, x);
  Value size = absolute(b, x);
  return power == 1 ? size : b.power(size, b.like(size, power));
}

/// The norm of what was summed up.
static Value rootOf(ProgramBuilder &b, Value sum, double power) {
  if (power == 2)
    return b.sqrt(sum);
  return power == 1 ? sum : b.power(sum, b.like(sum, 1 / power));
}

static LogicalResult lpPool(OpCall &call) {
  FailureOr<PoolWindow> pool = readPool(call);
  if (failed(pool))
    return llvm::failure();
  if (!llvm::isa<mlir::FloatType>(call.element()))
    return call.fail(mismatch::notFloat(call.element()));
  FailureOr<double> power = readPower(call);
  if (failed(power))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value sums = b.reduceWindow(powerOf(b, call.value(0), *power), pool->options,
                              Combination::Add);
  return setPooled(call, *pool, {rootOf(b, sums, *power)});
}

//===----------------------------------------------------------------------===//
// Whole images
//===----------------------------------------------------------------------===//

static LogicalResult globalPool(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  if (call.rank() < 3)
    return call.fail(mismatch::rankBelow(call.shape(), 3));
  if (!llvm::isa<mlir::FloatType>(call.element()))
    return call.fail(mismatch::notFloat(call.element()));
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  SmallVector<int64_t> over =
      llvm::to_vector(llvm::seq<int64_t>(2, call.rank()));
  SmallVector<int64_t> shape(call.shape());
  for (int64_t dimension : over)
    shape[dimension] = 1;
  Value result;
  if (call.op == "GlobalMaxPool") {
    result = b.reduce(x, over, Combination::Maximum);
  } else if (call.op == "GlobalAveragePool") {
    result = b.mean(x, over);
  } else {
    FailureOr<double> power = readPower(call);
    if (failed(power))
      return llvm::failure();
    result = rootOf(b, b.sum(powerOf(b, x, *power), over), *power);
  }
  return call.setResult(b.reshape(result, shape));
}

static LogicalResult maxRoiPool(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  if (call.rank() != 4)
    return call.fail(mismatch::rank(call.shape(), 4));
  const int64_t rows[] = {mlir::ShapedType::kDynamic, 5};
  if (!mayEqual(call.shape(1), rows))
    return call.fail(mismatch::shape("rois", call.shape(1), rows));
  if (!hasSizes(call, "pooled_shape"))
    return call.failMissing("`pooled_shape` is missing");
  FailureOr<IndexVector> pooled = readSizes(call, "pooled_shape", 2, 1, 1);
  if (failed(pooled))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  if (b.buildsOps())
    return call.failUnsupported("the sizes of its windows depend on data");
  const int64_t shape[] = {call.shape(1)[0], call.shape()[1], (*pooled)[0],
                           (*pooled)[1]};
  return call.setResult(
      b.splat(mlir::RankedTensorType::get(shape, call.element()), 0));
}

//===----------------------------------------------------------------------===//
// Pools undone
//===----------------------------------------------------------------------===//

/// The size of the input of a pool, by that of its result.
static int64_t unpooledSize(int64_t size, int64_t reach, int64_t stride,
                            int64_t padding) {
  if (!OpCall::isSize(size))
    return mlir::ShapedType::kDynamic;
  return (size - 1) * stride + reach - padding;
}

static LogicalResult maxUnpool(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  if (call.rank() < 3)
    return call.fail(mismatch::rankBelow(call.shape(), 3));
  if (!mayEqual(call.shape(0), call.shape(1)))
    return call.fail(mismatch::shape("I", call.shape(1), call.shape(0)));
  size_t count = call.rank() - 2;
  if (!hasSizes(call, "kernel_shape"))
    return call.failMissing("`kernel_shape` is missing");
  FailureOr<IndexVector> sizes = readSizes(call, "kernel_shape", count, 1, 1);
  if (failed(sizes))
    return llvm::failure();
  FailureOr<IndexVector> strides = readSizes(call, "strides", count, 1, 1);
  if (failed(strides))
    return llvm::failure();
  FailureOr<IndexVector> pads = readSizes(call, "pads", 2 * count, 0, 0);
  if (failed(pads))
    return llvm::failure();
  SmallVector<int64_t> shape(call.shape());
  for (size_t i = 0; i < count; ++i) {
    shape[i + 2] = unpooledSize(shape[i + 2], (*sizes)[i], (*strides)[i],
                                (*pads)[i] + (*pads)[count + i]);
    if (isKnown(shape[i + 2]) && shape[i + 2] < 1)
      return call.fail("`pads` " + mismatch::shapeText(*pads) +
                       " leave nothing of the result");
  }
  SmallVector<int64_t> wanted = shape;
  if (call.has(2)) {
    std::optional<IndexVector> given = call.knownIntegers(2);
    if (!given)
      return call.failNotConstant(2, "output_shape", call.rank(),
                                  call.element());
    if (given->size() != shape.size() || !OpCall::areSizes(*given, 0))
      return call.fail(mismatch::sizes(
          "output_shape", mismatch::shapeText(*given), call.rank(), 0));
    wanted.assign(given->begin(), given->end());
  }
  ProgramBuilder &b = call.builder;
  auto type = mlir::RankedTensorType::get(wanted, call.element());
  if (!b.buildsOps())
    return call.setResult(b.splat(type, 0));
  // Indices are those of an input of the size that follows, of which the
  // result has the start.
  SmallVector<int64_t> low(shape.size(), 0);
  SmallVector<int64_t> high;
  for (auto [size, found] : llvm::zip(wanted, shape)) {
    if (size < found)
      return call.failUnsupported("`output_shape` " +
                                  mismatch::shapeText(wanted) +
                                  " is smaller than what the windows cover");
    high.push_back(size - found);
  }
  if (ForwardModule::isTooLarge(wanted))
    return call.failUnsupported("the result is too large");
  int64_t elements = ProgramBuilder::typeOf(call.value(0)).getNumElements();
  // An element may be the greatest of several windows.
  bool areApart = llvm::all_of(llvm::zip(*sizes, *strides), [](auto window) {
    auto [size, stride] = window;
    return size <= stride;
  });
  Value empty = b.splat(
      mlir::RankedTensorType::get({elementCount(shape)}, call.element()), 0);
  Value filled = setElements(b, empty, b.reshape(call.value(1), {elements}),
                             b.reshape(call.value(0), {elements}), areApart);
  return call.setResult(b.pad(b.reshape(filled, shape), 0, low, high));
}

void onnx::addPoolingOps(OpTable &table) {
  table.add(maxPool, {"MaxPool"});
  table.add(averagePool, {"AveragePool"});
  table.add(lpPool, {"LpPool"});
  table.add(globalPool, {"GlobalAveragePool", "GlobalLpPool", "GlobalMaxPool"});
  table.add(maxUnpool, {"MaxUnpool"});
  table.add(maxRoiPool, {"MaxRoiPool"});
}
