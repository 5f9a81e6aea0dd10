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

/// The operand with its elements computed in f32, in the order of `rows` and
/// `columns` or the other way round; it is copied only if neither is what it
/// has.
static Matrices arrange(Lowering &lowering, Location loc, Value tensor,
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
      return arrange(lowering, loc, operand, first, second, third);
  }
  ArrayRef<int64_t> shape = shapeOf(tensor);
  Type element = elementTypeIn(tensor);
  SmallVector<int64_t> straight = joined(batch, rows, columns);
  bool isStraight = inOrder(shape, straight);
  bool isTransposed =
      !isStraight && inOrder(shape, joined(batch, columns, rows));
  Value buffer = lowering.bufferOf(tensor);
  if (element.isF32() && (isStraight || isTransposed))
    return {buffer, isTransposed};
  return {reordered(lowering, loc, buffer, element,
                    isTransposed ? joined(batch, columns, rows) : straight),
          isTransposed};
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
  Matrices a = arrange(lowering, loc, left, dot.batchLeft, dot.freeLeft,
                       dot.contractLeft);
  Matrices b = arrange(lowering, loc, right, dot.batchRight, dot.contractRight,
                       dot.freeRight);
  Value wide = lowering.allocateWide(result);
  Value numbers = lowering.constantNumbers(
      loc, {batch, rows, columns, sums, a.transposed, b.transposed});
  callRuntime(lowering.b, loc, "trainlint_cpu_multiply",
              {lowering.context, numbers, lowering.address(loc, a.buffer),
               lowering.address(loc, b.buffer), lowering.address(loc, wide)});
  lowering.storeWide(wide, result);
  return true;
}

} // namespace trainlint::cpu

#undef DEBUG_TYPE
