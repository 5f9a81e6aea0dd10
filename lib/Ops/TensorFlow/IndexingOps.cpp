//===- IndexingOps.cpp - Slices, and elements that indices name -----------===//
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

/// A slice from places that the program computes.
static LogicalResult sliceAt(OpCall &node, llvm::ArrayRef<int64_t> sizes) {
  llvm::ArrayRef<int64_t> shape = node.shape(0);
  for (auto [wanted, there] : llvm::zip(sizes, shape)) {
    if (wanted < 0 || wanted > there)
      return node.failUnknown(1);
  }
  llvm::SmallVector<Value> starts;
  for (int64_t i = 0; i != int64_t(shape.size()); ++i)
    starts.push_back(node.builder.reshape(
        node.builder.slice(node.input(1), {i}, {i + 1}), {}));
  auto type = mlir::RankedTensorType::get(sizes, node.element(0));
  return node.set(Value(stablehlo::DynamicSliceOp::create(
      node.builder.builder(), node.builder.location(), type, node.input(0),
      starts, node.builder.builder().getDenseI64ArrayAttr(sizes))));
}

static LogicalResult slice(OpCall &node) {
  std::optional<Integers> begin = node.partial(1), size = node.partial(2);
  if (!node.isRanked(0))
    return size ? node.setSizes(0, *size) : node.failUnranked(0);
  llvm::ArrayRef<int64_t> shape = node.shape(0);
  if (!size && node.builder.buildsOps())
    return node.failUnknown(2);
  if (!size)
    size = unknownSizes(shape.size());
  if (size->size() != shape.size())
    return node.fail(numberOfEntries("size", size->size(), shape.size()));
  if (!shape.empty() && stablehlo::isKnown(shape.front()) &&
      size->front() > shape.front())
    size->front() = node.context.batchFor(size->front());
  if (!begin && node.builder.buildsOps())
    return sliceAt(node, *size);
  if (!begin)
    begin = unknownSizes(shape.size());
  if (begin->size() != shape.size())
    return node.fail(numberOfEntries("begin", begin->size(), shape.size()));
  Integers limits;
  for (auto [i, there] : llvm::enumerate(shape)) {
    int64_t &length = (*size)[i], first = (*begin)[i];
    // A length of -1 takes all that is left.
    if (stablehlo::isKnown(length) && length < 0)
      length = stablehlo::isKnown(first) ? sumOf(there, -first) : first;
    limits.push_back(sumOf(first, length));
    bool isOutside = (stablehlo::isKnown(first) && first < 0) ||
                     (stablehlo::isKnown(length) && length < 0) ||
                     (stablehlo::isKnown(limits.back()) &&
                      stablehlo::isKnown(there) && limits.back() > there);
    if (isOutside)
      return node.fail("begin " + mismatch::shapeText(*begin) + " and size " +
                       mismatch::shapeText(*size) +
                       " are out of bounds for the input shape " +
                       mismatch::shapeText(shape));
  }
  // The length is known even if the place is not.
  return node.set(node.builder.reshape(
      node.builder.slice(node.input(0), *begin, limits), *size));
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

/// One end of a slice: where the mask has it open, `open`, and unknown if it is
/// not known.
static int64_t endOf(bool isOpen, int64_t given, int64_t open, int64_t size,
                     bool isReversed) {
  if (isOpen)
    return open;
  if (!stablehlo::isKnown(given) || !stablehlo::isKnown(size))
    return mlir::ShapedType::kDynamic;
  return clampIndex(given, size, isReversed);
}

/// The elements of a list that says how an axis is sliced.
static int64_t entryOf(const std::optional<Integers> &list, size_t number) {
  return list ? (*list)[number] : mlir::ShapedType::kDynamic;
}

namespace {
/// The first element of an axis that a slice takes, and how many it takes.
struct Taken {
  int64_t first, count;
};
} // namespace

static Taken takenOf(int64_t from, int64_t to, int64_t by) {
  bool areKnown = stablehlo::isKnown(from) && stablehlo::isKnown(to) &&
                  stablehlo::isKnown(by);
  if (!areKnown)
    return {mlir::ShapedType::kDynamic, mlir::ShapedType::kDynamic};
  int64_t span = by < 0 ? from - to : to - from;
  int64_t count = span <= 0 ? 0 : (span - 1) / std::abs(by) + 1;
  return {count == 0 ? 0 : from, count};
}

/// Of inputs `first` to `first + 2` over a tensor of a shape.
static std::optional<StridedSlice>
stridedSlice(OpCall &node, llvm::ArrayRef<int64_t> shape, unsigned first) {
  auto fail = [&](const llvm::Twine &reason) {
    (void)node.fail(reason);
    return std::nullopt;
  };
  std::optional<Integers> lists[3];
  std::optional<size_t> parts;
  for (unsigned i : {0, 1, 2}) {
    lists[i] = node.partial(first + i);
    if (!lists[i] && node.builder.buildsOps()) {
      (void)node.failUnknown(first + i);
      return std::nullopt;
    }
    if (lists[i] && !parts)
      parts = lists[i]->size();
  }
  if (!parts)
    return std::nullopt;
  size_t specified = *parts;
  for (const std::optional<Integers> &list : lists) {
    if (!list || (list->size() == specified && specified <= 63))
      continue;
    return fail("begin, end and strides have " +
                llvm::Twine(lists[0] ? lists[0]->size() : specified) + ", " +
                llvm::Twine(lists[1] ? lists[1]->size() : specified) + " and " +
                llvm::Twine(lists[2] ? lists[2]->size() : specified) +
                " elements");
  }
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
    int64_t size = shape[dimension++], by = entryOf(lists[2], i);
    int64_t begin = entryOf(lists[0], i), end = entryOf(lists[1], i);
    if (by == 0)
      return fail("the stride of axis " + llvm::Twine(dimension - 1) + " is 0");
    if (shrink >> i & 1) {
      bool areKnown = stablehlo::isKnown(begin) && stablehlo::isKnown(size);
      int64_t index = mlir::ShapedType::kDynamic;
      if (areKnown) {
        index = begin < 0 ? begin + size : begin;
        if (index < 0 || index >= size)
          return fail(mismatch::index(begin, int64_t(dimension) - 1, size));
      }
      slice.begins.push_back(index);
      slice.counts.push_back(1);
      slice.strides.push_back(1);
      continue;
    }
    bool isReversed = stablehlo::isKnown(by) && by < 0;
    bool isWhole =
        (beginMask >> i & 1) && (endMask >> i & 1) && (by == 1 || by == -1);
    int64_t last = sumOf(size, -1);
    int64_t from = endOf(beginMask >> i & 1, begin, isReversed ? last : 0, size,
                         isReversed);
    int64_t to =
        endOf(endMask >> i & 1, end, isReversed ? -1 : size, size, isReversed);
    Taken taken = takenOf(from, to, by);
    slice.begins.push_back(taken.first);
    slice.counts.push_back(isWhole ? size : taken.count);
    slice.strides.push_back(by);
    slice.result.push_back(slice.counts.back());
  }
  while (dimension < shape.size())
    keepAll();
  return slice;
}

