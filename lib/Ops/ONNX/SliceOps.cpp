//===- SliceOps.cpp - Operators of ONNX that cut and join tensors ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

//===----------------------------------------------------------------------===//
// Concat and Split
//===----------------------------------------------------------------------===//

/// True for a list without elements, which exporters join with tensors of any
/// rank.
static bool isEmptyList(Value value) {
  Shape shape = ProgramBuilder::shapeOf(value);
  return shape.size() == 1 && shape.front() == 0;
}

/// A short list of integers, each of which is unknown if nothing is known of
/// the list, so that those that it is joined with stay known.
static Value withUnknownElements(ProgramBuilder &b, Value value) {
  mlir::RankedTensorType type = ProgramBuilder::typeOf(value);
  bool isList = !b.buildsOps() && type.getRank() == 1 &&
                type.getElementType().isSignlessInteger() &&
                Literal::canHold(type) && !b.literalOf(value);
  if (!isList)
    return value;
  Literal unknown;
  unknown.type = type;
  unknown.integers.assign(type.getNumElements(), Literal::UnknownInteger);
  return b.literal(unknown);
}

static LogicalResult concat(OpCall &call) {
  if (failed(call.expectInputs(std::max<unsigned>(call.inputs.size(), 1))))
    return llvm::failure();
  SmallVector<Value> values;
  for (unsigned i = 0; i < call.inputs.size(); ++i)
    values.push_back(withUnknownElements(call.builder, call.value(i)));
  auto isTensor = [](Value value) {
    return ProgramBuilder::shapeOf(value).size() != 1;
  };
  if (llvm::any_of(values, isTensor))
    llvm::erase_if(values, isEmptyList);
  Value first = values.front();
  int64_t rank = ProgramBuilder::shapeOf(first).size();
  int64_t number = call.integer("axis", call.version < 4 ? 1 : 0);
  std::optional<int64_t> axis = OpCall::dimension(number, rank);
  if (!axis)
    return call.fail(mismatch::axis(number, rank));
  for (Value value : values) {
    SmallVector<int64_t> expected(ProgramBuilder::shapeOf(first));
    Shape shape = ProgramBuilder::shapeOf(value);
    if (shape.size() == expected.size())
      expected[*axis] = shape[*axis];
    bool fits =
        mayEqual(expected, shape) &&
        ProgramBuilder::elementOf(value) == ProgramBuilder::elementOf(first);
    if (!fits)
      return call.fail(
          mismatch::concatenate(first.getType(), value.getType(), *axis));
  }
  return call.setResult(call.builder.concatenate(values, *axis));
}

/// The sizes of equal parts, of which the last may be smaller; none if the
/// parts cannot be equal.
static std::optional<IndexVector> equalParts(int64_t size, int64_t count,
                                             bool mayDiffer) {
  if (!isKnown(size))
    return IndexVector(count, ShapedType::kDynamic);
  int64_t each = (size + count - 1) / count;
  int64_t last = size - each * (count - 1);
  if (last < 0 || (last != each && !mayDiffer))
    return std::nullopt;
  IndexVector sizes(count, each);
  sizes.back() = last;
  return sizes;
}

