//===- TrainingOptions.h - How a step is trained ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_TRAINER_TRAININGOPTIONS_H
#define TRAINLINT_RUNTIME_TRAINER_TRAININGOPTIONS_H

#include "Runtime/Checkpoints/NamedVariables.h"
#include "Runtime/Data/Dataset.h"
#include <optional>

namespace trainlint::trainer {

/// Where progress is shown.
enum class LogKind {
  /// A bar on a terminal, otherwise JSON.
  Automatic,
  Progress,
  Json,
  None,
};

/// What a user decides about a run besides the step. Folders and files that are
/// not wanted are empty.
struct TrainingOptions {
  /// All steps; 0 leaves the state as it begins.
  int64_t steps = 0;
  int64_t iterationsPerLoop = 10;
  /// As the step says, or as many as there are devices, unless given.
  std::optional<int64_t> replicas;
  /// True if other processes have some of the replicas. Each process evaluates
  /// on one of its own then.
  bool isShared = false;
  /// 0, or that of the checkpoint, unless given.
  std::optional<uint64_t> seed;

  std::vector<data::DataFile> data;
  bool isFakeData = false;
  /// How many examples are made up; one batch of all replicas unless given.
  std::optional<int64_t> fakeExamples;
  /// Integers of all inputs are below it.
  std::optional<int64_t> classes;
  bool isShuffled = true;
  bool keepsRemainder = false;
  data::ImageScale scale;
  data::PipelineOptions pipeline;
  data::TextOptions text;
  /// Batches that are made before they are needed.
  int64_t prefetch = 2;

  /// Examples that are held out; nothing is evaluated without.
  std::vector<data::DataFile> heldOut;
  /// At the end only, unless given.
  std::optional<int64_t> evaluationSteps;
  /// The metric that tells which evaluation is the best.
  std::string monitor = "loss";
  /// After how many evaluations that are no better the training stops.
  std::optional<int64_t> patience;

  /// A .npy file for the outputs of a model that predicts.
  std::string predictions;

  std::string checkpoints;
  std::optional<int64_t> checkpointSteps;
  int64_t checkpointSeconds = 600;
  int64_t keptCheckpoints = 5;
  bool isResumed = false;

  std::string summaries;
  int64_t summarySteps = 100;
  std::string plot;
  LogKind log = LogKind::Automatic;
  int64_t logEvery = 1;

  /// Values for some or all of the state: a safetensors file, the index of
  /// several, a checkpoint of TensorFlow or a SavedModel.
  std::string init;
  /// True if the model brings them along and nobody asked for them. It may have
  /// more than a step needs.
  bool isInitOfModel = false;
  /// Under which keys the graph restores its variables.
  checkpoints::RestoredKeys restoredKeys;
  /// A safetensors file for the state at the end.
  std::string fetchedState;
  bool checksReplicas = false;
  /// Each replica keeps a part of what only updates of parameters need.
  bool keepsParts = false;
  bool checksMemory = true;
};

} // namespace trainlint::trainer

#endif // TRAINLINT_RUNTIME_TRAINER_TRAININGOPTIONS_H