/// A slice of which not all is known: only its shape is. Only if types are
/// computed.
static bool isOpenSlice(const StridedSlice &slice) {
  auto isUnknown = [](int64_t number) { return !stablehlo::isKnown(number); };
  return llvm::any_of(slice.begins, isUnknown) ||
         llvm::any_of(slice.counts, isUnknown) ||
         llvm::any_of(slice.strides, isUnknown);
}

static LogicalResult strided(OpCall &node) {
  llvm::ArrayRef<int64_t> shape = node.shape(0);
  std::optional<StridedSlice> s = stridedSlice(node, shape, 1);
  if (!s)
    return llvm::failure(node.problem.has_value());
  if (isOpenSlice(*s))
    return node.setSizes(0, s->result);
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
  std::optional<Integers> shape = node.partial(0);
  if (!shape)
    return node.failUnknown(0);
  if (!node.builder.buildsOps())
    return node.setSizes(0, *shape);
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
  table.addPartial(3, 0, slice, {"Slice"});
  table.addPartial(4, 1, strided, {"StridedSlice"});
  table.addPartial(5, 0, stridedGradient, {"StridedSliceGrad"});
  table.addPartial(2, 2, gather, {"Gather", "GatherV2"});
  table.addForState(2, gather, {"ResourceGather"});
  table.add(2, gatherRows, {"GatherNd"});
  table.addPartial(2, 1, reverseSequence, {"ReverseSequence"});
  table.addPartial(3, 0, scatterRows, {"ScatterNd"});
  table.addPartial(3, 2, segmentSum, {"UnsortedSegmentSum"});
  table.addPartial(4, 1, oneHot, {"OneHot"});
}
