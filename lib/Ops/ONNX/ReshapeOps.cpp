//===- ReshapeOps.cpp - Operators of ONNX that change shapes --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

//===----------------------------------------------------------------------===//
// Reshape
//===----------------------------------------------------------------------===//

/// The shape that `target` asks for, where 0 keeps a size and -1 stands for
/// what is left; none if there is no such. What is not known is unknown.
static std::optional<SmallVector<int64_t>> reshaped(Shape old, Shape target,
                                                    bool keepsZero) {
  SmallVector<int64_t> result;
  SmallVector<int64_t> given;
  SmallVector<int64_t> left(old);
  SmallVector<size_t> open;
  bool hasRest = false;
  for (auto [number, size] : llvm::enumerate(target)) {
    if (!isKnown(size) || size == -1) {
      if (size == -1 && std::exchange(hasRest, true))
        return std::nullopt;
      open.push_back(number);
      result.push_back(ShapedType::kDynamic);
      continue;
    }
    if (size < 0)
      return std::nullopt;
    bool isKept = size == 0 && keepsZero && number < old.size();
    result.push_back(isKept ? old[number] : size);
    // A size that is kept is on both sides, whatever it is.
    if (isKept && old[number] != 0)
      left[number] = 1;
    else
      given.push_back(size);
  }
  int64_t wanted = elementCount(given);
  SmallVector<int64_t> known = llvm::filter_to_vector(left, isKnown);
  int64_t there = elementCount(known);
  if (!isKnown(wanted) || !isKnown(there))
    return result;
  bool isAllThere = known.size() == left.size();
  if (open.empty()) {
    bool fits = isAllThere  ? there == wanted
                : there > 0 ? wanted % there == 0
                            : wanted == 0;
    return fits ? std::optional(result) : std::nullopt;
  }
  if (!isAllThere)
    return result;
  bool fits = wanted == 0 ? there == 0 : there % wanted == 0;
  if (!fits)
    return std::nullopt;
  if (open.size() == 1)
    result[open.front()] = wanted == 0 ? 0 : there / wanted;
  return result;
}

static LogicalResult reshape(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  std::optional<IndexVector> target =
      call.has(1) ? call.partialIntegers(1, "shape") : call.integers("shape");
  if (!target && call.has(1)) {
    Shape shape = call.shape(1);
    bool isRankKnown = shape.size() == 1 && OpCall::isSize(shape.front());
    if (isRankKnown)
      return call.failNotConstant(1, "shape", shape.front(), call.element());
    return call.failNotConstant(1, "shape");
  }
  if (!target)
    return call.failMissing("`shape` is missing");
  bool keepsZero = call.integer("allowzero", 0) == 0;
  std::optional<SmallVector<int64_t>> shape =
      reshaped(call.shape(), *target, keepsZero);
  bool isContradiction = !keepsZero && llvm::is_contained(*target, 0) &&
                         llvm::is_contained(*target, -1);
  bool isUnknown =
      shape && call.builder.buildsOps() && !llvm::all_of(*shape, isKnown);
  if (!shape || isUnknown || isContradiction)
    return call.failAtRun(mismatch::reshape(call.shape(), *target));
  return call.setResult(call.builder.reshape(call.value(0), *shape));
}

static LogicalResult flatten(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  int64_t rank = call.rank();
  int64_t number = call.integer("axis", 1);
  // The axis may be behind the last dimension.
  std::optional<int64_t> axis =
      number == rank ? rank : OpCall::dimension(number, rank);
  if (!axis)
    return call.fail(mismatch::axis(number, rank));
  Shape shape = call.shape();
  return call.setResult(call.builder.reshape(
      call.value(0), {elementCount(shape.take_front(*axis)),
                      elementCount(shape.drop_front(*axis))}));
}

//===----------------------------------------------------------------------===//
// Dimensions of size 1
//===----------------------------------------------------------------------===//

/// What is known without the axes: the rank, by how many there are.
static LogicalResult withUnknownAxes(OpCall &call, bool isAdding) {
  Shape axes = call.shape(1);
  bool areCounted = axes.size() == 1 && OpCall::isSize(axes.front());
  int64_t rank =
      areCounted ? call.rank() + (isAdding ? axes[0] : -axes[0]) : -1;
  if (rank < 0)
    return call.failNotConstant(1, "axes");
  return call.failNotConstant(1, "axes", rank, call.element());
}

/// The dimensions that the axes name; none if one is not there, or named twice
/// though it may not be.
static std::optional<SmallVector<bool>> named(Shape axes, int64_t rank,
                                              bool mayRepeat) {
  SmallVector<bool> isNamed(rank, false);
  for (int64_t axis : axes) {
    std::optional<int64_t> dimension = OpCall::dimension(axis, rank);
    if (!dimension || (std::exchange(isNamed[*dimension], true) && !mayRepeat))
      return std::nullopt;
  }
  return isNamed;
}

