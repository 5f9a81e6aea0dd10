//===- ArrangementOps.cpp - Ops that arrange elements anew ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Literal.h"
#include "Ops/TensorFlow/Operators.h"
#include "Support/MLIR.h"
#include "Support/Text.h"
#include <numeric>

using namespace trainlint;
using namespace trainlint::tensorflow;

/// The constant of an input that is small enough to be worked with.
static std::optional<Literal> numbersIn(OpCall &node, unsigned input) {
  mlir::DenseElementsAttr constant = node.inputs[input].constant;
  if (!constant || constant.getNumElements() > (1 << 14))
    return std::nullopt;
  return Literal::of(constant);
}

static int64_t countOf(llvm::ArrayRef<int64_t> shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t(1),
                         std::multiplies<int64_t>());
}

/// The first input in another shape.
static LogicalResult setReshaped(OpCall &node, llvm::ArrayRef<int64_t> shape) {
  if (countOf(shape) != node.type(0).getNumElements())
    return node.fail(mismatch::reshape(node.shape(0), shape));
  if (mlir::DenseElementsAttr constant = node.inputs[0].constant)
    return node.set(0, constant.reshape(mlir::RankedTensorType::get(
                           shape, constant.getElementType())));
  return node.set(node.builder.reshape(node.input(0), shape));
}

static LogicalResult reshape(OpCall &node) {
  std::optional<Integers> shape = node.known(1);
  if (!shape)
    return node.failUnknown(1);
  int64_t known = 1, open = -1;
  for (auto [i, size] : llvm::enumerate(*shape)) {
    if (size >= 0)
      known *= size;
    else if (open < 0)
      open = i;
    else
      return node.fail("the new shape " + mismatch::shapeText(*shape) +
                       " has more than one unknown size");
  }
  if (open >= 0)
    (*shape)[open] = known == 0 ? 0 : node.type(0).getNumElements() / known;
  if (!shape->empty() && countOf(*shape) != node.type(0).getNumElements())
    shape->front() = node.context.batchFor(shape->front());
  return setReshaped(node, *shape);
}

static LogicalResult expand(OpCall &node) {
  std::optional<int64_t> given = node.knownScalar(1);
  if (!given)
    return node.failUnknown(1);
  Integers shape(node.shape(0));
  std::optional<int64_t> axis = node.axis(*given, shape.size() + 1);
  if (!axis)
    return node.fail(mismatch::axis(*given, shape.size() + 1));
  shape.insert(shape.begin() + *axis, 1);
  return setReshaped(node, shape);
}

static LogicalResult squeeze(OpCall &node) {
  Integers given = node.integers("squeeze_dims");
  if (given.empty())
    given = node.integers("axis");
  llvm::ArrayRef<int64_t> shape = node.shape(0);
  llvm::SmallVector<bool> isDropped(shape.size(), false);
  for (int64_t number : given) {
    std::optional<int64_t> axis = node.axis(number, shape.size());
    if (!axis || shape[*axis] != 1)
      return node.fail("axis " + llvm::Twine(number) + " of shape " +
                       mismatch::shapeText(shape) + " cannot be squeezed");
    isDropped[*axis] = true;
  }
  Integers kept;
  for (auto [size, drop] : llvm::zip(shape, isDropped)) {
    if (given.empty() ? size != 1 : !drop)
      kept.push_back(size);
  }
  return setReshaped(node, kept);
}

static LogicalResult transpose(OpCall &node) {
  std::optional<Integers> order = node.known(1);
  if (!order)
    return node.failUnknown(1);
  llvm::ArrayRef<int64_t> shape = node.shape(0);
  Integers sorted(*order), result;
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int64_t>(0, shape.size())))
    return node.fail(mismatch::permutation("perm", *order, shape.size()));
  for (int64_t axis : *order)
    result.push_back(shape[axis]);
  if (std::optional<Literal> numbers = numbersIn(node, 0))
    return node.set(0, numbers
                           ->gather(result,
                                    [&](llvm::ArrayRef<int64_t> indices) {
                                      Integers from(indices.size());
                                      for (auto [i, axis] :
                                           llvm::enumerate(*order))
                                        from[axis] = indices[i];
                                      return numberOf(from, numbers->shape);
                                    })
                           .toAttribute());
  return node.set(node.builder.transpose(node.input(0), *order));
}

