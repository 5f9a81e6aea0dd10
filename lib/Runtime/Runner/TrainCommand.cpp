//===- TrainCommand.cpp - Trainings, evaluations and predictions ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Roles.h"
#include "Dialect/StableHLO/IR/ShardingReader.h"
#include "Runtime/Runner/ModelExport.h"
#include "Runtime/Runner/Runner.h"
#include "Runtime/Tensor/InputFile.h"
#include "Runtime/Trainer/ModelUse.h"
#include "Runtime/Trainer/StateParts.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using namespace trainlint;
using namespace trainlint::run;

//===----------------------------------------------------------------------===//
// Training
//===----------------------------------------------------------------------===//

/// Reads a step that is written as a program.
mlir::OwningOpRef<mlir::ModuleOp> Runner::readStep(mlir::MLIRContext &context,
                                                   trainer::StepModule &step) {
  auto file = readInput();
  if (!file) {
    (void)fail(file.takeError(), ExitUsage);
    return nullptr;
  }
  auto module = trainer::readStepModule(
      (*file)->getBuffer(), (*file)->getBufferIdentifier(), context, step);
  if (module)
    return std::move(*module);
  err << printableLines(llvm::toString(module.takeError())) << "\n";
  return nullptr;
}

/// Lets partitions share what the options say of modules of one model, of which
/// some may be null. Without options they stay as they are.
bool Runner::divide(llvm::ArrayRef<mlir::ModuleOp> given) {
  llvm::SmallVector<mlir::ModuleOp> modules;
  for (mlir::ModuleOp module : given)
    if (module)
      modules.push_back(module);
  if (!options.divides())
    return true;
  auto said = modules.front()->getAttrOfType<mlir::IntegerAttr>(
      stablehlo::role::PartitionsAttribute);
  int64_t partitions =
      options.partitions.value_or(said ? said.getInt() : int64_t(1));
  auto refuse = [&](const llvm::Twine &why) {
    (void)fail(why, ExitUsage);
    return false;
  };
  if (partitions > stablehlo::MostPartitions)
    return refuse(llvm::formatv("`--num-partitions` is {0}, and a replica has "
                                "at most {1}",
                                partitions, stablehlo::MostPartitions));
  if (partitions == 1 && !options.partitions)
    return refuse("`--shard` needs `--num-partitions`: one partition has all "
                  "of the model");
  bool hasShardings = llvm::any_of(modules, [](mlir::ModuleOp module) {
    return stablehlo::ShardingReader::hasShardings(module);
  });
  if (hasShardings && said && said.getInt() != partitions)
    return refuse(llvm::formatv("the shardings of `{0}` are for {1} "
                                "partitions, and `--num-partitions` is {2}",
                                options.module, said.getInt(), partitions));
  if (llvm::Error error =
          stablehlo::shardModel(modules, partitions, options.shardings)) {
    (void)fail(std::move(error), ExitUsage);
    return false;
  }
  if (partitions > 1 && !hasShardings && options.shardings.empty())
    err << "trainlint-run: note: each partition computes all of the model, as "
           "no `--shard` says what they share\n";
  return true;
}

/// Reads the form of a step again after it was divided. It computes the same,
/// and goes on from the same checkpoints.
static bool readDivided(mlir::ModuleOp module, trainer::StepModule &step) {
  std::optional<trainer::StepModule> read = trainer::analyzeStepModule(module);
  if (!read)
    return false;
  read->hash = step.hash;
  step = std::move(*read);
  return true;
}

