//===- ShapeOps.cpp - Shapes, and numbers that follow from them -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Operators.h"
#include "Support/MLIR.h"
#include "llvm/Support/Format.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

/// Larger results are computed by the program.
static constexpr int64_t MaxKnownElements = 1 << 14;

static LogicalResult shapes(OpCall &node) {
  for (unsigned i = 0; i != node.inputs.size(); ++i) {
    bool isOpen = !node.builder.buildsOps() && !node.isRanked(i);
    if (!isOpen && !node.isRanked(i))
      return node.failNotTensor(i);
    if (failed(isOpen ? node.setSizes(i, unknownSizes(1))
                      : node.setIntegers(i, node.shape(i))))
      return llvm::failure();
  }
  return llvm::success();
}

static LogicalResult rank(OpCall &node) {
  if (!node.isRanked(0))
    return node.failUnknown(0, Integers());
  return node.setIntegers(0, {int64_t(node.shape(0).size())}, true);
}

static LogicalResult size(OpCall &node) {
  if (!node.isRanked(0))
    return node.failUnknown(0, Integers());
  return node.setIntegers(0, {stablehlo::elementCount(node.shape(0))}, true);
}

/// Zeros of integers may be part of a shape.
static LogicalResult zeros(OpCall &node) {
  mlir::RankedTensorType type = node.type(0);
  if (!node.builder.buildsOps())
    return node.set(type.getElementType().isIntOrFloat()
                        ? node.builder.splat(type, 0)
                        : node.builder.unknown(type));
  auto zero = node.builder.builder().getZeroAttr(type.getElementType());
  return node.set(0, mlir::DenseElementsAttr::get(type, zero));
}

static LogicalResult fill(OpCall &node) {
  std::optional<Integers> shape = node.partial(0);
  if (!shape)
    return node.failUnknown(0);
  if (!node.isRanked(1))
    return node.setSizes(0, *shape);
  if (!node.shape(1).empty())
    return node.failShape("the value", 1, {});
  if (llvm::any_of(*shape, [](int64_t size) {
        return size < 0 && stablehlo::isKnown(size);
      }))
    return node.fail(mismatch::invalidShape(*shape));
  if (mlir::DenseElementsAttr value = node.inputs[1].constant)
    return node.set(0, mlir::DenseElementsAttr::get(
                           mlir::RankedTensorType::get(*shape, node.element(1)),
                           *value.value_begin<mlir::Attribute>()));
  return node.set(node.builder.broadcast(node.input(1), *shape, {}));
}

static std::string textOf(double number) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%g", number);
  return text;
}

static LogicalResult failLong(OpCall &node, double begin, double end,
                              double step) {
  node.expectSizes(0, unknownSizes(1));
  return node.failUnsupported("the range from " + textOf(begin) + " to " +
                              textOf(end) + " by " + textOf(step) +
                              " has more than " +
                              llvm::Twine(MaxKnownElements * 16) + " elements");
}

static LogicalResult integerRange(OpCall &node, int64_t begin, int64_t end,
                                  int64_t step) {
  int64_t span = step < 0 ? sumOf(begin, -end) : sumOf(end, -begin);
  if (!stablehlo::isKnown(span))
    return failLong(node, begin, end, step);
  if (step == 0) {
    node.expectSizes(0, unknownSizes(1));
    return node.fail("the step of the range is 0");
  }
  int64_t count = span <= 0 ? 0 : (span - 1) / std::abs(step) + 1;
  bool isLong = count > MaxKnownElements * 16;
  if (isLong && node.builder.buildsOps())
    return failLong(node, begin, end, step);
  if (count > MaxKnownElements && !node.builder.buildsOps())
    return node.setSizes(0, {count});
  Integers numbers;
  for (int64_t i = 0; i != count; ++i)
    numbers.push_back(begin + i * step);
  return node.setIntegers(0, numbers);
}

