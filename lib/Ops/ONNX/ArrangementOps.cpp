//===- ArrangementOps.cpp - ONNX operators that move elements -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/ONNX/Operators.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include <numeric>

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;
using mlir::RankedTensorType;
using mlir::Value;

static LogicalResult reshape(OpCall &call) {
  std::optional<IndexVector> target = call.integers("shape", 1);
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  if (!target)
    return call.failNotConstant("shape");
  Shape old = call.shape();
  bool keepsZero = call.integer("allowzero", 0) == 0;
  std::optional<size_t> open;
  IndexVector given;
  for (size_t number = 0; number < target->size(); ++number) {
    int64_t &size = (*target)[number];
    if (size == 0 && keepsZero && number < old.size())
      size = old[number];
    if (size == -1 && !open)
      open = number;
    else
      given.push_back(size);
  }
  int64_t count = elementCount(old);
  bool isSane = OpCall::areSizes(given, 0) && !ForwardModule::isTooLarge(given);
  int64_t known = isSane ? elementCount(given) : 0;
  if (open)
    (*target)[*open] = known > 0 ? count / known : 0;
  if (!isSane || elementCount(*target) != count) {
    if (open)
      (*target)[*open] = -1;
    return call.fail(mismatch::reshape(old, *target));
  }
  return call.setResult(call.builder.reshape(call.value(0), *target));
}

static LogicalResult flatten(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  int64_t rank = call.shape().size();
  // The axis may be behind the last dimension.
  std::optional<int64_t> axis =
      call.integer("axis", 1) == rank
          ? rank
          : OpCall::dimension(call.integer("axis", 1), rank);
  if (!axis)
    return call.fail(mismatch::axis(call.integer("axis", 1), rank));
  Shape shape = call.shape();
  return call.setResult(call.builder.reshape(
      call.value(0), {elementCount(shape.take_front(*axis)),
                      elementCount(shape.drop_front(*axis))}));
}

/// Of `Squeeze` and `Unsqueeze`.
static LogicalResult squeeze(OpCall &call) {
  std::optional<IndexVector> axes = call.integers("axes", 1);
  bool isAdding = call.op == "Unsqueeze";
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  if ((call.has(1) || isAdding) && !axes)
    return call.failNotConstant("axes");
  SmallVector<int64_t> shape(call.shape());
  int64_t rank = shape.size() + (isAdding ? axes->size() : 0);
  SmallVector<bool> isNamed(rank, false);
  for (int64_t axis : axes.value_or(IndexVector())) {
    std::optional<int64_t> dimension = OpCall::dimension(axis, rank);
    bool fits = dimension && !isNamed[*dimension] &&
                (isAdding || shape[*dimension] == 1);
    if (!fits)
      return call.fail(
          "`axes` " + mismatch::shapeText(*axes) +
          (isAdding ? " cannot be added to" : " cannot be squeezed from") +
          " the input shape " + mismatch::shapeText(shape));
    isNamed[*dimension] = true;
  }
  SmallVector<int64_t> result;
  size_t next = 0;
  for (int64_t i = 0; i < rank; ++i) {
    if (isAdding) {
      result.push_back(isNamed[i] ? 1 : shape[next++]);
      continue;
    }
    bool isLeftOut = axes ? isNamed[i] : shape[i] == 1;
    if (!isLeftOut)
      result.push_back(shape[i]);
  }
  return call.setResult(call.builder.reshape(call.value(0), result));
}

static LogicalResult transpose(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  int64_t rank = call.shape().size();
  IndexVector reversed = llvm::to_vector(
      llvm::reverse(llvm::to_vector(llvm::seq<int64_t>(0, rank))));
  IndexVector order = call.integers("perm").value_or(reversed);
  IndexVector sorted = order;
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int64_t>(0, rank)))
    return call.fail(mismatch::permutation("perm", order, rank));
  return call.setResult(call.builder.transpose(call.value(0), order));
}

static LogicalResult concat(OpCall &call) {
  if (failed(call.expectInputs(std::max<unsigned>(call.inputs.size(), 1))))
    return llvm::failure();
  SmallVector<Value> values;
  for (unsigned i = 0; i < call.inputs.size(); ++i)
    values.push_back(call.value(i));
  int64_t number = call.integer("axis", call.version < 4 ? 1 : 0);
  std::optional<int64_t> axis = OpCall::dimension(number, call.shape().size());
  if (!axis)
    return call.fail(mismatch::axis(number, call.shape().size()));
  for (Value value : values) {
    SmallVector<int64_t> expected(call.shape());
    Shape shape = ProgramBuilder::shapeOf(value);
    if (shape.size() == expected.size())
      expected[*axis] = shape[*axis];
    if (value.getType() !=
        ProgramBuilder::typeOf(values.front()).clone(expected))
      return call.fail(mismatch::concatenate(values.front().getType(),
                                             value.getType(), *axis));
  }
  return call.setResult(call.builder.concatenate(values, *axis));
}

