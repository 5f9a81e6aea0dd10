//===- Iteration.cpp - Subgraphs of ONNX that are repeated ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/Iteration.h"
#include "Dialect/StableHLO/Builders/ControlFlow.h"
#include "Ops/ONNX/Composition.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

static constexpr llvm::StringLiteral StackOfData =
    "the length of its scan outputs depends on data";

/// So few turns are code of their own: their numbers are constants then.
static constexpr int64_t FewTurns = 16;
/// So many are tried to find where a computed condition ends a loop.
static constexpr int64_t TriedTurns = 64;
/// More code is not made for one loop.
static constexpr int64_t MostTurns = 1024;

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

static Operand unknownOperand() {
  Operand unknown;
  unknown.isUnknown = true;
  return unknown;
}

RankedTensorType onnx::typeOf(const Operand &operand) {
  mlir::Type type = operand.value      ? operand.value.getType()
                    : operand.elements ? operand.elements.getType()
                                       : mlir::Type();
  return llvm::dyn_cast_or_null<RankedTensorType>(type);
}

Operand onnx::join(ProgramBuilder &b, const Operand &one,
                   const Operand &other) {
  if (one.items && other.items) {
    if (one.items->size() != other.items->size())
      return unknownOperand();
    std::vector<Operand> items;
    for (auto [left, right] : llvm::zip(*one.items, *other.items))
      items.push_back(join(b, left, right));
    Operand joined;
    joined.items = std::make_shared<const std::vector<Operand>>(items);
    return joined;
  }
  if (one.isEmptyOptional && other.isEmptyOptional)
    return one;
  RankedTensorType left = typeOf(one);
  RankedTensorType right = typeOf(other);
  bool areAlike = left && right && left.getRank() == right.getRank() &&
                  left.getElementType() == right.getElementType();
  if (!areAlike)
    return unknownOperand();
  SmallVector<int64_t> sizes(left.getShape());
  for (auto [size, second] : llvm::zip(sizes, right.getShape()))
    size = size == second ? size : mlir::ShapedType::kDynamic;
  return operandOf(b.unknown(left.clone(sizes)));
}

std::optional<bool> onnx::knownTruth(ProgramBuilder &b,
                                     const Operand &operand) {
  std::optional<Literal> literal = operand.elements
                                       ? Literal::read(operand.elements)
                                   : operand.value ? b.literalOf(operand.value)
                                                   : std::nullopt;
  if (!literal || literal->isReal() || literal->size() != 1 ||
      !literal->isKnown(0))
    return std::nullopt;
  return literal->integers.front() != 0;
}

/// True if two values are known to be of the same type, item by item.
static bool haveSameType(const Operand &one, const Operand &other) {
  if (one.items && other.items)
    return one.items->size() == other.items->size() &&
           llvm::all_of(llvm::zip(*one.items, *other.items), [](auto pair) {
             return haveSameType(std::get<0>(pair), std::get<1>(pair));
           });
  if (one.isUnknown && other.isUnknown)
    return true;
  return typeOf(one) && typeOf(one) == typeOf(other);
}

//===----------------------------------------------------------------------===//
// Types alone
//===----------------------------------------------------------------------===//

