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
  findOps();
  dropStates();
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

/// True if an op may give another result on each replica, whatever it takes.
static bool differsByItself(mlir::Operation &op) {
  mlir::WalkResult found = op.walk([](mlir::Operation *inner) {
    bool draws = inner->getNumRegions() == 0 && inner->getNumResults() > 0 &&
                 !mlir::isMemoryEffectFree(inner);
    return draws || isCollective(inner) ||
                   llvm::isa<ReplicaIdOp, PartitionIdOp>(inner)
               ? mlir::WalkResult::interrupt()
               : mlir::WalkResult::advance();
  });
  return found.wasInterrupted();
}

/// Batches are different ones, and so is what follows from them until it is
/// brought together. A state that is not is another one in the next step.
void ShardPlan::findDifferent() {
  mlir::Block &body = main.getBody().front();
  SmallVector<Value> pending;
  auto add = [&](Value value) {
    if (different.insert(value).second)
      pending.push_back(value);
  };
  auto addResults = [&](mlir::Operation &op) {
    if (!bringsTogether(&op))
      llvm::for_each(op.getResults(), add);
  };
  for (unsigned index = 0; index < main.getNumArguments(); ++index) {
    auto said =
        main.getArgAttrOfType<mlir::StringAttr>(index, role::RoleAttribute);
    if (!said || said.getValue() == role::Input)
      add(main.getArgument(index));
  }
  for (mlir::Operation &op : body)
    if (differsByItself(op))
      addResults(op);
  while (!pending.empty()) {
    for (mlir::OpOperand &use : pending.pop_back_val().getUses()) {
      unsigned number = use.getOperandNumber();
      if (use.getOwner() != body.getTerminator())
        addResults(*body.findAncestorOpInBlock(*use.getOwner()));
      else if (number < arguments.size())
        add(main.getArgument(arguments[number]));
    }
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

/// Finds the ops that compute with parts, as if all states were kept so.
void ShardPlan::findOps() {
  auto countParts = [&](Value part) {
    for (mlir::Operation *user : part.getUsers())
      ++partsOf[user];
  };
  for (unsigned state : states)
    countParts(main.getArgument(arguments[state]));
  for (mlir::Operation &op : main.getBody().front()) {
    if (partsOf.lookup(&op) == 0 || !hasParts(op))
      continue;
    ops.insert(&op);
    countParts(op.getResult(0));
  }
}

/// Drops states that somebody needs wholly, or that are made in another way,
/// with the ops that have no parts then, until there are none.
void ShardPlan::dropStates() {
  SmallVector<unsigned> pending(states.begin(), states.end());
  llvm::DenseMap<mlir::Operation *, SmallVector<unsigned, 1>> usedBy, madeBy;
  for (unsigned state : states) {
    for (mlir::Operation *user : main.getArgument(arguments[state]).getUsers())
      usedBy[user].push_back(state);
    if (mlir::Operation *maker = newValueOf(state).getDefiningOp())
      madeBy[maker].push_back(state);
  }
  auto isKept = [&](unsigned state) {
    return ops.contains(newValueOf(state).getDefiningOp()) &&
           llvm::all_of(
               main.getArgument(arguments[state]).getUsers(),
               [&](mlir::Operation *user) { return ops.contains(user); });
  };
  // A part that is none any more takes the ops with it that have no other.
  auto drop = [&](Value part) {
    SmallVector<Value> lost = {part};
    while (!lost.empty()) {
      for (mlir::Operation *user : lost.pop_back_val().getUsers()) {
        if (--partsOf[user] != 0 || !ops.erase(user))
          continue;
        lost.push_back(user->getResult(0));
        llvm::append_range(pending, usedBy.lookup(user));
        llvm::append_range(pending, madeBy.lookup(user));
      }
    }
  };
  llvm::DenseSet<unsigned> dropped;
  while (!pending.empty()) {
    unsigned state = pending.pop_back_val();
    if (dropped.contains(state) || isKept(state))
      continue;
    dropped.insert(state);
    drop(main.getArgument(arguments[state]));
  }
  states.remove_if([&](unsigned state) { return dropped.contains(state); });
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