static Value part(ProgramBuilder &b, Value value, int64_t dimension,
                  int64_t from, int64_t to) {
  SmallVector<int64_t> starts(ProgramBuilder::shapeOf(value).size(), 0);
  SmallVector<int64_t> limits(ProgramBuilder::shapeOf(value));
  starts[dimension] = from;
  limits[dimension] = to;
  return b.slice(value, starts, limits);
}

static LogicalResult split(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  std::optional<int64_t> axis =
      OpCall::dimension(call.integer("axis", 0), call.shape().size());
  if (!axis)
    return call.fail(
        mismatch::axis(call.integer("axis", 0), call.shape().size()));
  int64_t size = call.shape()[*axis];
  std::optional<IndexVector> sizes = call.integers("split", 1);
  if (call.has(1) && !sizes)
    return call.failNotConstant("split");
  int64_t count = call.outputs;
  if (!sizes) {
    int64_t each = (size + count - 1) / std::max<int64_t>(count, 1);
    sizes = IndexVector(count, each);
    if (count > 0)
      sizes->back() = size - each * (count - 1);
  }
  bool fits = !sizes->empty() && int64_t(sizes->size()) == count &&
              llvm::all_of(*sizes, [&](int64_t each) {
                return each >= 0 && each <= size;
              });
  if (!fits ||
      std::accumulate(sizes->begin(), sizes->end(), int64_t(0)) != size)
    return call.fail("sizes " + mismatch::shapeText(*sizes) +
                     " cannot split axis " + llvm::Twine(*axis) + " of size " +
                     llvm::Twine(size) + " into " + pluralize(count, "output"));
  int64_t from = 0;
  for (int64_t each : *sizes) {
    call.addResult(part(call.builder, call.value(0), *axis, from, from + each));
    from += each;
  }
  return llvm::success();
}

static LogicalResult slice(OpCall &call) {
  std::optional<IndexVector> begins = call.integers("starts", 1);
  std::optional<IndexVector> ends = call.integers("ends", 2);
  std::optional<IndexVector> axes = call.integers("axes", 3);
  std::optional<IndexVector> steps = call.integers("steps", 4);
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  if (!begins || !ends)
    return call.failNotConstant(begins ? "ends" : "starts");
  if ((!axes && call.has(3)) || (!steps && call.has(4)))
    return call.failNotConstant(!axes && call.has(3) ? "axes" : "steps");
  if (begins->size() != ends->size())
    return call.fail("`starts` and `ends` have " + llvm::Twine(begins->size()) +
                     " and " + llvm::Twine(ends->size()) + " elements");
  SmallVector<int64_t> shape(call.shape());
  SmallVector<int64_t> starts(shape.size(), 0);
  SmallVector<int64_t> limits = shape;
  SmallVector<int64_t> strides(shape.size(), 1);
  SmallVector<int64_t> reversed;
  for (size_t i = 0; i < begins->size(); ++i) {
    int64_t axis = axes && i < axes->size() ? (*axes)[i] : int64_t(i);
    std::optional<int64_t> dimension = OpCall::dimension(axis, shape.size());
    if (!dimension)
      return call.fail(mismatch::axis(axis, shape.size()));
    int64_t step = steps && i < steps->size() ? (*steps)[i] : 1;
    if (step == 0)
      return call.fail("the step of axis " + llvm::Twine(axis) + " is 0");
    int64_t size = shape[*dimension];
    bool isBackward = step < 0;
    auto place = [&](int64_t number) {
      int64_t counted = number < 0 ? number + size : number;
      // Backwards from the last element, it is the border before the first.
      return isBackward ? size - 1 - std::clamp<int64_t>(counted, -1, size - 1)
                        : std::clamp<int64_t>(counted, 0, size);
    };
    if (isBackward) {
      reversed.push_back(*dimension);
      step = step == INT64_MIN ? INT64_MAX : -step;
    }
    starts[*dimension] = place((*begins)[i]);
    limits[*dimension] = std::max(place((*ends)[i]), starts[*dimension]);
    strides[*dimension] = std::min(step, std::max<int64_t>(size, 1));
  }
  return call.setResult(call.builder.slice(
      call.builder.reverse(call.value(0), reversed), starts, limits, strides));
}

static LogicalResult expand(OpCall &call) {
  std::optional<IndexVector> target =
      call.has(1) ? call.knownIntegers(1) : std::nullopt;
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  if (!target)
    return call.failNotConstant("shape");
  SmallVector<int64_t> common(*target);
  if (!OpCall::areSizes(common, 0))
    return call.fail(mismatch::invalidShape(common));
  Shape shape = call.shape();
  if (shape.size() > common.size())
    common.insert(common.begin(), shape.size() - common.size(), 1);
  size_t before = common.size() - shape.size();
  for (auto [number, size] : llvm::enumerate(shape)) {
    int64_t &known = common[before + number];
    if (known != size && known != 1 && size != 1)
      return call.fail(mismatch::broadcast({shape, *target}));
    known = known == 1 ? size : known;
  }
  return call.setResult(call.builder.broadcastTo(call.value(0), common));
}

static std::string paddingProblem(Shape pads, Shape shape) {
  return "`pads` " + mismatch::shapeText(pads) +
         " cannot pad the input shape " + mismatch::shapeText(shape);
}

