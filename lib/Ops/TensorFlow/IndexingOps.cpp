//===- IndexingOps.cpp - Slices, and elements that indices name -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/TensorFlow/Literal.h"
#include "Ops/TensorFlow/Operators.h"
#include "Support/MLIR.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using stablehlo::Combination;
using stablehlo::ComparisonDirection;
using stablehlo::ProgramBuilder;

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

static std::string numberOfEntries(const char *what, size_t found,
                                   size_t rank) {
  return "`" + std::string(what) + "` has " + pluralize(found, "element") +
         "; the input has rank " + std::to_string(rank);
}

static LogicalResult slice(OpCall &node) {
  std::optional<Integers> begin = node.known(1), size = node.known(2);
  llvm::ArrayRef<int64_t> shape = node.shape(0);
  if (!size)
    return node.failUnknown(2);
  if (size->size() != shape.size())
    return node.fail(numberOfEntries("size", size->size(), shape.size()));
  if (!shape.empty() && size->front() > shape.front())
    size->front() = node.context.batchFor(size->front());
  if (!begin) {
    llvm::SmallVector<Value> starts;
    for (int64_t i = 0; i != int64_t(shape.size()); ++i)
      starts.push_back(node.builder.reshape(
          node.builder.slice(node.input(1), {i}, {i + 1}), {}));
    auto type = mlir::RankedTensorType::get(*size, node.element(0));
    for (auto [wanted, there] : llvm::zip(*size, shape)) {
      if (wanted < 0 || wanted > there)
        return node.failUnknown(1);
    }
    return node.set(Value(stablehlo::DynamicSliceOp::create(
        node.builder.builder(), node.builder.location(), type, node.input(0),
        starts, node.builder.builder().getDenseI64ArrayAttr(*size))));
  }
  if (begin->size() != shape.size())
    return node.fail(numberOfEntries("begin", begin->size(), shape.size()));
  Integers limits;
  for (auto [i, there] : llvm::enumerate(shape)) {
    int64_t &length = (*size)[i];
    if (length < 0)
      length = there - (*begin)[i];
    limits.push_back((*begin)[i] + length);
    if ((*begin)[i] < 0 || length < 0 || limits.back() > there)
      return node.fail("begin " + mismatch::shapeText(*begin) + " and size " +
                       mismatch::shapeText(*size) +
                       " are out of bounds for the input shape " +
                       mismatch::shapeText(shape));
  }
  mlir::DenseElementsAttr constant = node.inputs[0].constant;
  if (constant && constant.getNumElements() <= (1 << 14)) {
    Literal numbers = Literal::of(constant);
    return node.set(0, numbers
                           .gather(*size,
                                   [&](llvm::ArrayRef<int64_t> indices) {
                                     Integers from(indices);
                                     for (auto [index, first] :
                                          llvm::zip(from, *begin))
                                       index += first;
                                     return numberOf(from, numbers.shape);
                                   })
                           .toAttribute());
  }
  return node.set(node.builder.slice(node.input(0), *begin, limits));
}

namespace {
/// A strided slice of each dimension of a tensor, and the shape that is left.
struct StridedSlice {
  Integers begins, counts, strides;
  Integers result;
};
} // namespace

static int64_t clampIndex(int64_t index, int64_t size, bool isReversed) {
  if (index < 0)
    index += size;
  int64_t low = isReversed ? -1 : 0, high = isReversed ? size - 1 : size;
  return std::clamp(index, low, high);
}