/// Makes the step of a graph. What its job says of the training holds where no
/// option says otherwise.
bool Runner::makeStep(mlir::MLIRContext &context,
                      trainer::TrainingModules &modules, GraphTraining &made) {
  std::optional<GraphTraining> graph =
      prepareGraphTraining(options.module, *options.graph, context, out, err);
  if (!graph || !takeGraph(*graph))
    return false;
  trainer::TrainingOptions &training = *options.training;
  if (!options.steps)
    options.steps = graph->steps;
  if (!options.steps && options.emit != "stablehlo") {
    (void)fail("`--steps` is needed, as no job says how many there are",
               ExitUsage);
    return false;
  }
  if (!divide({*graph->step,
               graph->evaluation ? *graph->evaluation : mlir::ModuleOp()}))
    return false;
  training.steps = options.steps.value_or(0);
  if (!options.iterationsPerLoop && graph->iterationsPerLoop)
    training.iterationsPerLoop = *graph->iterationsPerLoop;
  if (!training.checkpointSteps)
    training.checkpointSteps = graph->checkpointSteps;
  std::optional<trainer::StepModule> read =
      trainer::analyzeStepModule(*graph->step);
  if (!read)
    return false;
  modules.stepForm = std::move(*read);
  if (graph->evaluation) {
    modules.evaluationForm =
        trainer::analyzeEvaluationModule(*graph->evaluation);
    if (!modules.evaluationForm)
      return false;
  }
  modules.step = *graph->step;
  modules.evaluation =
      graph->evaluation ? *graph->evaluation : mlir::ModuleOp();
  made = std::move(*graph);
  return true;
}

/// What a graph and its job say of devices and data.
bool Runner::takeGraph(const GraphTraining &graph) {
  trainer::TrainingOptions &training = *options.training;
  if (!options.isScaleGiven && graph.scale) {
    training.scale = *graph.scale;
    if (!training.data.empty())
      err << printableLine(options.module)
          << llvm::formatv(": note: bytes of images are divided by {0} and "
                           "{1} is added, as its input function does\n",
                           formatNumber(training.scale.divisor),
                           formatNumber(training.scale.shift));
  }
  training.replicas = graph.replicas;
  training.restoredKeys = graph.restoredKeys;
  // The CPU has as many devices as are asked for.
  bool isOwn = options.plugin.empty() && !options.deviceCount;
  int64_t processes = options.processCount;
  if (isOwn && graph.replicas * graph.partitions < processes) {
    std::string partitions;
    if (graph.partitions > 1)
      partitions = llvm::formatv(" of {0} partitions", graph.partitions);
    (void)fail(
        llvm::formatv("{0} replicas{1} cannot be shared by {2} processes",
                      graph.replicas, partitions, processes)
            .str(),
        ExitUsage);
    return false;
  }
  // All processes have the same number of devices, of which the last ones may
  // be without a replica. They have whole ones if there are enough of these.
  if (isOwn)
    options.deviceCount =
        graph.replicas < processes
            ? llvm::divideCeil(graph.replicas * graph.partitions, processes)
            : llvm::divideCeil(graph.replicas, processes) * graph.partitions;
  return true;
}

/// Shows what comes out of a phase before the step.
int Runner::showGraph(mlir::MLIRContext &context) {
  std::optional<GraphTraining> graph =
      prepareGraphTraining(options.module, *options.graph, context, out, err);
  if (!graph)
    return ExitUsage;
  if (graph->step) {
    graph->step->print(out);
    out << "\n";
  }
  return ExitRan;
}

/// Shows what starts the training on the machines of its job.
int Runner::showLaunch(mlir::MLIRContext &context) {
  std::optional<GraphTraining> graph =
      prepareGraphTraining(options.module, *options.graph, context, out, err);
  if (!graph)
    return ExitUsage;
  if (!options.steps && !graph->steps)
    return fail("`--steps` is needed, as no job says how many there are",
                ExitUsage);
  out << graph->launchFile->text;
  return ExitRan;
}

/// The shapes of what a model keeps: all of the state if no names are given.
static std::vector<trainer::NamedShape>
shapesOf(llvm::ArrayRef<std::string> names, const trainer::StepModule &step) {
  llvm::StringSet<> wanted;
  wanted.insert(names.begin(), names.end());
  std::vector<trainer::NamedShape> out;
  for (const trainer::NamedShape &state : step.state)
    if (names.empty() || wanted.contains(state.name))
      out.push_back(state);
  return out;
}

