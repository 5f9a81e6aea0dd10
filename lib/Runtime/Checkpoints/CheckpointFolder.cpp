//===- CheckpointFolder.cpp - The checkpoints of a run --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Checkpoints/CheckpointFolder.h"
#include "Runtime/Checkpoints/TensorIndex.h"
#include "Support/LLVM.h"
#include "Support/OutputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::checkpoints;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr StringRef Prefix = "checkpoint-";
static constexpr StringRef BestName = "best.safetensors";
/// What a file has behind its name while it is written.
static constexpr StringRef HalfWritten = ".tmp";

llvm::Expected<Checkpoint>
checkpoints::readCheckpoint(const std::string &name) {
  return fs::is_directory(name) ? readShardedCheckpoint(name)
                                : readCheckpointFile(name);
}

static llvm::Error folderError(StringRef folder, std::error_code error) {
  return llvm::createStringError("cannot use the folder `" + folder +
                                 "`: " + error.message());
}

/// Calls `visit` with the names in a folder.
static std::error_code forEachName(StringRef folder,
                                   llvm::function_ref<void(StringRef)> visit) {
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; at != end && !error;
       at.increment(error))
    visit(path::filename(at->path()));
  return error;
}

/// The steps that the name of a checkpoint says. `isFolder` is set if it is
/// that of a folder of shards.
static std::optional<uint64_t> stepOf(StringRef name, bool &isFolder) {
  uint64_t step;
  if (!name.consume_front(Prefix))
    return std::nullopt;
  isFolder = !name.consume_back(Extension);
  if (name.getAsInteger(10, step))
    return std::nullopt;
  return step;
}

/// True for what a run writes into the folder of a checkpoint.
static bool isOfShards(StringRef name) {
  return name.starts_with("model") && name.contains(Extension);
}

/// Removes a checkpoint, or what there is of it. Without its index it is none,
/// so that goes first.
static void removeCheckpoint(const std::string &checkpoint) {
  if (!fs::is_directory(checkpoint) || fs::is_symlink_file(checkpoint)) {
    fs::remove(checkpoint);
    return;
  }
  fs::remove(fileIn(checkpoint, IndexName));
  std::vector<std::string> files;
  (void)forEachName(checkpoint, [&](StringRef name) {
    if (isOfShards(name))
      files.push_back(fileIn(checkpoint, name));
  });
  for (const std::string &file : files)
    fs::remove(file);
  // It stays if somebody else keeps something there.
  fs::remove(checkpoint);
}

llvm::Error CheckpointFolder::open() const {
  // Before a training is done that could not be kept.
  if (llvm::Error refused = checkOutputPath(fileIn(folder, "checkpoint")))
    return refused;
  if (std::error_code error = fs::create_directories(folder))
    return folderError(folder, error);
  std::vector<std::string> leftovers;
  std::error_code error = forEachName(folder, [&](StringRef name) {
    bool isOurs = name.starts_with(Prefix) || name.starts_with(BestName);
    bool isFolder = false;
    std::string path = fileIn(folder, name);
    if (isOurs && name.ends_with(HalfWritten) && name.contains(Extension))
      leftovers.push_back(path);
    else if (stepOf(name, isFolder) && isFolder && fs::is_directory(path) &&
             !fs::exists(fileIn(path, IndexName)))
      leftovers.push_back(path);
  });
  if (error)
    return folderError(folder, error);
  for (const std::string &name : leftovers)
    removeCheckpoint(name);
  return llvm::Error::success();
}

llvm::Expected<std::vector<std::string>> CheckpointFolder::list() const {
  std::vector<std::pair<uint64_t, std::string>> found;
  std::error_code error = forEachName(folder, [&](StringRef name) {
    bool isFolder = false;
    std::optional<uint64_t> step = stepOf(name, isFolder);
    std::string path = fileIn(folder, name);
    if (step && (!isFolder || fs::exists(fileIn(path, IndexName))))
      found.emplace_back(*step, path);
  });
  // A folder that is not there yet holds nothing.
  if (error && error != std::errc::no_such_file_or_directory)
    return folderError(folder, error);
  llvm::sort(found, std::greater<>());
  std::vector<std::string> out;
  for (auto &[step, file] : found)
    out.push_back(std::move(file));
  return out;
}

/// An older run's checkpoints beyond this step must not push this one out.
llvm::Error CheckpointFolder::removeOld(StringRef newest) const {
  auto found = list();
  if (!found)
    return found.takeError();
  llvm::erase(*found, newest);
  for (size_t index = keep - 1; index < found->size(); ++index)
    removeCheckpoint((*found)[index]);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Saving
//===----------------------------------------------------------------------===//

static llvm::Error writeTo(const std::string &file,
                           const std::map<std::string, TensorView> &state,
                           const Progress &progress) {
  auto text = writeCheckpoint(state, progress);
  if (!text)
    return text.takeError();
  if (llvm::Error error = writeFileDurably(file, text->parts()))
    return llvm::createStringError("cannot write `" + file +
                                   "`: " + llvm::toString(std::move(error)));
  return llvm::Error::success();
}

llvm::Error
CheckpointFolder::saveBest(const std::map<std::string, TensorView> &state,
                           const Progress &progress) const {
  return writeTo(fileIn(folder, BestName), state, progress);
}

llvm::Error
CheckpointFolder::save(const std::map<std::string, TensorView> &state,
                       const Progress &progress) const {
  std::string file = shardFolder(progress.step) + Extension.str();
  if (llvm::Error error = writeTo(file, state, progress))
    return error;
  return removeOld(file);
}

std::string CheckpointFolder::shardFolder(int64_t step) const {
  // Numbers of equal width sort by name as they do by value.
  return fileIn(folder, llvm::formatv("{0}{1,0+10}", Prefix, step).str());
}

llvm::Error
CheckpointFolder::completeShards(const ShardPlan &plan,
                                 llvm::ArrayRef<std::string> checksums,
                                 const Progress &progress) const {
  std::string shards = shardFolder(progress.step);
  if (llvm::Error error = writeShardIndex(shards, plan, checksums, progress))
    return error;
  // The name of a new folder is on the disk once that around it is.
  if (std::error_code error = syncFolder(folder))
    return folderError(folder, error);
  return removeOld(shards);
}

llvm::Expected<std::optional<Checkpoint>> CheckpointFolder::findNewest(
    const std::function<void(llvm::Error)> &onDamaged) const {
  auto files = list();
  if (!files)
    return files.takeError();
  for (const std::string &file : *files) {
    auto checkpoint = readCheckpoint(file);
    if (checkpoint)
      return std::optional<Checkpoint>(std::move(*checkpoint));
    onDamaged(checkpoint.takeError());
  }
  return std::optional<Checkpoint>();
}