static LogicalResult realRange(OpCall &node, double begin, double end,
                               double step) {
  std::vector<double> numbers;
  for (double number = begin; step > 0 ? number < end : number > end;
       number += step) {
    if (step == 0 || int64_t(numbers.size()) == MaxKnownElements * 16)
      return failLong(node, begin, end, step);
    numbers.push_back(number);
  }
  auto type =
      mlir::RankedTensorType::get({int64_t(numbers.size())}, node.element(0));
  llvm::SmallVector<mlir::Attribute> elements;
  for (double number : numbers)
    elements.push_back(mlir::FloatAttr::get(type.getElementType(), number));
  return node.set(0, mlir::DenseElementsAttr::get(type, elements));
}

static LogicalResult range(OpCall &node) {
  double reals[3];
  int64_t integers[3];
  bool areReal = false;
  for (unsigned i = 0; i != 3; ++i) {
    std::optional<int64_t> integer = node.knownScalar(i);
    std::optional<double> real = node.knownNumber(i);
    if (!integer && !real)
      return node.failUnknown(i, unknownSizes(1));
    areReal |= !integer;
    integers[i] = integer.value_or(0);
    reals[i] = real.value_or(0);
  }
  return areReal ? realRange(node, reals[0], reals[1], reals[2])
                 : integerRange(node, integers[0], integers[1], integers[2]);
}

/// An input is not known, so that of two lists not even the lengths are.
static LogicalResult setOpenLists(OpCall &node, unsigned input) {
  if (!node.builder.buildsOps())
    (void)node.setSizes(1, unknownSizes(1));
  return node.failUnknown(input, unknownSizes(1));
}

/// The axes over which the gradient of a broadcast is summed up.
static LogicalResult broadcastGradientAxes(OpCall &node) {
  std::optional<Integers> first = node.known(0), second = node.known(1);
  if (!first || !second)
    return setOpenLists(node, first ? 1 : 0);
  bool isSame = *first == *second;
  size_t rank = std::max(first->size(), second->size());
  first->insert(first->begin(), rank - first->size(), 1);
  second->insert(second->begin(), rank - second->size(), 1);
  Integers axes[2];
  for (size_t i = 0; i != rank && !isSame; ++i) {
    if ((*first)[i] == 1)
      axes[0].push_back(i);
    if ((*second)[i] == 1)
      axes[1].push_back(i);
  }
  if (failed(node.setIntegers(0, axes[0])))
    return llvm::failure();
  return node.setIntegers(1, axes[1]);
}

static LogicalResult broadcastSizes(OpCall &node) {
  std::optional<Integers> first = node.known(0), second = node.known(1);
  if (!first || !second)
    return node.failUnknown(first ? 1 : 0);
  std::optional<Integers> shape = broadcastShape(*first, *second);
  if (!shape)
    return node.fail(mismatch::broadcast({*first, *second}));
  return node.setIntegers(0, *shape);
}

static LogicalResult invertPermutation(OpCall &node) {
  std::optional<Integers> order = node.partial(0);
  if (!order)
    return node.failUnknown(0, node.isRanked(0)
                                   ? std::optional(Integers(node.shape(0)))
                                   : std::nullopt);
  Integers inverse = unknownSizes(order->size());
  for (auto [number, to] : llvm::enumerate(*order)) {
    if (!stablehlo::isKnown(to))
      continue;
    if (to < 0 || to >= int64_t(order->size()))
      return node.fail(
          mismatch::permutation("x", *order, int64_t(order->size())));
    inverse[to] = number;
  }
  return node.setIntegers(0, inverse);
}

static LogicalResult concatOffset(OpCall &node) {
  std::optional<int64_t> axis = node.knownScalar(0);
  if (!axis && node.builder.buildsOps())
    return node.failUnknown(0);
  int64_t begin = 0;
  for (unsigned i = 0; i + 1 < node.inputs.size(); ++i) {
    std::optional<Integers> shape = node.partial(i + 1);
    if (node.builder.buildsOps() && !shape)
      return node.failUnknown(i + 1);
    // Offsets have as many elements as the shapes.
    if (!shape || !axis) {
      if (node.isRanked(i + 1))
        (void)node.setSizes(i, node.shape(i + 1));
      begin = mlir::ShapedType::kDynamic;
      continue;
    }
    std::optional<int64_t> at = node.axis(*axis, shape->size());
    if (!at)
      return node.fail(mismatch::axis(*axis, shape->size(), "concat_dim"));
    Integers offset(shape->size(), 0);
    offset[*at] = begin;
    begin = sumOf(begin, (*shape)[*at]);
    if (failed(node.setIntegers(i, offset)))
      return llvm::failure();
  }
  return llvm::success();
}

