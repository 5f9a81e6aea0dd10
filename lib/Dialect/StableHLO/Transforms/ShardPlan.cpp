//===- ShardPlan.cpp - What of a step is done in parts --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Transforms/ShardPlan.h"
#include "Dialect/StableHLO/Builders/ProgramBuilder.h"
#include "Dialect/StableHLO/Builders/Roles.h"
#include "Dialect/StableHLO/IR/Elementwise.h"
#include "Dialect/StableHLO/IR/ProcessGroups.h"
#include "Support/MLIR.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::func::FuncOp;

/// What replicas send each other.
static bool isCollective(mlir::Operation *op) {
  return llvm::isa<AllGatherOp, AllReduceOp, AllToAllOp, CollectiveBroadcastOp,
                   CollectivePermuteOp, CollectiveReduceOp, CrossReplicaSumOp,
                   ReduceScatterOp>(op);
}

/// True if an op gives the same to all replicas, whatever it takes of each.
static bool bringsTogether(mlir::Operation *op) {
  return llvm::TypeSwitch<mlir::Operation *, bool>(op)
      .Case<AllGatherOp, AllReduceOp, CrossReplicaSumOp>(
          [](auto op) { return isGroupOfAll(op.getReplicaGroups()); })
      .Default(false);
}

/// Calls a function with all values that an op works with, also within it.
static void forEachOperand(mlir::Operation *op,
                           llvm::function_ref<void(Value)> visit) {
  op->walk([&](mlir::Operation *inner) {
    for (Value operand : inner->getOperands())
      visit(operand);
  });
}

ShardPlan::ShardPlan(FuncOp main, const ShardOptions &options) : main(main) {
  for (unsigned index = 0; index < main.getNumArguments(); ++index) {
    auto said =
        main.getArgAttrOfType<mlir::StringAttr>(index, role::RoleAttribute);
    if (said && said.getValue() == role::State)
      arguments.push_back(index);
  }
  if (arguments.size() > main.getNumResults() || !main.getBody().hasOneBlock())
    return;
  findDifferent();
  findCombined();
  for (unsigned state = 0; state < arguments.size(); ++state)
    if (isCandidate(state, options))
      states.insert(state);
  // With fewer states in parts fewer ops are.
  do
    findOps();
  while (dropStates());
  pullBack();
}

llvm::StringRef ShardPlan::nameOf(unsigned state) {
  auto name = main.getArgAttrOfType<mlir::StringAttr>(arguments[state],
                                                      role::NameAttribute);
  return name ? name.getValue() : StringRef();
}

Value ShardPlan::newValueOf(unsigned state) {
  return main.getBody().front().getTerminator()->getOperand(state);
}

bool ShardPlan::isCandidate(unsigned state, const ShardOptions &options) {
  Value old = main.getArgument(arguments[state]), now = newValueOf(state);
  auto type = llvm::dyn_cast<RankedTensorType>(old.getType());
  return type && type.hasStaticShape() && now.getType() == type &&
         type.getNumElements() >= std::max<int64_t>(options.smallest, 1) &&
         !combined.contains(old) && !different.contains(old) &&
         !(options.isWhole && options.isWhole(nameOf(state)));
}

//===----------------------------------------------------------------------===//
// Where values follow from
//===----------------------------------------------------------------------===//

void ShardPlan::visit(mlir::Operation &op) {
  if (bringsTogether(&op))
    return;
  bool isDifferent = false;
  op.walk([&](mlir::Operation *inner) {
    isDifferent |= llvm::isa<ReplicaIdOp, PartitionIdOp>(inner) ||
                   isCollective(inner) ||
                   (inner->getNumRegions() == 0 && inner->getNumResults() > 0 &&
                    !mlir::isMemoryEffectFree(inner));
  });
  forEachOperand(
      &op, [&](Value value) { isDifferent |= different.contains(value); });
  if (isDifferent)
    different.insert_range(op.getResults());
}

