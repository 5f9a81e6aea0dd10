//===- MaskByResults.cpp - Masks of gradients -----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A gradient passes a maximum or a clamp where its operand is within the
// bounds. The result tells that as well, and the next layer keeps it anyway;
// the operand has then neither to be stored nor to be kept.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Rewrites.h"
#include "Dialect/StableHLO/IR/Splat.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::Value;

namespace trainlint::cpu {

static bool isSame(Value one, Value other) {
  if (one == other)
    return true;
  auto number = floatOf(one), same = floatOf(other);
  return number && same && number->compare(*same) == mlir::APFloat::cmpEqual;
}

/// True if an operand is on a side of a bound where, and only where, the result
/// is. What is no number is on neither side, and results in none.
static bool keepsSide(mlir::Operation *op, Value operand, Value bound,
                      ComparisonDirection side) {
  bool isAbove = side == ComparisonDirection::GT;
  auto hasBound = [&](Value lhs, Value rhs) {
    return (lhs == operand && isSame(rhs, bound)) ||
           (rhs == operand && isSame(lhs, bound));
  };
  if (auto maximum = llvm::dyn_cast<MaximumOp>(op))
    return isAbove && hasBound(maximum.getLhs(), maximum.getRhs());
  if (auto minimum = llvm::dyn_cast<MinimumOp>(op))
    return !isAbove && hasBound(minimum.getLhs(), minimum.getRhs());
  auto clamp = llvm::dyn_cast<ClampOp>(op);
  if (!clamp || clamp.getOperand() != operand)
    return false;
  auto least = floatOf(clamp.getMin()), most = floatOf(clamp.getMax()),
       number = floatOf(bound);
  return least && most && number &&
         least->compare(*most) == mlir::APFloat::cmpLessThan &&
         number->compare(isAbove ? *least : *most) == mlir::APFloat::cmpEqual;
}

static void useResult(CompareOp op) {
  ComparisonDirection side = op.getComparisonDirection();
  auto type = llvm::dyn_cast<mlir::RankedTensorType>(op.getLhs().getType());
  bool isSide =
      side == ComparisonDirection::GT || side == ComparisonDirection::LT;
  // Below a total order lie numbers that compare as none.
  if (!isSide || !type || !llvm::isa<mlir::FloatType>(type.getElementType()) ||
      op.getCompareType() == ComparisonType::TOTALORDER)
    return;
  // Operands that many ops read are not looked through for each of them.
  constexpr unsigned MostUsers = 16;
  unsigned count = 0;
  for (mlir::Operation *user : op.getLhs().getUsers()) {
    if (++count > MostUsers)
      return;
    if (user->getBlock() != op->getBlock() || !user->isBeforeInBlock(op) ||
        !keepsSide(user, op.getLhs(), op.getRhs(), side))
      continue;
    op.getLhsMutable().assign(user->getResult(0));
    return;
  }
}

void maskByResults(mlir::ModuleOp program) { program.walk(useResult); }

} // namespace trainlint::cpu
