//===- SparseOps.cpp - Sparse tensors and their segments ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sparse tensors are indices, values and a shape. How many there are depends on
// the data; PartialRows.h tells how a program holds them. Rows stay where they
// were found, so that they are not sorted as TensorFlow sorts them: what is
// done with them here does not depend on their order.
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/TensorFlow/PartialRows.h"
#include "Support/MLIR.h"
#include "Support/Text.h"
#include <numeric>

using namespace trainlint;
using namespace trainlint::tensorflow;
using stablehlo::ComparisonDirection;
using stablehlo::ProgramBuilder;

/// Says which rows of an output are there.
static void setPresent(OpCall &node, unsigned output, Value present,
                       graph::NodeOp maker) {
  node.outputs[output].present = present;
  node.outputs[output].maker = maker;
}

static graph::NodeOp makerOfRows(OpCall &node) {
  for (const StepValue &input : node.inputs) {
    if (input.maker)
      return input.maker;
  }
  return node.node;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// The places of what is not zero, of elements that are known.
static LogicalResult knownPlaces(OpCall &node, llvm::ArrayRef<int64_t> elements,
                                 llvm::ArrayRef<int64_t> shape) {
  Integers places;
  Integers at(shape.size());
  int64_t count = 0;
  for (int64_t element : elements) {
    if (element != 0) {
      llvm::append_range(places, at);
      ++count;
    }
    for (int64_t i = int64_t(shape.size()) - 1; i >= 0 && ++at[i] == shape[i];
         --i)
      at[i] = 0;
  }
  auto type = mlir::RankedTensorType::get({count, int64_t(shape.size())},
                                          node.builder.builder().getI64Type());
  return node.set(
      0, mlir::DenseElementsAttr::get(type, llvm::ArrayRef<int64_t>(places)));
}

/// The places of all elements, of which those are there that are not zero.
static LogicalResult where(OpCall &node) {
  auto &p = node.builder;
  if (!p.buildsOps())
    return node.setSizes(
        0, {mlir::ShapedType::kDynamic,
            node.isRanked(0) ? node.rank(0) : mlir::ShapedType::kDynamic});
  Integers shape(node.shape(0));
  StepValue given = node.inputs[0];
  std::optional<Integers> known = node.known(0);
  if (known && !given.present)
    return knownPlaces(node, *known, shape);
  if (shape.empty() || given.rowsOf || (given.present && shape.size() != 1))
    return node.failDataDependentShape();
  Value condition = node.input(0);
  if (!ProgramBuilder::elementOf(condition).isInteger(1))
    condition =
        p.compare(condition, p.like(condition, 0), ComparisonDirection::NE);
  int64_t count = ProgramBuilder::typeOf(condition).getNumElements();
  Value present = p.reshape(condition, {count});
  if (given.present)
    present = stablehlo::AndOp::create(p.builder(), p.location(), present,
                                       given.present);
  llvm::SmallVector<Value> columns;
  auto type = mlir::RankedTensorType::get(shape, p.builder().getI64Type());
  for (int64_t i = 0; i != int64_t(shape.size()); ++i)
    columns.push_back(p.reshape(p.iota(type, i), {count, 1}));
  (void)node.set(columns.size() == 1 ? columns.front()
                                     : p.concatenate(columns, 1));
  setPresent(node, 0, present, given.maker ? given.maker : node.node);
  node.outputs[0].rowsOf = given.present;
  return llvm::success();
}

/// The same elements in a tensor of another shape.
static LogicalResult sparseReshape(OpCall &node) {
  auto &p = node.builder;
  std::optional<Integers> from = node.known(1), to = node.known(2);
  if (!from)
    return node.failUnknown(1);
  if (!to)
    return node.failUnknown(2);
  int64_t all = 1, product = 1, *open = nullptr;
  for (int64_t size : *from)
    all = size < 0 ? mlir::ShapedType::kDynamic : productOf(all, size);
  for (int64_t &size : *to) {
    if (size < 0)
      open = &size;
    else
      product = productOf(product, size);
  }
  bool areKnown = stablehlo::isKnown(all) && stablehlo::isKnown(product);
  if (areKnown && open && product != 0) {
    *open = all / product;
    product *= *open;
  }
  llvm::ArrayRef<int64_t> indices = node.shape(0);
  if (!areKnown || product != all || indices.size() != 2 ||
      indices[1] != int64_t(from->size()))
    return node.fail("indices of shape " + mismatch::shapeText(indices) +
                     " in a tensor of shape " + mismatch::shapeText(*from) +
                     " cannot be reshaped to " + mismatch::shapeText(*to));
  Value place;
  for (auto [i, size] : llvm::enumerate(*from)) {
    Value column = p.part(node.input(0), 1, int64_t(i), int64_t(i) + 1);
    place = place ? p.add(p.scale(place, double(size)), column) : column;
  }
  llvm::SmallVector<Value> columns(to->size());
  for (int64_t i = int64_t(to->size()) - 1; i >= 0 && place; --i) {
    Value size = p.like(place, double(std::max<int64_t>((*to)[i], 1)));
    Value whole = p.divide(place, size);
    columns[i] = p.subtract(place, p.multiply(whole, size));
    place = whole;
  }
  if (columns.empty() || !columns.front())
    return node.failUnsupported("a tensor without dimensions is not supported");
  (void)node.set(0, columns.size() == 1 ? columns.front()
                                        : p.concatenate(columns, 1));
  if (node.inputs[0].present)
    setPresent(node, 0, node.inputs[0].present, node.inputs[0].maker);
  return node.setIntegers(1, *to);
}

/// Adds a value to each row of a sparse matrix that has none.
static LogicalResult fillEmptyRows(OpCall &node) {
  auto &p = node.builder;
  std::optional<Integers> shape = node.known(2);
  if (!shape)
    return node.failUnknown(2);
  llvm::ArrayRef<int64_t> indices = node.shape(0), values = node.shape(1);
  if (indices.size() != 2 || values.size() != 1 || indices[0] != values[0] ||
      indices[1] != int64_t(shape->size()) || shape->empty() ||
      shape->front() < 0 || node.outputs.size() != 4 || node.rank(3) != 0)
    return node.fail("indices of shape " + mismatch::shapeText(indices) +
                     " and values of shape " + mismatch::shapeText(values) +
                     " are no sparse tensor of shape " +
                     mismatch::shapeText(*shape));
  int64_t count = indices[0], rows = shape->front();
  Value present = presentOf(node, 0);
  Value row = p.reshape(p.part(node.input(0), 1, 0, 1), {count});
  auto perRow = mlir::RankedTensorType::get({rows}, p.builder().getI32Type());
  Value counts =
      scatterAdd(node, p.splat(perRow, 0), row,
                 p.convert(present, perRow.getElementType()), 1, false);
  Value isEmpty = p.compare(counts, p.like(counts, 0), ComparisonDirection::EQ);
  auto first = mlir::RankedTensorType::get({rows, 1}, node.element(0));
  Value newIndices = p.iota(first, 0);
  if (indices[1] > 1)
    newIndices = p.concatenate(
        {newIndices, p.splat(mlir::RankedTensorType::get({rows, indices[1] - 1},
                                                         node.element(0)),
                             0)},
        1);
  Value newValues =
      p.broadcast(p.convert(node.input(3), node.element(1)), {rows}, {});
  (void)node.set(0, p.concatenate({node.input(0), newIndices}, 0));
  (void)node.set(1, p.concatenate({node.input(1), newValues}, 0));
  (void)node.set(2, isEmpty);
  (void)node.set(
      3, p.iota(mlir::RankedTensorType::get({count}, p.builder().getI64Type()),
                0));
  Value all = p.concatenate({present, isEmpty}, 0);
  graph::NodeOp maker = makerOfRows(node);
  setPresent(node, 0, all, maker);
  setPresent(node, 1, all, maker);
  if (node.inputs[0].present)
    setPresent(node, 3, present, maker);
  node.outputs[3].rowsOf = all;
  node.outputs[3].maker = maker;
  node.outputs[0].segments = rows;
  return llvm::success();
}

/// Puts values into a tensor.
static LogicalResult sparseToDense(OpCall &node) {
  auto &p = node.builder;
  std::optional<Integers> shape = node.partial(1);
  if (!p.buildsOps())
    return shape ? node.setSizes(0, *shape) : llvm::success();
  shape = node.known(1);
  if (!shape)
    return node.failUnknown(1);
  Integers indices(node.shape(0));
  if (indices.size() == 1 && shape->size() == 1)
    indices.push_back(1);
  if (indices.size() != 2 || indices[1] != int64_t(shape->size()))
    return node.failUnsupported("indices of shape " +
                                mismatch::shapeText(node.shape(0)) +
                                " are not supported");
  Value places = p.reshape(node.input(0), indices);
  if (Value present = node.inputs[0].present)
    places = withMissing(node, places, present, -1);
  Value dense = p.broadcast(node.input(3), *shape, {});
  Value values = node.rank(2) == 0
                     ? p.broadcast(node.input(2), {indices[0]}, {})
                     : node.input(2);
  Integers all(shape->size());
  std::iota(all.begin(), all.end(), 0);
  auto numbers = stablehlo::ScatterDimensionsAttr::get(p.builder().getContext(),
                                                       {}, all, {}, {}, all, 1);
  return node.set(p.scatter(dense, places, values, numbers, std::nullopt));
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

/// What each entry counts in its segment: 1, its share, or the root of that.
static Value weightsOf(OpCall &node, Value present, unsigned segments,
                       int64_t count, mlir::Type element) {
  auto &p = node.builder;
  Value ones = p.convert(present, element);
  llvm::StringRef op = node.op();
  if (op.starts_with("SparseSegmentSum"))
    return ones;
  auto type = mlir::RankedTensorType::get({count}, element);
  Value numbers = node.input(segments);
  Value counts = scatterAdd(node, p.splat(type, 0), numbers, ones, 1, false);
  if (op.starts_with("SparseSegmentSqrtN"))
    counts = p.sqrt(counts);
  counts = p.maximum(counts, p.like(counts, 1));
  auto dimensions = stablehlo::GatherDimensionsAttr::get(
      p.builder().getContext(), {}, {0}, {}, {}, {0}, 1);
  Integers shape(node.shape(segments));
  return p.divide(ones, p.gather(counts, numbers, shape, dimensions, {1}));
}

/// Rows of a tensor at places along dimension 0.
static Value rowsAt(ProgramBuilder &p, Value from, Value places) {
  Integers sizes(ProgramBuilder::shapeOf(from));
  Integers shape = {ProgramBuilder::shapeOf(places).front()}, offsets;
  for (int64_t i = 1; i < int64_t(sizes.size()); ++i) {
    shape.push_back(sizes[i]);
    offsets.push_back(i);
  }
  sizes.front() = 1;
  auto dimensions = stablehlo::GatherDimensionsAttr::get(
      p.builder().getContext(), offsets, {0}, {}, {}, {0}, 1);
  return p.gather(from, places, shape, dimensions, sizes);
}

static Value weighted(ProgramBuilder &p, Value rows, Value weights) {
  return p.multiply(rows,
                    p.broadcast(weights, ProgramBuilder::shapeOf(rows), {0}));
}

/// Which entries of a sum of segments are there.
static Value presentEntries(OpCall &node) {
  return presentOf(node, node.inputs[1].present ? 1 : 2);
}

static LogicalResult failSegments(OpCall &node) {
  return node.fail("indices of shape " + mismatch::shapeText(node.shape(1)) +
                   " and segment ids of shape " +
                   mismatch::shapeText(node.shape(2)) + " are no pairs");
}

/// Sums, or means, of rows by the numbers of their segments. How many segments
/// there are is known if none of them is empty.
static LogicalResult sparseSegments(OpCall &node) {
  auto &p = node.builder;
  if (node.rank(1) != 1 || node.shape(1) != node.shape(2) || node.rank(0) == 0)
    return failSegments(node);
  int64_t count = node.inputs[2].segments;
  if (count == 0)
    return node.failDataDependentShape();
  Value present = presentEntries(node);
  Value rows = rowsAt(p, node.input(0), node.input(1));
  // Rows that are not there may hold what is no number.
  rows = withMissing(node, rows, present, 0);
  rows = weighted(p, rows, weightsOf(node, present, 2, count, node.element(0)));
  Integers shape(node.shape(0));
  shape.front() = count;
  Value zeros = p.splat(mlir::RankedTensorType::get(shape, node.element(0)), 0);
  return node.set(scatterAdd(node, zeros, node.input(2), rows, 1, false));
}

/// Hands the gradients of segments to the rows that they are sums of.
static LogicalResult sparseSegmentGradient(OpCall &node) {
  auto &p = node.builder;
  std::optional<int64_t> count = node.knownScalar(3);
  if (!count)
    return node.failUnknown(3);
  if (node.rank(1) != 1 || node.shape(1) != node.shape(2) || node.rank(0) == 0)
    return failSegments(node);
  Value present = presentEntries(node);
  Value rows = rowsAt(p, node.input(0), node.input(2));
  rows = withMissing(node, rows, present, 0);
  rows = weighted(
      p, rows,
      weightsOf(node, present, 2, node.shape(0).front(), node.element(0)));
  Integers shape(node.shape(0));
  shape.front() = *count;
  Value zeros = p.splat(mlir::RankedTensorType::get(shape, node.element(0)), 0);
  (void)node.set(scatterAdd(node, zeros, node.input(1), rows, 1, false));
  if (node.inputs[1].rowsOf)
    setPresent(node, 0, node.inputs[1].rowsOf, node.inputs[1].maker);
  return llvm::success();
}

void tensorflow::addSparseOps(OpTable &table) {
  table.addPartial(1, 0, where, {"Where"});
  table.addForState(3, sparseReshape, {"SparseReshape"});
  table.addForState(4, fillEmptyRows, {"SparseFillEmptyRows"});
  table.addForState(4, sparseToDense, {"SparseToDense"});
  table.addForState(
      3, sparseSegments,
      {"SparseSegmentSum", "SparseSegmentMean", "SparseSegmentSqrtN"});
  table.addForState(4, sparseSegmentGradient,
                    {"SparseSegmentSumGrad", "SparseSegmentMeanGrad",
                     "SparseSegmentSqrtNGrad"});
  table.setRows(RowUse::Own,
                {"Where", "SparseReshape", "SparseFillEmptyRows",
                 "SparseToDense", "SparseSegmentSum", "SparseSegmentMean",
                 "SparseSegmentSqrtN", "SparseSegmentSumGrad",
                 "SparseSegmentMeanGrad", "SparseSegmentSqrtNGrad", "Unique",
                 "UnsortedSegmentSum", "NoOp"});
  table.setRows(RowUse::Gathered,
                {"Gather", "GatherV2", "GatherNd", "ResourceGather"});
  table.setRows(RowUse::Measured, {"Shape", "ShapeN", "Size", "Rank"});
  table.setRows(RowUse::Kept,
                {"Identity",   "Reshape",   "StridedSlice", "Cast",
                 "ZerosLike",  "OnesLike",  "GreaterEqual", "Greater",
                 "Less",       "LessEqual", "Equal",        "NotEqual",
                 "LogicalAnd", "LogicalOr", "LogicalNot",   "Add",
                 "AddV2",      "Sub",       "Mul",          "RealDiv",
                 "Maximum",    "Minimum",   "Neg",          "Abs",
                 "Square",     "Exp",       "Log",          "Select",
                 "SelectV2",   "FloorMod",  "FloorDiv"});
  for (llvm::StringRef op :
       {"GradientDescent", "Momentum", "Adagrad", "AdagradV2", "RMSProp",
        "Adadelta", "Ftrl", "FtrlV2"})
    for (llvm::StringRef prefix : {"SparseApply", "ResourceSparseApply"})
      table.setRows(RowUse::Own, {(prefix + op).str()});
}
