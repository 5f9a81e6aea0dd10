//===- IndexingOps.cpp - Elements that indices name -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/TensorFlow/Operators.h"
#include "Ops/TensorFlow/PartialRows.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using stablehlo::Combination;
using stablehlo::ComparisonDirection;
using stablehlo::ProgramBuilder;

/// The elements of a vector that is known at places that are; null of others.
static Value gatherKnown(OpCall &node, int64_t axis,
                         llvm::ArrayRef<int64_t> result) {
  std::optional<Integers> places = node.known(1);
  if (!places || !node.builder.literalOf(node.input(0)))
    return {};
  llvm::ArrayRef<int64_t> shape = node.shape(1);
  return node.builder.foldMoved(
      {node.input(0)}, result, [&](llvm::ArrayRef<int64_t> at) {
        ProgramBuilder::ElementSource source;
        int64_t number = 0;
        for (auto [index, size] :
             llvm::zip(at.slice(axis, shape.size()), shape))
          number = number * size + index;
        source.index.append(at.begin(), at.begin() + axis);
        source.index.push_back((*places)[number]);
        llvm::append_range(source.index, at.drop_front(axis + shape.size()));
        return source;
      });
}

/// Slices along an axis, from places that indices name.
static LogicalResult gather(OpCall &node) {
  int64_t given = 0;
  if (node.op() == "GatherV2") {
    std::optional<int64_t> axis = node.knownScalar(2);
    if (!axis)
      return node.failUnknown(2);
    given = *axis;
  }
  llvm::ArrayRef<int64_t> shape = node.shape(0), places = node.shape(1);
  std::optional<int64_t> axis = node.axis(given, shape.size());
  if (!axis)
    return node.fail(mismatch::axis(given, shape.size()));
  int64_t batch = node.integer("batch_dims");
  if (batch != 0 && node.builder.buildsOps())
    return node.fail("`batch_dims` is " + llvm::Twine(batch) +
                     "; only 0 is supported");
  if (batch < 0)
    batch += places.size();
  if (batch < 0 || batch > int64_t(places.size()) || batch > *axis)
    return node.fail("`batch_dims` is " + llvm::Twine(batch) +
                     "; the indices have rank " + llvm::Twine(places.size()) +
                     " and `axis` is " + llvm::Twine(*axis));
  Integers result(shape.take_front(*axis));
  llvm::append_range(result, places.drop_front(batch));
  llvm::append_range(result, shape.drop_front(*axis + 1));
  if (batch != 0)
    return node.setSizes(0, result);
  for (int64_t place : node.known(1).value_or(Integers())) {
    bool isChecked = node.inputs[0].constant || !node.builder.buildsOps();
    if (isChecked && stablehlo::isKnown(shape[*axis]) &&
        (place < 0 || place >= shape[*axis]))
      return node.failUnsupported(mismatch::index(place, *axis, shape[*axis]));
  }
  if (Value folded = gatherKnown(node, *axis, result))
    return node.set(folded);
  if (!node.builder.buildsOps())
    return node.setSizes(0, result);
  Integers offsets, sizes(shape);
  sizes[*axis] = 1;
  int64_t placesRank = places.size();
  for (int64_t i = 0; i != int64_t(result.size()); ++i) {
    if (i < *axis || i >= *axis + placesRank)
      offsets.push_back(i);
  }
  auto numbers = stablehlo::GatherDimensionsAttr::get(
      node.builder.builder().getContext(), offsets, {*axis}, {}, {}, {*axis},
      placesRank);
  return node.set(Value(stablehlo::GatherOp::create(
      node.builder.builder(), node.builder.location(),
      mlir::RankedTensorType::get(result, node.element(0)), node.input(0),
      node.input(1), numbers,
      node.builder.builder().getDenseI64ArrayAttr(sizes),
      node.builder.builder().getBoolAttr(false))));
}

static std::string depthProblem(llvm::ArrayRef<int64_t> indices,
                                llvm::ArrayRef<int64_t> shape) {
  return "indices of shape " + mismatch::shapeText(indices) +
         " cannot index a tensor of shape " + mismatch::shapeText(shape);
}

