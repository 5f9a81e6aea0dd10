//===- OneDnnMatMul.cpp - Products by oneDNN ------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Contractions.h"
#include "Backend/CPU/CodeGen/Elements.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "cpu-onednn"

using llvm::ArrayRef;
using llvm::SmallVector;

namespace trainlint::cpu {

/// Below this many multiplications a call costs more than it saves.
static constexpr int64_t smallestProduct = 2048;

namespace {

/// An operand as a row of matrices, with its rows and columns possibly
/// exchanged.
struct Matrices {
  Value buffer;
  bool transposed;
};

/// An operand as it lies: its tensor, and which of its dimensions are paired,
/// rows and columns.
struct Layout {
  Value tensor;
  SmallVector<int64_t> batch, rows, columns;
  /// In the order of `batch`, `rows` and `columns`, or with the last two the
  /// other way round; neither if it has to be copied.
  bool isStraight, isTransposed;
};

} // namespace

static int64_t countOf(ArrayRef<int64_t> shape, ArrayRef<int64_t> dimensions) {
  int64_t count = 1;
  for (int64_t d : dimensions)
    count *= shape[d];
  return count;
}

static SmallVector<int64_t> joined(ArrayRef<int64_t> first,
                                   ArrayRef<int64_t> second,
                                   ArrayRef<int64_t> third) {
  SmallVector<int64_t> all(first);
  llvm::append_range(all, second);
  llvm::append_range(all, third);
  return all;
}

/// Dimensions of one element are anywhere.
static bool inOrder(ArrayRef<int64_t> shape, ArrayRef<int64_t> dimensions) {
  int64_t last = -1;
  for (int64_t d : dimensions) {
    if (shape[d] == 1)
      continue;
    if (d < last)
      return false;
    last = d;
  }
  return true;
}

/// Dimensions of a transposed tensor as those of the tensor itself.
static SmallVector<int64_t> before(ArrayRef<int64_t> permutation,
                                   ArrayRef<int64_t> dimensions) {
  return llvm::map_to_vector(dimensions,
                             [&](int64_t d) { return permutation[d]; });
}

static Layout layoutOf(Lowering &lowering, Value tensor,
                       ArrayRef<int64_t> batch, ArrayRef<int64_t> rows,
                       ArrayRef<int64_t> columns) {
  // A tensor that is transposed only for products has no buffer yet. It needs
  // none if its operand is in an order that they take.
  auto transpose = tensor.getDefiningOp<stablehlo::TransposeOp>();
  if (transpose && !lowering.hasBuffer(tensor)) {
    Value operand = transpose.getOperand();
    SmallVector<int64_t> first = before(transpose.getPermutation(), batch),
                         second = before(transpose.getPermutation(), rows),
                         third = before(transpose.getPermutation(), columns);
    if (inOrder(shapeOf(operand), joined(first, second, third)) ||
        inOrder(shapeOf(operand), joined(first, third, second)))
      return layoutOf(lowering, operand, first, second, third);
  }
  ArrayRef<int64_t> shape = shapeOf(tensor);
  bool isStraight = inOrder(shape, joined(batch, rows, columns));
  bool isTransposed =
      !isStraight && inOrder(shape, joined(batch, columns, rows));
  return {tensor,
          SmallVector<int64_t>(batch),
          SmallVector<int64_t>(rows),
          SmallVector<int64_t>(columns),
          isStraight,
          isTransposed};
}

/// The operand with its elements as they are stored, or computed in f32. It is
/// copied only if it has neither of the orders, or other elements.
static Matrices arrange(Lowering &lowering, Location loc, const Layout &layout,
                        bool isNarrow) {
  Type element = elementTypeIn(layout.tensor);
  Value buffer = lowering.bufferOf(layout.tensor);
  SmallVector<int64_t> order =
      layout.isTransposed ? joined(layout.batch, layout.columns, layout.rows)
                          : joined(layout.batch, layout.rows, layout.columns);
  bool isInOrder = layout.isStraight || layout.isTransposed;
  if (isInOrder && (isNarrow || element.isF32()))
    return {buffer, layout.isTransposed};
  Value copy = isNarrow ? moved(lowering, loc, buffer, order)
                        : reordered(lowering, loc, buffer, element, order);
  return {copy, layout.isTransposed};
}

/// A narrow or f32 float, which oneDNN computes in f32.
static bool isComputedInF32(Value tensor) {
  return computedType(elementTypeIn(tensor)).isF32();
}

bool emitOneDnnMatMul(Lowering &lowering, Operation *op, const DotShape &dot) {
  Value left = op->getOperand(0), right = op->getOperand(1),
        result = op->getResult(0);
  auto decline = [&]([[maybe_unused]] const char *why) {
    LLVM_DEBUG(llvm::dbgs() << op->getName() << " at " << op->getLoc()
                            << " does not go to oneDNN: " << why << "\n");
    return false;
  };
  if (!lowering.options.hasOneDnn)
    return decline("it is switched off");
  if (!llvm::all_of(ArrayRef<Value>{left, right, result}, isComputedInF32))
    return decline("an element type is not computed in f32");
  int64_t batch = countOf(shapeOf(left), dot.batchLeft);
  int64_t rows = countOf(shapeOf(left), dot.freeLeft);
  int64_t sums = countOf(shapeOf(left), dot.contractLeft);
  int64_t columns = countOf(shapeOf(right), dot.freeRight);
  if (rows * sums * columns < smallestProduct || batch == 0)
    return decline("it has too few multiplications");
  if (!lowering.options.hasOneDnn())
    return decline("the library is not installed");
  LLVM_DEBUG(llvm::dbgs() << op->getName() << " at " << op->getLoc()
                          << " goes to oneDNN: " << batch << " times " << rows
                          << "x" << sums << " by " << sums << "x" << columns
                          << "\n");
  Location loc = op->getLoc();
  Layout leftLayout =
      layoutOf(lowering, left, dot.batchLeft, dot.freeLeft, dot.contractLeft);
  Layout rightLayout = layoutOf(lowering, right, dot.batchRight,
                                dot.contractRight, dot.freeRight);
  SmallVector<int64_t> shape = {batch,
                                rows,
                                columns,
                                sums,
                                leftLayout.isTransposed,
                                rightLayout.isTransposed};
  bool isNarrow = llvm::all_of(ArrayRef<Value>{left, right, result},
                               [](Value tensor) {
                                 return elementTypeIn(tensor).isBF16();
                               }) &&
                  lowering.options.supportsProduct &&
                  lowering.options.supportsProduct(shape);
  Matrices a = arrange(lowering, loc, leftLayout, isNarrow);
  Matrices b = arrange(lowering, loc, rightLayout, isNarrow);
  Value wide = isNarrow ? lowering.allocateResult(result)
                        : lowering.allocateWide(result);
  callRuntime(lowering.b, loc,
              isNarrow ? "trainlint_cpu_multiply_bf16"
                       : "trainlint_cpu_multiply",
              {lowering.context, lowering.constantNumbers(loc, shape),
               lowering.address(loc, a.buffer), lowering.address(loc, b.buffer),
               lowering.address(loc, wide)});
  lowering.storeWide(wide, result);
  return true;
}

} // namespace trainlint::cpu

#undef DEBUG_TYPE
