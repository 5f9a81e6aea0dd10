//===- Interpreter.cpp - Runs devrt programs ------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/Interpreter.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace trainlint;
using namespace trainlint::trainer;
using namespace trainlint::devrt;

ProgramActions::~ProgramActions() = default;

namespace {
/// A state is used up once, so there is one at any time, and the actions hold
/// it. What is left to know here is the step that it stands before.
class Interpreter {
public:
  explicit Interpreter(ProgramActions &actions) : actions(actions) {}

  llvm::Expected<int64_t> run(ProgramOp program) {
    savedAt = actions.seconds();
    if (llvm::Error error = runBlock(program.getBody().front()))
      return error;
    return step;
  }

private:
  llvm::Error runBlock(mlir::Block &block) {
    for (mlir::Operation &op : block)
      if (llvm::Error error = runOp(&op))
        return error;
    return llvm::Error::success();
  }

  llvm::Error runOp(mlir::Operation *op);
  llvm::Error runLoop(LoopOp op);
  llvm::Error runHostLoop(HostLoopOp op);
  llvm::Error runCheckpoint(CheckpointOp op);

  ProgramActions &actions;
  /// The step that comes next, and the end of the loop that it lies in.
  int64_t step = 0;
  int64_t end = 0;
  /// When the last checkpoint was made, and after how many steps.
  double savedAt = 0;
  int64_t stepSaved = -1;
};
} // namespace

llvm::Error Interpreter::runLoop(LoopOp op) {
  int64_t last = std::min(end, step + static_cast<int64_t>(op.getIterations()));
  for (; step < last && !actions.isInterrupted(); ++step)
    if (llvm::Error error = runBlock(op.getBody().front()))
      return error;
  return llvm::Error::success();
}

llvm::Error Interpreter::runHostLoop(HostLoopOp op) {
  end = op.getSteps();
  while (step < end && !actions.isInterrupted())
    if (llvm::Error error = runBlock(op.getBody().front()))
      return error;
  return llvm::Error::success();
}

llvm::Error Interpreter::runCheckpoint(CheckpointOp op) {
  if (step == stepSaved)
    return llvm::Error::success();
  std::optional<uint64_t> steps = op.getSteps(), seconds = op.getSeconds();
  bool isDue = !steps && !seconds;
  if (steps)
    isDue |= step / static_cast<int64_t>(*steps) >
             std::max<int64_t>(stepSaved, 0) / static_cast<int64_t>(*steps);
  if (seconds)
    isDue |= actions.seconds() - savedAt >= static_cast<double>(*seconds);
  if (!isDue)
    return llvm::Error::success();
  if (llvm::Error error = actions.checkpoint(step))
    return error;
  stepSaved = step;
  savedAt = actions.seconds();
  return llvm::Error::success();
}

llvm::Error Interpreter::runOp(mlir::Operation *op) {
  return llvm::TypeSwitch<mlir::Operation *, llvm::Error>(op)
      .Case([&](InitializeSystemOp op) {
        return actions.initializeSystem(op.getReplicas());
      })
      .Case([&](InitializeOp op) {
        return actions.initializeState(op.getSeed());
      })
      .Case([&](RestoreOp) -> llvm::Error {
        llvm::Expected<int64_t> restored = actions.restore(step);
        if (!restored)
          return restored.takeError();
        if (*restored != step)
          stepSaved = *restored;
        step = *restored;
        return llvm::Error::success();
      })
      .Case([&](InfeedOp op) {
        return actions.openInfeed(step, op.getBatch(), op.getAhead());
      })
      .Case([&](HostLoopOp op) { return runHostLoop(op); })
      .Case([&](LoopOp op) { return runLoop(op); })
      .Case([&](NextBatchOp) { return actions.nextBatch(step); })
      .Case([&](ExecuteOp) { return actions.execute(step); })
      .Case([&](OutfeedOp) { return actions.outfeed(); })
      .Case([&](SummaryOp op) { return actions.summarize(op.getSteps()); })
      .Case([&](CheckpointOp op) { return runCheckpoint(op); })
      .Case([&](ShutdownOp) { return actions.shutdown(); })
      .Case([&](YieldOp) { return llvm::Error::success(); })
      .Default([](mlir::Operation *op) {
        return llvm::createStringError("the program holds `" +
                                       op->getName().getStringRef() +
                                       "`, which is no op of a run");
      });
}

llvm::Expected<int64_t> trainer::interpret(ProgramOp program,
                                           ProgramActions &actions) {
  return Interpreter(actions).run(program);
}