/// Batches are different ones, and so is what follows from them until it is
/// brought together. A state that is not is another one in the next step.
void ShardPlan::findDifferent() {
  for (unsigned index = 0; index < main.getNumArguments(); ++index) {
    auto said =
        main.getArgAttrOfType<mlir::StringAttr>(index, role::RoleAttribute);
    if (!said || said.getValue() == role::Input)
      different.insert(main.getArgument(index));
  }
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    for (mlir::Operation &op : main.getBody().front())
      visit(op);
    for (unsigned state = 0; state < arguments.size(); ++state)
      if (different.contains(newValueOf(state)))
        hasChanged |=
            different.insert(main.getArgument(arguments[state])).second;
  }
}

void ShardPlan::findCombined() {
  SmallVector<Value> pending;
  auto add = [&](Value value) {
    if (combined.insert(value).second)
      pending.push_back(value);
  };
  for (mlir::Operation &op : main.getBody().front()) {
    bool combines = false;
    op.walk([&](mlir::Operation *inner) { combines |= isCollective(inner); });
    if (combines)
      forEachOperand(&op, add);
  }
  while (!pending.empty())
    if (mlir::Operation *op = pending.pop_back_val().getDefiningOp())
      forEachOperand(op, add);
}

//===----------------------------------------------------------------------===//
// Ops on parts
//===----------------------------------------------------------------------===//

/// True if an op could compute a part of its result of the same parts of its
/// operands.
bool ShardPlan::hasParts(mlir::Operation &op) const {
  if (!isElementwise(&op) || op.getNumResults() != 1 ||
      different.contains(op.getResult(0)))
    return false;
  auto result = llvm::dyn_cast<RankedTensorType>(op.getResult(0).getType());
  if (!result || !result.hasStaticShape() || result.getRank() == 0)
    return false;
  return llvm::all_of(op.getOperandTypes(), [&](Type type) {
    auto operand = llvm::dyn_cast<RankedTensorType>(type);
    return operand &&
           (operand.getRank() == 0 || operand.getShape() == result.getShape());
  });
}

void ShardPlan::findOps() {
  ops.clear();
  llvm::DenseSet<Value> inParts;
  for (unsigned state : states)
    inParts.insert(main.getArgument(arguments[state]));
  for (mlir::Operation &op : main.getBody().front()) {
    auto isPart = [&](Value operand) { return inParts.contains(operand); };
    if (!hasParts(op) || llvm::none_of(op.getOperands(), isPart))
      continue;
    ops.insert(&op);
    inParts.insert(op.getResult(0));
  }
}

/// Drops states that somebody needs wholly, or that are made in another way.
bool ShardPlan::dropStates() {
  size_t before = states.size();
  states.remove_if([&](unsigned state) {
    Value old = main.getArgument(arguments[state]);
    bool isUsed = llvm::all_of(old.getUsers(), [&](mlir::Operation *user) {
      return ops.contains(user);
    });
    return !isUsed || !ops.contains(newValueOf(state).getDefiningOp());
  });
  return states.size() != before;
}

/// What is computed for parts only needs no more than parts of its operands.
void ShardPlan::pullBack() {
  for (mlir::Operation &op : llvm::reverse(main.getBody().front())) {
    bool isForParts = !op.use_empty() &&
                      llvm::all_of(op.getUsers(), [&](mlir::Operation *user) {
                        return ops.contains(user);
                      });
    if (isForParts && hasParts(op))
      ops.insert(&op);
  }
}

bool ShardPlan::isScattered(mlir::OpResult result) const {
  // Its users are ops of the function's block, and so is it.
  auto op = llvm::dyn_cast<AllReduceOp>(result.getOwner());
  return op && isGroupOfAll(op.getReplicaGroups()) &&
         ProgramBuilder::typeOf(result).getRank() > 0 && !result.use_empty() &&
         llvm::all_of(result.getUsers(), [&](mlir::Operation *user) {
           return ops.contains(user);
         });
}

bool ShardPlan::isStateInParts(mlir::OpOperand &use) const {
  return llvm::isa<mlir::func::ReturnOp>(use.getOwner()) &&
         states.contains(use.getOperandNumber());
}