/// Slices from places that are rows of a matrix of indices, which has a row for
/// each.
static Value gatherAt(ProgramBuilder &p, Value from, Value indices) {
  llvm::ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(from);
  llvm::ArrayRef<int64_t> places = ProgramBuilder::shapeOf(indices);
  int64_t depth = places.back();
  Integers result(places.drop_back()), offsets, collapsed, sizes(shape), map;
  for (int64_t i = 0; i != depth; ++i) {
    collapsed.push_back(i);
    map.push_back(i);
    sizes[i] = 1;
  }
  for (int64_t size : shape.drop_front(depth)) {
    offsets.push_back(result.size());
    result.push_back(size);
  }
  if (!p.buildsOps())
    return p.unknown(
        mlir::RankedTensorType::get(result, ProgramBuilder::elementOf(from)));
  auto numbers = stablehlo::GatherDimensionsAttr::get(
      p.builder().getContext(), offsets, collapsed, {}, {}, map,
      int64_t(places.size()) - 1);
  return stablehlo::GatherOp::create(
      p.builder(), p.location(),
      mlir::RankedTensorType::get(result, ProgramBuilder::elementOf(from)),
      from, indices, numbers, p.builder().getDenseI64ArrayAttr(sizes),
      p.builder().getBoolAttr(false));
}

static LogicalResult gatherRows(OpCall &node) {
  llvm::ArrayRef<int64_t> shape = node.shape(0), places = node.shape(1);
  if (places.empty() || places.back() > int64_t(shape.size()))
    return node.fail(depthProblem(places, shape));
  if (!stablehlo::isKnown(places.back()))
    return node.failUnknown(1);
  return node.set(gatherAt(node.builder, node.input(0), node.input(1)));
}

/// Reverses the start of each sequence, as far as its length says.
static LogicalResult reverseSequence(OpCall &node) {
  llvm::ArrayRef<int64_t> shape = node.shape(0), lengths = node.shape(1);
  std::optional<int64_t> along =
      node.axis(node.integer("seq_dim"), shape.size());
  std::optional<int64_t> batch =
      node.axis(node.integer("batch_dim"), shape.size());
  if (!along || !batch || along == batch || lengths.size() != 1 ||
      !stablehlo::mayEqual(lengths[0], shape[*batch]))
    return node.fail("`seq_dim` " + llvm::Twine(node.integer("seq_dim")) +
                     ", `batch_dim` " + llvm::Twine(node.integer("batch_dim")) +
                     " and lengths of shape " + mismatch::shapeText(lengths) +
                     " are invalid for the input shape " +
                     mismatch::shapeText(shape));
  if (!node.builder.buildsOps())
    return node.setSizes(0, shape);
  ProgramBuilder &p = node.builder;
  Integers sizes = {shape[*batch], shape[*along]};
  Integers column = {sizes[0], sizes[1], 1};
  auto places = mlir::RankedTensorType::get(sizes, node.element(1));
  Value position = p.iota(places, 1);
  Value length = p.broadcast(node.input(1), sizes, {0});
  Value opposite =
      p.subtract(p.subtract(length, position), p.like(position, 1));
  Value isTurned =
      p.compare(position, length, stablehlo::ComparisonDirection::LT);
  Value from = p.select(isTurned, opposite, position);
  Value indices = p.concatenate(
      {p.reshape(p.iota(places, 0), column), p.reshape(from, column)}, 2);
  // Sequences are gathered as rows, whatever their dimensions are.
  Integers order = {*batch, *along};
  for (int64_t i = 0; i != int64_t(shape.size()); ++i) {
    if (i != *batch && i != *along)
      order.push_back(i);
  }
  Integers back(order.size());
  for (auto [place, dimension] : llvm::enumerate(order))
    back[dimension] = place;
  Value turned = gatherAt(p, p.transpose(node.input(0), order), indices);
  return node.set(p.transpose(turned, back));
}

Value tensorflow::scatterAdd(OpCall &node, Value into, Value places,
                             Value updates, int64_t depth, bool hasVectors) {
  llvm::ArrayRef<int64_t> shape = stablehlo::ProgramBuilder::shapeOf(into);
  int64_t placesRank = stablehlo::ProgramBuilder::shapeOf(places).size();
  int64_t batch = hasVectors ? placesRank - 1 : placesRank;
  Integers windows, inserted, map;
  for (int64_t i = 0; i != depth; ++i) {
    inserted.push_back(i);
    map.push_back(i);
  }
  for (int64_t i = depth; i != int64_t(shape.size()); ++i)
    windows.push_back(batch + i - depth);
  auto numbers = stablehlo::ScatterDimensionsAttr::get(
      node.builder.builder().getContext(), windows, inserted, {}, {}, map,
      hasVectors ? placesRank - 1 : placesRank);
  auto scatter = stablehlo::ScatterOp::create(
      node.builder.builder(), node.builder.location(),
      mlir::TypeRange(into.getType()), mlir::ValueRange(into), places,
      mlir::ValueRange(updates), numbers,
      node.builder.builder().getBoolAttr(false),
      node.builder.builder().getBoolAttr(false));
  node.builder.combine(scatter.getUpdateComputation(),
                       stablehlo::ProgramBuilder::elementOf(into),
                       Combination::Add);
  return scatter.getResult(0);
}

