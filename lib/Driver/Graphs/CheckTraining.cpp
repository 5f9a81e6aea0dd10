//===- CheckTraining.cpp - What a Keras model was compiled with -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Graphs/CheckTraining.h"
#include "Conversion/TrainingSettings/TrainingConfig.h"
#include "Device/TargetReport.h"
#include "Diagnostics/Messages/Lowering.h"
#include "Frontend/Keras/Import/LayerNodeReader.h"
#include "Ops/Keras/InferTypes.h"
#include "Support/LLVM.h"

using namespace trainlint;
using stablehlo::LossOptions;
using stablehlo::MeasuredOutput;

/// What a model gives, as far as its types are known.
static std::vector<MeasuredOutput> outputsOf(ImportedGraph &graph) {
  std::vector<MeasuredOutput> outputs;
  auto models = graph.module->getOps<graph::ModelOp>();
  if (models.empty() || (*models.begin()).getFunctions().empty())
    return outputs;
  graph::FunctionOp main = *(*models.begin()).getFunctions().begin();
  graph::ReturnOp end = main.getReturn();
  if (!end)
    return outputs;
  for (auto [number, value] : llvm::enumerate(end.getValues())) {
    MeasuredOutput &output = outputs.emplace_back();
    output.name = keras::outputName(*graph.source, value, number);
    if (auto type = llvm::dyn_cast<mlir::RankedTensorType>(value.getType()))
      output.shape.assign(type.getShape().begin(), type.getShape().end());
  }
  return outputs;
}

void trainlint::checkTraining(ImportedGraph &graph,
                              const graph::Target &target) {
  if (!graph.training || target.kind == graph::DeviceKind::Unknown)
    return;
  const keras::Training &training = *graph.training;
  const auto &source =
      static_cast<const keras::LayerNodeReader &>(*graph.source);
  auto cite = [&](Report report) {
    citeTarget(report, target, "the device that the model runs on");
  };
  TrainingSettings settings;
  std::string problem = takeOptimizer(training, settings);
  if (!problem.empty())
    cite(diag::CompiledWithUnknown::beforehand(
        source.locate(training.optimizer.range), problem));

  settings = {};
  TrainingOptions options;
  problem = takeLoss(training, settings);
  if (!problem.empty())
    cite(diag::CompiledWithUnknown::beforehand(
        source.locate(training.loss.range), problem));
  else
    problem = settings.apply(options);
  std::optional<LossOptions> loss = options.loss;
  if (!problem.empty())
    loss = std::nullopt;
  for (const FileMetric &file : metricsOf(training, loss, outputsOf(graph))) {
    if (!file.problem.empty())
      cite(diag::MetricLeftOut::beforehand(source.locate(file.name.range),
                                           file.name.text, file.problem));
  }
}