/// Keeps in parts what neither the model nor its evaluation needs.
bool Runner::shardStep(trainer::TrainingModules &modules,
                       const GraphTraining &graph) {
  llvm::StringSet<> whole;
  whole.insert(graph.modelStates.begin(), graph.modelStates.end());
  if (modules.evaluationForm)
    for (const trainer::NamedShape &state : modules.evaluationForm->state)
      whole.insert(state.name);
  // What partitions share is in parts already.
  for (const auto &[state, part] : modules.stepForm.parts)
    whole.insert(modules.stepForm.state[state].name);
  int64_t devices = options.deviceCount.value_or(1) * options.processCount;
  int64_t replicas = trainer::Training::countReplicas(
      modules.stepForm, *options.training, devices);
  return trainer::keepStateInParts(modules.step, modules.stepForm, replicas,
                                   whole, err);
}

int Runner::trainModule() {
  auto context = trainer::makeStepContext();
  if (options.graph && options.graph->launch)
    return showLaunch(*context);
  if (options.graph && options.graph->last != Phase::Step)
    return showGraph(*context);
  trainer::TrainingModules modules;
  GraphTraining graph;
  if (options.graph) {
    if (!makeStep(*context, modules, graph))
      return ExitUsage;
  } else {
    graph.step = readStep(*context, modules.stepForm);
    if (!graph.step)
      return ExitUsage;
    modules.step = *graph.step;
    if (options.divides() &&
        (!divide(modules.step) || !readDivided(modules.step, modules.stepForm)))
      return ExitUsage;
  }
  if (options.training->keepsParts && !shardStep(modules, graph))
    return ExitUsage;
  if (options.emit == "stablehlo") {
    modules.step.print(out);
    out << "\n";
    return ExitRan;
  }
  ExportedModel exported{
      graph.graphFile, shapesOf(graph.modelStates, modules.stepForm),
      options.training->init, graph.means, graph.restoredKeys};
  auto training = trainer::Training::prepare(
      std::move(modules), *options.training,
      options.deviceCount.value_or(1) * options.processCount, err);
  if (!training)
    return fail(training.takeError(), ExitUsage);
  if (options.emit == "devrt") {
    (*training)->getProgram().print(out);
    out << "\n";
    return ExitRan;
  }
  if (!options.emit.empty())
    return fail("`--emit=" + options.emit + "` shows a program that runs once",
                ExitUsage);
  std::unique_ptr<ModelExport> exporter;
  if (!options.exported.empty()) {
    auto made = ModelExport::prepare(options.exported, std::move(exported));
    if (!made)
      return fail(made.takeError(), ExitUsage);
    exporter = std::move(*made);
  }
  if (llvm::Error error = openDevice())
    return fail(std::move(error));
  auto compileOn = [&](StringRef text, trainer::DeviceGrid grid) {
    return compile(text, grid, /*isDivided=*/grid.partitions > 1);
  };
  trainer::TrainingHost host{*client,
                             compileOn,
                             out,
                             err,
                             getStore(),
                             options.processIndex,
                             options.processCount};
  if (member)
    host.endsBefore = [&](int64_t step, bool isInterruptedNow) {
      return endsBefore(step, isInterruptedNow);
    };
  if (exporter)
    host.exportState = [&](const auto &state) {
      return exporter->write(state);
    };
  if (!options.operationTimes.empty())
    host.atEnd = [&](const pjrt::Executable &step, int64_t steps) {
      return tellTimes(step, steps);
    };
  auto end = (*training)->run(host);
  if (!end)
    return fail(end.takeError());
  if (*end == trainer::TrainingEnd::Finished)
    return ExitRan;
  if (!member || isInterrupted)
    return ExitInterrupted;
  err << "trainlint-run: another process of the job was interrupted, and all "
         "end after the same step\n";
  return ExitRestart;
}

