//===- TripCount.cpp - How often loops run --------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The trip count of a counted loop: a carried integer (an induction variable)
// with a constant start, a constant change and a comparison with a constant
// that the loop does not change. A closed form in constant time; the arithmetic
// is checked for overflow.
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Transforms/TripCount.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

/// The number of an argument of one of the loop's regions.
static std::optional<unsigned> carriedNumber(WhileOp loop, Value value) {
  auto argument = llvm::dyn_cast<mlir::BlockArgument>(value);
  if (!argument || argument.getOwner()->getParentOp() != loop)
    return std::nullopt;
  return argument.getArgNumber();
}

static mlir::Operation *endOf(mlir::Region &region) {
  return region.front().getTerminator();
}

/// The integer that a value is in each step, if it is a constant that may be
/// carried along.
static std::optional<int64_t> constantIn(WhileOp loop, Value value) {
  if (auto carried = carriedNumber(loop, value)) {
    mlir::Region &body = loop.getBody();
    if (endOf(body)->getOperand(*carried) != body.getArgument(*carried))
      return std::nullopt;
    value = loop->getOperand(*carried);
  }
  mlir::DenseIntElementsAttr numbers;
  if (!mlir::matchPattern(value, mlir::m_Constant(&numbers)) ||
      numbers.getType().getRank() != 0)
    return std::nullopt;
  auto integer = llvm::dyn_cast<mlir::IntegerType>(numbers.getElementType());
  auto number = numbers.getSplatValue<llvm::APInt>();
  if (!integer || integer.getWidth() > 64)
    return std::nullopt;
  if (!integer.isUnsigned())
    return number.getSExtValue();
  // What is larger is no number of steps anyway.
  return number.getActiveBits() < 64
             ? std::optional<int64_t>(number.getZExtValue())
             : std::nullopt;
}

/// What a carried integer changes by in a step.
static std::optional<int64_t> changeOf(WhileOp loop, unsigned carried) {
  Value next = endOf(loop.getBody())->getOperand(carried);
  Value argument = loop.getBody().getArgument(carried);
  if (auto add = next.getDefiningOp<AddOp>()) {
    if (add.getLhs() == argument)
      return constantIn(loop, add.getRhs());
    if (add.getRhs() == argument)
      return constantIn(loop, add.getLhs());
  }
  auto subtract = next.getDefiningOp<SubtractOp>();
  if (!subtract || subtract.getLhs() != argument)
    return std::nullopt;
  auto change = constantIn(loop, subtract.getRhs());
  return change ? std::optional<int64_t>(-*change) : std::nullopt;
}

static ComparisonDirection mirrored(ComparisonDirection direction) {
  switch (direction) {
  case ComparisonDirection::LT:
    return ComparisonDirection::GT;
  case ComparisonDirection::LE:
    return ComparisonDirection::GE;
  case ComparisonDirection::GT:
    return ComparisonDirection::LT;
  case ComparisonDirection::GE:
    return ComparisonDirection::LE;
  default:
    return direction;
  }
}

/// Steps of a counter that is compared with a limit; nothing if it never stops.
static std::optional<int64_t> count(int64_t start, int64_t limit,
                                    int64_t change,
                                    ComparisonDirection direction) {
  // Counting down is counting up with all signs turned.
  bool isDown = direction == ComparisonDirection::GT ||
                direction == ComparisonDirection::GE;
  int64_t distance;
  if (isDown ? llvm::SubOverflow(start, limit, distance)
             : llvm::SubOverflow(limit, start, distance))
    return std::nullopt;
  int64_t step = isDown ? -change : change;
  switch (direction) {
  case ComparisonDirection::LT:
  case ComparisonDirection::GT:
    if (distance <= 0)
      return 0;
    return step > 0
               ? std::optional<int64_t>(llvm::divideCeilSigned(distance, step))
               : std::nullopt;
  case ComparisonDirection::LE:
  case ComparisonDirection::GE:
    if (distance < 0)
      return 0;
    return step > 0 ? std::optional<int64_t>(distance / step + 1)
                    : std::nullopt;
  case ComparisonDirection::NE:
    if (distance == 0)
      return 0;
    if (change == 0 || distance % change != 0 || distance / change < 0)
      return std::nullopt;
    return distance / change;
  case ComparisonDirection::EQ:
    return std::nullopt;
  }
  return std::nullopt;
}

std::optional<int64_t> stablehlo::tripCount(WhileOp loop) {
  auto compare =
      endOf(loop.getCond())->getOperand(0).getDefiningOp<CompareOp>();
  if (!compare)
    return std::nullopt;
  Value counter = compare.getLhs(), limit = compare.getRhs();
  ComparisonDirection direction = compare.getComparisonDirection();
  if (constantIn(loop, counter)) {
    std::swap(counter, limit);
    direction = mirrored(direction);
  }
  auto carried = carriedNumber(loop, counter);
  auto end = constantIn(loop, limit);
  if (!carried || !end)
    return std::nullopt;
  auto change = changeOf(loop, *carried);
  mlir::DenseIntElementsAttr begin;
  if (!change ||
      !mlir::matchPattern(loop->getOperand(*carried), mlir::m_Constant(&begin)))
    return std::nullopt;
  auto start = constantIn(loop, loop->getOperand(*carried));
  return start ? count(*start, *end, *change, direction) : std::nullopt;
}
