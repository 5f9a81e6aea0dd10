//===- Checkpoint.cpp - The state of a run, kept --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Checkpoints/Checkpoint.h"
#include "Runtime/Data/Crc32c.h"
#include "Runtime/Tensor/InputFile.h"
#include "Support/Decimal.h"
#include "Support/LLVM.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace trainlint;
using namespace trainlint::checkpoints;

/// Numbers that no decimal is.
static constexpr const char *Infinity = "inf";
static constexpr const char *NegativeInfinity = "-inf";

std::string
checkpoints::checksumOf(const std::map<std::string, TensorView> &tensors,
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

std::map<std::string, std::string>
checkpoints::metadataOf(const Progress &progress) {
  std::map<std::string, std::string> metadata = {
      {"format", CheckpointFormat.str()},
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
  return metadata;
}

llvm::Expected<TensorFileText>
checkpoints::writeCheckpoint(const std::map<std::string, TensorView> &state,
                             const Progress &progress) {
  auto metadata = metadataOf(progress);
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

std::optional<Progress>
checkpoints::progressOf(const std::map<std::string, std::string> &metadata) {
  auto format = metadata.find("format");
  Progress out;
  if (format == metadata.end() || format->second != CheckpointFormat ||
      !readProgress(metadata, out))
    return std::nullopt;
  return out;
}

llvm::Expected<Checkpoint>
checkpoints::readCheckpointFile(const std::string &name) {
  auto text = run::readFoundFile(name);
  if (!text)
    return text.takeError();
  auto fail = [&](const llvm::Twine &why) {
    return llvm::createStringError("cannot use `" + name + "`: " + why);
  };
  auto file = readTensorFile((*text)->getBuffer());
  if (!file)
    return fail(llvm::toString(file.takeError()));
  const auto &metadata = file->metadata;
  std::optional<Progress> progress = progressOf(metadata);
  if (!progress)
    return fail("it is no checkpoint of a run");
  auto checksum = metadata.find(ChecksumKey.str());
  if (checksum == metadata.end() ||
      checksum->second != checksumOf(file->tensors, metadata))
    return fail("its contents do not have their checksum");
  Checkpoint out{name, std::move(*progress), {std::move(*file), {}}};
  out.state.texts.push_back(std::move(*text));
  return out;
}
