//===- LoopGradients.cpp - Gradients of loops -----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/Transforms/Activity.h"
#include "Dialect/StableHLO/Transforms/GradientRegistry.h"
#include "Dialect/StableHLO/Transforms/TripCount.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

namespace {

/// The gradient of a loop whose trip count is known. The forward pass stores
/// the values that each iteration began with; the backward pass recomputes each
/// iteration from them (checkpointing at every iteration). Memory grows with
/// the trip count, and the work of the forward pass is done twice.
class LoopGradient {
public:
  LoopGradient(WhileOp op, int64_t trips, Pullback &p)
      : op(op), trips(trips), p(p), b(p.builder()), body(op.getBody().front()) {
  }

  LogicalResult run();

private:
  Value argument(unsigned i) { return body.getArgument(i); }
  bool isInvariant(unsigned i) {
    return body.getTerminator()->getOperand(i) == argument(i);
  }
  bool isCollected(unsigned i);
  void classify();
  mlir::RankedTensorType stackType(unsigned i);
  SmallVector<Value> startsIn(Value stack, Value iteration);
  WhileOp storeIterations();
  void storeIteration(WhileOp loop);
  WhileOp makeBackward(mlir::ValueRange stacks);
  LogicalResult fillBackward(WhileOp backward);
  void compareCounter(mlir::Region &region, mlir::TypeRange types);

  WhileOp op;
  int64_t trips;
  Pullback &p;
  mlir::OpBuilder &b;
  mlir::Block &body;
  /// Carried values that an iteration needs, that gradients pass, and that stay
  /// the same; and values from outside that gradients are wanted for.
  SmallVector<unsigned> stored, passing;
  SmallVector<Value> outside;
};

} // namespace

/// True for a stack that each iteration puts something into and none reads: no
/// gradient depends on what it holds.
bool LoopGradient::isCollected(unsigned i) {
  Value stack = argument(i);
  if (!stack.hasOneUse())
    return false;
  auto update = llvm::dyn_cast<DynamicUpdateSliceOp>(*stack.getUsers().begin());
  return update && update.getOperand() == stack && update->hasOneUse() &&
         update->getBlock() == &body &&
         body.getTerminator()->getOperand(i) == update->getResult(0);
}

void LoopGradient::classify() {
  llvm::SetVector<Value> captures;
  for (Value value : p.wantedCaptures())
    captures.insert(value);
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    bool isVaried = p.wants(argument(i));
    if (isInvariant(i)) {
      if (isVaried)
        captures.insert(op->getOperand(i));
      continue;
    }
    if (!argument(i).use_empty() && !isCollected(i))
      stored.push_back(i);
    if (isVaried)
      passing.push_back(i);
  }
  outside = captures.takeVector();
}

mlir::RankedTensorType LoopGradient::stackType(unsigned i) {
  mlir::RankedTensorType type = ProgramBuilder::typeOf(argument(i));
  SmallVector<int64_t> shape = {trips};
  llvm::append_range(shape, type.getShape());
  return mlir::RankedTensorType::get(shape, type.getElementType());
}

/// The start of what an iteration has in a stack.
SmallVector<Value> LoopGradient::startsIn(Value stack, Value iteration) {
  SmallVector<Value> starts = {iteration};
  starts.append(ProgramBuilder::typeOf(stack).getRank() - 1,
                p.scalar(b.getI64Type(), 0));
  return starts;
}

/// The same loop, whose last results are the stacks.
WhileOp LoopGradient::storeIterations() {
  mlir::OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(op);
  SmallVector<Value> operands(op.getOperands());
  operands.push_back(p.scalar(b.getI64Type(), 0));
  for (unsigned i : stored)
    operands.push_back(p.zeros(stackType(i)));
  auto loop = WhileOp::create(b, p.location(),
                              mlir::ValueRange(operands).getTypes(), operands);
  mlir::IRMapping mapping;
  op.getCond().cloneInto(&loop.getCond(), mapping);
  op.getBody().cloneInto(&loop.getBody(), mapping);
  for (Value operand :
       llvm::ArrayRef<Value>(operands).drop_front(op->getNumOperands()))
    for (mlir::Region *region : {&loop.getCond(), &loop.getBody()})
      region->front().addArgument(operand.getType(), p.location());
  storeIteration(loop);
  return loop;
}

void LoopGradient::storeIteration(WhileOp loop) {
  mlir::Block &block = loop.getBody().front();
  mlir::Operation *end = block.getTerminator();
  b.setInsertionPoint(end);
  unsigned count = op->getNumOperands();
  Value iteration = block.getArgument(count);
  SmallVector<Value> added = {p.add(iteration, p.like(iteration, 1))};
  for (auto [i, carried] : llvm::enumerate(stored)) {
    Value stack = block.getArgument(count + 1 + i);
    Value value = block.getArgument(carried);
    SmallVector<int64_t> shape = {1};
    llvm::append_range(shape, ProgramBuilder::shapeOf(value));
    added.push_back(DynamicUpdateSliceOp::create(
        b, p.location(), stack.getType(), stack, p.reshape(value, shape),
        startsIn(stack, iteration)));
  }
  end->insertOperands(end->getNumOperands(), added);
}

