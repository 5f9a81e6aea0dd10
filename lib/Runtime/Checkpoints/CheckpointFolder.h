//===- CheckpointFolder.h - The checkpoints of a run ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_CHECKPOINTS_CHECKPOINTFOLDER_H
#define TRAINLINT_RUNTIME_CHECKPOINTS_CHECKPOINTFOLDER_H

#include "Runtime/Checkpoints/SafeTensors.h"
#include "llvm/Support/MemoryBuffer.h"
#include <functional>
#include <limits>
#include <memory>
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
  std::string path;
  Progress progress;
  TensorFile file;
  /// What the tensors lie in.
  std::unique_ptr<llvm::MemoryBuffer> text;
};

/// The text of a checkpoint: the state, and the progress as metadata with a
/// checksum of all bytes.
llvm::Expected<TensorFileText>
writeCheckpoint(const std::map<std::string, TensorView> &state,
                const Progress &progress);

/// Reads a checkpoint wholly. Fails if it is damaged in any place.
llvm::Expected<Checkpoint> readCheckpoint(const std::string &path);

/// A folder with the newest checkpoints of a run. Each is written beside its
/// name first, then put on the disk, then renamed: whatever interrupts that,
/// what bears the name of a checkpoint is whole.
class CheckpointFolder {
public:
  /// `keep` is how many checkpoints are kept, at least one.
  CheckpointFolder(std::string folder, size_t keep)
      : folder(std::move(folder)), keep(keep) {}

  /// Makes the folder, and removes what an interrupted run left half-written.
  llvm::Error open() const;

  /// Writes a checkpoint, and removes the oldest beyond those to keep.
  llvm::Error save(const std::map<std::string, TensorView> &state,
                   const Progress &progress) const;

  /// Writes the checkpoint of the best evaluation, in place of one before. It
  /// is called `best.safetensors` and is none of those that a run goes on from.
  llvm::Error saveBest(const std::map<std::string, TensorView> &state,
                       const Progress &progress) const;

  /// The newest checkpoint that can be read; nothing if there is none. Calls
  /// `onDamaged` for each newer one with what is wrong with it.
  llvm::Expected<std::optional<Checkpoint>>
  findNewest(const std::function<void(llvm::Error)> &onDamaged) const;

  /// The files of checkpoints, the newest first.
  llvm::Expected<std::vector<std::string>> list() const;

private:
  std::string folder;
  size_t keep;
};

} // namespace trainlint::checkpoints

#endif // TRAINLINT_RUNTIME_CHECKPOINTS_CHECKPOINTFOLDER_H
