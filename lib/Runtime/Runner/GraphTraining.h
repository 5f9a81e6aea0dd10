//===- GraphTraining.h - Trainings of jobs and their graphs -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_RUNNER_GRAPHTRAINING_H
#define TRAINLINT_RUNTIME_RUNNER_GRAPHTRAINING_H

#include "Ops/Common/ForwardOptions.h"
#include "Runtime/Data/Conversion.h"
#include "Runtime/Launch/Launch.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace trainlint::run {

/// The phases of a compilation that end before a device is asked, in their
/// order; `--emit` shows what comes out of one.
enum class Phase : uint8_t {
  /// The trees of the files.
  Parse,
  /// The job and the graph, as they were imported.
  Import,
  /// The same with the types that the checks inferred.
  Check,
  /// The functions that compute a model.
  Forward,
  Step,
};

/// What is done with a graph. A training may evaluate on the way.
struct ModelTasks {
  bool trains = true;
  bool evaluates = false;
  bool predicts = false;
};

/// A job with the graph that it trains, or a graph alone, and what neither of
/// them says.
struct GraphTrainingOptions {
  /// The graph of the job; empty if the configuration names it, or if there is
  /// no job, but a graph in its place.
  std::string graph;
  /// The configuration; the nearest one unless given, and none if `isolated`.
  std::optional<std::string> config;
  bool isIsolated = false;
  ModelTasks tasks;
  /// The phase after which the compilation ends.
  Phase last = Phase::Step;
  /// The form that is shown of a forward module; what is run is trained.
  ModelForm form = ModelForm::Training;
  /// The node that does a step; found if empty.
  std::string trainOp;
  /// Of TensorFlow the node of the loss, which is found if empty; of other
  /// graphs the name of the loss.
  std::string loss;
  /// The tensors of a TensorFlow graph that its model gives; found if empty.
  std::vector<std::string> outputs;
  /// What graphs without gradients are trained with, as in the section
  /// `training` of a configuration.
  std::vector<std::pair<std::string, std::string>> settings;
  /// `NODE=SIZE,SIZE`.
  std::vector<std::string> inputShapes;
  /// The sizes that a model has names for, by those.
  llvm::StringMap<int64_t> dimensions;
  /// `VARIABLE=NUMBER`.
  std::vector<std::string> feeds;
  std::vector<std::string> initialValues;
  /// The file with values for the state, of which nothing has to be made up.
  std::string init;
  /// Examples of one step on all replicas together; goes before the job's.
  std::optional<int64_t> batchSize;
  /// The batch for which the graph's shapes were folded into constants.
  std::optional<int64_t> foldedBatch;
  /// Goes before what the job's devices are.
  std::optional<int64_t> replicas;
  /// How many devices share a replica.
  int64_t partitions = 1;
  /// What is to start the training on the job's machines.
  std::optional<launch::LaunchRequest> launch;
};

/// The step of a graph, and what its job says of the training.
struct GraphTraining {
  /// The step, or what came out of the phase that was asked for if that is a
  /// program; null for the phases before.
  mlir::OwningOpRef<mlir::ModuleOp> step;
  /// Null for what is not done.
  mlir::OwningOpRef<mlir::ModuleOp> evaluation, prediction;
  /// The file of the graph.
  std::string graphFile;
  /// The names of the parameters of a model and of what else it keeps; empty
  /// for a graph that holds its training.
  std::vector<std::string> modelStates;
  /// The keys under which a graph of TensorFlow restores its variables.
  std::map<std::string, std::string> restoredKeys;
  /// The states with the running means of those that have one, by their names.
  llvm::StringMap<std::string> means;
  int64_t replicas = 1;
  int64_t partitions = 1;
  std::optional<int64_t> steps;
  std::optional<int64_t> iterationsPerLoop;
  std::optional<int64_t> checkpointSteps;
  /// What the input function of the graph does with bytes of images.
  std::optional<data::ImageScale> scale;
  /// What starts it, if that was asked for.
  std::optional<launch::LaunchFile> launchFile;
};

/// True for files that are read as graphs or jobs, and not as programs.
bool isGraphOrJob(llvm::StringRef path);

/// Checks a job with its graph as `trainlint` does, and makes the step of the
/// graph for the job's devices: as many replicas as they are. Findings and what
/// cannot be lowered are written to `err`; nothing if there are errors. What
/// comes out of a phase before the lowering is written to `out` if that is the
/// last one.
std::optional<GraphTraining>
prepareGraphTraining(llvm::StringRef input, const GraphTrainingOptions &options,
                     mlir::MLIRContext &context, llvm::raw_ostream &out,
                     llvm::raw_ostream &err);

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_RUNNER_GRAPHTRAINING_H
