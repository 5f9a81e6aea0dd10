//===- SlicingOps.cpp - Slices of tensors ---------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/TensorFlow/Operators.h"
#include "Support/MLIR.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

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

//===----------------------------------------------------------------------===//
// Strided slices
//===----------------------------------------------------------------------===//

namespace {
/// A strided slice of each dimension of a tensor, and the shape that is left.
struct StridedSlice {
  Integers begins, counts, strides;
  Integers result;
};

/// Reads the slice of a tensor of a shape that three inputs of an op say,
/// begin, end and strides, together with the op's masks. The lists have an
/// entry for each dimension, for those that an ellipsis stands for none.
class StridedSliceReader {
public:
  StridedSliceReader(OpCall &node, llvm::ArrayRef<int64_t> shape,
                     unsigned firstInput)
      : node(node), shape(shape), firstInput(firstInput),
        beginMask(mask("begin_mask")), endMask(mask("end_mask")),
        ellipsis(mask("ellipsis_mask")), newAxis(mask("new_axis_mask")),
        shrink(mask("shrink_axis_mask")) {}

  /// None with a problem of the node, and none without one if not even the
  /// number of entries is known.
  std::optional<StridedSlice> read();

private:
  uint64_t mask(StringRef name) const { return uint64_t(node.integer(name)); }
  /// Entries that are not known are unknown sizes.
  int64_t entry(unsigned list, size_t number) const {
    return lists[list] ? (*lists[list])[number] : mlir::ShapedType::kDynamic;
  }

  LogicalResult readLists();
  LogicalResult takeEntry(size_t number);
  LogicalResult takeIndex(size_t number, int64_t size);
  void takeRange(size_t number, int64_t size);
  void takeAll();
  void takeEllipsis(size_t number);

  OpCall &node;
  llvm::ArrayRef<int64_t> shape;
  unsigned firstInput;
  uint64_t beginMask, endMask, ellipsis, newAxis, shrink;
  /// Begin, end and strides.
  std::optional<Integers> lists[3];
  std::optional<size_t> entries;
  size_t dimension = 0;
  StridedSlice slice;
};
} // namespace

LogicalResult StridedSliceReader::readLists() {
  for (unsigned i : {0, 1, 2}) {
    lists[i] = node.partial(firstInput + i);
    if (!lists[i] && node.builder.buildsOps())
      return node.failUnknown(firstInput + i);
    if (lists[i] && !entries)
      entries = lists[i]->size();
  }
  constexpr size_t BitsOfMasks = 63;
  for (const std::optional<Integers> &list : lists) {
    if (!list || (list->size() == *entries && *entries <= BitsOfMasks))
      continue;
    auto size = [&](unsigned i) {
      return llvm::Twine(lists[i] ? lists[i]->size() : *entries).str();
    };
    return node.fail("begin, end and strides have " + size(0) + ", " + size(1) +
                     " and " + size(2) + " elements");
  }
  return llvm::success();
}

void StridedSliceReader::takeAll() {
  slice.begins.push_back(0);
  slice.counts.push_back(shape[dimension]);
  slice.strides.push_back(1);
  slice.result.push_back(shape[dimension]);
  ++dimension;
}

void StridedSliceReader::takeEllipsis(size_t number) {
  size_t after = 0;
  for (size_t k = number + 1; k != *entries; ++k)
    after += !(newAxis >> k & 1);
  while (dimension + after < shape.size())
    takeAll();
}

/// One element, whose dimension is dropped.
LogicalResult StridedSliceReader::takeIndex(size_t number, int64_t size) {
  int64_t begin = entry(0, number);
  int64_t index = mlir::ShapedType::kDynamic;
  if (stablehlo::isKnown(begin) && stablehlo::isKnown(size)) {
    index = begin < 0 ? begin + size : begin;
    if (index < 0 || index >= size)
      return node.fail(mismatch::index(begin, int64_t(dimension) - 1, size));
  }
  slice.begins.push_back(index);
  slice.counts.push_back(1);
  slice.strides.push_back(1);
  return llvm::success();
}

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

void StridedSliceReader::takeRange(size_t number, int64_t size) {
  bool isFromStart = beginMask >> number & 1, isToEnd = endMask >> number & 1;
  int64_t begin = entry(0, number), end = entry(1, number);
  int64_t by = entry(2, number);
  bool isReversed = stablehlo::isKnown(by) && by < 0;
  int64_t from = endOf(isFromStart, begin, isReversed ? sumOf(size, -1) : 0,
                       size, isReversed);
  int64_t to = endOf(isToEnd, end, isReversed ? -1 : size, size, isReversed);
  Taken taken = takenOf(from, to, by);
  // All of an axis of unknown size has that size.
  bool isWhole = isFromStart && isToEnd && (by == 1 || by == -1);
  slice.begins.push_back(taken.first);
  slice.counts.push_back(isWhole ? size : taken.count);
  slice.strides.push_back(by);
  slice.result.push_back(slice.counts.back());
}

LogicalResult StridedSliceReader::takeEntry(size_t number) {
  if (ellipsis >> number & 1) {
    takeEllipsis(number);
    return llvm::success();
  }
  if (newAxis >> number & 1) {
    slice.result.push_back(1);
    return llvm::success();
  }
  if (dimension == shape.size())
    return node.fail(numberOfEntries("begin", *entries, shape.size()));
  int64_t size = shape[dimension++];
  if (entry(2, number) == 0)
    return node.fail("the stride of axis " + llvm::Twine(dimension - 1) +
                     " is 0");
  if (shrink >> number & 1)
    return takeIndex(number, size);
  takeRange(number, size);
  return llvm::success();
}

std::optional<StridedSlice> StridedSliceReader::read() {
  if (failed(readLists()) || !entries)
    return std::nullopt;
  for (size_t i = 0; i != *entries; ++i) {
    if (failed(takeEntry(i)))
      return std::nullopt;
  }
  while (dimension < shape.size())
    takeAll();
  return std::move(slice);
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
  std::optional<StridedSlice> s = StridedSliceReader(node, shape, 1).read();
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
  std::optional<StridedSlice> s = StridedSliceReader(node, *shape, 1).read();
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

void tensorflow::addSlicingOps(OpTable &table) {
  table.addPartial(3, 0, slice, {"Slice"});
  table.addPartial(4, 1, strided, {"StridedSlice"});
  table.addPartial(5, 0, stridedGradient, {"StridedSliceGrad"});
}
