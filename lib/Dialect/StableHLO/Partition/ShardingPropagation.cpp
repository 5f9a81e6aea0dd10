//===- ShardingPropagation.cpp - Shardings carried on ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Partition/ShardingPropagation.h"
#include "Dialect/StableHLO/IR/Elementwise.h"
#include "Dialect/StableHLO/IR/SdyDialect.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/Partition/ShardingRule.h"
#include "Support/MLIR.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

/// Forward and backward. What takes more is found out nearly as well with less.
static constexpr unsigned MostRounds = 6;

bool stablehlo::isShardingConstraint(Operation *op) {
  if (llvm::isa<sdy::ShardingConstraintOp, sdy::ReshardOp>(op))
    return true;
  auto call = llvm::dyn_cast<CustomCallOp>(op);
  return call && call.getCallTargetName() == "Sharding" &&
         call.getNumOperands() == 1 && call.getNumResults() == 1 &&
         call.getOperandTypes() == call.getResultTypes();
}

const Sharding *ShardingPropagation::find(Value value) const {
  auto found = shardings.find(value);
  return found == shardings.end() ? nullptr : &found->second;
}

Sharding ShardingPropagation::get(Value value) const {
  if (const Sharding *sharding = find(value))
    return *sharding;
  RankedTensorType type = tileableType(value);
  return Sharding::replicated(type ? type.getRank() : 0,
                              reader.getPartitions());
}

void ShardingPropagation::fix(Value value, const Sharding &sharding) {
  shardings.insert_or_assign(value, sharding);
  fixed.insert(value);
}

/// Tiles dimensions of a value that are not tiled yet.
void ShardingPropagation::refine(Value value, ArrayRef<Tiling> dims) {
  RankedTensorType type = tileableType(value);
  if (!type || fixed.contains(value) ||
      llvm::none_of(dims, [](const Tiling &dim) { return dim.isTiled(); }))
    return;
  Sharding before = get(value);
  SmallVector<Tiling> tilings(before.getDims());
  bool isNew = false;
  for (auto [now, more, size] :
       llvm::zip_equal(tilings, dims, type.getShape())) {
    if (now.isTiled() || !more.isTiled() || size == 0 ||
        size % more.getCount() != 0)
      continue;
    now = more;
    if (isComplete(tilings, reader.getPartitions()))
      isNew = true;
    else
      now = Tiling();
  }
  if (!isNew)
    return;
  hasChanged = true;
  shardings.insert_or_assign(
      value, Sharding(std::move(tilings), reader.getPartitions()));
}

/// Values that are the same one: what is known of one is known of all.
void ShardingPropagation::share(ArrayRef<Value> values) {
  for (Value from : values) {
    const Sharding *known = find(from);
    if (!known)
      continue;
    SmallVector<Tiling> dims(known->getDims());
    for (Value to : values)
      if (to != from)
        refine(to, dims);
  }
}

void ShardingPropagation::visitLoop(Operation *op) {
  auto loop = llvm::cast<WhileOp>(op);
  mlir::Block &condition = loop.getCond().front();
  mlir::Block &body = loop.getBody().front();
  for (auto [index, result] : llvm::enumerate(loop.getResults()))
    share({op->getOperand(index), condition.getArgument(index),
           body.getArgument(index), body.getTerminator()->getOperand(index),
           result});
}

void ShardingPropagation::visitBranches(Operation *op) {
  for (auto [index, result] : llvm::enumerate(op->getResults())) {
    SmallVector<Value> values = {result};
    for (mlir::Region &region : op->getRegions())
      values.push_back(region.front().getTerminator()->getOperand(index));
    share(values);
  }
}

/// Sums are formed where both operands are tiled; what only one of them has is
/// no reason to compute the other in parts.
void ShardingPropagation::visitCommon(Operation *op) {
  ShardingRule rule = ruleOf(op);
  if (rule.factors.empty())
    return;
  SmallVector<Tiling> tilings = chooseTilings(
      op, rule, [&](Value value) { return find(value); },
      reader.getPartitions());
  for (auto [factor, tiling] : llvm::zip_equal(rule.factors, tilings))
    if (factor.isReduced())
      tiling = Tiling();
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    refine(op->getOperand(i),
           shardingOfOperand(op, i, rule, tilings, reader.getPartitions())
               .getDims());
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    refine(op->getResult(i),
           shardingOfResult(op, i, rule, tilings, reader.getPartitions())
               .getDims());
}

void ShardingPropagation::visit(Operation *op) {
  if (isShardingConstraint(op)) {
    share({op->getOperand(0), op->getResult(0)});
    return;
  }
  if (llvm::isa<WhileOp>(op))
    visitLoop(op);
  else if (llvm::isa<IfOp, CaseOp>(op))
    visitBranches(op);
  else
    visitCommon(op);
}

void ShardingPropagation::readHints(Operation *op) {
  for (auto [result, sharding] :
       llvm::zip_equal(op->getResults(), reader.ofResults(op)))
    if (sharding && !sharding->isManual())
      fix(result, *sharding);
}

/// The ops of a block and of the branches and loops in it.
static void collect(mlir::Block &block, SmallVectorImpl<Operation *> &ops) {
  for (Operation &op : block) {
    ops.push_back(&op);
    if (llvm::isa<WhileOp, IfOp, CaseOp>(op))
      for (mlir::Region &region : op.getRegions())
        collect(region.front(), ops);
  }
}

/// True for an op whose operands and results are tiled alike in all that it
/// does, so that the tiles of one are those of the others at no cost.
static bool keepsTiles(Operation *op) {
  return isElementwise(op) || isShardingConstraint(op) ||
         llvm::isa<AllReduceOp, OptimizationBarrierOp, TransposeOp>(op);
}

void ShardingPropagation::carryOn(ArrayRef<Operation *> ops) {
  // An update of a parameter has its tiles before the product that gives the
  // gradient has others.
  SmallVector<Operation *> first;
  llvm::copy_if(ops, std::back_inserter(first), keepsTiles);
  visitAll(first);
  visitAll(ops);
}

void ShardingPropagation::visitAll(ArrayRef<Operation *> ops) {
  for (unsigned round = 0; round < MostRounds; ++round) {
    hasChanged = false;
    for (Operation *op : ops)
      visit(op);
    for (Operation *op : llvm::reverse(ops))
      visit(op);
    if (!hasChanged)
      return;
  }
}

void ShardingPropagation::run(mlir::Block &body, ArrayRef<Sharding> wanted) {
  SmallVector<Operation *> ops;
  collect(body, ops);
  for (Operation *op : ops)
    readHints(op);
  // What is given counts more than what is wanted, into which a result can be
  // brought at the end.
  carryOn(ops);
  for (auto [value, sharding] :
       llvm::zip_equal(body.getTerminator()->getOperands(), wanted))
    refine(value, sharding.getDims());
  carryOn(ops);
}
