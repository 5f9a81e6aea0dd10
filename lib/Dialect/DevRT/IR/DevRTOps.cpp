//===- DevRTOps.cpp - The operations of the devrt dialect -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/DevRT/IR/DevRT.h"
#include "Support/LLVM.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

using namespace trainlint;
using namespace trainlint::devrt;

#define GET_OP_CLASSES
#include "Dialect/DevRT/IR/DevRTOps.cpp.inc"

//===----------------------------------------------------------------------===//
// States are used up once
//===----------------------------------------------------------------------===//

/// Checkpoints and evaluations leave a state as it is.
static bool usesUp(mlir::Operation *op) {
  return !llvm::isa<CheckpointOp, EvaluateOp>(op);
}

/// Looks at the users of a state, which all lie in its block or below: a state
/// that a loop around takes along would be used up in every round.
static LogicalResult checkState(mlir::Value state) {
  mlir::Operation *last = nullptr;
  for (mlir::Operation *user : state.getUsers()) {
    if (user->getBlock() != state.getParentBlock())
      return user->emitOpError(
          "uses a state of outside of its loop, which has no value after the "
          "first round");
    if (!usesUp(user))
      continue;
    if (last) {
      // Users are listed from the last to the first.
      mlir::Operation *first = user->isBeforeInBlock(last) ? user : last;
      mlir::Operation *second = first == user ? last : user;
      auto diagnostic =
          second->emitOpError("uses up a state that is used up already");
      diagnostic.attachNote(first->getLoc()) << "used up here";
      return diagnostic;
    }
    last = user;
  }
  for (mlir::Operation *user : state.getUsers())
    if (last && last->isBeforeInBlock(user)) {
      auto diagnostic = user->emitOpError("reads a state that is used up");
      diagnostic.attachNote(last->getLoc()) << "used up here";
      return diagnostic;
    }
  return llvm::success();
}

/// Looks at all states of a program. The values are asked for their users, so
/// that a state without use costs nothing.
static LogicalResult checkStates(ProgramOp program) {
  auto isWrong = [](mlir::Value value) {
    return llvm::isa<StateType>(value.getType()) && failed(checkState(value));
  };
  auto result = program.walk([&](mlir::Operation *op) {
    for (mlir::Value value : op->getResults())
      if (isWrong(value))
        return mlir::WalkResult::interrupt();
    for (mlir::Region &region : op->getRegions())
      for (mlir::BlockArgument argument : region.getArguments())
        if (isWrong(argument))
          return mlir::WalkResult::interrupt();
    return mlir::WalkResult::advance();
  });
  return llvm::failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Programs and loops
//===----------------------------------------------------------------------===//

LogicalResult ProgramOp::verifyRegions() {
  mlir::Block &block = getBody().front();
  auto systems = block.getOps<InitializeSystemOp>();
  if (block.empty() || !llvm::isa<InitializeSystemOp>(block.front()))
    return emitOpError("does not begin with `devrt.initialize_system`");
  if (std::distance(systems.begin(), systems.end()) != 1)
    return emitOpError("initializes more than one system");
  auto ends = block.getOps<ShutdownOp>();
  if (!llvm::isa<ShutdownOp>(block.back()) ||
      std::distance(ends.begin(), ends.end()) != 1)
    return emitOpError("does not end with its only `devrt.shutdown`");
  return checkStates(*this);
}

/// A loop's body takes a state and gives one back, with or without metrics.
static LogicalResult checkBody(mlir::Operation *op, mlir::Region &body,
                               bool hasMetrics) {
  mlir::Block &block = body.front();
  if (block.getNumArguments() != 1 ||
      !llvm::isa<StateType>(block.getArgument(0).getType()))
    return op->emitOpError("has a body that does not take one state");
  auto yield =
      block.empty() ? YieldOp() : llvm::dyn_cast<YieldOp>(block.back());
  if (!yield)
    return op->emitOpError("has a body that does not end with `devrt.yield`");
  if (hasMetrics && !yield.getMetrics())
    return yield.emitOpError("gives no metrics to the loop around it");
  if (!hasMetrics && yield.getMetrics())
    return yield.emitOpError("gives metrics to a loop that has none");
  return llvm::success();
}

LogicalResult HostLoopOp::verifyRegions() {
  return checkBody(*this, getBody(), /*hasMetrics=*/false);
}

LogicalResult LoopOp::verifyRegions() {
  return checkBody(*this, getBody(), /*hasMetrics=*/true);
}

//===----------------------------------------------------------------------===//
// Names of the step
//===----------------------------------------------------------------------===//

/// The name has to be that of a module with the function.
static LogicalResult checkStep(mlir::Operation *op,
                               mlir::FlatSymbolRefAttr name, StringRef function,
                               mlir::SymbolTableCollection &tables) {
  mlir::Operation *found = tables.lookupNearestSymbolFrom(op, name);
  auto module = llvm::dyn_cast_or_null<mlir::ModuleOp>(found);
  if (!module)
    return op->emitOpError("names ")
           << name << ", which is no module beside the program";
  if (!tables.lookupSymbolIn(module,
                             mlir::StringAttr::get(op->getContext(), function)))
    return op->emitOpError("names ")
           << name << ", which has no function `" << function << "`";
  return llvm::success();
}

LogicalResult
InitializeOp::verifySymbolUses(mlir::SymbolTableCollection &tables) {
  return checkStep(*this, getStepAttr(), "init", tables);
}

LogicalResult ExecuteOp::verifySymbolUses(mlir::SymbolTableCollection &tables) {
  return checkStep(*this, getStepAttr(), "main", tables);
}

LogicalResult
EvaluateOp::verifySymbolUses(mlir::SymbolTableCollection &tables) {
  if (failed(checkStep(*this, getEvaluationAttr(), "main", tables)))
    return llvm::failure();
  return checkStep(*this, getEvaluationAttr(), "metrics", tables);
}
