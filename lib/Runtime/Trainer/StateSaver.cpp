//===- StateSaver.cpp - Checkpoints beside the steps ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/StateSaver.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::trainer;
using std::chrono::milliseconds;

std::map<std::string, checkpoints::TensorView>
trainer::viewOf(const NamedTensors &tensors) {
  std::map<std::string, checkpoints::TensorView> out;
  for (const auto &[name, tensor] : tensors)
    out[name] = {tensor.shape, {tensor.bytes.data(), tensor.bytes.size()}};
  return out;
}

StateSaver::StateSaver(const TrainingOptions &options, const StepModule &step,
                       const TrainingHost &host)
    : options(options), host(host),
      folder(options.checkpoints, options.keptCheckpoints) {
  // Processes that end at different steps, or of which one may be far ahead of
  // the others, have no state in common.
  if (host.processCount == 1 || !host.endsBefore || !step.keepsTogether)
    return;
  store = host.store;
  std::map<std::string, int64_t> bytes;
  for (const NamedShape &state : step.state)
    bytes[state.name] = state.shape.byteSize();
  plan = checkpoints::planShards(bytes, host.processCount);
}

StateSaver::~StateSaver() { isGivenUp = true; }

//===----------------------------------------------------------------------===//
// When
//===----------------------------------------------------------------------===//

static std::string describe(const TrainingOptions &options) {
  if (options.checkpoints.empty())
    return "no checkpoints";
  std::string out =
      llvm::formatv("checkpoints every {0} s", options.checkpointSeconds);
  if (options.checkpointSteps)
    out += llvm::formatv(" and every {0} steps", *options.checkpointSteps);
  return out + llvm::formatv(" at the ends of loops of {0} steps",
                             options.iterationsPerLoop)
                   .str();
}

llvm::Error StateSaver::agree() const {
  if (!store)
    return llvm::Error::success();
  std::string own = describe(options);
  constexpr llvm::StringLiteral Key = "trainlint/checkpoints";
  if (host.processIndex == 0)
    return store->put(Key, own);
  auto first = store->get(Key, std::chrono::minutes(1));
  if (!first)
    return first.takeError();
  if (*first == own)
    return llvm::Error::success();
  return llvm::createStringError("this process writes " + own +
                                 ", and the first one " + *first +
                                 "; all write a part of each");
}

llvm::Expected<bool> StateSaver::isTime(int64_t step, bool isLate) {
  if (!store)
    return isLate;
  std::string key = llvm::formatv("trainlint/checkpoint-time/{0}", times);
  if (host.processIndex == 0) {
    if (isTold) {
      isTold = false;
      ++times;
      return true;
    }
    // No other process makes another step without this one, so all of them
    // know it when their next loop ends.
    if (isLate)
      if (llvm::Error error = store->put(key, std::to_string(step)))
        return error;
    isTold = isLate;
    return false;
  }
  auto told = store->tryGet(key);
  if (!told)
    return told.takeError();
  int64_t at;
  if (!*told || StringRef(**told).getAsInteger(10, at) || at >= step)
    return false;
  ++times;
  return true;
}

//===----------------------------------------------------------------------===//
// All of the state
//===----------------------------------------------------------------------===//

llvm::Error StateSaver::saveWhole(const DeviceSteps &device,
                                  checkpoints::Progress progress) {
  bool isFirst = host.client.getProcessIndex() == 0;
  if (!isFirst && !options.checksReplicas && !device.sharesState())
    return llvm::Error::success();
  auto state = device.fetchState(options.checksReplicas,
                                 [&](StringRef) { return isFirst; });
  if (!state)
    return state.takeError();
  if (!isFirst)
    return llvm::Error::success();
  return task.start([this, state = std::move(*state), progress] {
    return folder.save(viewOf(state), progress);
  });
}

