//===- Checkpoint.h - The state of a run, kept ---------------- -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_CHECKPOINTS_CHECKPOINT_H
#define TRAINLINT_RUNTIME_CHECKPOINTS_CHECKPOINT_H

#include "Runtime/Checkpoints/SafeTensors.h"
#include <limits>
#include <optional>

namespace trainlint::checkpoints {

/// The best evaluation of a run.
struct BestRecord {
  /// Which metric tells; empty if nothing is evaluated.
  std::string metric;
  /// After how many steps the model was at its best; NaN is no evaluation yet.
  int64_t step = 0;
  double value = std::numeric_limits<double>::quiet_NaN();
  /// How many evaluations there were since.
  int64_t since = 0;
  /// After how many steps the last one was.
  int64_t last = 0;
};

/// The place of a run in its training.
struct Progress {
  /// Steps that were made.
  int64_t step = 0;
  uint64_t seed = 0;
  /// Examples that were taken, and how many a step takes.
  int64_t examples = 0;
  int64_t globalBatch = 0;
  /// The examples of the data.
  int64_t dataSize = 0;
  /// The hash of the step module.
  std::string module;
  BestRecord best;
};

/// A checkpoint that was read.
struct Checkpoint {
  /// Its file, or the folder of its shards.
  std::string path;
  Progress progress;
  LoadedTensors state;
};

/// What marks a file as a checkpoint, and the version of its metadata.
constexpr llvm::StringLiteral CheckpointFormat = "trainlint-checkpoint-1";

/// The key of the checksum in metadata.
constexpr llvm::StringLiteral ChecksumKey = "crc32c";

/// The metadata of a checkpoint but its checksum.
std::map<std::string, std::string> metadataOf(const Progress &progress);

/// Reads the progress from metadata. None if it is not that of a checkpoint.
std::optional<Progress>
progressOf(const std::map<std::string, std::string> &metadata);

/// A checksum of the metadata but itself, and of names, types, shapes and
/// bytes, in the order of names.
std::string checksumOf(const std::map<std::string, TensorView> &tensors,
                       const std::map<std::string, std::string> &metadata);

/// The text of a checkpoint in one file: the state, and the progress as
/// metadata with a checksum of all bytes.
llvm::Expected<TensorFileText>
writeCheckpoint(const std::map<std::string, TensorView> &state,
                const Progress &progress);

/// Reads a checkpoint in one file wholly. Fails if it is damaged in any place.
llvm::Expected<Checkpoint> readCheckpointFile(const std::string &path);

} // namespace trainlint::checkpoints

#endif // TRAINLINT_RUNTIME_CHECKPOINTS_CHECKPOINT_H
