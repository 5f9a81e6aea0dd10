//===- IndexingRules.cpp - Slices, gathers and what depends on data -------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/Types/NodeShapes.h"

using namespace trainlint;
using namespace trainlint::graph;
using namespace trainlint::tensorflow;

/// Rows of a table, in the places of their numbers.
static void gather(NodeShapes &node, const std::optional<PartialShape> &table,
                   std::optional<int64_t> axisNumber, int64_t batchSizes) {
  std::optional<PartialShape> indices = node.shape(1);
  std::optional<unsigned> axis =
      table ? axisIn(table->size(), axisNumber) : std::nullopt;
  if (!axis || !indices || batchSizes < 0 ||
      batchSizes > static_cast<int64_t>(indices->size()) || batchSizes > *axis)
    return;
  PartialShape sizes(table->begin(), table->begin() + *axis);
  sizes.append(indices->begin() + batchSizes, indices->end());
  sizes.append(table->begin() + *axis + 1, table->end());
  node.set(0, sizes);
}

static void inferResourceGather(NodeShapes &node) {
  int64_t batchSizes = node.integer("batch_dims").value_or(0);
  gather(node, sizesOf(node.input(0).held), batchSizes, batchSizes);
}

static void inferTopK(NodeShapes &node) {
  std::optional<PartialShape> sizes = node.shape(0);
  if (!sizes || sizes->empty())
    return;
  std::optional<int64_t> count =
      node.node().is("TopK") ? node.integer("k") : node.element(1);
  sizes->back() = count && *count >= 0 ? *count : UnknownSize;
  node.set(0, sizes);
  node.set(1, sizes);
}

static void inferUnique(NodeShapes &node) {
  node.set(0, PartialShape{UnknownSize});
  node.set(1, node.shape(0));
  if (node.outputCount() > 2)
    node.set(2, PartialShape{UnknownSize});
}

/// Rows of the data after `skipped` sizes, `rows` of them.
static void setRows(NodeShapes &node, int64_t rows, size_t skipped) {
  std::optional<PartialShape> data = node.shape(0);
  if (!data || data->size() < skipped)
    return;
  PartialShape sizes = {rows};
  sizes.append(data->begin() + skipped, data->end());
  node.set(0, sizes);
}

static void inferSegments(NodeShapes &node) { setRows(node, UnknownSize, 1); }

/// How many rows there are is the last input.
static void inferUnsortedSegments(NodeShapes &node) {
  std::optional<PartialShape> ids = node.shape(1);
  int64_t rows = node.element(2).value_or(UnknownSize);
  if (ids)
    setRows(node, rows < 0 ? UnknownSize : rows, ids->size());
}

static void inferSegmentGradient(NodeShapes &node) {
  int64_t rows = node.element(3).value_or(UnknownSize);
  setRows(node, rows < 0 ? UnknownSize : rows, 1);
}

/// The shape is an input.
static void inferSparseToDense(NodeShapes &node) {
  node.set(0, node.elementsAsSizes(1));
}

static void inferSparseReshape(NodeShapes &node) {
  std::optional<PartialShape> indices = node.shape(0), shape = node.shape(2);
  int64_t rows =
      indices && indices->size() == 2 ? indices->front() : UnknownSize;
  int64_t rank = shape && shape->size() == 1 ? shape->front() : UnknownSize;
  node.set(0, PartialShape{rows, rank});
  node.set(1, PartialShape{rank});
}

void tensorflow::addIndexingRules(ShapeRules &rules) {
  addRule(rules, {"ResourceGather"}, inferResourceGather);
  addRule(rules, {"TopK", "TopKV2"}, inferTopK);
  addRule(rules, {"UniqueWithCounts"}, inferUnique);
  addRule(rules,
          {"SegmentSum", "SegmentMean", "SegmentMax", "SegmentMin",
           "SegmentProd", "SparseSegmentSum", "SparseSegmentMean",
           "SparseSegmentSqrtN"},
          inferSegments);
  addRule(rules,
          {"UnsortedSegmentMax", "UnsortedSegmentMin", "UnsortedSegmentProd"},
          inferUnsortedSegments);
  addRule(rules, {"SparseSegmentMeanGrad", "SparseSegmentSumGrad"},
          inferSegmentGradient);
  addRule(rules, {"SparseToDense"}, inferSparseToDense);
  addRule(rules, {"SparseReshape"}, inferSparseReshape);
}