/// Puts the elements of several vectors where their indices say.
static LogicalResult stitch(OpCall &node) {
  unsigned half = node.inputs.size() / 2;
  llvm::SmallVector<Integers> indices, data;
  int64_t count = 0;
  for (unsigned i = 0; i != half; ++i) {
    std::optional<Integers> places = node.known(i);
    std::optional<Integers> values = node.known(half + i);
    if (!places || !values)
      return node.failUnknown(places ? half + i : i);
    if (places->size() != values->size())
      return node.fail("`indices` and `data` " + llvm::Twine(i) + " have " +
                       llvm::Twine(places->size()) + " and " +
                       llvm::Twine(values->size()) + " elements");
    for (int64_t place : *places) {
      if (place < 0 || place >= MaxKnownElements)
        return node.fail("index " + llvm::Twine(place) +
                         " is not between 0 and " +
                         llvm::Twine(MaxKnownElements - 1));
      count = std::max(count, place + 1);
    }
    indices.push_back(std::move(*places));
    data.push_back(std::move(*values));
  }
  Integers result(count, 0);
  for (unsigned i = 0; i != half; ++i) {
    for (auto [place, value] : llvm::zip(indices[i], data[i]))
      result[place] = value;
  }
  return node.setIntegers(0, result);
}

/// The numbers of the first vector that the second lacks, and their places.
static LogicalResult listDifference(OpCall &node) {
  std::optional<Integers> all = node.known(0), without = node.known(1);
  if (!all || !without)
    return setOpenLists(node, all ? 1 : 0);
  Integers kept, places;
  for (auto [place, number] : llvm::enumerate(*all)) {
    if (llvm::is_contained(*without, number))
      continue;
    kept.push_back(number);
    places.push_back(place);
  }
  if (failed(node.setIntegers(0, kept)))
    return llvm::failure();
  return node.setIntegers(1, places);
}

/// Which elements of one set another lacks, row by row, as the checks of
/// weights ask: a sparse matrix.
static LogicalResult setDifference(OpCall &node) {
  std::optional<Integers> all = node.known(0), without = node.known(1);
  if (!all || !without)
    return node.failUnknown(all ? 1 : 0);
  // Nothing is computed of how long the rows are.
  if (!node.builder.buildsOps())
    return node.setSizes(0, {mlir::ShapedType::kDynamic, 2});
  llvm::ArrayRef<int64_t> shape = node.shape(0), other = node.shape(1);
  std::string operation = node.word("set_operation");
  if (operation != "a-b")
    return node.fail("unsupported set_operation `" + operation + "`");
  if (shape.size() != 2 || other.size() != 2 || shape[0] != other[0])
    return node.fail("sets of shapes " + mismatch::shapeText(shape) + " and " +
                     mismatch::shapeText(other) +
                     " are not matrices with the same rows");
  Integers kept, places;
  int64_t longest = 0;
  for (int64_t row = 0; row != shape[0]; ++row) {
    auto taken = llvm::ArrayRef(*without).slice(row * other[1], other[1]);
    int64_t count = 0;
    for (int64_t number :
         llvm::ArrayRef(*all).slice(row * shape[1], shape[1])) {
      if (llvm::is_contained(taken, number))
        continue;
      places.append({row, count++});
      kept.push_back(number);
    }
    longest = std::max(longest, count);
  }
  auto type = mlir::RankedTensorType::get({int64_t(kept.size()), 2},
                                          node.builder.builder().getI64Type());
  (void)node.set(
      0, mlir::DenseElementsAttr::get(type, llvm::ArrayRef<int64_t>(places)));
  if (failed(node.setIntegers(1, kept)))
    return llvm::failure();
  return node.setIntegers(2, {shape[0], longest});
}

