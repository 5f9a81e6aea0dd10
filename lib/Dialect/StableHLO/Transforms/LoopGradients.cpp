//===- LoopGradients.cpp - Gradients of loops -----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/ControlFlowOps.h"
#include "Dialect/StableHLO/IR/IndexingOps.h"
#include "Dialect/StableHLO/Transforms/Activity.h"
#include "Dialect/StableHLO/Transforms/GradientRules.h"
#include "Dialect/StableHLO/Transforms/TripCount.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using llvm::failed;
using llvm::LogicalResult;
using llvm::SmallVector;
using mlir::Value;

namespace {

/// Goes back through a loop whose number of steps is known. On the way forth it
/// stores, for each step, the values that the step began with; on the way back
/// each step is computed once more from them.
class LoopGradient {
public:
  LoopGradient(WhileOp op, int64_t steps, Step &s)
      : op(op), steps(steps), s(s), b(s.builder()), body(op.getBody().front()) {
  }

  LogicalResult run();

private:
  Value argument(unsigned i) { return body.getArgument(i); }
  bool isInvariant(unsigned i) {
    return body.getTerminator()->getOperand(i) == argument(i);
  }
  void classify();
  mlir::RankedTensorType stackType(unsigned i);
  SmallVector<Value> placeIn(Value stack, Value step);
  WhileOp storeSteps();
  void storeStep(WhileOp loop);
  WhileOp goBack(mlir::ValueRange stacks);
  LogicalResult fillBack(WhileOp back);
  void compareCounter(mlir::Region &region, mlir::TypeRange types);

  WhileOp op;
  int64_t steps;
  Step &s;
  mlir::OpBuilder &b;
  mlir::Block &body;
  /// Carried values that a step needs, that gradients pass, and that stay the
  /// same; and values from outside that gradients are wanted for.
  SmallVector<unsigned> stored, passing;
  SmallVector<Value> outside;
};

} // namespace

void LoopGradient::classify() {
  llvm::SetVector<Value> captures;
  for (Value value : s.wantedCaptures())
    captures.insert(value);
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    bool isVaried = s.wants(argument(i));
    if (isInvariant(i)) {
      if (isVaried)
        captures.insert(op->getOperand(i));
      continue;
    }
    if (!argument(i).use_empty())
      stored.push_back(i);
    if (isVaried)
      passing.push_back(i);
  }
  outside = captures.takeVector();
}

mlir::RankedTensorType LoopGradient::stackType(unsigned i) {
  mlir::RankedTensorType type = ProgramBuilder::typeOf(argument(i));
  SmallVector<int64_t> shape = {steps};
  llvm::append_range(shape, type.getShape());
  return mlir::RankedTensorType::get(shape, type.getElementType());
}

/// The start of what a step has in a stack.
SmallVector<Value> LoopGradient::placeIn(Value stack, Value step) {
  SmallVector<Value> starts = {step};
  starts.append(ProgramBuilder::typeOf(stack).getRank() - 1,
                s.scalar(b.getI64Type(), 0));
  return starts;
}

/// The same loop, whose last results are the stacks.
WhileOp LoopGradient::storeSteps() {
  mlir::OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(op);
  SmallVector<Value> operands(op.getOperands());
  operands.push_back(s.scalar(b.getI64Type(), 0));
  for (unsigned i : stored)
    operands.push_back(s.zeros(stackType(i)));
  auto loop = WhileOp::create(b, s.location(),
                              mlir::ValueRange(operands).getTypes(), operands);
  mlir::IRMapping mapping;
  op.getCond().cloneInto(&loop.getCond(), mapping);
  op.getBody().cloneInto(&loop.getBody(), mapping);
  for (Value operand :
       llvm::ArrayRef<Value>(operands).drop_front(op->getNumOperands()))
    for (mlir::Region *region : {&loop.getCond(), &loop.getBody()})
      region->front().addArgument(operand.getType(), s.location());
  storeStep(loop);
  return loop;
}

void LoopGradient::storeStep(WhileOp loop) {
  mlir::Block &block = loop.getBody().front();
  mlir::Operation *end = block.getTerminator();
  b.setInsertionPoint(end);
  unsigned count = op->getNumOperands();
  Value step = block.getArgument(count);
  SmallVector<Value> added = {s.add(step, s.like(step, 1))};
  for (auto [i, carried] : llvm::enumerate(stored)) {
    Value stack = block.getArgument(count + 1 + i);
    Value value = block.getArgument(carried);
    SmallVector<int64_t> shape = {1};
    llvm::append_range(shape, ProgramBuilder::shapeOf(value));
    added.push_back(DynamicUpdateSliceOp::create(
        b, s.location(), stack.getType(), stack, s.reshape(value, shape),
        placeIn(stack, step)));
  }
  end->insertOperands(end->getNumOperands(), added);
}