/// What is carried has the types that it has before the first turn and after
/// each one. What does not settle after the second is not known.
LogicalResult Iteration::computeTypes() {
  ProgramBuilder &b = call.builder;
  if (trips && *trips <= 0)
    return runNone();
  Value number = b.unknown(RankedTensorType::get({}, b.builder().getI64Type()));
  Operands before;
  for (const Operand &value : carried)
    before.push_back(value.items ? unknownOperand() : join(b, value, value));
  for (auto [value, first] : llvm::zip(before, carried))
    value.isOfData = first.isOfData;
  // A first turn may be another one than those that follow, so that what it
  // cannot do is no mistake.
  mlir::Block nothing;
  call.subgraphs->attempt(nothing, [&] {
    FailureOr<Turn> given = turn(number, before);
    for (auto [i, value] : llvm::enumerate(before)) {
      bool isOfData = value.isOfData;
      if (succeeded(given))
        isOfData |= given->carried[i].isOfData;
      value = succeeded(given) ? join(b, value, given->carried[i])
                               : unknownOperand();
      value.isOfData = isOfData;
    }
  });
  FailureOr<Turn> given = turn(number, before);
  if (failed(given))
    return llvm::failure();
  for (auto [value, next] : llvm::zip(before, given->carried)) {
    if (!haveSameType(value, next))
      value = unknownOperand();
  }
  bool mayEndEarly = condition || (given->goesOn.isGiven() &&
                                   knownTruth(b, given->goesOn) != true);
  collected = std::move(given->collected);
  carried = std::move(before);
  for (Operand &stack : collected) {
    RankedTensorType type = typeOf(stack);
    if (!type) {
      stack = unknownOperand();
      continue;
    }
    SmallVector<int64_t> sizes(type.getShape());
    bool isCounted = trips && !limit && !mayEndEarly;
    sizes.insert(sizes.begin(),
                 isCounted ? *trips : mlir::ShapedType::kDynamic);
    stack = operandOf(b.unknown(type.clone(sizes)));
  }
  bool isEndOfData = isLengthOfData || (given->goesOn.isOfData && mayEndEarly);
  if (isEndOfData && !collected.empty())
    (void)call.requireLowering(StackOfData);
  return llvm::success();
}

/// No turn: what is carried stays, and nothing is collected.
LogicalResult Iteration::runNone() {
  ProgramBuilder &b = call.builder;
  mlir::Block scratch;
  SmallVector<RankedTensorType> types;
  LogicalResult result = llvm::success();
  auto look = [&] {
    FailureOr<Turn> given = turn(integerScalar(b, 0), carried);
    if (failed(given)) {
      result = llvm::failure();
      return;
    }
    for (const Operand &part : given->collected)
      types.push_back(typeOf(part));
  };
  if (b.buildsOps())
    call.subgraphs->changesStates(
        [&] { call.subgraphs->attempt(scratch, look); });
  else
    look();
  if (failed(result))
    return b.buildsOps() ? call.failUnsupported("it has no turn, and the types "
                                                "of its outputs are not known")
                         : llvm::failure();
  for (RankedTensorType type : types) {
    if (!type) {
      collected.push_back(unknownOperand());
      continue;
    }
    SmallVector<int64_t> sizes(type.getShape());
    sizes.insert(sizes.begin(), 0);
    collected.push_back(operandOf(b.splat(type.clone(sizes), 0)));
  }
  return llvm::success();
}

//===----------------------------------------------------------------------===//
// Turn by turn
//===----------------------------------------------------------------------===//

/// Runs a turn of a number that is not known, to see what it gives.
Iteration::Probe Iteration::probe(mlir::Block &scratch) {
  Probe result;
  ProgramBuilder &b = call.builder;
  mlir::Location place = b.location();
  Value number = scratch.addArgument(
      RankedTensorType::get({}, b.builder().getI64Type()), place);
  Operands before;
  for (const Operand &value : carried) {
    if (!typeOf(value))
      return result;
    before.push_back(operandOf(scratch.addArgument(typeOf(value), place)));
  }
  auto look = [&] {
    FailureOr<Turn> given = turn(number, before);
    if (failed(given))
      return;
    std::optional<bool> goesOn = knownTruth(b, given->goesOn);
    result.isEndless = !given->goesOn.isGiven() || goesOn == true;
    result.endsAtOnce = goesOn == false;
    result.isStable = true;
    for (auto [i, value] : llvm::enumerate(given->carried)) {
      RankedTensorType type = typeOf(value);
      if (!type)
        return;
      if (result.isStable && type != typeOf(carried[i])) {
        result.isStable = false;
        result.change = ("loop-carried value " + llvm::Twine(i) + " has type " +
                         mismatch::typeText(typeOf(carried[i])) + " and then " +
                         mismatch::typeText(type))
                            .str();
      }
    }
    for (const Operand &part : given->collected) {
      if (!typeOf(part))
        return;
      result.collected.push_back(typeOf(part));
    }
    result.isDone = true;
  };
  call.subgraphs->changesStates(
      [&] { call.subgraphs->attempt(scratch, look); });
  return result;
}