/// Of inputs `first` to `first + 2` over a tensor of a shape.
static std::optional<StridedSlice>
stridedSlice(OpCall &node, llvm::ArrayRef<int64_t> shape, unsigned first) {
  auto fail = [&](const llvm::Twine &reason) {
    (void)node.fail(reason);
    return std::nullopt;
  };
  std::optional<Integers> begin = node.known(first),
                          end = node.known(first + 1),
                          stride = node.known(first + 2);
  for (unsigned i : {first, first + 1, first + 2}) {
    if (!node.known(i)) {
      (void)node.failUnknown(i);
      return std::nullopt;
    }
  }
  size_t specified = begin->size();
  if (end->size() != specified || stride->size() != specified || specified > 63)
    return fail("begin, end and strides have " + llvm::Twine(specified) + ", " +
                llvm::Twine(end->size()) + " and " +
                llvm::Twine(stride->size()) + " elements");
  auto mask = [&](const char *name) { return uint64_t(node.integer(name)); };
  uint64_t beginMask = mask("begin_mask"), endMask = mask("end_mask"),
           ellipsis = mask("ellipsis_mask"), newAxis = mask("new_axis_mask"),
           shrink = mask("shrink_axis_mask");
  StridedSlice slice;
  size_t dimension = 0;
  auto keepAll = [&] {
    slice.begins.push_back(0);
    slice.counts.push_back(shape[dimension]);
    slice.strides.push_back(1);
    slice.result.push_back(shape[dimension]);
    ++dimension;
  };
  for (size_t i = 0; i != specified; ++i) {
    if (ellipsis >> i & 1) {
      size_t after = 0;
      for (size_t k = i + 1; k != specified; ++k)
        after += !(newAxis >> k & 1);
      while (dimension + after < shape.size())
        keepAll();
      continue;
    }
    if (newAxis >> i & 1) {
      slice.result.push_back(1);
      continue;
    }
    if (dimension == shape.size())
      return fail(numberOfEntries("begin", specified, shape.size()));
    int64_t size = shape[dimension++], by = (*stride)[i];
    if (by == 0)
      return fail("the stride of axis " + llvm::Twine(dimension - 1) + " is 0");
    if (shrink >> i & 1) {
      int64_t index = (*begin)[i] < 0 ? (*begin)[i] + size : (*begin)[i];
      if (index < 0 || index >= size)
        return fail(mismatch::index((*begin)[i], int64_t(dimension) - 1, size));
      slice.begins.push_back(index);
      slice.counts.push_back(1);
      slice.strides.push_back(1);
      continue;
    }
    bool isReversed = by < 0;
    int64_t from = beginMask >> i & 1
                       ? (isReversed ? size - 1 : 0)
                       : clampIndex((*begin)[i], size, isReversed);
    int64_t to = endMask >> i & 1 ? (isReversed ? -1 : size)
                                  : clampIndex((*end)[i], size, isReversed);
    int64_t span = isReversed ? from - to : to - from;
    int64_t count = span <= 0 ? 0 : (span - 1) / std::abs(by) + 1;
    slice.begins.push_back(count == 0 ? 0 : from);
    slice.counts.push_back(count);
    slice.strides.push_back(by);
    slice.result.push_back(count);
  }
  while (dimension < shape.size())
    keepAll();
  return slice;
}

static LogicalResult strided(OpCall &node) {
  llvm::ArrayRef<int64_t> shape = node.shape(0);
  std::optional<StridedSlice> s = stridedSlice(node, shape, 1);
  if (!s)
    return llvm::failure();
  mlir::DenseElementsAttr constant = node.inputs[0].constant;
  if (constant && constant.getNumElements() <= (1 << 14)) {
    Literal numbers = Literal::of(constant);
    Literal cut =
        numbers.gather(s->counts, [&](llvm::ArrayRef<int64_t> indices) {
          Integers from;
          for (auto [i, index] : llvm::enumerate(indices))
            from.push_back(s->begins[i] + index * s->strides[i]);
          return numberOf(from, numbers.shape);
        });
    cut.shape.assign(s->result.begin(), s->result.end());
    return node.set(0, cut.toAttribute());
  }
  Integers starts, limits, strides, reversed;
  for (auto [i, by] : llvm::enumerate(s->strides)) {
    int64_t last = s->begins[i] + (s->counts[i] - 1) * by;
    bool isEmpty = s->counts[i] == 0;
    starts.push_back(isEmpty ? 0 : std::min(s->begins[i], last));
    limits.push_back(isEmpty ? 0 : std::max(s->begins[i], last) + 1);
    strides.push_back(std::abs(by));
    if (by < 0)
      reversed.push_back(i);
  }
  Value cut = node.builder.slice(node.input(0), starts, limits, strides);
  if (!reversed.empty())
    cut = node.builder.reverse(cut, reversed);
  return node.set(node.builder.reshape(cut, s->result));
}

/// Puts the gradient of a slice where the slice was taken, and zeros around.
static LogicalResult stridedGradient(OpCall &node) {
  std::optional<Integers> shape = node.known(0);
  if (!shape)
    return node.failUnknown(0);
  std::optional<StridedSlice> s = stridedSlice(node, *shape, 1);
  if (!s)
    return llvm::failure();
  if (node.shape(4) != llvm::ArrayRef(s->result))
    return node.failShape("the gradient", 4, s->result);
  Value gradient = node.builder.reshape(node.input(4), s->counts);
  Integers low, high, between, reversed;
  for (auto [i, by] : llvm::enumerate(s->strides)) {
    int64_t count = s->counts[i], step = std::abs(by);
    int64_t first = by < 0 ? s->begins[i] - (count - 1) * step : s->begins[i];
    if (by < 0)
      reversed.push_back(i);
    int64_t covered = count == 0 ? 0 : (count - 1) * step + 1;
    low.push_back(count == 0 ? 0 : first);
    high.push_back((*shape)[i] - low.back() - covered);
    between.push_back(step - 1);
  }
  if (!reversed.empty())
    gradient = node.builder.reverse(gradient, reversed);
  return node.set(node.builder.pad(gradient, 0, low, high, between));
}

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

