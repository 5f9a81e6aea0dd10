//===- TensorBundle.h - Checkpoints of TensorFlow ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A checkpoint is called by what the names of its files begin with, such as
// `model.ckpt-1000`: `model.ckpt-1000.index` says where each tensor is, and
// `model.ckpt-1000.data-00000-of-00001` has the bytes. The variables of a
// SavedModel lie in the same form.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_CHECKPOINTS_TENSORBUNDLE_H
#define TRAINLINT_RUNTIME_CHECKPOINTS_TENSORBUNDLE_H

#include "Runtime/Checkpoints/SafeTensors.h"
#include "llvm/ADT/Twine.h"

namespace trainlint::checkpoints {

/// What the name of the index ends in.
inline constexpr llvm::StringLiteral BundleIndexExtension = ".index";

/// True if a path is by its name that of a checkpoint, or of its index.
bool isTensorBundle(llvm::StringRef path);
/// What a checkpoint is called that a user names by its path, which has an
/// index, by the folder of the SavedModel that it is the variables of, or by
/// one in which it is the newest; empty for other paths.
std::string findTensorBundle(llvm::StringRef path);

/// The path of a checkpoint without what its index adds.
std::string bundlePrefix(llvm::StringRef path);
/// The file with the bytes, of a checkpoint that has one.
std::string bundleDataPath(llvm::StringRef prefix);

/// A checkpoint as its files have it, of which tensors are read when they are
/// asked for. Nothing in the files is trusted: tensors lie in them, have the
/// bytes of their types and shapes and the checksums that they say, and share
/// no bytes. Errors name the file and the tensor.
class TensorBundle {
public:
  /// Reads the index.
  static llvm::Expected<std::unique_ptr<TensorBundle>>
  open(llvm::StringRef path);

  /// What the names of its files begin with.
  llvm::StringRef getPrefix() const { return prefix; }
  /// What the index says of each key; the header has the empty one.
  const std::map<std::string, std::string> &getEntries() const {
    return entries;
  }
  bool contains(llvm::StringRef key) const {
    return !key.empty() && entries.count(key.str()) != 0;
  }

  /// A tensor of numbers. Fails for variables that are stored in slices.
  llvm::Expected<TensorView> tensor(const std::string &key);
  /// A tensor that is one string.
  llvm::Expected<llvm::StringRef> text(const std::string &key);
  /// All tensors of numbers, and with them the texts.
  llvm::Expected<LoadedTensors> takeTensors();
  /// The texts that the tensors lie in. No more can be read afterwards.
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> takeTexts() {
    return std::move(buffers);
  }

  /// Reads all files, also those that no tensor was read of, as `replace` needs
  /// them.
  llvm::Error readFiles();

  /// The files of the checkpoint with other elements for some of its tensors,
  /// by their keys; all else is as it was.
  struct Files {
    std::string index;
    /// The parts of each file with bytes, by its path behind the prefix.
    std::vector<std::pair<std::string, std::vector<llvm::StringRef>>> data;
  };
  llvm::Expected<Files>
  replace(const std::map<std::string, llvm::StringRef> &elements);

private:
  struct Entry;

  explicit TensorBundle(std::string prefix) : prefix(std::move(prefix)) {}

  llvm::Error readIndex();
  llvm::Expected<Entry> entryOf(const std::string &key) const;
  /// The bytes of a tensor, without a look at the checksum.
  llvm::Expected<llvm::StringRef> bytesOf(const std::string &key,
                                          const Entry &entry);
  llvm::Expected<llvm::StringRef> shard(uint64_t number);
  llvm::Error fail(const std::string &key, const llvm::Twine &why) const;

  std::string prefix;
  std::unique_ptr<llvm::MemoryBuffer> index;
  std::map<std::string, std::string> entries;
  uint64_t shards = 0;
  std::map<uint64_t, llvm::StringRef> texts;
  /// The bytes of each file that no tensor has yet.
  std::map<uint64_t, uint64_t> room;
  /// What was read.
  std::map<std::string, TensorView> known;
  std::map<std::string, llvm::StringRef> strings;
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> buffers;
};

/// Reads a checkpoint that a user names. Tensors of text are left out, as no
/// state is one.
llvm::Expected<LoadedTensors> loadTensorBundle(llvm::StringRef path);

/// The index of a checkpoint, and the bytes of its other file in their order,
/// which belong to the tensors.
struct TensorBundleText {
  std::string index;
  std::vector<llvm::StringRef> bytes;
};

/// Writes a checkpoint, byte for byte as TensorFlow does. Fails for element
/// types that TensorFlow lacks.
llvm::Expected<TensorBundleText>
writeTensorBundle(const std::map<std::string, TensorView> &tensors);

} // namespace trainlint::checkpoints

#endif // TRAINLINT_RUNTIME_CHECKPOINTS_TENSORBUNDLE_H