static LogicalResult tile(OpCall &node) {
  std::optional<Integers> times = node.known(1);
  if (!times)
    return node.failUnknown(1);
  llvm::ArrayRef<int64_t> shape = node.shape(0);
  if (times->size() != shape.size() ||
      llvm::any_of(*times, [](int64_t count) { return count < 0; }))
    return node.fail("multiples " + mismatch::shapeText(*times) +
                     " cannot tile the input shape " +
                     mismatch::shapeText(shape));
  Integers result;
  for (auto [size, count] : llvm::zip(shape, *times))
    result.push_back(size * count);
  if (std::optional<Literal> numbers = numbersIn(node, 0);
      numbers && countOf(result) <= (1 << 14))
    return node.set(0, numbers
                           ->gather(result,
                                    [&](llvm::ArrayRef<int64_t> indices) {
                                      Integers from;
                                      for (auto [index, size] :
                                           llvm::zip(indices, shape))
                                        from.push_back(index % size);
                                      return numberOf(from, shape);
                                    })
                           .toAttribute());
  // A new dimension before each, and the two joined.
  Integers spread, dimensions;
  for (auto [i, size] : llvm::enumerate(shape)) {
    spread.append({(*times)[i], size});
    dimensions.push_back(2 * i + 1);
  }
  return node.set(node.builder.reshape(
      node.builder.broadcast(node.input(0), spread, dimensions), result));
}

static LogicalResult broadcastTo(OpCall &node) {
  std::optional<Integers> shape = node.known(1);
  if (!shape)
    return node.failUnknown(1);
  if (broadcastShape(node.shape(0), *shape) != *shape)
    return node.fail(mismatch::broadcastTo(node.shape(0), *shape));
  return node.set(node.builder.broadcastTo(node.input(0), *shape));
}

static LogicalResult pad(OpCall &node) {
  std::optional<Integers> given = node.known(1);
  if (!given)
    return node.failUnknown(1);
  size_t rank = node.shape(0).size();
  if (given->size() != 2 * rank ||
      llvm::any_of(*given, [](int64_t size) { return size < 0; }))
    return node.fail("paddings " + mismatch::shapeText(*given) +
                     " cannot pad the input shape " +
                     mismatch::shapeText(node.shape(0)));
  Integers low, high;
  for (size_t i = 0; i != rank; ++i) {
    low.push_back((*given)[2 * i]);
    high.push_back((*given)[2 * i + 1]);
  }
  double number = 0;
  if (node.inputs.size() > 2) {
    mlir::DenseElementsAttr value = node.inputs[2].constant;
    if (!value || value.getNumElements() != 1)
      return node.failUnknown(2);
    Literal numbers = Literal::of(value);
    number = numbers.isReal() ? numbers.reals[0] : numbers.integers[0];
  }
  return node.set(node.builder.pad(node.input(0), number, low, high));
}

//===----------------------------------------------------------------------===//
// Joining and splitting
//===----------------------------------------------------------------------===//

