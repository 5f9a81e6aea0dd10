//===- ArrangementOps.cpp - Ops that arrange elements anew ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Common/Broadcasting.h"
#include "Ops/TensorFlow/Operators.h"
#include "Support/MLIR.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

/// The first input in another shape.
static LogicalResult setReshaped(OpCall &node, llvm::ArrayRef<int64_t> shape) {
  if (disagree(stablehlo::elementCount(shape),
               stablehlo::elementCount(node.shape(0)))) {
    node.expectSizes(0, shape);
    return node.fail(mismatch::reshape(node.shape(0), shape));
  }
  if (mlir::DenseElementsAttr constant = node.inputs[0].constant)
    return node.set(0, constant.reshape(mlir::RankedTensorType::get(
                           shape, constant.getElementType())));
  return node.set(node.builder.reshape(node.input(0), shape));
}

static LogicalResult reshape(OpCall &node) {
  std::optional<Integers> shape = node.partial(1);
  if (!shape)
    return node.failUnknown(1);
  if (!node.isRanked(0))
    return node.setSizes(0, *shape);
  if (llvm::count_if(*shape, [](int64_t size) {
        return size < 0 && stablehlo::isKnown(size);
      }) > 1)
    return node.fail("the new shape " + mismatch::shapeText(*shape) +
                     " has more than one unknown size");
  int64_t count = stablehlo::elementCount(node.shape(0)), known = 1;
  llvm::SmallVector<int64_t *> open;
  for (int64_t &size : *shape) {
    if (size < 0)
      open.push_back(&size);
    else
      known = productOf(known, size);
  }
  for (int64_t *size : open)
    *size = mlir::ShapedType::kDynamic;
  // One size that is left open, or is not known, follows from the others.
  bool follows = stablehlo::isKnown(known) && stablehlo::isKnown(count);
  if (open.size() == 1 && follows)
    *open.front() = known == 0 ? 0 : count / known;
  if (!shape->empty() && disagree(stablehlo::elementCount(*shape), count))
    shape->front() = node.context.batchFor(shape->front());
  return setReshaped(node, *shape);
}

static LogicalResult expand(OpCall &node) {
  Integers shape(node.shape(0));
  int64_t rank = node.rank(0) + 1;
  std::optional<int64_t> given = node.knownScalar(1);
  if (!given)
    return node.failUnknown(1, unknownSizes(rank));
  std::optional<int64_t> axis = node.axis(*given, rank);
  if (!axis)
    return node.fail(mismatch::axis(*given, rank));
  shape.insert(shape.begin() + *axis, 1);
  return setReshaped(node, shape);
}

static LogicalResult squeeze(OpCall &node) {
  Integers given = node.integers("squeeze_dims");
  if (given.empty())
    given = node.integers("axis");
  llvm::ArrayRef<int64_t> shape = node.shape(0);
  // Without axes, a size that is not known may be 1 or not.
  if (given.empty() && !llvm::all_of(shape, stablehlo::isKnown))
    return node.failUnknown(0);
  llvm::SmallVector<bool> isDropped(shape.size(), false);
  for (int64_t number : given) {
    std::optional<int64_t> axis = node.axis(number, shape.size());
    if (!axis || disagree(shape[*axis], 1))
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
  std::optional<Integers> order = node.partial(1);
  if (!node.isRanked(0))
    return node.failUnknown(
        0, order ? std::optional(unknownSizes(order->size())) : std::nullopt);
  llvm::ArrayRef<int64_t> shape = node.shape(0);
  if (!order || !llvm::all_of(*order, stablehlo::isKnown))
    return node.failUnknown(1, unknownSizes(shape.size()));
  if (node.op() == "ConjugateTranspose" &&
      llvm::isa<mlir::ComplexType>(node.element(0)) && node.builder.buildsOps())
    return node.fail(mismatch::notFloat(node.element(0)));
  // TensorFlow counts them from the end when it checks a graph.
  if (llvm::any_of(*order, [](int64_t axis) { return axis < 0; }))
    return node.failUnsupported(
        mismatch::permutation("perm", *order, shape.size()));
  Integers sorted(*order);
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int64_t>(0, shape.size())))
    return node.fail(mismatch::permutation("perm", *order, shape.size()));
  return node.set(node.builder.transpose(node.input(0), *order));
}