static LogicalResult split(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  int64_t number = call.integer("axis", 0);
  std::optional<int64_t> axis = OpCall::dimension(number, call.rank());
  if (!axis)
    return call.fail(mismatch::axis(number, call.rank()));
  int64_t size = call.shape()[*axis];
  auto count = static_cast<int64_t>(call.outputs);
  if (count == 0)
    return llvm::success();
  std::optional<IndexVector> sizes =
      call.has(1) ? call.partialIntegers(1, "split") : call.integers("split");
  if (!sizes && call.has(1)) {
    if (failed(call.requireConstant(1, "split")))
      return llvm::failure();
    sizes = IndexVector(count, ShapedType::kDynamic);
  } else if (!sizes) {
    int64_t parts = call.integer("num_outputs", count);
    sizes = OpCall::isSize(parts) && parts >= count
                ? equalParts(size, parts, /*mayDiffer=*/call.version >= 18)
                : std::nullopt;
    if (!sizes)
      return call.fail("axis " + llvm::Twine(*axis) + " of size " +
                       llvm::Twine(size) + " cannot be split into " +
                       pluralize(parts, "part"));
  }
  bool fits = int64_t(sizes->size()) == count ||
              call.attributes.contains("num_outputs");
  // What one part leaves open the others may say.
  int64_t total = 0;
  size_t open = 0;
  for (int64_t each : *sizes) {
    open += !isKnown(each);
    fits &= b.buildsOps() ? OpCall::isSize(each) : OpCall::maybeSize(each);
    total += isKnown(each) && fits ? each : 0;
  }
  if (isKnown(size))
    fits &= open > 0 ? total <= size : total == size;
  if (!fits)
    return call.fail("sizes " + mismatch::shapeText(*sizes) +
                     " cannot split axis " + llvm::Twine(*axis) + " of size " +
                     (isKnown(size) ? std::to_string(size) : "?") + " into " +
                     pluralize(count, "output"));
  if (open == 1 && isKnown(size))
    *llvm::find(*sizes, ShapedType::kDynamic) = size - total;
  int64_t from = 0;
  for (int64_t each : *sizes) {
    int64_t to = isKnown(from) && isKnown(each) ? from + each : each;
    if (isKnown(to) && isKnown(size)) {
      call.addResult(b.part(call.value(0), *axis, from, to));
    } else {
      SmallVector<int64_t> shape(call.shape());
      shape[*axis] = each;
      call.addResult(
          b.unknown(ProgramBuilder::typeOf(call.value(0)).clone(shape)));
    }
    from = to;
  }
  return llvm::success();
}

//===----------------------------------------------------------------------===//
// Slice
//===----------------------------------------------------------------------===//

namespace {
/// What `Slice` takes of one dimension: forwards, of the dimension itself or of
/// its mirror image.
struct Cut {
  int64_t from = 0;
  int64_t to = 0;
  int64_t step = 1;
  bool isMirrored = false;
};
} // namespace

/// A number of elements that is not known.
static constexpr Cut UnknownCut = {0, ShapedType::kDynamic, 1, false};

/// Numbers that are not inside are moved there.
static Cut cutOf(int64_t size, int64_t begin, int64_t end, int64_t step) {
  if (!isKnown(begin) || !isKnown(end) || !isKnown(step))
    return UnknownCut;
  bool isWhole = begin == 0 && end >= int64_t(INT32_MAX) && step == 1;
  if (!isKnown(size))
    return isWhole ? Cut{0, size, 1, false} : UnknownCut;
  if (size == 0)
    return {};
  auto counted = [size](int64_t place) {
    return place < 0 ? place + size : place;
  };
  Cut cut;
  if (step > 0) {
    cut.from = std::clamp<int64_t>(counted(begin), 0, size);
    cut.to = std::clamp<int64_t>(counted(end), 0, size);
    cut.step = std::min(step, size);
  } else {
    // Backwards the border is before the first element.
    cut.isMirrored = true;
    cut.from = size - 1 - std::clamp<int64_t>(counted(begin), 0, size - 1);
    cut.to = size - 1 - std::clamp<int64_t>(counted(end), -1, size - 1);
    cut.step = step < -size ? size : -step;
  }
  cut.to = std::max(cut.from, cut.to);
  return cut;
}

/// A list of `Slice`, by its name. What is not known has unknown numbers.
static std::optional<IndexVector> sliceList(OpCall &call, StringRef name,
                                            unsigned input, size_t count) {
  if (call.has(input)) {
    if (std::optional<IndexVector> numbers = call.partialIntegers(input, name))
      return numbers;
    // The least number stands for the border, but literals have none such.
    mlir::DenseElementsAttr elements = call.knownElements(input);
    if (elements && elements.getElementType().isSignlessInteger(64)) {
      IndexVector numbers;
      for (int64_t number : elements.getValues<int64_t>())
        numbers.push_back(std::max(number, -INT64_MAX));
      return numbers;
    }
    if (failed(call.requireConstant(input, name)))
      return std::nullopt;
    return IndexVector(count, Literal::UnknownInteger);
  }
  return call.integers(name);
}