//===----------------------------------------------------------------------===//
// Evaluation and prediction
//===----------------------------------------------------------------------===//

/// Reads a module that evaluates or predicts and is written as a program.
mlir::OwningOpRef<mlir::ModuleOp>
Runner::readEvaluation(mlir::MLIRContext &context,
                       std::optional<trainer::EvaluationModule> &form) {
  if (options.evaluates && options.predicts()) {
    (void)fail("a module evaluates or predicts; `--evaluate` and `--predict` "
               "are given",
               ExitUsage);
    return nullptr;
  }
  auto file = readInput();
  if (!file) {
    (void)fail(file.takeError(), ExitUsage);
    return nullptr;
  }
  auto module = trainer::readModuleText(
      (*file)->getBuffer(), (*file)->getBufferIdentifier(), context,
      [&](mlir::ModuleOp module) {
        form = trainer::analyzeEvaluationModule(module);
        return form.has_value();
      });
  if (!module) {
    err << printableLines(llvm::toString(module.takeError())) << "\n";
    return nullptr;
  }
  if (form->isPrediction() == !options.evaluates)
    return std::move(*module);
  (void)fail("`" + options.module + "` is a module that " +
                 (options.evaluates ? "predicts, and `--evaluate`"
                                    : "evaluates, and `--predict`") +
                 " is given",
             ExitUsage);
  return nullptr;
}

/// Measures a model, or uses it, with the state that the options name.
int Runner::useModel() {
  auto context = trainer::makeStepContext();
  if (options.graph && options.graph->last != Phase::Step)
    return showGraph(*context);
  GraphTraining graph;
  std::optional<trainer::EvaluationModule> evaluation, prediction;
  if (options.graph) {
    auto made = prepareGraphTraining(options.module, *options.graph, *context,
                                     out, err);
    if (!made || !takeGraph(*made))
      return ExitUsage;
    graph = std::move(*made);
    if (!divide({graph.evaluation ? *graph.evaluation : mlir::ModuleOp(),
                 graph.prediction ? *graph.prediction : mlir::ModuleOp()}))
      return ExitUsage;
    if (graph.evaluation)
      evaluation = trainer::analyzeEvaluationModule(*graph.evaluation);
    if (graph.prediction)
      prediction = trainer::analyzeEvaluationModule(*graph.prediction);
    if (bool(graph.evaluation) != evaluation.has_value() ||
        bool(graph.prediction) != prediction.has_value())
      return ExitUsage;
  } else {
    auto &form = options.evaluates ? evaluation : prediction;
    auto &module = options.evaluates ? graph.evaluation : graph.prediction;
    module = readEvaluation(*context, form);
    if (!form || !module || !divide(*module))
      return ExitUsage;
    if (options.divides())
      form = trainer::analyzeEvaluationModule(*module);
    if (!form)
      return ExitUsage;
  }
  if (options.emit == "stablehlo") {
    for (auto *module : {&graph.evaluation, &graph.prediction})
      if (*module)
        out << **module << "\n";
    return ExitRan;
  }
  if (!options.emit.empty())
    return fail("`--emit=" + options.emit + "` shows a program that runs once",
                ExitUsage);
  auto use = trainer::ModelUse::prepare(
      std::move(evaluation), std::move(prediction), *options.training,
      options.deviceCount.value_or(1) * options.processCount, err);
  if (!use)
    return fail(use.takeError(), ExitUsage);
  if (llvm::Error error = openDevice())
    return fail(std::move(error));
  auto compileOn = [&](StringRef text, trainer::DeviceGrid grid) {
    return compile(text, grid, /*isDivided=*/grid.partitions > 1);
  };
  if (llvm::Error error =
          (*use)->run({*client, compileOn, out, err, getStore()}))
    return fail(std::move(error));
  return ExitRan;
}