/// Joins inputs `first` to `end` along an axis.
static LogicalResult join(OpCall &node, unsigned first, unsigned end,
                          int64_t axis) {
  llvm::ArrayRef<int64_t> shape = node.shape(first);
  Integers total(shape);
  total[axis] = 0;
  bool isKnown = true;
  for (unsigned i = first; i != end; ++i) {
    llvm::ArrayRef<int64_t> other = node.shape(i);
    Integers expected(shape);
    if (other.size() == shape.size())
      expected[axis] = other[axis];
    if (node.type(i) != node.type(first).clone(expected))
      return node.fail(
          mismatch::concatenate(node.type(first), node.type(i), axis));
    total[axis] += other[axis];
    isKnown &= numbersIn(node, i).has_value();
  }
  if (isKnown) {
    Literal result;
    result.element = node.element(first);
    result.shape = total;
    int64_t before = countOf(shape.take_front(axis));
    for (int64_t row = 0; row != before; ++row) {
      for (unsigned i = first; i != end; ++i) {
        Literal part = *numbersIn(node, i);
        int64_t length = before ? part.count() / before : 0;
        for (int64_t k = 0; k != length; ++k)
          result.append(part, row * length + k);
      }
    }
    return node.set(0, result.toAttribute());
  }
  llvm::SmallVector<Value> values;
  for (unsigned i = first; i != end; ++i)
    values.push_back(node.input(i));
  if (values.size() == 1)
    return node.set(values.front());
  return node.set(node.builder.concatenate(values, axis));
}

static LogicalResult concat(OpCall &node) {
  unsigned count = node.inputs.size() - 1;
  bool axisIsFirst = node.op() == "Concat";
  unsigned axisAt = axisIsFirst ? 0 : count, first = axisIsFirst ? 1 : 0;
  for (auto [number, input] : llvm::enumerate(node.inputs)) {
    if (!input.isTensor())
      return node.failNotTensor(number);
  }
  std::optional<int64_t> given = node.knownScalar(axisAt);
  if (!given)
    return node.failUnknown(axisAt);
  std::optional<int64_t> axis = node.axis(*given, node.shape(first).size());
  if (!axis)
    return node.fail(mismatch::axis(*given, node.shape(first).size()));
  return join(node, first, first + count, *axis);
}

/// Gives each input a dimension of 1, and joins them along it.
static LogicalResult pack(OpCall &node) {
  Integers shape(node.shape(0));
  std::optional<int64_t> axis =
      node.axis(node.integer("axis"), shape.size() + 1);
  if (!axis)
    return node.fail(mismatch::axis(node.integer("axis"), shape.size() + 1));
  shape.insert(shape.begin() + *axis, 1);
  llvm::SmallVector<StepValue> parts;
  for (unsigned i = 0; i != node.inputs.size(); ++i) {
    if (!node.inputs[i].isTensor())
      return node.failNotTensor(i);
    if (node.type(i) != node.type(0))
      return node.fail(mismatch::types(node.type(0), node.type(i)));
    mlir::DenseElementsAttr constant = node.inputs[i].constant;
    auto type = mlir::RankedTensorType::get(shape, node.element(0));
    parts.push_back(
        constant ? StepValue::of(constant.reshape(type))
                 : StepValue::of(node.builder.reshape(node.input(i), shape)));
  }
  node.inputs = parts;
  LogicalResult result = join(node, 0, parts.size(), *axis);
  node.inputs = {};
  return result;
}

/// The part of an input between two places of an axis.
static LogicalResult setPart(OpCall &node, unsigned output, unsigned input,
                             int64_t axis, int64_t begin, int64_t length,
                             bool dropsAxis) {
  llvm::ArrayRef<int64_t> shape = node.shape(input);
  Integers starts(shape.size(), 0), limits(shape), part(shape), result(shape);
  starts[axis] = begin;
  limits[axis] = begin + length;
  part[axis] = length;
  result[axis] = length;
  if (dropsAxis)
    result.erase(result.begin() + axis);
  if (std::optional<Literal> numbers = numbersIn(node, input)) {
    Literal cut = numbers->gather(part, [&](llvm::ArrayRef<int64_t> indices) {
      Integers from(indices);
      from[axis] += begin;
      return numberOf(from, shape);
    });
    cut.shape.assign(result.begin(), result.end());
    return node.set(output, cut.toAttribute());
  }
  return node.set(
      output,
      node.builder.reshape(
          node.builder.slice(node.input(input), starts, limits), result));
}

