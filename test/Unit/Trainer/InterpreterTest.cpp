//===- InterpreterTest.cpp - Runs of devrt programs -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/Interpreter.h"
#include "Conversion/StepToDevRT/StepToDevRT.h"
#include "TestHelpers.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::trainer;
using namespace trainlint::test;

namespace {
/// Writes down what a program asks for; each step takes a second.
struct Recorder : ProgramActions {
  std::string text;
  int64_t restored = -1;
  int64_t interruptedAfter = -1;
  std::string failing;
  int64_t steps = 0;
  /// Evaluations after the fourth step are no better.
  int64_t since = 0;
  int64_t evaluated = -1;
  /// As in a job of several processes, whose first one tells the others.
  bool isDelayed = false;
  bool wasLate = false;

  llvm::Error note(std::string what) {
    if (!failing.empty() && llvm::StringRef(what).starts_with(failing))
      return llvm::createStringError(what + " failed");
    text += (text.empty() ? "" : " ") + what;
    return llvm::Error::success();
  }

  llvm::Error initializeSystem(int64_t replicas) override {
    return note(llvm::formatv("system{0}", replicas));
  }
  llvm::Error initializeState(uint64_t seed) override {
    return note(llvm::formatv("state{0}", seed));
  }
  llvm::Expected<int64_t> restore(int64_t step) override {
    if (llvm::Error error = note("restore"))
      return error;
    steps = std::max<int64_t>(restored, 0);
    return restored < 0 ? step : restored;
  }
  llvm::Error openInfeed(int64_t first, int64_t batch, int64_t ahead) override {
    return note(llvm::formatv("infeed{0}/{1}/{2}", first, batch, ahead));
  }
  llvm::Error nextBatch(int64_t step) override {
    return note(llvm::formatv("b{0}", step));
  }
  llvm::Error execute(int64_t step) override {
    ++steps;
    return note(llvm::formatv("s{0}", step));
  }
  llvm::Error outfeed() override { return note("out"); }
  llvm::Error summarize(int64_t every) override {
    return note(llvm::formatv("sum{0}", every));
  }
  llvm::Expected<bool> isTimeForCheckpoint(int64_t step, bool isLate) override {
    if (isDelayed)
      return std::exchange(wasLate, isLate);
    return isLate;
  }
  llvm::Error checkpoint(int64_t step) override {
    return note(llvm::formatv("save{0}", step));
  }
  llvm::Error evaluate(int64_t step) override {
    since = step > 4 ? since + 1 : 0;
    return note(llvm::formatv("eval{0}", step));
  }
  int64_t lastEvaluation() override { return evaluated; }
  int64_t evaluationsSinceBest() override { return since; }
  llvm::Error shutdown() override { return note("end"); }
  bool isInterrupted() override {
    return interruptedAfter >= 0 && steps >= interruptedAfter;
  }
  double seconds() override { return 1000 + static_cast<double>(steps); }
};

TrainingPlan planOf(int64_t steps, int64_t iterations) {
  TrainingPlan plan;
  plan.steps = steps;
  plan.iterationsPerLoop = iterations;
  plan.replicas = 8;
  plan.globalBatch = 64;
  plan.seed = 3;
  return plan;
}

/// What a program does; the steps that were made are at the end.
std::string runOf(const TrainingPlan &plan, Recorder &recorder) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  mlir::OwningOpRef<mlir::ModuleOp> step =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  auto program = convertStepToDevRT(
      *step, plan.evaluationSteps ? *step : mlir::ModuleOp(), plan);
  auto programs = program->getOps<devrt::ProgramOp>();
  auto steps = interpret(*programs.begin(), recorder);
  if (!steps)
    return messageOf(steps.takeError());
  return recorder.text + " " + std::to_string(*steps);
}

std::string runOf(const TrainingPlan &plan) {
  Recorder recorder;
  return runOf(plan, recorder);
}
} // namespace

TEST(Interpreter, RunsLoopsToTheEnd) {
  EXPECT_EQ(runOf(planOf(3, 2)),
            "system8 state3 infeed0/64/2 b0 s0 b1 s1 out b2 s2 out end 3");
  EXPECT_EQ(runOf(planOf(0, 2)), "system8 state3 infeed0/64/2 end 0");
}