/// Puts mirrored elements, or copies of the last one, around the input.
static LogicalResult padFromInside(OpCall &call, Shape pads, bool isMirrored) {
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  int64_t rank = call.shape().size();
  for (int64_t i = 0; i < rank; ++i) {
    int64_t size = call.shape()[i];
    int64_t before = pads[i];
    int64_t after = pads[rank + i];
    int64_t most = isMirrored ? size - 1 : INT64_MAX;
    if (before < 0 || after < 0 || size < 1 || before > most || after > most)
      return call.fail(paddingProblem(pads, call.shape()));
    auto side = [&](int64_t count, int64_t mirrorFrom, int64_t edge) {
      if (isMirrored)
        return b.reverse(part(b, x, i, mirrorFrom, mirrorFrom + count), {i});
      SmallVector<int64_t> wide(ProgramBuilder::shapeOf(x));
      wide[i] = count;
      return b.broadcastTo(part(b, x, i, edge, edge + 1), wide);
    };
    SmallVector<Value> parts;
    if (before > 0)
      parts.push_back(side(before, 1, 0));
    parts.push_back(x);
    if (after > 0)
      parts.push_back(side(after, size - 1 - after, size - 1));
    x = b.concatenate(parts, i);
  }
  return call.setResult(x);
}

static LogicalResult pad(OpCall &call) {
  std::optional<IndexVector> pads = call.integers("pads", 1);
  StringRef mode = call.word("mode", "constant");
  if (mode != "constant" && mode != "reflect" && mode != "edge")
    return call.fail("unsupported mode `" + mode + "`");
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  size_t rank = call.shape().size();
  if (!pads)
    return call.failNotConstant("pads");
  if (call.has(3))
    return call.failUnsupported("`axes` is not supported");
  if (pads->size() != 2 * rank)
    return call.fail(paddingProblem(*pads, call.shape()));
  std::optional<double> number = call.number("value", 0);
  if (call.has(2))
    number = call.knownNumber(2);
  if (!number)
    return call.failNotConstant("constant_value");
  Shape all(*pads);
  for (size_t i = 0; i < rank; ++i) {
    bool fits = OpCall::isSize(std::abs(all[i])) &&
                OpCall::isSize(std::abs(all[rank + i])) &&
                call.shape()[i] + all[i] + all[rank + i] >= 0;
    if (!fits)
      return call.fail(paddingProblem(all, call.shape()));
  }
  if (mode != "constant")
    return padFromInside(call, all, mode == "reflect");
  return call.setResult(call.builder.pad(
      call.value(0), *number, all.take_front(rank), all.drop_front(rank)));
}

static LogicalResult gather(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value table = call.value(0);
  Value places = call.constant(1);
  SmallVector<int64_t> shape(call.shape(0));
  std::optional<int64_t> axis =
      OpCall::dimension(call.integer("axis", 0), shape.size());
  if (!axis)
    return call.fail(mismatch::axis(call.integer("axis", 0), shape.size()));
  mlir::Type element = ProgramBuilder::elementOf(places);
  if (!element.isSignlessInteger(32) && !element.isSignlessInteger(64))
    return call.fail("indices have element type " +
                     mismatch::typeText(element) + "; i32 or i64 is required");
  // Negative places count from the end.
  Value negative =
      b.compare(places, b.like(places, 0), ComparisonDirection::LT);
  Value moved = b.add(places, b.like(places, double(shape[*axis])));
  places = b.select(negative, moved, places);

  Shape outer = ProgramBuilder::shapeOf(places);
  SmallVector<int64_t> result(shape.begin(), shape.begin() + *axis);
  result.append(outer.begin(), outer.end());
  result.append(shape.begin() + *axis + 1, shape.end());
  SmallVector<int64_t> offsets;
  for (int64_t i = 0; i < int64_t(result.size()); ++i) {
    if (i < *axis || i >= *axis + int64_t(outer.size()))
      offsets.push_back(i);
  }
  SmallVector<int64_t> sizes = shape;
  sizes[*axis] = 1;
  auto dimensions = GatherDimensionsAttr::get(
      b.builder().getContext(), offsets, /*collapsedSliceDims=*/{*axis},
      /*operandBatchingDims=*/{}, /*startIndicesBatchingDims=*/{},
      /*startIndexMap=*/{*axis}, /*indexVectorDim=*/outer.size());
  return call.setResult(
      b.make<GatherOp>(ProgramBuilder::typeOf(table).clone(result), table,
                       places, dimensions, sizes));
}

void onnx::addArrangementOps(OpTable &table) {
  table.add(reshape, {"Reshape"});
  table.add(flatten, {"Flatten"});
  table.add(squeeze, {"Squeeze", "Unsqueeze"});
  table.add(transpose, {"Transpose"});
  table.add(concat, {"Concat"});
  table.add(split, {"Split"});
  table.add(slice, {"Slice"});
  table.add(expand, {"Expand"});
  table.add(pad, {"Pad"});
  table.add(gather, {"Gather"});
}
