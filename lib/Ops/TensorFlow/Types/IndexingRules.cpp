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

static void inferSlice(NodeShapes &node) {
  std::optional<PartialShape> input = node.shape(0);
  std::optional<PartialElements> begin = node.elements(1),
                                 size = node.elements(2);
  if (!input) {
    if (std::optional<PartialShape> sizes = node.elementsAsSizes(2))
      node.set(0, sizes);
    return;
  }
  PartialShape sizes;
  for (auto [i, whole] : llvm::enumerate(*input)) {
    int64_t first = begin && i < begin->size() ? (*begin)[i] : UnknownElement;
    int64_t taken = size && i < size->size() ? (*size)[i] : UnknownElement;
    // -1 takes all that is left.
    if (taken == -1 && whole >= 0 && first >= 0 && first <= whole)
      sizes.push_back(whole - first);
    else
      sizes.push_back(taken >= 0 ? taken : UnknownSize);
  }
  node.set(0, sizes);
  std::optional<PartialElements> elements = node.elements(0);
  if (!elements || sizes.size() != 1 || sizes.front() < 0 || !begin ||
      begin->size() != 1)
    return;
  int64_t first = begin->front();
  if (first >= 0 &&
      first + sizes.front() <= static_cast<int64_t>(elements->size()))
    node.setElements(
        0, llvm::ArrayRef<int64_t>(*elements).slice(first, sizes.front()));
}

namespace {
/// A slice with steps, whose masks have a bit for each part of it.
struct StridedSlice {
  int64_t beginMask, endMask, ellipsisMask, newAxisMask, shrinkMask;
  std::optional<PartialElements> begin, end, strides;
  size_t parts = 0;

  explicit StridedSlice(const NodeShapes &node);
  bool has(int64_t mask, size_t part) const {
    return part < 63 && (mask >> part & 1) != 0;
  }
  /// The first element and how many there are of an axis; none if that does not
  /// follow.
  std::optional<std::pair<int64_t, int64_t>> range(size_t part,
                                                   int64_t size) const;
};
} // namespace

StridedSlice::StridedSlice(const NodeShapes &node)
    : beginMask(node.integer("begin_mask").value_or(0)),
      endMask(node.integer("end_mask").value_or(0)),
      ellipsisMask(node.integer("ellipsis_mask").value_or(0)),
      newAxisMask(node.integer("new_axis_mask").value_or(0)),
      shrinkMask(node.integer("shrink_axis_mask").value_or(0)),
      begin(node.elements(1)), end(node.elements(2)),
      strides(node.elements(3)) {
  for (unsigned input : {1, 2, 3}) {
    std::optional<PartialShape> shape = node.shape(input);
    if (shape && shape->size() == 1 && shape->front() >= 0 &&
        shape->front() < 64)
      parts = shape->front();
  }
}

static int64_t elementAt(const std::optional<PartialElements> &elements,
                         size_t number) {
  return elements && number < elements->size() ? (*elements)[number]
                                               : UnknownElement;
}

std::optional<std::pair<int64_t, int64_t>>
StridedSlice::range(size_t part, int64_t size) const {
  int64_t stride = elementAt(strides, part);
  if (size < 0 || stride == UnknownElement || stride == 0)
    return std::nullopt;
  bool forward = stride > 0;
  // Positions count from the end if they are negative, and end at the ends.
  auto position = [&](int64_t mask, const std::optional<PartialElements> &given,
                      int64_t open) -> std::optional<int64_t> {
    if (has(mask, part))
      return open;
    int64_t value = elementAt(given, part);
    if (value == UnknownElement)
      return std::nullopt;
    value = value < 0 ? value + size : value;
    return forward ? std::clamp<int64_t>(value, 0, size)
                   : std::clamp<int64_t>(value, -1, size - 1);
  };
  auto first = position(beginMask, begin, forward ? 0 : size - 1);
  auto last = position(endMask, end, forward ? size : -1);
  if (!first || !last)
    return std::nullopt;
  int64_t covered = forward ? *last - *first : *first - *last;
  int64_t step = forward ? stride : -stride;
  int64_t count = covered <= 0 ? 0 : (covered - 1) / step + 1;
  return std::pair(*first, count);
}

static void inferStridedSlice(NodeShapes &node) {
  StridedSlice slice(node);
  std::optional<PartialShape> input = node.shape(0);
  if (!input || slice.parts == 0)
    return;
  size_t newAxes = 0;
  bool hasEllipsis = false;
  for (size_t part = 0; part != slice.parts; ++part) {
    bool isEllipsis = slice.has(slice.ellipsisMask, part);
    // Several ellipses are refused by TensorFlow.
    if (isEllipsis && std::exchange(hasEllipsis, true))
      return;
    newAxes += !isEllipsis && slice.has(slice.newAxisMask, part);
  }
  size_t named = slice.parts - newAxes - (hasEllipsis ? 1 : 0);
  if (named > input->size())
    return;
  size_t skipped = input->size() - named;
  PartialShape sizes;
  size_t axis = 0;
  std::optional<std::pair<int64_t, int64_t>> only;
  for (size_t part = 0; part != slice.parts; ++part) {
    if (slice.has(slice.ellipsisMask, part)) {
      for (size_t i = 0; i != skipped; ++i)
        sizes.push_back((*input)[axis++]);
      continue;
    }
    if (slice.has(slice.newAxisMask, part)) {
      sizes.push_back(1);
      continue;
    }
    int64_t size = (*input)[axis++];
    only = slice.range(part, size);
    int64_t stride = elementAt(slice.strides, part);
    bool takesAll = slice.has(slice.beginMask, part) &&
                    slice.has(slice.endMask, part) &&
                    (stride == 1 || stride == -1);
    if (slice.has(slice.shrinkMask, part))
      continue;
    if (takesAll)
      sizes.push_back(size);
    else
      sizes.push_back(only ? only->second : UnknownSize);
  }
  while (axis < input->size())
    sizes.push_back((*input)[axis++]);
  node.set(0, sizes);

  std::optional<PartialElements> elements = node.elements(0);
  if (!elements || input->size() != 1 || slice.parts != 1 || !only ||
      newAxes != 0 || hasEllipsis)
    return;
  int64_t stride = slice.strides->front();
  int64_t count = slice.has(slice.shrinkMask, 0) ? 1 : only->second;
  PartialElements taken;
  for (int64_t i = 0; i != count; ++i) {
    int64_t at = only->first + i * stride;
    if (at < 0 || at >= static_cast<int64_t>(elements->size()))
      return;
    taken.push_back((*elements)[at]);
  }
  node.setElements(0, taken);
}

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

