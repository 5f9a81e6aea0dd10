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
                                               int64_t replicas, bool isOwn,
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
  DeviceGrid grid{replicas, module.partitions, isOwn};
  return Evaluation{std::move(module), std::move(*dataset), grid, seed};
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

/// The tiles of a state; null if partitions have all of it.
static const stablehlo::Sharding *tilesOf(const ModelProgram &program,
                                          size_t state) {
  auto part = program.parts.find(state);
  bool hasTiles = part != program.parts.end() && part->second.tiles;
  return hasTiles ? &*part->second.tiles : nullptr;
}

/// Refuses a state that partitions share in two ways.
static llvm::Error checkTiles(const std::string &name,
                              const stablehlo::Sharding *inEvaluation,
                              const stablehlo::Sharding *inStep) {
  if (inEvaluation && inStep ? *inEvaluation == *inStep
                             : inEvaluation == inStep)
    return llvm::Error::success();
  auto words = [](const stablehlo::Sharding *tiles) {
    return tiles ? "divided into " + tiles->text() + " tiles"
                 : std::string("whole on each partition");
  };
  return llvm::createStringError(llvm::formatv(
      "the state `{0}` is {1} in the evaluation and {2} in the "
      "step{3}",
      name, words(inEvaluation), words(inStep),
      words(inEvaluation) == words(inStep) ? ", on other partitions" : ""));
}

llvm::Expected<DeviceEvaluation::State>
trainer::stateOf(const EvaluationModule &module, const ModelProgram &program,
                 const DeviceBuffers &buffers) {
  SmallVector<size_t> places;
  for (const auto &[number, wanted] : llvm::enumerate(module.state)) {
    StringRef name = wanted.name;
    auto found = llvm::find_if(program.state, [&](const NamedShape &state) {
      return state.name == name;
    });
    if (found == program.state.end())
      return llvm::createStringError("the evaluation needs the state `" +
                                     wanted.name + "`, and the step has none");
    if (found->shape != wanted.shape)
      return llvm::createStringError(llvm::formatv(
          "the state `{0}` is {1} in the evaluation and {2} in the step",
          wanted.name, wanted.shape.text(), found->shape.text()));
    size_t place = found - program.state.begin();
    if (llvm::Error error = checkTiles(wanted.name, tilesOf(module, number),
                                       tilesOf(program, place)))
      return error;
    places.push_back(place);
  }
  DeviceEvaluation::State state;
  for (const std::vector<pjrt::Buffer> &device : buffers) {
    auto &list = state.emplace_back();
    for (size_t place : places)
      list.push_back(&device[place]);
  }
  return state;
}
