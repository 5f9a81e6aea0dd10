//===- Evaluation.cpp - What a model is worth on other data ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/Evaluation.h"
#include "Dialect/StableHLO/Builders/Metrics.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace trainlint;
using namespace trainlint::trainer;

llvm::Expected<Evaluation> Evaluation::prepare(EvaluationModule module,
                                               ArrayRef<data::DataFile> files,
                                               const TrainingOptions &options,
                                               int64_t replicas,
                                               uint64_t seed) {
  if (files.empty() && !module.inputs.empty())
    return llvm::createStringError("the model takes `" +
                                   module.inputs.front().name +
                                   "` and there is no data to evaluate it on");
  auto columns = data::readColumns(files, data::Split::HeldOut, options.text);
  if (!columns)
    return columns.takeError();
  std::vector<data::InputSpec> inputs = module.inputs;
  for (data::InputSpec &input : inputs)
    if (!input.classes && options.classes)
      input.classes = options.classes;
  auto dataset = data::Dataset::create(
      std::move(*columns), std::move(inputs),
      DeviceEvaluation::datasetOptions(replicas, seed, options.scale,
                                       options.pipeline));
  if (!dataset)
    return dataset.takeError();
  return Evaluation{std::move(module), std::move(*dataset), replicas, seed};
}

llvm::Expected<size_t> trainer::findMetric(ArrayRef<NamedShape> metrics,
                                           StringRef name) {
  std::string known;
  for (const auto &[number, metric] : llvm::enumerate(metrics)) {
    if (metric.name == name)
      return number;
    known += (known.empty() ? "`" : ", `") + metric.name + "`";
  }
  return llvm::createStringError("the evaluation has no metric `" + name +
                                 "`; it has " + known);
}

//===----------------------------------------------------------------------===//
// The best
//===----------------------------------------------------------------------===//

/// Losses are to be small, and so are errors.
static bool isGreaterBetterFor(StringRef name) {
  StringRef last = name.substr(name.rfind('/') + 1);
  auto metric = stablehlo::metricNamed(last);
  return metric && metric->isGreaterBetter();
}

BestEvaluation::BestEvaluation(std::string metric,
                               std::optional<int64_t> patience)
    : patience(patience), isGreaterBetter(isGreaterBetterFor(metric)) {
  record.metric = std::move(metric);
}

void BestEvaluation::resume(const checkpoints::BestRecord &before) {
  if (before.metric == record.metric)
    record = before;
}

bool BestEvaluation::add(int64_t step, double value) {
  record.last = step;
  bool isFirst = std::isnan(record.value);
  bool isBetter = !std::isnan(value) &&
                  (isFirst || (isGreaterBetter ? value > record.value
                                               : value < record.value));
  if (!isBetter) {
    ++record.since;
    return false;
  }
  record.step = step;
  record.value = value;
  record.since = 0;
  return true;
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

llvm::Expected<DeviceEvaluation::State>
trainer::stateOf(const EvaluationModule &module, ArrayRef<NamedShape> names,
                 const ReplicaBuffers &buffers) {
  SmallVector<size_t> places;
  for (const NamedShape &wanted : module.state) {
    const auto *found = llvm::find_if(names, [&](const NamedShape &state) {
      return state.name == wanted.name;
    });
    if (found == names.end())
      return llvm::createStringError("the evaluation needs the state `" +
                                     wanted.name + "`, and the step has none");
    if (found->shape != wanted.shape)
      return llvm::createStringError(llvm::formatv(
          "the state `{0}` is {1} in the evaluation and {2} in the step",
          wanted.name, wanted.shape.text(), found->shape.text()));
    places.push_back(found - names.begin());
  }
  DeviceEvaluation::State state;
  for (const std::vector<pjrt::Buffer> &replica : buffers) {
    auto &list = state.emplace_back();
    for (size_t place : places)
      list.push_back(&replica[place]);
  }
  return state;
}