Iteration::Unrolling Iteration::unroll(int64_t most, Operands &now,
                                       Operands &stacks) {
  ProgramBuilder &b = call.builder;
  SmallVector<SmallVector<Value>> parts;
  for (int64_t i = 0; !trips || i < *trips; ++i) {
    if (i == most)
      return Unrolling::TooLong;
    FailureOr<Turn> given = turn(integerScalar(b, i), now);
    if (failed(given))
      return Unrolling::Failed;
    now = std::move(given->carried);
    parts.resize(given->collected.size());
    for (auto [list, part] : llvm::zip(parts, given->collected)) {
      if (!typeOf(part))
        return Unrolling::Failed;
      Value value = call.valueOf(part);
      // A stack has one shape.
      Shape before = list.empty()
                         ? ProgramBuilder::shapeOf(value)
                         : ProgramBuilder::shapeOf(list.front()).drop_front();
      if (ProgramBuilder::shapeOf(value) != before) {
        (void)call.fail("a scan output has shapes " +
                        mismatch::shapeText(before) + " and " +
                        mismatch::shapeText(ProgramBuilder::shapeOf(value)));
        return Unrolling::Failed;
      }
      SmallVector<int64_t> sizes(ProgramBuilder::shapeOf(value));
      sizes.insert(sizes.begin(), 1);
      list.push_back(b.reshape(value, sizes));
    }
    if (!given->goesOn.isGiven())
      continue;
    std::optional<bool> goesOn = knownTruth(b, given->goesOn);
    if (!goesOn)
      return Unrolling::DependsOnData;
    if (!*goesOn)
      break;
  }
  for (const SmallVector<Value> &list : parts)
    stacks.push_back(operandOf(b.concatenate(list, 0)));
  return Unrolling::Done;
}

/// Unrolls into a block of its own first, so that nothing is left if that does
/// not come to an end.
bool Iteration::tryUnroll(int64_t most, Unrolling &outcome) {
  mlir::Block scratch;
  Operands now = carried;
  Operands stacks;
  bool isDone = false;
  auto attempt = [&] {
    call.subgraphs->attempt(scratch,
                            [&] { outcome = unroll(most, now, stacks); });
    isDone = outcome == Unrolling::Done;
  };
  bool changesStates = call.subgraphs->changesStates(attempt);
  if (!isDone)
    return false;
  if (changesStates) {
    // States are set by what runs in its place alone.
    now = carried;
    stacks.clear();
    outcome = unroll(most, now, stacks);
    if (outcome != Unrolling::Done)
      return false;
  } else {
    mlir::OpBuilder &builder = call.builder.builder();
    builder.getInsertionBlock()->getOperations().splice(
        builder.getInsertionPoint(), scratch.getOperations());
  }
  carried = std::move(now);
  collected = std::move(stacks);
  return true;
}

//===----------------------------------------------------------------------===//
// Loops of the program
//===----------------------------------------------------------------------===//

/// Whether a turn is run, from what is carried.
Value Iteration::goesOnAt(Value number, Value goesOn) {
  ProgramBuilder &b = call.builder;
  Value end = limit ? limit : trips ? integerScalar(b, *trips) : Value();
  if (!end)
    return goesOn;
  Value isBelow = b.compare(number, end, ComparisonDirection::LT);
  return goesOn ? b.minimum(isBelow, goesOn) : isBelow;
}