static LogicalResult unsqueeze(OpCall &call) {
  std::optional<IndexVector> axes = call.integers("axes", 1);
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  if (!axes && call.has(1))
    return withUnknownAxes(call, /*isAdding=*/true);
  if (!axes)
    return call.failMissing("`axes` is missing");
  Shape shape = call.shape();
  std::optional<SmallVector<bool>> isNamed =
      named(*axes, shape.size() + axes->size(), /*mayRepeat=*/false);
  if (!isNamed)
    return call.fail("`axes` " + mismatch::shapeText(*axes) +
                     " cannot be added to the input shape " +
                     mismatch::shapeText(shape));
  SmallVector<int64_t> result;
  for (bool isNew : *isNamed) {
    result.push_back(isNew ? 1 : shape.front());
    shape = shape.drop_front(isNew ? 0 : 1);
  }
  return call.setResult(call.builder.reshape(call.value(0), result));
}

static LogicalResult squeeze(OpCall &call) {
  std::optional<IndexVector> axes = call.integers("axes", 1);
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  if (!axes && call.has(1))
    return withUnknownAxes(call, /*isAdding=*/false);
  Shape shape = call.shape();
  // Each size that is not known may be 1.
  if (!axes && !llvm::all_of(shape, isKnown))
    return call.setUnknown();
  std::optional<SmallVector<bool>> isNamed =
      named(axes.value_or(IndexVector()), shape.size(), /*mayRepeat=*/true);
  SmallVector<int64_t> result;
  for (size_t i = 0; isNamed && i < shape.size(); ++i) {
    if ((*isNamed)[i] && disagree(shape[i], 1))
      isNamed = std::nullopt;
    else if (axes ? !(*isNamed)[i] : shape[i] != 1)
      result.push_back(shape[i]);
  }
  if (!isNamed)
    return call.fail("`axes` " + mismatch::shapeText(*axes) +
                     " cannot be squeezed from the input shape " +
                     mismatch::shapeText(shape));
  return call.setResult(call.builder.reshape(call.value(0), result));
}

//===----------------------------------------------------------------------===//
// Other orders
//===----------------------------------------------------------------------===//

static LogicalResult transpose(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  int64_t rank = call.rank();
  IndexVector reversed = llvm::to_vector(
      llvm::reverse(llvm::to_vector(llvm::seq<int64_t>(0, rank))));
  IndexVector order = call.integers("perm").value_or(reversed);
  IndexVector sorted = order;
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int64_t>(0, rank)))
    return call.fail(mismatch::permutation("perm", order, rank));
  return call.setResult(call.builder.transpose(call.value(0), order));
}

/// A part of a size, if that is known.
static int64_t dividedBy(int64_t size, int64_t number) {
  return isKnown(size) ? size / number : size;
}

/// Of `DepthToSpace` and `SpaceToDepth`.
static LogicalResult moveBlocks(OpCall &call) {
  int64_t block = call.integer("blocksize", 0);
  bool isToSpace = call.op == "DepthToSpace";
  StringRef mode = call.word("mode", "DCR");
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  Shape shape = call.shape();
  if (shape.size() != 4)
    return call.fail(mismatch::rank(shape, 4));
  if (block < 1)
    return call.fail("`blocksize` is " + llvm::Twine(block));
  constexpr int64_t MostElements = 1 << 15;
  if (block > MostElements)
    return call.failUnsupported("`blocksize` is " + llvm::Twine(block));
  if (mode != "DCR" && mode != "CRD")
    return call.fail(mismatch::word("mode", mode, {"DCR", "CRD"}));
  int64_t batch = shape[0];
  int64_t channels = shape[1];
  int64_t height = shape[2];
  int64_t width = shape[3];
  int64_t area = block * block;
  auto isSplit = [](int64_t size, int64_t by) {
    return !isKnown(size) || size % by == 0;
  };
  bool fits = isToSpace ? isSplit(channels, area)
                        : isSplit(height, block) && isSplit(width, block);
  if (!fits)
    return call.fail("the input shape " + mismatch::shapeText(shape) +
                     " cannot be split into blocks of " + llvm::Twine(block));
  ProgramBuilder &b = call.builder;
  Value x = call.value(0);
  if (!isToSpace) {
    int64_t rows = dividedBy(height, block);
    int64_t columns = dividedBy(width, block);
    Value split = b.reshape(x, {batch, channels, rows, block, columns, block});
    return call.setResult(
        b.reshape(b.transpose(split, {0, 3, 5, 1, 2, 4}),
                  {batch, elementCount({channels, area}), rows, columns}));
  }
  int64_t rest = dividedBy(channels, area);
  bool isColumnRow = mode == "CRD";
  Value split = isColumnRow
                    ? b.reshape(x, {batch, rest, block, block, height, width})
                    : b.reshape(x, {batch, block, block, rest, height, width});
  Value moved = isColumnRow ? b.transpose(split, {0, 1, 4, 2, 5, 3})
                            : b.transpose(split, {0, 3, 4, 1, 5, 2});
  return call.setResult(
      b.reshape(moved, {batch, rest, elementCount({height, block}),
                        elementCount({width, block})}));
}

void onnx::addReshapeOps(OpTable &table) {
  table.add(reshape, {"Reshape"});
  table.add(flatten, {"Flatten"});
  table.add(squeeze, {"Squeeze"});
  table.add(unsqueeze, {"Unsqueeze"});
  table.add(transpose, {"Transpose"});
  table.add(moveBlocks, {"DepthToSpace", "SpaceToDepth"});
}