/// True if all that is done with the rows is to add up what belongs to them, so
/// that a row may be there twice if one of them has nothing.
static bool onlyAdds(OpCall &node) {
  for (mlir::Operation *user : node.node.getOutputs()[0].getUsers()) {
    auto other = llvm::dyn_cast<graph::NodeOp>(user);
    if (!other)
      return false;
    llvm::StringRef op = other.getOpName();
    if (op != "Shape" && op != "ScatterAdd" && op != "ScatterSub" &&
        op != "ResourceScatterAdd" && op != "ResourceScatterSub" &&
        !op.contains("SparseApply"))
      return false;
  }
  return true;
}

static LogicalResult sizeFromData(OpCall &node) {
  return node.builder.buildsOps() ? node.failDataDependentShape()
                                  : llvm::success();
}

/// Where rows may be missing, each is told apart from the others: who takes
/// them may take one twice, since what depends on their number is refused.
static LogicalResult uniqueOfPartial(OpCall &node) {
  mlir::Type index = node.outputElement(1);
  if (!index)
    return node.failOutputElement(1);
  auto type = mlir::RankedTensorType::get(node.shape(0), index);
  (void)node.set(0, node.input(0));
  (void)node.set(1, node.builder.iota(type, 0));
  const StepValue &given = node.inputs[0];
  for (StepValue &output : node.outputs) {
    output.present = given.present;
    output.maker = given.maker;
  }
  node.outputs[1].rowsOf = given.present;
  return llvm::success();
}

/// How many different numbers there are is only known when the step runs. All
/// of them are kept, and each refers to the first of its kind.
static LogicalResult unique(OpCall &node) {
  if (!node.builder.buildsOps()) {
    if (node.isRanked(0))
      (void)node.setSizes(1, node.shape(0));
    return node.setSizes(0, unknownSizes(1));
  }
  llvm::ArrayRef<int64_t> shape = node.shape(0);
  if (shape.size() != 1 || node.outputs.size() < 2)
    return node.failDataDependentShape();
  if (node.inputs[0].present)
    return uniqueOfPartial(node);
  if (!onlyAdds(node))
    return node.failDataDependentShape();
  auto &p = node.builder;
  Value x = node.input(0);
  mlir::Type index = node.outputElement(1);
  if (!index)
    return node.failOutputElement(1);
  Integers square = {shape[0], shape[0]};
  Value isSame =
      p.compare(p.broadcast(x, square, {0}), p.broadcast(x, square, {1}),
                stablehlo::ComparisonDirection::EQ);
  auto type = mlir::RankedTensorType::get(square, index);
  Value first = p.reduce(
      p.select(isSame, p.iota(type, 1), p.splat(type, double(shape[0]))), {1},
      stablehlo::Combination::Minimum);
  (void)node.set(0, x);
  return node.set(1, first);
}

static LogicalResult nothing(OpCall &) { return llvm::success(); }

void tensorflow::addShapeOps(OpTable &table) {
  table.addPartial(1, 0, shapes, {"Shape", "ShapeN"});
  table.addForState(1, shapes, {"VariableShape"});
  table.addPartial(1, 0, rank, {"Rank"});
  table.addPartial(1, 0, size, {"Size"});
  table.add(1, zeros, {"ZerosLike"});
  table.addPartial(2, 0, fill, {"Fill"});
  table.addPartial(3, 0, range, {"Range"});
  table.addPartial(2, 0, broadcastGradientAxes, {"BroadcastGradientArgs"});
  table.addPartial(2, 0, broadcastSizes, {"BroadcastArgs"});
  table.addPartial(1, 0, invertPermutation, {"InvertPermutation"});
  table.addPartial(2, 0, concatOffset, {"ConcatOffset"});
  table.addPartial(2, 0, stitch, {"DynamicStitch", "ParallelDynamicStitch"});
  table.addPartial(2, 0, listDifference, {"ListDiff"});
  table.addPartial(1, 0, sizeFromData, {"DynamicPartition"});
  table.addPartial(2, 0, setDifference, {"DenseToDenseSetOperation"});
  table.addPartial(1, 0, unique, {"Unique"});
  table.add(0, nothing, {"NoOp", "ControlTrigger"});
}
