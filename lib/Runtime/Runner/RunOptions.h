//===- RunOptions.h - The command line of trainlint-run ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_RUNNER_RUNOPTIONS_H
#define TRAINLINT_RUNTIME_RUNNER_RUNOPTIONS_H

#include "Dialect/StableHLO/Transforms/ShardModel.h"
#include "Runtime/Coordination/JobPlace.h"
#include "Runtime/Pjrt/NamedValues.h"
#include "Runtime/Runner/GraphTraining.h"
#include "Runtime/Trainer/TrainingOptions.h"

namespace trainlint::run {

/// What the command line asks for.
struct RunOptions {
  enum class Task { Run, Help, Version, ListDevices };
  Task task = Task::Run;

  std::string module;
  std::string device = "cpu";
  std::optional<int64_t> deviceCount;
  /// Which process this is of those that share the program; `deviceCount` is
  /// for each of them.
  int64_t processIndex = 0;
  int64_t processCount = 1;
  std::string plugin;
  std::vector<pjrt::NamedValue> pluginOptions;
  std::vector<pjrt::NamedValue> compileOptions;
  std::string store;
  /// The job that this process belongs to, if it has a coordinator.
  std::optional<coordination::JobPlace> job;
  /// Where the CPU device keeps compiled programs; empty for nowhere.
  std::string cacheFolder;

  std::optional<int64_t> replicas;
  std::optional<int64_t> partitions;
  /// What the partitions of a model share.
  std::vector<stablehlo::DimensionSharding> shardings;
  bool divides() const { return partitions || !shardings.empty(); }
  int64_t repeat = 1;
  bool timing = false;
  /// "ops", "types", "each" or empty: how the CPU device tells apart what it
  /// times.
  std::string operationTimes;
  /// The file for a trace of each operation; empty for none.
  std::string trace;

  std::vector<std::string> inputs;
  bool fakeData = false;
  int64_t seed = 0;
  /// A file, or empty to print.
  std::string output;
  /// "stablehlo", "linalg", "llvm", "optimized", "devrt", or empty to run.
  std::string emit;
  bool checkMemory = true;

  /// Of a job with its graph, or of a graph; nothing for a program.
  std::optional<GraphTrainingOptions> graph;

  /// How the program is trained; nothing if it runs as it is.
  std::optional<trainer::TrainingOptions> training;
  /// True if a model is measured instead of being trained. Whether it predicts
  /// is said by the file for that.
  bool evaluates = false;
  bool predicts() const { return training && !training->predictions.empty(); }
  bool isUsed() const { return evaluates || predicts(); }
  /// A file for the weights at the end; empty for none.
  std::string exported;
  /// What goes before what a job says of its training.
  std::optional<int64_t> steps;
  std::optional<int64_t> iterationsPerLoop;
  /// True if it is said what becomes of images.
  bool isScaleGiven = false;
};

/// Reads the words behind the program's name. The error quotes the word.
llvm::Expected<RunOptions>
parseRunOptions(llvm::ArrayRef<const char *> arguments);

void printRunHelp(llvm::raw_ostream &os);

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_RUNNER_RUNOPTIONS_H
