//===- CheckpointFolder.cpp - The checkpoints of a run --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Checkpoints/CheckpointFolder.h"
#include "Runtime/Data/Crc32c.h"
#include "Runtime/Tensor/InputFile.h"
#include "Support/Decimal.h"
#include "Support/LLVM.h"
#include "Support/OutputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <cmath>

using namespace trainlint;
using namespace trainlint::checkpoints;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr StringRef Prefix = "checkpoint-";
static constexpr StringRef Extension = ".safetensors";
/// Numbers that no decimal is.
static constexpr const char *Infinity = "inf";
static constexpr const char *NegativeInfinity = "-inf";
static constexpr StringRef BestName = "best.safetensors";
/// What a file has behind its name while it is written.
static constexpr StringRef HalfWritten = ".tmp";
/// What marks a file as a checkpoint, and the version of its metadata.
static constexpr StringRef Format = "trainlint-checkpoint-1";

//===----------------------------------------------------------------------===//
// One checkpoint
//===----------------------------------------------------------------------===//

/// The key of the checksum of all else.
static constexpr StringRef ChecksumKey = "crc32c";

/// A checksum of the metadata but itself, and of names, types, shapes and
/// bytes, in the order of names.
static std::string
checksumOf(const std::map<std::string, TensorView> &tensors,
           const std::map<std::string, std::string> &metadata) {
  uint32_t crc = 0;
  for (const auto &[key, value] : metadata) {
    if (key == ChecksumKey)
      continue;
    crc = data::crc32c(key, crc);
    crc = data::crc32c(value, crc);
  }
  for (const auto &[name, view] : tensors) {
    crc = data::crc32c(name, crc);
    crc = data::crc32c(view.shape.text(), crc);
    crc = data::crc32c(view.bytes, crc);
  }
  return llvm::formatv("{0:x-8}", crc);
}

llvm::Expected<TensorFileText>
checkpoints::writeCheckpoint(const std::map<std::string, TensorView> &state,
                             const Progress &progress) {
  std::map<std::string, std::string> metadata = {
      {"format", Format.str()},
      {"trainlint", TRAINLINT_VERSION},
      {"step", std::to_string(progress.step)},
      {"seed", std::to_string(progress.seed)},
      {"examples", std::to_string(progress.examples)},
      {"global_batch", std::to_string(progress.globalBatch)},
      {"data_size", std::to_string(progress.dataSize)},
      {"module", progress.module}};
  if (const BestRecord &best = progress.best; !best.metric.empty()) {
    metadata["best_metric"] = best.metric;
    if (std::isfinite(best.value))
      metadata["best_value"] = llvm::formatv("{0:e17}", best.value);
    else if (std::isinf(best.value))
      metadata["best_value"] = best.value > 0 ? Infinity : NegativeInfinity;
    metadata["last_evaluation"] = std::to_string(best.last);
    metadata["best_step"] = std::to_string(best.step);
    metadata["evaluations_since_best"] = std::to_string(best.since);
  }
  metadata[ChecksumKey.str()] = checksumOf(state, metadata);
  return writeTensorFile(state, metadata);
}

/// Reads the progress; false if a value is missing or is no number.
static bool readProgress(const std::map<std::string, std::string> &metadata,
                         Progress &out) {
  auto text = [&](StringRef key) {
    auto found = metadata.find(key.str());
    return found == metadata.end() ? StringRef() : StringRef(found->second);
  };
  auto number = [&](StringRef key, auto &value) {
    return !text(key).getAsInteger(10, value);
  };
  out.module = text("module").str();
  if (!text("best_metric").empty()) {
    BestRecord best;
    best.metric = text("best_metric").str();
    StringRef value = text("best_value");
    if (value == Infinity || value == NegativeInfinity)
      best.value = value == Infinity ? HUGE_VAL : -HUGE_VAL;
    else if (!value.empty() && readDecimal(value, best.value))
      return false;
    constexpr int64_t Most = int64_t(1) << 48;
    auto count = [&](StringRef key, int64_t &value) {
      return number(key, value) && value >= 0 && value <= Most;
    };
    bool isRead = count("best_step", best.step) &&
                  count("evaluations_since_best", best.since) &&
                  count("last_evaluation", best.last);
    if (isRead)
      out.best = std::move(best);
  }
  return number("step", out.step) && number("seed", out.seed) &&
         number("examples", out.examples) &&
         number("global_batch", out.globalBatch) &&
         number("data_size", out.dataSize) && out.step >= 0;
}

llvm::Expected<Checkpoint>
checkpoints::readCheckpoint(const std::string &name) {
  auto text = run::readFoundFile(name);
  if (!text)
    return text.takeError();
  auto fail = [&](const llvm::Twine &why) {
    return llvm::createStringError("cannot use `" + name + "`: " + why);
  };
  auto file = readTensorFile((*text)->getBuffer());
  if (!file)
    return fail(llvm::toString(file.takeError()));
  Checkpoint out{name, {}, std::move(*file), std::move(*text)};
  const auto &metadata = out.file.metadata;
  auto format = metadata.find("format");
  if (format == metadata.end() || format->second != Format ||
      !readProgress(metadata, out.progress))
    return fail("it is no checkpoint of a run");
  auto checksum = metadata.find(ChecksumKey.str());
  if (checksum == metadata.end() ||
      checksum->second != checksumOf(out.file.tensors, metadata))
    return fail("its contents do not have their checksum");
  return out;
}

//===----------------------------------------------------------------------===//
// The folder
//===----------------------------------------------------------------------===//

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

static std::string join(StringRef folder, StringRef name) {
  llvm::SmallString<256> out(folder);
  path::append(out, name);
  return std::string(out);
}

llvm::Error CheckpointFolder::open() const {
  // Before a training is done that could not be kept.
  if (llvm::Error refused = checkOutputPath(join(folder, "checkpoint")))
    return refused;
  if (std::error_code error = fs::create_directories(folder))
    return folderError(folder, error);
  std::vector<std::string> leftovers;
  std::error_code error = forEachName(folder, [&](StringRef name) {
    bool isOurs = name.starts_with(Prefix) || name.starts_with(BestName);
    if (isOurs && name.ends_with(HalfWritten) && name.contains(Extension))
      leftovers.push_back(name.str());
  });
  if (error)
    return folderError(folder, error);
  for (const std::string &name : leftovers)
    fs::remove(join(folder, name));
  return llvm::Error::success();
}

llvm::Expected<std::vector<std::string>> CheckpointFolder::list() const {
  std::vector<std::pair<uint64_t, std::string>> found;
  std::error_code error = forEachName(folder, [&](StringRef name) {
    StringRef number = name;
    uint64_t step;
    if (number.consume_front(Prefix) && number.consume_back(Extension) &&
        !number.getAsInteger(10, step))
      found.emplace_back(step, join(folder, name));
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
  return writeTo(join(folder, BestName), state, progress);
}

llvm::Error
CheckpointFolder::save(const std::map<std::string, TensorView> &state,
                       const Progress &progress) const {
  // Numbers of equal width sort by name as they do by value.
  std::string name =
      llvm::formatv("{0}{1,0+10}{2}", Prefix, progress.step, Extension);
  std::string file = join(folder, name);
  if (llvm::Error error = writeTo(file, state, progress))
    return error;
  auto files = list();
  if (!files)
    return files.takeError();
  // An older run's files beyond this step must not push this one out.
  llvm::erase(*files, file);
  for (size_t index = keep - 1; index < files->size(); ++index)
    fs::remove((*files)[index]);
  return llvm::Error::success();
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