static LogicalResult scatterRows(OpCall &node) {
  std::optional<Integers> shape = node.partial(2);
  if (!shape)
    return node.failUnknown(2);
  if (!node.builder.buildsOps())
    return node.setSizes(0, *shape);
  llvm::ArrayRef<int64_t> places = node.shape(0);
  if (places.empty() || places.back() > int64_t(shape->size()))
    return node.fail(depthProblem(places, *shape));
  Integers wanted(places.drop_back());
  llvm::append_range(wanted, llvm::ArrayRef(*shape).drop_front(places.back()));
  if (node.shape(1) != llvm::ArrayRef(wanted))
    return node.failShape("the updates", 1, wanted);
  Value zeros = node.builder.splat(
      mlir::RankedTensorType::get(*shape, node.element(1)), 0);
  return node.set(scatterAdd(node, zeros, node.input(0), node.input(1),
                             places.back(), true));
}

/// Sums rows of the data by the numbers of their segments.
static LogicalResult segmentSum(OpCall &node) {
  llvm::ArrayRef<int64_t> data = node.shape(0), segments = node.shape(1);
  std::optional<int64_t> count = node.knownScalar(2);
  if (!count && node.builder.buildsOps())
    return node.failUnknown(2);
  if (count && *count < 0)
    return node.fail("`num_segments` is " + llvm::Twine(*count));
  if (segments.size() > data.size() ||
      !stablehlo::mayEqual(data.take_front(segments.size()), segments))
    return node.fail("segment ids of shape " + mismatch::shapeText(segments) +
                     " do not start the data shape " +
                     mismatch::shapeText(data));
  Integers shape = {count.value_or(mlir::ShapedType::kDynamic)};
  llvm::append_range(shape, data.drop_front(segments.size()));
  if (!node.builder.buildsOps())
    return node.setSizes(0, shape);
  Value zeros = node.builder.splat(
      mlir::RankedTensorType::get(shape, node.element(0)), 0);
  Value rows = node.input(0);
  const StepValue &ids = node.inputs[1];
  for (Value present : {node.inputs[0].present, ids.present}) {
    if (present)
      rows = withMissing(node, rows, present, 0);
  }
  (void)node.set(scatterAdd(node, zeros, node.input(1), rows, 1, false));
  // The sums of rows that may be missing are as many as those.
  node.outputs[0].present = ids.rowsOf;
  node.outputs[0].maker = ids.maker;
  return llvm::success();
}

static LogicalResult oneHot(OpCall &node) {
  std::optional<int64_t> depth = node.knownScalar(1);
  if (!depth && node.builder.buildsOps())
    return node.failUnknown(1);
  llvm::ArrayRef<int64_t> places = node.shape(0);
  std::optional<int64_t> axis =
      node.axis(node.integer("axis", -1), places.size() + 1);
  if (!axis)
    return node.fail(
        mismatch::axis(node.integer("axis", -1), places.size() + 1));
  if (depth && *depth < 0)
    return node.fail("`depth` is " + llvm::Twine(*depth));
  for (auto [input, name] :
       {std::pair(2U, "on_value"), std::pair(3U, "off_value")}) {
    if (node.isRanked(input) && node.rank(input) != 0)
      return node.failShape(name, input, {});
  }
  Integers shape(places), dimensions;
  shape.insert(shape.begin() + *axis,
               depth.value_or(mlir::ShapedType::kDynamic));
  if (!node.builder.buildsOps())
    return node.setSizes(0, shape);
  for (int64_t i = 0; i != int64_t(shape.size()); ++i) {
    if (i != *axis)
      dimensions.push_back(i);
  }
  Value spread = node.builder.broadcast(node.input(0), shape, dimensions);
  Value numbers = node.builder.iota(
      mlir::RankedTensorType::get(shape, node.element(0)), *axis);
  return node.set(node.builder.select(
      node.builder.compare(spread, numbers, ComparisonDirection::EQ),
      node.builder.broadcast(node.input(2), shape, {}),
      node.builder.broadcast(node.input(3), shape, {})));
}

void tensorflow::addIndexingOps(OpTable &table) {
  table.addPartial(2, 2, gather, {"Gather", "GatherV2"});
  table.addForState(2, gather, {"ResourceGather"});
  table.add(2, gatherRows, {"GatherNd"});
  table.addPartial(2, 1, reverseSequence, {"ReverseSequence"});
  table.addPartial(3, 0, scatterRows, {"ScatterNd"});
  table.addPartial(3, 2, segmentSum, {"UnsortedSegmentSum"});
  table.addPartial(4, 1, oneHot, {"OneHot"});
}