llvm::Error StateSaver::saveBest(const DeviceSteps &device,
                                 checkpoints::Progress progress) {
  bool isFirst = host.client.getProcessIndex() == 0;
  if (!isFirst && !device.sharesState())
    return llvm::Error::success();
  // One copy of the state at a time.
  if (llvm::Error error = task.wait())
    return error;
  auto state = device.fetchState(/*checksReplicas=*/false,
                                 [&](StringRef) { return isFirst; });
  if (!state)
    return state.takeError();
  if (!isFirst)
    return llvm::Error::success();
  return task.start(
      [this, state = std::move(*state), progress = std::move(progress)] {
        return folder.saveBest(viewOf(state), progress);
      });
}

//===----------------------------------------------------------------------===//
// A part of the state
//===----------------------------------------------------------------------===//

static std::string keyOf(int64_t step, size_t process) {
  return llvm::formatv("trainlint/checkpoint/{0}/{1}", step, process);
}

/// Waits for the shard of another process. That process is watched by the
/// coordinator, so there is no time in which it has to be done.
llvm::Expected<std::string> StateSaver::awaitShard(int64_t step,
                                                   size_t process) const {
  constexpr milliseconds Look{500};
  // In which a file gets from one computer to another.
  constexpr milliseconds LongestDelay{30000}, Pause{50};
  std::optional<std::string> checksum;
  while (!isGivenUp) {
    auto told = store->get(keyOf(step, process), Look);
    if (told) {
      checksum = std::move(*told);
      break;
    }
    llvm::Error error = told.takeError();
    if (pjrt::codeOf(error) != pjrt::abi::Error_Code::DEADLINE_EXCEEDED)
      return error;
    llvm::consumeError(std::move(error));
  }
  llvm::SmallString<256> file(folder.shardFolder(step));
  llvm::sys::path::append(file, plan.files[process]);
  auto end = std::chrono::steady_clock::now() + LongestDelay;
  while (!isGivenUp) {
    if (checkpoints::isShardThere(file, *checksum))
      return std::move(*checksum);
    if (std::chrono::steady_clock::now() >= end)
      return llvm::createStringError(llvm::formatv(
          "process {0} has written `{1}`, and it is not there; all processes "
          "need the same folder for `--checkpoints`",
          process, file));
    std::this_thread::sleep_for(Pause);
  }
  return llvm::createStringError("the checkpoint was given up");
}

llvm::Error
StateSaver::writeShare(const NamedTensors &state,
                       const checkpoints::Progress &progress) const {
  size_t own = host.processIndex;
  std::vector<std::string> checksums(plan.files.size());
  if (!plan.files[own].empty()) {
    auto checksum =
        checkpoints::writeShard(folder.shardFolder(progress.step),
                                plan.files[own], viewOf(state), progress);
    if (!checksum)
      return checksum.takeError();
    checksums[own] = std::move(*checksum);
  }
  if (own != 0)
    return plan.files[own].empty()
               ? llvm::Error::success()
               : store->put(keyOf(progress.step, own), checksums[own]);
  for (size_t process = 1; process < plan.files.size(); ++process) {
    if (plan.files[process].empty())
      continue;
    auto checksum = awaitShard(progress.step, process);
    if (!checksum)
      return checksum.takeError();
    checksums[process] = std::move(*checksum);
  }
  return folder.completeShards(plan, checksums, progress);
}

llvm::Error StateSaver::save(const DeviceSteps &device,
                             checkpoints::Progress progress) {
  // One copy of the state at a time.
  if (llvm::Error error = task.wait())
    return error;
  if (!store)
    return saveWhole(device, std::move(progress));
  auto isOwn = [&](StringRef name) {
    return plan.writers.at(name.str()) == size_t(host.processIndex);
  };
  auto state = device.fetchState(options.checksReplicas, isOwn);
  if (!state)
    return state.takeError();
  return task.start(
      [this, state = std::move(*state), progress = std::move(progress)] {
        return writeShare(state, progress);
      });
}
