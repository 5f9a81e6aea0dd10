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
  llvm::Error runEvaluate(EvaluateOp op);
  bool isEnough(HostLoopOp op);

  ProgramActions &actions;
  /// The step that comes next, and the end of the loop that it lies in.
  int64_t step = 0;
  int64_t end = 0;
  /// When the last checkpoint was made, and after how many steps.
  double savedAt = 0;
  int64_t stepSaved = -1;
  /// After how many steps the last evaluation was.
  int64_t stepEvaluated = -1;
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
  while (step < end && !actions.isInterrupted() && !isEnough(op))
    if (llvm::Error error = runBlock(op.getBody().front()))
      return error;
  return llvm::Error::success();
}

/// True if an evaluation of the loop says that training goes on for nothing.
bool Interpreter::isEnough(HostLoopOp op) {
  return llvm::any_of(op.getBody().getOps<EvaluateOp>(), [&](EvaluateOp op) {
    std::optional<uint64_t> patience = op.getPatience();
    return patience &&
           actions.evaluationsSinceBest() >= static_cast<int64_t>(*patience);
  });
}

/// True if a multiple of `every` lies between two numbers of steps.
static bool isDue(int64_t last, int64_t now, uint64_t every) {
  auto steps = static_cast<int64_t>(every);
  return now / steps > std::max<int64_t>(last, 0) / steps;
}

llvm::Error Interpreter::runEvaluate(EvaluateOp op) {
  // Whoever interrupts a run does not want to wait.
  if (actions.isInterrupted() || step == stepEvaluated ||
      (op.getSteps() && !isDue(stepEvaluated, step, *op.getSteps())))
    return llvm::Error::success();
  stepEvaluated = step;
  return actions.evaluate(step);
}

llvm::Error Interpreter::runCheckpoint(CheckpointOp op) {
  if (step == stepSaved)
    return llvm::Error::success();
  std::optional<uint64_t> steps = op.getSteps(), seconds = op.getSeconds();
  bool isWanted = !steps && !seconds;
  if (steps)
    isWanted |= isDue(stepSaved, step, *steps);
  if (seconds) {
    double passed = actions.seconds() - savedAt;
    bool isLate = !isWanted && passed >= static_cast<double>(*seconds);
    llvm::Expected<bool> isTime = actions.isTimeForCheckpoint(step, isLate);
    if (!isTime)
      return isTime.takeError();
    isWanted |= *isTime;
  }
  if (!isWanted)
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
        stepEvaluated = actions.lastEvaluation();
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
      .Case([&](EvaluateOp op) { return runEvaluate(op); })
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