static LogicalResult slice(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  // How many there are is known even if they are not.
  size_t count = 0;
  for (unsigned input : {1, 2}) {
    Shape lengths = call.has(input) ? call.shape(input) : Shape();
    if (lengths.size() == 1 && OpCall::isSize(lengths.front()))
      count = std::min<size_t>(lengths.front(), call.rank());
  }
  std::optional<IndexVector> begins = sliceList(call, "starts", 1, count);
  std::optional<IndexVector> ends = sliceList(call, "ends", 2, count);
  std::optional<IndexVector> axes = call.integers("axes", 3);
  std::optional<IndexVector> steps = sliceList(call, "steps", 4, count);
  bool areAxesKnown = axes || !call.has(3);
  if (!areAxesKnown)
    return call.failNotConstant(3, "axes", call.rank(), call.element());
  if (call.refusal() != Refusal::None && b.buildsOps())
    return llvm::failure();
  if (!begins || !ends)
    return call.failMissing(begins ? "`ends` is missing"
                                   : "`starts` is missing");
  bool areCounted = begins->size() == ends->size() &&
                    (!axes || axes->size() == begins->size()) &&
                    (!steps || steps->size() == begins->size());
  if (!areCounted) {
    std::string text = "`starts` and `ends` have " +
                       std::to_string(begins->size()) + " and " +
                       pluralize(ends->size(), "element");
    if (axes)
      text += ", `axes` " + std::to_string(axes->size());
    if (steps)
      text += ", `steps` " + std::to_string(steps->size());
    return call.fail(text);
  }
  Shape shape = call.shape();
  SmallVector<int64_t> starts(shape.size(), 0);
  SmallVector<int64_t> limits(shape);
  SmallVector<int64_t> strides(shape.size(), 1);
  SmallVector<bool> isCut(shape.size(), false);
  SmallVector<int64_t> mirrored;
  bool isSizeUnknown = !llvm::all_of(shape, isKnown);
  for (size_t i = 0; i < begins->size(); ++i) {
    int64_t number = axes ? (*axes)[i] : int64_t(i);
    std::optional<int64_t> axis = OpCall::dimension(number, shape.size());
    if (!axis)
      return call.fail(mismatch::axis(number, shape.size()));
    int64_t step = steps ? (*steps)[i] : 1;
    if (step == 0)
      return call.fail("the step of axis " + llvm::Twine(number) + " is 0");
    if (std::exchange(isCut[*axis], true))
      return call.failUnsupported("axis " + llvm::Twine(*axis) +
                                  " is cut twice");
    int64_t begin = (*begins)[i];
    int64_t end = (*ends)[i];
    // In an attribute the least number is the border as well.
    if (b.buildsOps()) {
      step = std::max(step, -INT64_MAX);
      begin = std::max(begin, -INT64_MAX);
      end = std::max(end, -INT64_MAX);
    }
    Cut cut = cutOf(shape[*axis], begin, end, step);
    isSizeUnknown |= !isKnown(cut.to);
    starts[*axis] = cut.from;
    limits[*axis] = cut.to;
    strides[*axis] = cut.step;
    if (cut.isMirrored)
      mirrored.push_back(*axis);
  }
  if (isSizeUnknown) {
    SmallVector<int64_t> sizes;
    for (auto [from, to, step] : llvm::zip_equal(starts, limits, strides))
      sizes.push_back(isKnown(to) ? (to - from + step - 1) / step : to);
    return call.setResult(
        b.unknown(ProgramBuilder::typeOf(call.value(0)).clone(sizes)));
  }
  return call.setResult(
      b.slice(b.reverse(call.value(0), mirrored), starts, limits, strides));
}

void onnx::addSliceOps(OpTable &table) {
  table.add(concat, {"Concat"});
  table.add(split, {"Split"});
  table.add(slice, {"Slice"});
}