static LogicalResult tile(OpCall &node) {
  llvm::ArrayRef<int64_t> shape = node.shape(0);
  std::optional<Integers> times = node.partial(1);
  if (!times)
    return node.failUnknown(1, unknownSizes(shape.size()));
  if (times->size() != shape.size() || llvm::any_of(*times, [](int64_t count) {
        return stablehlo::isKnown(count) && count < 0;
      }))
    return node.fail("multiples " + mismatch::shapeText(*times) +
                     " cannot tile the input shape " +
                     mismatch::shapeText(shape));
  // A new dimension before each, and the two joined.
  Integers result, spread, dimensions;
  for (auto [i, size] : llvm::enumerate(shape)) {
    result.push_back(productOf(size, (*times)[i]));
    spread.append({(*times)[i], size});
    dimensions.push_back(2 * i + 1);
  }
  return node.set(node.builder.reshape(
      node.builder.broadcast(node.input(0), spread, dimensions), result));
}

static LogicalResult broadcastTo(OpCall &node) {
  std::optional<Integers> shape = node.partial(1);
  if (!shape)
    return node.failUnknown(1);
  if (!node.isRanked(0))
    return node.setSizes(0, *shape);
  std::optional<Integers> common = broadcastShape(*shape, node.shape(0));
  if (!common || !stablehlo::mayEqual(*common, *shape))
    return node.fail(mismatch::broadcastTo(node.shape(0), *shape));
  return node.set(node.builder.broadcastTo(node.input(0), *shape));
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

namespace {
/// How many elements are added before and behind those of each dimension.
struct Edges {
  Integers low, high;
};
} // namespace

/// None, and the outputs or the problem of the node are set, if they are not
/// known or cannot be.
static std::optional<Edges> edgesOf(OpCall &node) {
  size_t rank = node.rank(0);
  std::optional<Integers> given = node.known(1);
  if (!given) {
    (void)node.failUnknown(1, unknownSizes(rank));
    return std::nullopt;
  }
  if (given->size() != 2 * rank ||
      llvm::any_of(*given, [](int64_t size) { return size < 0; })) {
    (void)node.fail("paddings " + mismatch::shapeText(*given) +
                    " cannot pad the input shape " +
                    mismatch::shapeText(node.shape(0)));
    return std::nullopt;
  }
  Edges edges;
  for (size_t i = 0; i != rank; ++i) {
    edges.low.push_back((*given)[2 * i]);
    edges.high.push_back((*given)[2 * i + 1]);
  }
  return edges;
}

/// What a function that sets the outputs or the problem of a node leaves.
static LogicalResult resultOf(OpCall &node) {
  return llvm::failure(node.problem.has_value());
}

static LogicalResult pad(OpCall &node) {
  std::optional<Edges> edges = edgesOf(node);
  if (!edges)
    return resultOf(node);
  std::optional<double> number = 0;
  if (node.inputs.size() > 2 && node.builder.buildsOps())
    number = node.knownNumber(2);
  if (!number)
    return node.failUnknown(2);
  return node.set(
      node.builder.pad(node.input(0), *number, edges->low, edges->high));
}

/// Repeats the elements at an edge in reverse, and the last one itself unless
/// it reflects.
static LogicalResult mirrorPad(OpCall &node) {
  std::optional<Edges> edges = edgesOf(node);
  if (!edges)
    return resultOf(node);
  int64_t skipped = node.word("mode") == "REFLECT" ? 1 : 0;
  auto &p = node.builder;
  Value result = node.input(0);
  for (int64_t i = 0, rank = node.rank(0); i != rank; ++i) {
    int64_t size = node.shape(0)[i], low = edges->low[i], high = edges->high[i];
    if (stablehlo::isKnown(size) && std::max(low, high) > size - skipped)
      return node.fail("paddings of " + llvm::Twine(low) + " and " +
                       llvm::Twine(high) + " mirror more than axis " +
                       llvm::Twine(i) + " of size " + llvm::Twine(size) +
                       " has");
    llvm::SmallVector<Value> parts = {result};
    if (low != 0)
      parts.insert(parts.begin(),
                   p.reverse(p.part(result, i, skipped, skipped + low), {i}));
    if (high != 0)
      parts.push_back(p.reverse(p.part(result, i, sumOf(size, -skipped - high),
                                       sumOf(size, -skipped)),
                                {i}));
    result = p.concatenate(parts, i);
  }
  return node.set(result);
}

//===----------------------------------------------------------------------===//
// Joining and splitting
//===----------------------------------------------------------------------===//

/// Joins inputs `first` to `end` along an axis.
static LogicalResult join(OpCall &node, unsigned first, unsigned end,
                          int64_t axis) {
  llvm::SmallVector<Value> values;
  for (unsigned i = first; i != end; ++i) {
    Integers expected(node.shape(first));
    if (node.rank(i) == node.rank(first))
      expected[axis] = node.shape(i)[axis];
    if (!stablehlo::mayEqual(node.shape(i), expected) ||
        node.elementsDiffer(i, first)) {
      node.expectSizes(0, unknownSizes(node.rank(first)));
      return node.fail(
          mismatch::concatenate(node.type(first), node.type(i), axis));
    }
    values.push_back(node.input(i));
  }
  return node.set(node.builder.concatenate(values, axis));
}

/// Gives inputs of unknown rank that of the others; none if none has one.
static std::optional<int64_t> commonRank(OpCall &node, unsigned first,
                                         unsigned end) {
  for (unsigned i = first; i != end; ++i) {
    if (!node.isRanked(i))
      continue;
    for (unsigned k = first; k != end; ++k)
      node.assumeRank(k, node.rank(i));
    return node.rank(i);
  }
  return std::nullopt;
}

static LogicalResult concat(OpCall &node) {
  unsigned count = node.inputs.size() - 1;
  bool axisIsFirst = node.op() == "Concat";
  unsigned axisAt = axisIsFirst ? 0 : count, first = axisIsFirst ? 1 : 0;
  std::optional<int64_t> rank = commonRank(node, first, first + count);
  for (unsigned i = first; i != first + count; ++i) {
    if (!node.isRanked(i))
      return rank ? node.failNotTensor(i) : node.failUnranked(i);
  }
  std::optional<int64_t> given = node.knownScalar(axisAt);
  if (!given)
    return node.failUnknown(axisAt, unknownSizes(*rank));
  std::optional<int64_t> axis = node.axis(*given, *rank);
  if (!axis)
    return node.fail(mismatch::axis(*given, *rank));
  return join(node, first, first + count, *axis);
}

/// Gives each input a dimension of 1, and joins them along it.
static LogicalResult pack(OpCall &node) {
  unsigned count = node.inputs.size();
  for (unsigned i = 0; i != count; ++i) {
    if (node.builder.buildsOps() && !node.isRanked(i))
      return node.failNotTensor(i);
  }
  // What one leaves open any other may say.
  for (unsigned i = 1; i < count; ++i) {
    if (failed(node.unify(0, i)))
      return llvm::failure();
  }
  if (!node.isRanked(0))
    return node.failUnranked(0);
  Integers shape(node.shape(0));
  std::optional<int64_t> axis =
      node.axis(node.integer("axis"), shape.size() + 1);
  if (!axis)
    return node.fail(mismatch::axis(node.integer("axis"), shape.size() + 1));
  shape.insert(shape.begin() + *axis, 1);
  llvm::SmallVector<Value> parts;
  for (unsigned i = 0; i != count; ++i)
    parts.push_back(node.isRanked(i)
                        ? node.builder.reshape(node.input(i), shape)
                        : parts.front());
  return node.set(node.builder.concatenate(parts, *axis));
}

/// The part of an input between two places of an axis.
static LogicalResult setPart(OpCall &node, unsigned output, unsigned input,
                             int64_t axis, int64_t begin, int64_t length,
                             bool dropsAxis) {
  llvm::ArrayRef<int64_t> shape = node.shape(input);
  Integers starts(shape.size(), 0), limits(shape), result(shape);
  starts[axis] = begin;
  limits[axis] = sumOf(begin, length);
  result[axis] = length;
  if (dropsAxis)
    result.erase(result.begin() + axis);
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
  if (disagree(shape[*axis], int64_t(node.outputs.size()))) {
    Integers rest(shape);
    rest.erase(rest.begin() + *axis);
    for (unsigned i = 0; i != node.outputs.size(); ++i)
      node.expectSizes(i, rest);
    return node.fail("axis " + llvm::Twine(*axis) + " has size " +
                     llvm::Twine(shape[*axis]) + "; the node has " +
                     pluralize(int64_t(node.outputs.size()), "output"));
  }
  for (unsigned i = 0; i != node.outputs.size(); ++i) {
    if (failed(setPart(node, i, 0, *axis, i, 1, true)))
      return llvm::failure();
  }
  return llvm::success();
}

/// The sizes of the parts along an axis of a size; those that are left open
/// follow from the others if only one is.
static Integers partSizes(llvm::ArrayRef<int64_t> given, int64_t size) {
  Integers sizes(given);
  int64_t rest = size;
  for (int64_t part : given) {
    bool isOpen = part < 0 && stablehlo::isKnown(part);
    rest = sumOf(rest, isOpen || !stablehlo::isKnown(part) ? part : -part);
    rest = isOpen ? sumOf(rest, -part) : rest;
  }
  for (int64_t &part : sizes)
    part = part < 0 && stablehlo::isKnown(part) ? rest : part;
  return sizes;
}

/// `Split` has the axis first, `SplitV` the sizes and the axis behind.
static LogicalResult split(OpCall &node) {
  bool isEven = node.op() == "Split";
  unsigned data = isEven ? 1 : 0, axisAt = isEven ? 0 : 2;
  if (!node.isRanked(data))
    return node.failUnranked(data);
  llvm::ArrayRef<int64_t> shape = node.shape(data);
  std::optional<int64_t> given = node.knownScalar(axisAt);
  int64_t count = node.outputs.size();
  if (!given) {
    for (unsigned i = 1; !node.builder.buildsOps() && i < count; ++i)
      (void)node.setSizes(i, unknownSizes(shape.size()));
    return node.failUnknown(axisAt, unknownSizes(shape.size()));
  }
  std::optional<int64_t> axis = node.axis(*given, shape.size());
  if (!axis)
    return node.fail(mismatch::axis(*given, shape.size()));
  if (count == 0)
    return node.fail("the node has no outputs");
  int64_t size = shape[*axis];
  Integers sizes(count, stablehlo::isKnown(size) ? size / count : size);
  if (!isEven) {
    std::optional<Integers> known = node.partial(1);
    if (!known && node.builder.buildsOps())
      return node.failUnknown(1);
    sizes = partSizes(known.value_or(unknownSizes(count)), size);
  }
  int64_t total = 0;
  for (int64_t part : sizes)
    total = sumOf(total, part);
  if (int64_t(sizes.size()) != count || disagree(total, size) ||
      llvm::any_of(sizes, [](int64_t part) {
        return part < 0 && stablehlo::isKnown(part);
      }))
    return node.fail("sizes " + mismatch::shapeText(sizes) +
                     " cannot split axis " + llvm::Twine(*axis) + " of size " +
                     llvm::Twine(size) + " into " + pluralize(count, "output"));
  int64_t begin = 0;
  for (auto [i, part] : llvm::enumerate(sizes)) {
    if (failed(setPart(node, i, data, *axis, begin, part, false)))
      return llvm::failure();
    begin = sumOf(begin, part);
  }
  return llvm::success();
}

static LogicalResult reverse(OpCall &node) {
  std::optional<Integers> given = node.known(1);
  if (!given)
    return node.failUnknown(1, Integers(node.shape(0)));
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
  table.addPartial(2, 0, reshape, {"Reshape"});
  table.addPartial(2, 1, expand, {"ExpandDims"});
  table.add(1, squeeze, {"Squeeze"});
  table.addPartial(2, 0, transpose, {"Transpose", "ConjugateTranspose"});
  table.addPartial(2, 1, tile, {"Tile"});
  table.addPartial(2, 0, broadcastTo, {"BroadcastTo"});
  table.addPartial(2, 1, pad, {"Pad", "PadV2"});
  table.addPartial(2, 1, mirrorPad, {"MirrorPad"});
  table.addPartial(2, 0, concat, {"ConcatV2", "Concat"});
  table.addPartial(1, 0, pack, {"Pack"});
  table.add(1, unpack, {"Unpack"});
  table.addPartial(2, 0, split, {"Split"});
  table.addPartial(3, 0, split, {"SplitV"});
  table.addPartial(2, 1, reverse, {"ReverseV2"});
}