static void inferGather(NodeShapes &node) { gather(node, node.shape(0), 0, 0); }

static void inferGatherV2(NodeShapes &node) {
  int64_t batchSizes = node.integer("batch_dims").value_or(0);
  gather(node, node.shape(0), node.element(2), batchSizes);
  std::optional<PartialElements> elements = node.elements(0);
  std::optional<PartialElements> indices = node.elements(1);
  if (!elements || !indices || batchSizes != 0)
    return;
  PartialElements taken;
  for (int64_t index : *indices) {
    if (index < 0 || index >= static_cast<int64_t>(elements->size()))
      return;
    taken.push_back((*elements)[index]);
  }
  node.setElements(0, taken);
}

static void inferResourceGather(NodeShapes &node) {
  int64_t batchSizes = node.integer("batch_dims").value_or(0);
  gather(node, sizesOf(node.input(0).held), batchSizes, batchSizes);
}

/// The last size of the numbers says how many axes they choose from.
static void inferGatherNd(NodeShapes &node) {
  std::optional<PartialShape> table = node.shape(0), indices = node.shape(1);
  if (!table || !indices || indices->empty() || indices->back() < 0 ||
      indices->back() > static_cast<int64_t>(table->size()))
    return;
  PartialShape sizes(indices->begin(), indices->end() - 1);
  sizes.append(table->begin() + indices->back(), table->end());
  node.set(0, sizes);
}

static void inferOneHot(NodeShapes &node) {
  std::optional<PartialShape> indices = node.shape(0);
  std::optional<unsigned> axis;
  if (indices)
    axis = axisIn(indices->size() + 1, node.integer("axis").value_or(-1));
  if (!axis)
    return;
  int64_t depth = node.element(1).value_or(UnknownSize);
  indices->insert(indices->begin() + *axis, depth < 0 ? UnknownSize : depth);
  node.set(0, indices);
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

/// The places of what is not zero: how many there are depends on the data.
static void inferWhere(NodeShapes &node) {
  std::optional<PartialShape> input = node.shape(0);
  node.set(0,
           PartialShape{UnknownSize, input ? static_cast<int64_t>(input->size())
                                           : UnknownSize});
}

static void inferUnique(NodeShapes &node) {
  node.set(0, PartialShape{UnknownSize});
  node.set(1, node.shape(0));
  if (node.outputCount() > 2)
    node.set(2, PartialShape{UnknownSize});
}

static void inferListDiff(NodeShapes &node) {
  node.set(0, PartialShape{UnknownSize});
  node.set(1, PartialShape{UnknownSize});
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

/// The shape is an input: `SparseToDense`, `ScatterNd`.
static void inferSparseToDense(NodeShapes &node) {
  node.set(0, node.elementsAsSizes(1));
}

static void inferScatterNd(NodeShapes &node) {
  node.set(0, node.elementsAsSizes(2));
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
  addRule(rules, {"Slice"}, inferSlice);
  addRule(rules, {"StridedSlice"}, inferStridedSlice);
  addRule(rules, {"Gather"}, inferGather);
  addRule(rules, {"GatherV2"}, inferGatherV2);
  addRule(rules, {"ResourceGather"}, inferResourceGather);
  addRule(rules, {"GatherNd"}, inferGatherNd);
  addRule(rules, {"OneHot"}, inferOneHot);
  addRule(rules, {"TopK", "TopKV2"}, inferTopK);
  addRule(rules, {"Where"}, inferWhere);
  addRule(rules, {"Unique", "UniqueWithCounts"}, inferUnique);
  addRule(rules, {"ListDiff"}, inferListDiff);
  addRule(rules,
          {"SegmentSum", "SegmentMean", "SegmentMax", "SegmentMin",
           "SegmentProd", "SparseSegmentSum", "SparseSegmentMean",
           "SparseSegmentSqrtN"},
          inferSegments);
  addRule(rules,
          {"UnsortedSegmentSum", "UnsortedSegmentMax", "UnsortedSegmentMin",
           "UnsortedSegmentProd"},
          inferUnsortedSegments);
  addRule(rules, {"SparseSegmentMeanGrad", "SparseSegmentSumGrad"},
          inferSegmentGradient);
  addRule(rules, {"SparseToDense"}, inferSparseToDense);
  addRule(rules, {"ScatterNd"}, inferScatterNd);
  addRule(rules, {"SparseReshape"}, inferSparseReshape);
}
