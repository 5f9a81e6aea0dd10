//===- ControlFlow.cpp - Branches, loops and calls ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/BufferUses.h"
#include "Backend/CPU/CodeGen/Lowering.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/LLVM.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

namespace scf = mlir::scf;
using namespace trainlint;
using namespace trainlint::stablehlo;

namespace trainlint::cpu {

/// New buffers like others.
static SmallVector<Value> allocateLike(Lowering &lowering, Location loc,
                                       ValueRange like) {
  SmallVector<Value> all;
  for (Value buffer : like)
    all.push_back(
        lowering.allocate(loc, cast<mlir::MemRefType>(buffer.getType())));
  return all;
}

/// Moves what a step computed to where the next one reads it. Results that are
/// themselves such places are set aside first.
static void advance(Lowering &lowering, Location loc, ValueRange results,
                    ValueRange state) {
  SmallVector<Value> sources(results);
  for (auto [i, source] : llvm::enumerate(sources)) {
    Value origin = unshaped(source);
    if (origin == state[i] || !llvm::is_contained(state, origin))
      continue;
    Value aside =
        lowering.allocate(loc, cast<mlir::MemRefType>(source.getType()));
    lowering.copy(loc, source, aside);
    source = aside;
  }
  for (auto [source, place] : llvm::zip(sources, state))
    if (unshaped(source) != place)
      lowering.copy(loc, source, place);
}

/// The values of a loop have buffers of their own, which each step overwrites
/// at its end.
static LogicalResult lowerWhile(Lowering &lowering, WhileOp op) {
  mlir::OpBuilder &b = lowering.b;
  Location loc = op.getLoc();
  SmallVector<Value> initial = lowering.buffersOfAll(op.getOperand());
  SmallVector<Value> state = allocateLike(lowering, loc, initial);
  for (auto [from, to] : llvm::zip(initial, state))
    lowering.copy(loc, from, to);
  auto loop = scf::WhileOp::create(b, loc, mlir::TypeRange(), ValueRange());
  {
    mlir::OpBuilder::InsertionGuard guard(b);
    b.createBlock(&loop.getBefore());
    auto condition = lowering.lowerRegion(op.getCond(), state);
    if (failed(condition))
      return failure();
    Value goesOn = lowering.load(loc, condition->front(), {}, b.getI1Type());
    scf::ConditionOp::create(b, loc, goesOn, ValueRange());
    b.createBlock(&loop.getAfter());
    auto next = lowering.lowerRegion(op.getBody(), state);
    if (failed(next))
      return failure();
    advance(lowering, loc, *next, state);
    scf::YieldOp::create(b, loc);
  }
  lowering.setAll(op.getResults(), state);
  return success();
}

/// Lowers one branch, whose results go to the buffers.
static LogicalResult lowerBranch(Lowering &lowering, mlir::Region &branch,
                                 mlir::Block *block, ValueRange results) {
  mlir::OpBuilder::InsertionGuard guard(lowering.b);
  lowering.b.setInsertionPointToStart(block);
  auto computed = lowering.lowerRegion(branch, {});
  if (failed(computed))
    return failure();
  for (auto [from, to] : llvm::zip(*computed, results))
    lowering.copy(branch.getLoc(), from, to);
  return success();
}

static LogicalResult lowerIf(Lowering &lowering, IfOp op) {
  Location loc = op.getLoc();
  Value condition = lowering.load(loc, lowering.bufferOf(op.getPred()), {},
                                  lowering.b.getI1Type());
  SmallVector<Value> results = lowering.allocateResults(op);
  auto branch =
      scf::IfOp::create(lowering.b, loc, condition, /*withElseRegion=*/true);
  if (failed(lowerBranch(lowering, op.getTrueBranch(), branch.thenBlock(),
                         results)))
    return failure();
  return lowerBranch(lowering, op.getFalseBranch(), branch.elseBlock(),
                     results);
}

/// A number of no branch means the last one.
static LogicalResult lowerCase(Lowering &lowering, CaseOp op) {
  mlir::OpBuilder &b = lowering.b;
  Location loc = op.getLoc();
  Value position = lowering.loadIndex(loc, lowering.bufferOf(op.getIndex()), {},
                                      b.getI32Type());
  SmallVector<Value> results = lowering.allocateResults(op);
  auto branches = op.getBranches();
  SmallVector<int64_t> cases;
  for (size_t i = 0; i + 1 < branches.size(); ++i)
    cases.push_back(i);
  auto choice = scf::IndexSwitchOp::create(b, loc, mlir::TypeRange(), position,
                                           cases, cases.size());
  for (auto [i, branch] : llvm::enumerate(branches)) {
    mlir::Region &region = i < cases.size() ? choice.getCaseRegions()[i]
                                            : choice.getDefaultRegion();
    {
      mlir::OpBuilder::InsertionGuard guard(b);
      b.createBlock(&region);
      scf::YieldOp::create(b, loc);
    }
    if (failed(lowerBranch(lowering, branch, &region.front(), results)))
      return failure();
  }
  return success();
}

static LogicalResult lowerCall(Lowering &lowering, Operation *op,
                               llvm::StringRef callee) {
  auto results = lowering.lowerFunction(
      op, callee, lowering.buffersOfAll(op->getOperands()));
  if (failed(results))
    return failure();
  lowering.setAll(op->getResults(), *results);
  return success();
}

static LogicalResult lowerTupleElement(Lowering &lowering,
                                       GetTupleElementOp op) {
  SmallVector<Value> all = lowering.buffersOf(op.getOperand());
  auto types = cast<mlir::TupleType>(op.getOperand().getType()).getTypes();
  unsigned start = 0;
  for (Type type : types.take_front(op.getIndex()))
    start += leafCount(type);
  lowering.setBuffers(op.getResult(),
                      ValueRange(all).slice(start, leafCount(op.getType())));
  return success();
}

/// The results are the operands.
static LogicalResult forward(Lowering &lowering, ValueRange results,
                             ValueRange operands) {
  lowering.setAll(results, lowering.buffersOfAll(operands));
  return success();
}

Lowered lowerControlFlow(Lowering &lowering, Operation *op) {
  return llvm::TypeSwitch<Operation *, Lowered>(op)
      .Case([&](WhileOp loop) { return lowerWhile(lowering, loop); })
      .Case([&](IfOp branch) { return lowerIf(lowering, branch); })
      .Case([&](CaseOp branch) { return lowerCase(lowering, branch); })
      .Case([&](mlir::func::CallOp call) {
        return lowerCall(lowering, call, call.getCallee());
      })
      .Case([&](CompositeOp composite) {
        return lowerCall(lowering, composite, composite.getDecomposition());
      })
      .Case([&](GetTupleElementOp element) {
        return lowerTupleElement(lowering, element);
      })
      .Case<TupleOp, OptimizationBarrierOp>([&](Operation *same) {
        return forward(lowering, same->getResults(), same->getOperands());
      })
      .Case<AfterAllOp, CreateTokenOp>([&](Operation *) { return success(); })
      .Default(Lowered());
}

} // namespace trainlint::cpu
