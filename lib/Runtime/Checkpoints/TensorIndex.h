//===- TensorIndex.h - Tensors in several files --------------- -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TRAINLINT_RUNTIME_CHECKPOINTS_TENSORINDEX_H
#define TRAINLINT_RUNTIME_CHECKPOINTS_TENSORINDEX_H

#include "Runtime/Checkpoints/SafeTensors.h"
#include <optional>

namespace trainlint::checkpoints {

/// Which of several safetensors files holds which tensor, as
/// `model.safetensors.index.json` says it.
struct TensorIndex {
  /// Entries of the metadata that are strings.
  std::map<std::string, std::string> metadata;
  /// The bytes of all tensors; none if the index does not say.
  std::optional<int64_t> totalSize;
  /// The file of each tensor, which lies beside the index.
  std::map<std::string, std::string> files;
};

/// What an index is called.
constexpr llvm::StringLiteral IndexName = "model.safetensors.index.json";

/// True if a path is by its name that of an index.
bool isTensorIndex(llvm::StringRef path);

/// The name of the file with a part of several, which are counted from 0.
std::string shardName(size_t part, size_t parts);

/// Reads the text of an index. Nothing in it is trusted: its files are names of
/// the same folder.
llvm::Expected<TensorIndex> readTensorIndex(llvm::StringRef text);

/// Writes an index: the same contents give the same bytes.
std::string writeTensorIndex(const TensorIndex &index);

/// The files of an index as they are, by name.
struct ShardedTensors {
  TensorIndex index;
  std::map<std::string, TensorFile> shards;
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> texts;
};

/// Reads an index and the files that it names. Fails if one of them cannot be
/// read or lacks a tensor; the error names it.
llvm::Expected<ShardedTensors> readShards(const std::string &index);

/// All tensors that the index names, with its metadata.
LoadedTensors joinShards(ShardedTensors shards);

/// Reads what a user names: a safetensors file, the index of several, or a
/// checkpoint of TensorFlow.
llvm::Expected<LoadedTensors> loadTensors(const std::string &path);

} // namespace trainlint::checkpoints

#endif // TRAINLINT_RUNTIME_CHECKPOINTS_TENSORINDEX_H
