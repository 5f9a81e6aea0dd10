//===- CheckpointFolder.h - The checkpoints of a run ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_CHECKPOINTS_CHECKPOINTFOLDER_H
#define TRAINLINT_RUNTIME_CHECKPOINTS_CHECKPOINTFOLDER_H

#include "Runtime/Checkpoints/ShardedCheckpoint.h"
#include <functional>

namespace trainlint::checkpoints {

/// Reads a checkpoint wholly: a file, or a folder of shards. Fails if it is
/// damaged in any place.
llvm::Expected<Checkpoint> readCheckpoint(const std::string &path);

/// A folder with the newest checkpoints of a run. Each is written beside its
/// name first, then put on the disk, then renamed: whatever interrupts that,
/// what bears the name of a checkpoint, or of the index of one, is whole.
class CheckpointFolder {
public:
  /// `keep` is how many checkpoints are kept, at least one.
  CheckpointFolder(std::string folder, size_t keep)
      : folder(std::move(folder)), keep(keep) {}

  /// Makes the folder, and removes what an interrupted run left half-written.
  llvm::Error open() const;

  /// Writes a checkpoint in one file, and removes the oldest beyond those to
  /// keep.
  llvm::Error save(const std::map<std::string, TensorView> &state,
                   const Progress &progress) const;

  /// The folder for the shards of a checkpoint after so many steps.
  std::string shardFolder(int64_t step) const;

  /// Makes a checkpoint of shards, which are all on the disk, and removes the
  /// oldest ones beyond those to keep.
  llvm::Error completeShards(const ShardPlan &plan,
                             llvm::ArrayRef<std::string> checksums,
                             const Progress &progress) const;

  /// Writes the checkpoint of the best evaluation, in place of one before. It
  /// is called `best.safetensors` and is none of those that a run goes on from.
  llvm::Error saveBest(const std::map<std::string, TensorView> &state,
                       const Progress &progress) const;

  /// The newest checkpoint that can be read; nothing if there is none. Calls
  /// `onDamaged` for each newer one with what is wrong with it.
  llvm::Expected<std::optional<Checkpoint>>
  findNewest(const std::function<void(llvm::Error)> &onDamaged) const;

  /// The checkpoints by path, the newest first. Shards without their index are
  /// none.
  llvm::Expected<std::vector<std::string>> list() const;

private:
  llvm::Error removeOld(llvm::StringRef newest) const;

  std::string folder;
  size_t keep;
};

} // namespace trainlint::checkpoints

#endif // TRAINLINT_RUNTIME_CHECKPOINTS_CHECKPOINTFOLDER_H
