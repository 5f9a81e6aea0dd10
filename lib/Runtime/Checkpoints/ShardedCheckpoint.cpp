//===- ShardedCheckpoint.cpp - Checkpoints in shards ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Checkpoints/ShardedCheckpoint.h"
#include "Runtime/Checkpoints/TensorIndex.h"
#include "Runtime/Data/Crc32c.h"
#include "Runtime/Tensor/InputFile.h"
#include "Support/LLVM.h"
#include "Support/OutputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::checkpoints;

std::string checkpoints::fileIn(StringRef folder, StringRef name) {
  llvm::SmallString<256> out(folder);
  llvm::sys::path::append(out, name);
  return std::string(out);
}

//===----------------------------------------------------------------------===//
// Who writes what
//===----------------------------------------------------------------------===//

ShardPlan checkpoints::planShards(const std::map<std::string, int64_t> &bytes,
                                  size_t processes) {
  ShardPlan plan;
  std::vector<std::pair<int64_t, StringRef>> order;
  for (const auto &[name, size] : bytes) {
    order.emplace_back(size, name);
    plan.totalSize += size;
  }
  // The largest first, each to whom has least by then.
  llvm::stable_sort(
      order, [](const auto &a, const auto &b) { return a.first > b.first; });
  std::vector<int64_t> load(processes);
  for (const auto &[size, name] : order) {
    size_t least = llvm::min_element(load) - load.begin();
    load[least] += size;
    plan.writers[name.str()] = least;
  }
  std::vector<bool> writes(processes);
  for (const auto &[name, process] : plan.writers)
    writes[process] = true;
  size_t parts = llvm::count(writes, true), part = 0;
  for (bool isWriter : writes)
    plan.files.push_back(isWriter ? shardName(part++, parts) : std::string());
  return plan;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static llvm::Error writeTo(const std::string &file,
                           llvm::ArrayRef<StringRef> parts) {
  if (llvm::Error error = writeFileDurably(file, parts))
    return llvm::createStringError("cannot write `" + file +
                                   "`: " + llvm::toString(std::move(error)));
  return llvm::Error::success();
}

llvm::Expected<std::string>
checkpoints::writeShard(const std::string &folder, const std::string &file,
                        const std::map<std::string, TensorView> &tensors,
                        const Progress &progress) {
  if (std::error_code error = llvm::sys::fs::create_directories(folder))
    return llvm::createStringError("cannot use the folder `" + folder +
                                   "`: " + error.message());
  auto metadata = metadataOf(progress);
  std::string checksum = checksumOf(tensors, metadata);
  metadata[ChecksumKey.str()] = checksum;
  auto text = writeTensorFile(tensors, metadata);
  if (!text)
    return text.takeError();
  if (llvm::Error error = writeTo(fileIn(folder, file), text->parts()))
    return llvm::Expected<std::string>(std::move(error));
  return checksum;
}

bool checkpoints::isShardThere(StringRef file, StringRef checksum) {
  auto text = run::readFoundFile(file);
  if (!text) {
    llvm::consumeError(text.takeError());
    return false;
  }
  auto read = readTensorFile((*text)->getBuffer());
  if (!read) {
    llvm::consumeError(read.takeError());
    return false;
  }
  auto found = read->metadata.find(ChecksumKey.str());
  return found != read->metadata.end() && found->second == checksum;
}

/// A checksum of the index but itself, and of those of its shards.
static std::string
checksumOf(const TensorIndex &index,
           const std::map<std::string, std::string> &checksums) {
  std::map<std::string, std::string> all = index.metadata;
  all.erase(ChecksumKey.str());
  // Texts of different kinds must not run into each other.
  auto add = [&](const auto &entries, uint32_t crc) {
    for (const auto &[key, value] : entries)
      for (StringRef word : {StringRef(key), StringRef(value)}) {
        crc = data::crc32c(llvm::formatv("{0}:", word.size()).str(), crc);
        crc = data::crc32c(word, crc);
      }
    return data::crc32c("/", crc);
  };
  uint32_t crc = add(checksums, add(index.files, add(all, 0)));
  crc = data::crc32c(std::to_string(index.totalSize.value_or(-1)), crc);
  return llvm::formatv("{0:x-8}", crc);
}

llvm::Error checkpoints::writeShardIndex(const std::string &folder,
                                         const ShardPlan &plan,
                                         llvm::ArrayRef<std::string> checksums,
                                         const Progress &progress) {
  TensorIndex index;
  index.metadata = metadataOf(progress);
  index.totalSize = plan.totalSize;
  for (const auto &[name, process] : plan.writers)
    index.files[name] = plan.files[process];
  std::map<std::string, std::string> byFile;
  for (const auto &[file, checksum] : llvm::zip_equal(plan.files, checksums))
    if (!file.empty())
      byFile[file] = checksum;
  index.metadata[ChecksumKey.str()] = ::checksumOf(index, byFile);
  return writeTo(fileIn(folder, IndexName), {writeTensorIndex(index)});
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

llvm::Expected<Checkpoint>
checkpoints::readShardedCheckpoint(const std::string &folder) {
  auto read = readShards(fileIn(folder, IndexName));
  if (!read)
    return read.takeError();
  auto fail = [&](const llvm::Twine &why) {
    return llvm::createStringError("cannot use `" + folder + "`: " + why);
  };
  std::optional<Progress> progress = progressOf(read->index.metadata);
  if (!progress)
    return fail("it is no checkpoint of a run");
  std::map<std::string, std::string> checksums;
  for (const auto &[name, shard] : read->shards) {
    auto checksum = shard.metadata.find(ChecksumKey.str());
    if (checksum == shard.metadata.end() ||
        checksum->second != checksumOf(shard.tensors, shard.metadata))
      return fail("the contents of `" + name + "` do not have their checksum");
    checksums[name] = checksum->second;
  }
  auto checksum = read->index.metadata.find(ChecksumKey.str());
  if (checksum == read->index.metadata.end() ||
      checksum->second != ::checksumOf(read->index, checksums))
    return fail("its index and its shards are not of one checkpoint");
  return Checkpoint{folder, std::move(*progress), joinShards(std::move(*read))};
}
