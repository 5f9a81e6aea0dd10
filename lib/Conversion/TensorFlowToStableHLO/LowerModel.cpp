//===- LowerModel.cpp - The model of a training graph ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/LowerModel.h"
#include "Conversion/TensorFlowToStableHLO/FindModel.h"
#include "Conversion/TensorFlowToStableHLO/FindStep.h"
#include "Conversion/TensorFlowToStableHLO/ProgramFunctions.h"
#include "Diagnostics/Messages/Lowering.h"
#include "Dialect/StableHLO/Builders/Roles.h"
#include "Dialect/StableHLO/IR/StableHLODialect.h"
#include "Support/MLIR.h"
#include "mlir/IR/Verifier.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using graph::NodeOp;
using stablehlo::ProgramBuilder;
namespace role = trainlint::stablehlo::role;

namespace {
class ModelLowering {
public:
  ModelLowering(StepContext context, mlir::ModuleOp module,
                const EvaluationForm &form)
      : context(context), init(context, module),
        main(context, module, init, form),
        interpreter(context.model, context.partition, context.source,
                    context.problems, main, main.getBuilder()) {}

  /// Runs the nodes of all values that are asked for below, in one order.
  void run(const FoundModel &found, ModelUse use);
  /// Outputs whose labels and values fit the loss that they are compared in.
  void lowerOutputs(const FoundModel &found, ModelUse use);
  void lowerLoss(const FoundModel &found);
  void finish();

  std::optional<stablehlo::LossOptions> loss;

private:
  /// The value of the program; null if it could not be lowered, which was
  /// reported.
  Value valueOf(Value value);
  Value withFactors(ProgramBuilder &p, const LossTerm &term, Value value);
  /// The losses of the examples of a term, [batch].
  Value examplesOf(ProgramBuilder &p, const LossTerm &term, NodeOp node);

  StepContext context;
  InitFunction init;
  MainFunction main;
  Interpreter interpreter;
  llvm::SmallVector<ModelResult> results;
};
} // namespace

Value ModelLowering::valueOf(Value value) {
  StepValue known = interpreter.valueOf(value);
  return known.isTensor() ? interpreter.materialize(known, value.getLoc())
                          : Value();
}

