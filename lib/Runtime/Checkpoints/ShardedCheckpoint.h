//===- ShardedCheckpoint.h - Checkpoints in shards ------------ -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A checkpoint that several processes write together is a folder. Each process
// writes the tensors that it keeps for all, and one of them then the index,
// with which the checkpoint is there. Without the index it is none.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_CHECKPOINTS_SHARDEDCHECKPOINT_H
#define TRAINLINT_RUNTIME_CHECKPOINTS_SHARDEDCHECKPOINT_H

#include "Runtime/Checkpoints/Checkpoint.h"

namespace trainlint::checkpoints {

/// The path of a file in a folder.
std::string fileIn(llvm::StringRef folder, llvm::StringRef name);

/// Which process writes which tensors, and into which file. Follows from the
/// tensors, so that all processes know it alike.
struct ShardPlan {
  /// The file of each process; empty for those that write nothing.
  std::vector<std::string> files;
  /// The process of each tensor.
  std::map<std::string, size_t> writers;
  int64_t totalSize = 0;
};

/// Plans shards of about the same size. `bytes` are those of each tensor.
ShardPlan planShards(const std::map<std::string, int64_t> &bytes,
                     size_t processes);

/// Writes the tensors of one process into the folder of a checkpoint. Gives
/// their checksum, which the index needs.
llvm::Expected<std::string>
writeShard(const std::string &folder, const std::string &file,
           const std::map<std::string, TensorView> &tensors,
           const Progress &progress);

/// True if the file of another process is there as it was written. Its tensors
/// are not looked at.
bool isShardThere(llvm::StringRef file, llvm::StringRef checksum);

/// Writes the index, when all shards are on the disk. `checksums` are those of
/// the processes in their order, empty for those that write nothing.
llvm::Error writeShardIndex(const std::string &folder, const ShardPlan &plan,
                            llvm::ArrayRef<std::string> checksums,
                            const Progress &progress);

/// Reads a checkpoint in shards wholly. Fails if it is damaged in any place, or
/// if its shards are not of one checkpoint.
llvm::Expected<Checkpoint> readShardedCheckpoint(const std::string &folder);

} // namespace trainlint::checkpoints

#endif // TRAINLINT_RUNTIME_CHECKPOINTS_SHARDEDCHECKPOINT_H