/// Slices along an axis, from places that indices name.
static LogicalResult gather(OpCall &node) {
  int64_t given = 0;
  if (node.op() == "GatherV2") {
    std::optional<int64_t> axis =
        node.inputs.size() > 2 ? node.knownScalar(2) : std::nullopt;
    if (!axis)
      return node.failUnknown(2);
    given = *axis;
  }
  llvm::ArrayRef<int64_t> shape = node.shape(0), places = node.shape(1);
  std::optional<int64_t> axis = node.axis(given, shape.size());
  if (!axis)
    return node.fail(mismatch::axis(given, shape.size()));
  if (int64_t batch = node.integer("batch_dims"))
    return node.fail("`batch_dims` is " + llvm::Twine(batch) +
                     "; only 0 is supported");
  Integers result(shape.take_front(*axis));
  llvm::append_range(result, places);
  llvm::append_range(result, shape.drop_front(*axis + 1));
  mlir::DenseElementsAttr constant = node.inputs[0].constant;
  std::optional<Integers> known = node.known(1);
  if (constant && known && constant.getNumElements() <= (1 << 14)) {
    for (int64_t place : *known) {
      if (place < 0 || place >= shape[*axis])
        return node.fail(mismatch::index(place, *axis, shape[*axis]));
    }
    Literal numbers = Literal::of(constant);
    return node.set(
        0, numbers
               .gather(result,
                       [&](llvm::ArrayRef<int64_t> indices) {
                         Integers from(indices.take_front(*axis));
                         from.push_back((*known)[numberOf(
                             indices.slice(*axis, places.size()), places)]);
                         llvm::append_range(
                             from, indices.drop_front(*axis + places.size()));
                         return numberOf(from, shape);
                       })
               .toAttribute());
  }
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
      lengths[0] != shape[*batch])
    return node.fail("`seq_dim` " + llvm::Twine(node.integer("seq_dim")) +
                     ", `batch_dim` " + llvm::Twine(node.integer("batch_dim")) +
                     " and lengths of shape " + mismatch::shapeText(lengths) +
                     " are invalid for the input shape " +
                     mismatch::shapeText(shape));
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
  std::optional<Integers> shape = node.known(2);
  if (!shape)
    return node.failUnknown(2);
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
  std::optional<int64_t> count = node.knownScalar(2);
  if (!count)
    return node.failUnknown(2);
  llvm::ArrayRef<int64_t> data = node.shape(0), segments = node.shape(1);
  if (*count < 0)
    return node.fail("`num_segments` is " + llvm::Twine(*count));
  if (segments.size() > data.size() ||
      data.take_front(segments.size()) != segments)
    return node.fail("segment ids of shape " + mismatch::shapeText(segments) +
                     " do not start the data shape " +
                     mismatch::shapeText(data));
  Integers shape = {*count};
  llvm::append_range(shape, data.drop_front(segments.size()));
  Value zeros = node.builder.splat(
      mlir::RankedTensorType::get(shape, node.element(0)), 0);
  return node.set(
      scatterAdd(node, zeros, node.input(1), node.input(0), 1, false));
}

static LogicalResult oneHot(OpCall &node) {
  std::optional<int64_t> depth = node.knownScalar(1);
  if (!depth)
    return node.failUnknown(1);
  llvm::ArrayRef<int64_t> places = node.shape(0);
  std::optional<int64_t> axis =
      node.axis(node.integer("axis", -1), places.size() + 1);
  if (!axis)
    return node.fail(
        mismatch::axis(node.integer("axis", -1), places.size() + 1));
  if (*depth < 0)
    return node.fail("`depth` is " + llvm::Twine(*depth));
  for (auto [input, name] :
       {std::pair(2U, "on_value"), std::pair(3U, "off_value")}) {
    if (!node.shape(input).empty())
      return node.failShape(name, input, {});
  }
  Integers shape(places), dimensions;
  shape.insert(shape.begin() + *axis, *depth);
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
  table.add(3, slice, {"Slice"});
  table.add(4, strided, {"StridedSlice"});
  table.add(5, stridedGradient, {"StridedSliceGrad"});
  table.add(2, gather, {"Gather", "GatherV2", "ResourceGather"});
  table.add(2, gatherRows, {"GatherNd"});
  table.add(2, reverseSequence, {"ReverseSequence"});
  table.add(3, scatterRows, {"ScatterNd"});
  table.add(3, segmentSum, {"UnsortedSegmentSum"});
  table.add(4, oneHot, {"OneHot"});
}