void ModelLowering::run(const FoundModel &found, ModelUse use) {
  llvm::SmallVector<NodeOp> roots;
  auto add = [&](Value value) {
    if (auto node = value.getDefiningOp<NodeOp>())
      roots.push_back(node);
  };
  for (const FoundOutput &output : found.outputs) {
    add(output.output);
    if (use == ModelUse::Evaluation)
      add(output.labels);
  }
  if (use == ModelUse::Evaluation) {
    for (const LossTerm &term : found.terms) {
      add(term.value);
      for (const Factor &factor : term.factors)
        add(factor.value);
    }
  }
  interpreter.run(roots);
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

void ModelLowering::lowerOutputs(const FoundModel &found, ModelUse use) {
  for (const FoundOutput &output : found.outputs) {
    // Outputs of several losses are compared in one way.
    if (loss && loss->kind != output.loss.kind)
      continue;
    Value value = valueOf(output.output);
    if (!value)
      continue;
    auto node = output.output.getDefiningOp<NodeOp>();
    std::string name = context.source.name(node);
    if (use == ModelUse::Prediction) {
      loss = output.loss;
      results.push_back({value, role::Output, name});
      continue;
    }
    Value labels = valueOf(output.labels);
    mlir::RankedTensorType wanted =
        stablehlo::labelsType(output.loss, ProgramBuilder::typeOf(value));
    std::optional<int64_t> batch = main.batchSize();
    llvm::ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(value);
    // Metrics weigh examples, which is what dimension 0 has to run over.
    if (!labels || !wanted || shape.empty() || shape.front() != batch ||
        ProgramBuilder::shapeOf(labels) != wanted.getShape())
      continue;
    ProgramBuilder p(main.getBuilder(), node.getLoc());
    loss = output.loss;
    results.push_back({value, role::Output, name});
    results.push_back(
        {p.convert(labels, wanted.getElementType()), role::Label, name});
  }
}

//===----------------------------------------------------------------------===//
// The loss
//===----------------------------------------------------------------------===//

Value ModelLowering::withFactors(ProgramBuilder &p, const LossTerm &term,
                                 Value value) {
  for (const Factor &factor : term.factors) {
    Value number = valueOf(factor.value);
    if (!number)
      return {};
    number = p.convert(number, ProgramBuilder::elementOf(value));
    if (ProgramBuilder::typeOf(number).getNumElements() != 1)
      return {};
    number =
        p.broadcastTo(p.reshape(number, {}), ProgramBuilder::shapeOf(value));
    value =
        factor.isDivisor ? p.divide(value, number) : p.multiply(value, number);
  }
  return term.isNegative ? p.negate(value) : value;
}

Value ModelLowering::examplesOf(ProgramBuilder &p, const LossTerm &term,
                                NodeOp node) {
  Value losses = valueOf(term.value);
  if (!losses)
    return {};
  std::optional<int64_t> batch = main.batchSize();
  llvm::ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(losses);
  if (!batch || shape.empty() || shape.front() != *batch) {
    context.problems.add(
        node, "its losses of " +
                  mismatch::typeText(ProgramBuilder::typeOf(losses)) +
                  " are not one for each example of a batch of " +
                  llvm::Twine(batch.value_or(0)));
    return {};
  }
  Integers others;
  for (int64_t i = 1; i < int64_t(shape.size()); ++i)
    others.push_back(i);
  if (term.kind == TermKind::Mean)
    return others.empty() ? losses : p.mean(losses, others);
  // The mean over examples of what is summed up is to be the sum.
  Value sums = others.empty() ? losses : p.sum(losses, others);
  return p.scale(sums, double(*batch));
}

void ModelLowering::lowerLoss(const FoundModel &found) {
  Value examples;
  for (const LossTerm &term : found.terms) {
    auto node = term.value.getDefiningOp<NodeOp>();
    if (!node)
      continue;
    ProgramBuilder p(main.getBuilder(), node.getLoc());
    bool isPenalty = term.kind == TermKind::Penalty;
    Value value = isPenalty ? valueOf(term.value) : examplesOf(p, term, node);
    if (value)
      value = withFactors(p, term, value);
    if (!value)
      continue;
    if (isPenalty) {
      if (ProgramBuilder::typeOf(value).getNumElements() == 1)
        results.push_back(
            {p.reshape(value, {}), role::Loss, context.source.name(node)});
      continue;
    }
    mlir::Type element = ProgramBuilder::elementOf(value);
    examples =
        examples ? p.add(examples,
                         p.convert(value, ProgramBuilder::elementOf(examples)))
                 : p.convert(value, accumulationType(element));
  }
  if (examples)
    results.push_back({examples, role::ExampleLoss, ""});
}

void ModelLowering::finish() {
  if (!context.problems.empty())
    return;
  main.finishModel(results);
  init.finish(main.state());
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

llvm::FailureOr<LoweredModel>
tensorflow::lowerModel(graph::ModelOp model, const graph::NodeReader &source,
                       tensorflow::OpRegistry &ops, const StepOptions &options,
                       ModelUse use) {
  mlir::MLIRContext *mlirContext = model.getContext();
  mlirContext
      ->loadDialect<mlir::func::FuncDialect, stablehlo::StableHLODialect>();
  HostDevicePartition partition(ops, source);
  llvm::FailureOr<FoundStep> step = findStep(model, source, partition, options);
  if (failed(step))
    return llvm::failure();
  auto graphMain = step->roots.front()->getParentOfType<graph::FunctionOp>();
  mlir::Location place =
      source.location(step->roots.front(), graph::NodePart::Op);
  if (!step->loss)
    return diag::LossWithoutExamples::none(place).help(
        "`--loss NODE` names it");
  llvm::FailureOr<FoundModel> found = findModel(step->loss, source, partition);
  if (failed(found))
    return llvm::failure();
  auto lossNode = step->loss.getDefiningOp<NodeOp>();
  if (use == ModelUse::Prediction && found->outputs.empty())
    return diag::LossWithoutExamples::outputs(
        source.location(lossNode, graph::NodePart::Op), source.name(lossNode));

  EvaluationForm form(graphMain, source);
  LoweringDiagnostics problems(source);
  StepContext context{model, source, partition, options, problems, ops};
  LoweredModel lowered;
  lowered.module = mlir::ModuleOp::create(model.getLoc(), "model");
  ModelLowering lowering(context, *lowered.module, form);
  lowering.run(*found, use);
  if (use == ModelUse::Evaluation)
    lowering.lowerLoss(*found);
  lowering.lowerOutputs(*found, use);
  lowering.finish();
  lowered.loss = lowering.loss;
  if (!problems.empty()) {
    problems.emit();
    return llvm::failure();
  }
  if (failed(mlir::verify(*lowered.module)))
    return llvm::failure();
  return lowered;
}