/// Fills a condition: the first argument is not negative.
void LoopGradient::compareCounter(mlir::Region &region, mlir::TypeRange types) {
  mlir::OpBuilder::InsertionGuard guard(b);
  SmallVector<mlir::Location> locations(types.size(), p.location());
  mlir::Block *block = b.createBlock(&region, {}, types, locations);
  Value counter = block->getArgument(0);
  Value holds = p.compare(counter, p.like(counter, 0), ComparisonDirection::GE);
  ReturnOp::create(b, p.location(), holds);
}

/// The backward loop carries: the index of the iteration, gradients of what is
/// carried, sums of gradients of what comes from outside, and the stacks.
WhileOp LoopGradient::makeBackward(mlir::ValueRange stacks) {
  SmallVector<Value> operands = {
      p.scalar(b.getI64Type(), static_cast<double>(trips - 1))};
  for (unsigned i : passing)
    operands.push_back(p.gradientOrZero(i));
  for (Value value : outside)
    operands.push_back(p.zeros(value.getType()));
  llvm::append_range(operands, stacks);
  return WhileOp::create(b, p.location(), mlir::ValueRange(operands).getTypes(),
                         operands);
}

LogicalResult LoopGradient::fillBackward(WhileOp backward) {
  mlir::OpBuilder::InsertionGuard guard(b);
  SmallVector<mlir::Type> types(backward->getOperandTypes());
  SmallVector<mlir::Location> locations(types.size(), p.location());
  compareCounter(backward.getCond(), types);
  mlir::Block *block = b.createBlock(&backward.getBody(), {}, types, locations);
  Value counter = block->getArgument(0);
  unsigned firstSum = 1 + passing.size();
  unsigned firstStack = firstSum + outside.size();

  mlir::IRMapping mapping;
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (isInvariant(i))
      mapping.map(argument(i), op->getOperand(i));
    else if (isCollected(i))
      mapping.map(argument(i), p.zeros(argument(i).getType()));
  for (auto [i, carried] : llvm::enumerate(stored)) {
    Value stack = block->getArgument(firstStack + i);
    SmallVector<int64_t> sizes(ProgramBuilder::shapeOf(stack));
    sizes[0] = 1;
    Value slice = DynamicSliceOp::create(
        b, p.location(),
        mlir::RankedTensorType::get(sizes, ProgramBuilder::elementOf(stack)),
        stack, startsIn(stack, counter), sizes);
    mapping.map(argument(carried),
                p.reshape(slice, ProgramBuilder::shapeOf(argument(carried))));
  }
  SmallVector<Value> gradients(op->getNumOperands());
  for (auto [i, carried] : llvm::enumerate(passing))
    gradients[carried] = block->getArgument(1 + i);
  ReverseMode inner(p.backward.activity, b);
  if (failed(inner.replay(body, mapping, gradients)))
    return llvm::failure();

  SmallVector<Value> next = {p.subtract(counter, p.like(counter, 1))};
  for (unsigned carried : passing) {
    Value begun = mapping.lookupOrNull(argument(carried));
    Value gradient = begun ? inner.gradientOf(begun) : Value();
    next.push_back(gradient ? gradient : p.zeros(argument(carried).getType()));
  }
  for (auto [i, value] : llvm::enumerate(outside)) {
    Value sum = block->getArgument(firstSum + i);
    Value gradient = inner.gradientOf(value);
    next.push_back(gradient ? p.add(sum, gradient) : sum);
  }
  llvm::append_range(next, block->getArguments().drop_front(firstStack));
  ReturnOp::create(b, p.location(), next);
  return llvm::success();
}

LogicalResult LoopGradient::run() {
  classify();
  SmallVector<Value> begins(op.getOperands());
  SmallVector<std::pair<Value, Value>> unchanged;
  for (unsigned i = 0; i < begins.size(); ++i)
    if ((isInvariant(i) || trips == 0) && p.gradient(i))
      unchanged.push_back({begins[i], p.gradient(i)});
  if (trips > 0) {
    WhileOp forward = storeIterations();
    WhileOp backward =
        makeBackward(forward.getResults().drop_front(op->getNumOperands() + 1));
    if (failed(fillBackward(backward)))
      return llvm::failure();
    for (auto [i, carried] : llvm::enumerate(passing))
      p.accumulate(begins[carried], backward.getResult(1 + i));
    for (auto [i, value] : llvm::enumerate(outside))
      p.accumulate(value, backward.getResult(1 + passing.size() + i));
    p.replaceWith(forward.getResults().take_front(op->getNumOperands()));
  }
  for (auto [value, gradient] : unchanged)
    p.accumulate(value, gradient);
  return llvm::success();
}

static LogicalResult differentiateWhile(WhileOp op, Pullback &p) {
  for (mlir::Type type : op->getOperandTypes()) {
    auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
    if (!tensor || !tensor.hasStaticShape())
      return p.emitUnsupported(
          "it carries something else than tensors of known shape");
  }
  std::optional<int64_t> trips = tripCount(op);
  if (!trips)
    return p.emitUnsupported("its trip count is not known");
  return LoopGradient(op, *trips, p).run();
}

void stablehlo::addLoopGradients(GradientRegistry &registry) {
  registry.add<WhileOp>(differentiateWhile, GradientRegistry::OfComplex);
}
