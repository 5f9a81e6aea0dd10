//===- StepToDevRT.cpp - The host's side of a training run ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/StepToDevRT/StepToDevRT.h"
#include "Dialect/DevRT/IR/DevRT.h"
#include "mlir/IR/Builders.h"

using namespace trainlint;
using namespace trainlint::devrt;

/// The names of the modules beside the program.
static constexpr llvm::StringRef StepName = "step";
static constexpr llvm::StringRef EvaluationName = "evaluation";

namespace {
/// Builds the ops of a program from its begin to its end.
class ProgramBuilder {
public:
  ProgramBuilder(mlir::MLIRContext *context, const TrainingPlan &plan,
                 bool hasEvaluation)
      : builder(context), location(builder.getUnknownLoc()), plan(plan),
        hasEvaluation(hasEvaluation),
        step(mlir::FlatSymbolRefAttr::get(context, StepName)),
        stateType(StateType::get(context)) {}

  void build(mlir::ModuleOp module);

private:
  mlir::Value hostLoop(mlir::Value begin, mlir::Value infeed);
  LoopOp deviceLoop(mlir::Value begin, mlir::Value infeed);
  /// The attribute of a number that may be missing.
  mlir::IntegerAttr number(std::optional<int64_t> value) {
    return value ? builder.getI64IntegerAttr(*value) : mlir::IntegerAttr();
  }

  mlir::OpBuilder builder;
  mlir::Location location;
  const TrainingPlan &plan;
  bool hasEvaluation;
  mlir::FlatSymbolRefAttr step;
  StateType stateType;
};
} // namespace

LoopOp ProgramBuilder::deviceLoop(mlir::Value begin, mlir::Value infeed) {
  mlir::OpBuilder::InsertionGuard guard(builder);
  auto metricsType = MetricsType::get(builder.getContext());
  auto loop = LoopOp::create(builder, location, stateType, metricsType, begin,
                             plan.iterationsPerLoop);
  mlir::Block *body = builder.createBlock(&loop.getBody());
  mlir::Value before = body->addArgument(stateType, location);
  auto batch = NextBatchOp::create(
      builder, location, BatchType::get(builder.getContext()), infeed);
  auto execute = ExecuteOp::create(builder, location, stateType, metricsType,
                                   step, before, batch);
  YieldOp::create(builder, location, execute.getState(), execute.getMetrics());
  return loop;
}

mlir::Value ProgramBuilder::hostLoop(mlir::Value begin, mlir::Value infeed) {
  mlir::OpBuilder::InsertionGuard guard(builder);
  auto loop =
      HostLoopOp::create(builder, location, stateType, begin, plan.steps);
  mlir::Block *body = builder.createBlock(&loop.getBody());
  LoopOp inner = deviceLoop(body->addArgument(stateType, location), infeed);
  OutfeedOp::create(builder, location, inner.getMetrics());
  if (plan.summarySteps)
    SummaryOp::create(builder, location, inner.getMetrics(),
                      *plan.summarySteps);
  if (hasEvaluation && plan.evaluationSteps)
    EvaluateOp::create(builder, location, EvaluationName, inner.getState(),
                       number(plan.evaluationSteps), number(plan.patience));
  bool isDueWithin = plan.checkpointSteps || plan.checkpointSeconds;
  if (plan.hasCheckpoints && isDueWithin)
    CheckpointOp::create(builder, location, inner.getState(),
                         number(plan.checkpointSteps),
                         number(plan.checkpointSeconds));
  YieldOp::create(builder, location, inner.getState(), mlir::Value());
  return loop.getState();
}

void ProgramBuilder::build(mlir::ModuleOp module) {
  mlir::MLIRContext *context = builder.getContext();
  builder.setInsertionPointToEnd(module.getBody());
  auto program = ProgramOp::create(builder, location, "train");
  builder.createBlock(&program.getBody());
  auto system = InitializeSystemOp::create(
      builder, location, SystemType::get(context), plan.replicas);
  mlir::Value state =
      InitializeOp::create(builder, location, stateType, system, step,
                           builder.getI64IntegerAttr(plan.seed));
  if (plan.isResumed)
    state = RestoreOp::create(builder, location, stateType, state);
  auto infeed = InfeedOp::create(builder, location, InfeedType::get(context),
                                 system, plan.globalBatch, plan.batchesAhead);
  state = hostLoop(state, infeed);
  if (hasEvaluation)
    EvaluateOp::create(builder, location, EvaluationName, state,
                       mlir::IntegerAttr(), mlir::IntegerAttr());
  if (plan.hasCheckpoints)
    CheckpointOp::create(builder, location, state, mlir::IntegerAttr(),
                         mlir::IntegerAttr());
  ShutdownOp::create(builder, location, system);
}

mlir::OwningOpRef<mlir::ModuleOp>
trainlint::convertStepToDevRT(mlir::ModuleOp step, mlir::ModuleOp evaluation,
                              const TrainingPlan &plan) {
  mlir::MLIRContext *context = step.getContext();
  context->loadDialect<DevRTDialect>();
  mlir::OwningOpRef<mlir::ModuleOp> out =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(context));
  ProgramBuilder(context, plan, evaluation != nullptr).build(*out);
  auto add = [&](mlir::ModuleOp module, llvm::StringRef name) {
    mlir::ModuleOp copy = module.clone();
    copy.setName(name);
    out->push_back(copy);
  };
  add(step, StepName);
  if (evaluation)
    add(evaluation, EvaluationName);
  return out;
}