static LogicalResult unpack(OpCall &node) {
  llvm::ArrayRef<int64_t> shape = node.shape(0);
  std::optional<int64_t> axis = node.axis(node.integer("axis"), shape.size());
  if (!axis)
    return node.fail(mismatch::axis(node.integer("axis"), shape.size()));
  if (shape[*axis] != int64_t(node.outputs.size()))
    return node.fail("axis " + llvm::Twine(*axis) + " has size " +
                     llvm::Twine(shape[*axis]) + "; the node has " +
                     pluralize(int64_t(node.outputs.size()), "output"));
  for (unsigned i = 0; i != node.outputs.size(); ++i) {
    if (failed(setPart(node, i, 0, *axis, i, 1, true)))
      return llvm::failure();
  }
  return llvm::success();
}

/// `Split` has the axis first, `SplitV` the sizes and the axis behind.
static LogicalResult split(OpCall &node) {
  bool isEven = node.op() == "Split";
  unsigned data = isEven ? 1 : 0, axisAt = isEven ? 0 : 2;
  std::optional<int64_t> given = node.knownScalar(axisAt);
  if (!given)
    return node.failUnknown(axisAt);
  llvm::ArrayRef<int64_t> shape = node.shape(data);
  std::optional<int64_t> axis = node.axis(*given, shape.size());
  int64_t count = node.outputs.size();
  if (!axis)
    return node.fail(mismatch::axis(*given, shape.size()));
  if (count == 0)
    return node.fail("the node has no outputs");
  Integers sizes(count, shape[*axis] / count);
  if (!isEven) {
    std::optional<Integers> known = node.known(1);
    if (!known)
      return node.failUnknown(1);
    sizes = *known;
    int64_t rest = shape[*axis];
    for (int64_t size : sizes)
      rest -= std::max<int64_t>(size, 0);
    for (int64_t &size : sizes)
      size = size < 0 ? rest : size;
  }
  int64_t total = std::accumulate(sizes.begin(), sizes.end(), int64_t(0));
  if (int64_t(sizes.size()) != count || total != shape[*axis] ||
      llvm::any_of(sizes, [](int64_t size) { return size < 0; }))
    return node.fail("sizes " + mismatch::shapeText(sizes) +
                     " cannot split axis " + llvm::Twine(*axis) + " of size " +
                     llvm::Twine(shape[*axis]) + " into " +
                     pluralize(count, "output"));
  int64_t begin = 0;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    if (failed(setPart(node, i, data, *axis, begin, size, false)))
      return llvm::failure();
    begin += size;
  }
  return llvm::success();
}

static LogicalResult reverse(OpCall &node) {
  std::optional<Integers> given = node.known(1);
  if (!given)
    return node.failUnknown(1);
  Integers axes;
  for (int64_t number : *given) {
    std::optional<int64_t> axis = node.axis(number, node.shape(0).size());
    if (!axis)
      return node.fail(mismatch::axis(number, node.shape(0).size()));
    axes.push_back(*axis);
  }
  return node.set(node.builder.reverse(node.input(0), axes));
}

void tensorflow::addArrangementOps(OpTable &table) {
  table.add(2, reshape, {"Reshape"});
  table.add(2, expand, {"ExpandDims"});
  table.add(1, squeeze, {"Squeeze"});
  table.add(2, transpose, {"Transpose"});
  table.add(2, tile, {"Tile"});
  table.add(2, broadcastTo, {"BroadcastTo"});
  table.add(2, pad, {"Pad", "PadV2"});
  table.add(2, concat, {"ConcatV2", "Concat"});
  table.add(1, pack, {"Pack"});
  table.add(1, unpack, {"Unpack"});
  table.add(2, split, {"Split"});
  table.add(3, split, {"SplitV"});
  table.add(2, reverse, {"ReverseV2"});
}