TEST(Interpreter, EvaluatesWhatIsDue) {
  TrainingPlan plan = planOf(5, 2);
  plan.evaluationSteps = 3;
  EXPECT_EQ(runOf(plan), "system8 state3 infeed0/64/2 b0 s0 b1 s1 out b2 s2 b3 "
                         "s3 out eval4 b4 s4 out eval5 end 5");
  // A run that goes on knows what was evaluated before it.
  plan.isResumed = true;
  for (int64_t evaluated : {-1, 3, 5}) {
    Recorder resumed;
    resumed.restored = 5;
    resumed.evaluated = evaluated;
    EXPECT_EQ(runOf(plan, resumed),
              "system8 state3 restore infeed5/64/2 " +
                  std::string(evaluated == 5 ? "" : "eval5 ") + "end 5");
  }
  // It ends when it becomes no better, and what was evaluated is not again.
  plan = planOf(20, 2);
  plan.evaluationSteps = 2;
  plan.patience = 2;
  Recorder recorder;
  EXPECT_TRUE(llvm::StringRef(runOf(plan, recorder))
                  .ends_with("out eval6 b6 s6 b7 s7 out eval8 end 8"));
}

TEST(Interpreter, WritesWhatIsDue) {
  TrainingPlan plan = planOf(6, 2);
  plan.summarySteps = 100;
  plan.hasCheckpoints = true;
  plan.checkpointSteps = 3;
  EXPECT_EQ(runOf(plan), "system8 state3 infeed0/64/2 b0 s0 b1 s1 out sum100 "
                         "b2 s2 b3 s3 out sum100 save4 "
                         "b4 s4 b5 s5 out sum100 save6 end 6");
  plan = planOf(6, 1);
  plan.hasCheckpoints = true;
  plan.checkpointSeconds = 4;
  EXPECT_EQ(runOf(plan),
            "system8 state3 infeed0/64/2 b0 s0 out b1 s1 out b2 s2 out b3 s3 "
            "out save4 b4 s4 out b5 s5 out save6 end 6");
}

TEST(Interpreter, WritesALoopLaterWhatAllHaveToKnow) {
  TrainingPlan plan = planOf(6, 1);
  plan.hasCheckpoints = true;
  plan.checkpointSeconds = 4;
  Recorder recorder;
  recorder.isDelayed = true;
  EXPECT_EQ(runOf(plan, recorder),
            "system8 state3 infeed0/64/2 b0 s0 out b1 s1 out b2 s2 out b3 s3 "
            "out b4 s4 out save5 b5 s5 out save6 end 6");
  // What is due by its steps is not due by the clock as well.
  plan = planOf(6, 2);
  plan.hasCheckpoints = true;
  plan.checkpointSteps = 4;
  plan.checkpointSeconds = 4;
  Recorder both;
  both.isDelayed = true;
  EXPECT_EQ(runOf(plan, both),
            "system8 state3 infeed0/64/2 b0 s0 b1 s1 out b2 s2 b3 s3 out save4 "
            "b4 s4 b5 s5 out save6 end 6");
}

TEST(Interpreter, GoesOnFromACheckpoint) {
  TrainingPlan plan = planOf(6, 10);
  plan.isResumed = true;
  plan.hasCheckpoints = true;
  plan.checkpointSteps = 4;
  Recorder recorder;
  recorder.restored = 4;
  EXPECT_EQ(runOf(plan, recorder), "system8 state3 restore infeed4/64/2 b4 s4 "
                                   "b5 s5 out save6 end 6");
  Recorder done;
  done.restored = 6;
  EXPECT_EQ(runOf(plan, done), "system8 state3 restore infeed6/64/2 end 6");
  Recorder beyond;
  beyond.restored = 9;
  EXPECT_EQ(runOf(plan, beyond), "system8 state3 restore infeed9/64/2 end 9");
}

TEST(Interpreter, EndsAfterTheStepThatItIsIn) {
  TrainingPlan plan = planOf(100, 10);
  plan.hasCheckpoints = true;
  plan.checkpointSteps = 50;
  Recorder recorder;
  recorder.interruptedAfter = 2;
  EXPECT_EQ(runOf(plan, recorder),
            "system8 state3 infeed0/64/2 b0 s0 b1 s1 out save2 end 2");
}

TEST(Interpreter, StopsAtAFailure) {
  Recorder recorder;
  recorder.failing = "b1";
  EXPECT_EQ(runOf(planOf(3, 2), recorder), "b1 failed");
  EXPECT_EQ(recorder.text, "system8 state3 infeed0/64/2 b0 s0");
}