LogicalResult Iteration::buildLoop(const Probe &probed) {
  ProgramBuilder &b = call.builder;
  ValueList first = {integerScalar(b, 0)};
  bool hasCondition = condition || !probed.isEndless;
  if (hasCondition)
    first.push_back(condition ? condition
                              : b.scalar(b.builder().getI1Type(), 1));
  size_t firstCarried = first.size();
  for (Operand &value : carried)
    first.push_back(call.valueOf(value));
  size_t firstStack = first.size();
  for (RankedTensorType type : probed.collected) {
    SmallVector<int64_t> sizes(type.getShape());
    sizes.insert(sizes.begin(), *trips);
    if (ForwardModule::isTooLarge(sizes))
      return call.failUnsupported("a tensor of shape " +
                                  mismatch::shapeText(sizes) + " is too large");
    first.push_back(b.splat(type.clone(sizes), 0));
  }
  auto holds = [&](mlir::ValueRange now) -> llvm::FailureOr<ValueList> {
    return ValueList{goesOnAt(now[0], hasCondition ? now[1] : Value())};
  };
  auto body = [&](mlir::ValueRange now) -> llvm::FailureOr<ValueList> {
    Operands before;
    for (Value value : now.slice(firstCarried, carried.size()))
      before.push_back(operandOf(value));
    FailureOr<Turn> given = turn(now[0], before);
    if (failed(given))
      return llvm::failure();
    ValueList next = {b.add(now[0], integerScalar(b, 1))};
    if (hasCondition)
      next.push_back(given->goesOn.isGiven()
                         ? b.reshape(call.valueOf(given->goesOn), {})
                         : b.like(now[1], 1));
    for (Operand &value : given->carried)
      next.push_back(call.valueOf(value));
    for (auto [stack, part] :
         llvm::zip(now.drop_front(firstStack), given->collected))
      next.push_back(withElementAt(b, stack, now[0], call.valueOf(part)));
    return next;
  };
  llvm::FailureOr<ValueList> last = llvm::failure();
  if (call.subgraphs->changesStates(
          [&] { last = loop(b, first, holds, body); }))
    return call.failUnsupported("its body changes a state of the model");
  if (failed(last))
    return llvm::failure();
  for (auto [i, value] : llvm::enumerate(carried))
    value = operandOf((*last)[firstCarried + i]);
  for (Value stack : ArrayRef<Value>(*last).drop_front(firstStack))
    collected.push_back(operandOf(stack));
  return llvm::success();
}

LogicalResult Iteration::refuse(Unrolling outcome, const Probe &probed) {
  if (outcome == Unrolling::Failed) {
    // Once more, to hear why.
    Operands now = carried;
    Operands stacks;
    if (unroll(TriedTurns, now, stacks) == Unrolling::Failed &&
        probed.change.empty())
      return llvm::failure();
  }
  if (!probed.change.empty())
    return call.failUnsupported(probed.change);
  if (outcome == Unrolling::TooLong)
    return call.failUnsupported("it has more than " + llvm::Twine(MostTurns) +
                                " turns");
  return call.failUnsupported("its trip count depends on data");
}

LogicalResult Iteration::run() {
  if (!call.builder.buildsOps())
    return computeTypes();
  if (trips && *trips <= 0)
    return runNone();
  Probe probed;
  {
    mlir::Block scratch;
    probed = probe(scratch);
  }
  if (probed.isDone && probed.endsAtOnce)
    trips = 1;
  bool canLoop = probed.isDone && probed.isStable;
  bool isCounted = trips && !limit && !condition && probed.isEndless;
  if (canLoop && isCounted && *trips > FewTurns)
    return buildLoop(probed);
  Unrolling outcome = Unrolling::DependsOnData;
  bool canUnroll = !condition && !limit;
  // What a loop of the program cannot collect may still be found.
  int64_t most = canLoop && probed.collected.empty() ? TriedTurns : MostTurns;
  if (canUnroll && tryUnroll(most, outcome))
    return llvm::success();
  bool hasEnd = trips || limit || !probed.isEndless;
  if (canLoop && hasEnd && (isCounted || probed.collected.empty()))
    return buildLoop(probed);
  if (canLoop && !probed.collected.empty() &&
      outcome == Unrolling::DependsOnData)
    return call.failUnsupported(StackOfData);
  return refuse(outcome, probed);
}