/// Fills a condition: the first argument is not negative.
void LoopGradient::compareCounter(mlir::Region &region, mlir::TypeRange types) {
  mlir::OpBuilder::InsertionGuard guard(b);
  SmallVector<mlir::Location> locations(types.size(), s.location());
  mlir::Block *block = b.createBlock(&region, {}, types, locations);
  Value counter = block->getArgument(0);
  Value holds = s.compare(counter, s.like(counter, 0), ComparisonDirection::GE);
  ReturnOp::create(b, s.location(), holds);
}

/// The loop back carries: the number of the step, gradients of what is carried,
/// sums of gradients of what comes from outside, and the stacks.
WhileOp LoopGradient::goBack(mlir::ValueRange stacks) {
  SmallVector<Value> operands = {
      s.scalar(b.getI64Type(), static_cast<double>(steps - 1))};
  for (unsigned i : passing)
    operands.push_back(s.gradientOrZero(i));
  for (Value value : outside)
    operands.push_back(s.zeros(value.getType()));
  llvm::append_range(operands, stacks);
  return WhileOp::create(b, s.location(), mlir::ValueRange(operands).getTypes(),
                         operands);
}

LogicalResult LoopGradient::fillBack(WhileOp back) {
  mlir::OpBuilder::InsertionGuard guard(b);
  SmallVector<mlir::Type> types(back->getOperandTypes());
  SmallVector<mlir::Location> locations(types.size(), s.location());
  compareCounter(back.getCond(), types);
  mlir::Block *block = b.createBlock(&back.getBody(), {}, types, locations);
  Value counter = block->getArgument(0);
  unsigned firstSum = 1 + passing.size();
  unsigned firstStack = firstSum + outside.size();

  mlir::IRMapping mapping;
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (isInvariant(i))
      mapping.map(argument(i), op->getOperand(i));
  for (auto [i, carried] : llvm::enumerate(stored)) {
    Value stack = block->getArgument(firstStack + i);
    SmallVector<int64_t> sizes(ProgramBuilder::shapeOf(stack));
    sizes[0] = 1;
    Value slice = DynamicSliceOp::create(
        b, s.location(),
        mlir::RankedTensorType::get(sizes, ProgramBuilder::elementOf(stack)),
        stack, placeIn(stack, counter), sizes);
    mapping.map(argument(carried),
                s.reshape(slice, ProgramBuilder::shapeOf(argument(carried))));
  }
  SmallVector<Value> gradients(op->getNumOperands());
  for (auto [i, carried] : llvm::enumerate(passing))
    gradients[carried] = block->getArgument(1 + i);
  Reverse inner(s.way.activity, b);
  if (failed(inner.replay(body, mapping, gradients)))
    return llvm::failure();

  SmallVector<Value> next = {s.subtract(counter, s.like(counter, 1))};
  for (unsigned carried : passing) {
    Value begun = mapping.lookupOrNull(argument(carried));
    Value gradient = begun ? inner.of(begun) : Value();
    next.push_back(gradient ? gradient : s.zeros(argument(carried).getType()));
  }
  for (auto [i, value] : llvm::enumerate(outside)) {
    Value sum = block->getArgument(firstSum + i);
    Value gradient = inner.of(value);
    next.push_back(gradient ? s.add(sum, gradient) : sum);
  }
  llvm::append_range(next, block->getArguments().drop_front(firstStack));
  ReturnOp::create(b, s.location(), next);
  return llvm::success();
}

LogicalResult LoopGradient::run() {
  classify();
  SmallVector<Value> begins(op.getOperands());
  SmallVector<std::pair<Value, Value>> unchanged;
  for (unsigned i = 0; i < begins.size(); ++i)
    if ((isInvariant(i) || steps == 0) && s.gradient(i))
      unchanged.push_back({begins[i], s.gradient(i)});
  if (steps > 0) {
    WhileOp forth = storeSteps();
    WhileOp back =
        goBack(forth.getResults().drop_front(op->getNumOperands() + 1));
    if (failed(fillBack(back)))
      return llvm::failure();
    for (auto [i, carried] : llvm::enumerate(passing))
      s.give(begins[carried], back.getResult(1 + i));
    for (auto [i, value] : llvm::enumerate(outside))
      s.give(value, back.getResult(1 + passing.size() + i));
    s.replaceWith(forth.getResults().take_front(op->getNumOperands()));
  }
  for (auto [value, gradient] : unchanged)
    s.give(value, gradient);
  return llvm::success();
}

static LogicalResult differentiateWhile(WhileOp op, Step &s) {
  for (mlir::Type type : op->getOperandTypes()) {
    auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
    if (!tensor || !tensor.hasStaticShape())
      return s.refuse("it carries something else than tensors of known shape");
  }
  std::optional<int64_t> steps = tripCount(op);
  if (!steps)
    return s.refuse("how often it runs is not known before");
  return LoopGradient(op, *steps, s).run();
}

void stablehlo::addLoopGradients(GradientRules &rules) {
  rules.add<WhileOp>(differentiateWhile, GradientRules::OfComplex);
}
