//===- JobCommand.cpp - One process among those of its job ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Coordination/FolderMeeting.h"
#include "Runtime/Pjrt/PjrtError.h"
#include "Runtime/Runner/Runner.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Signals.h"
#include <unistd.h>

using namespace trainlint;
using namespace trainlint::run;
using pjrt::abi::Error_Code;

/// True if an error of a device may come of what happened to another process:
/// plugins say so in many ways.
bool Runner::isDeviceError(const llvm::Error &error) {
  static constexpr Error_Code Codes[] = {
      Error_Code::ABORTED,           Error_Code::CANCELLED,
      Error_Code::DEADLINE_EXCEEDED, Error_Code::INTERNAL,
      Error_Code::UNAVAILABLE,       Error_Code::UNKNOWN};
  bool out = false;
  llvm::visitErrors(error, [&](const llvm::ErrorInfoBase &info) {
    if (info.isA<pjrt::PjrtError>())
      out |= llvm::is_contained(
          Codes, static_cast<const pjrt::PjrtError &>(info).getCode());
  });
  return out;
}

llvm::Error Runner::joinJob() {
  auto joined = coordination::JobMember::join(*options.job, out, err);
  if (!joined)
    return joined.takeError();
  member = std::move(*joined);
  timer.end("join");
  return llvm::Error::success();
}

/// Opens the folder in which the processes meet. Plugins of others have their
/// own numbers of processes, so that theirs has to be empty.
llvm::Error Runner::openStore() {
  std::string folder = options.store;
  if (options.processCount > 1) {
    // As long as the device waits for another one.
    int64_t seconds = 60;
    for (const pjrt::NamedValue &value : options.pluginOptions)
      if (const auto *given = std::get_if<int64_t>(&value.value);
          given && value.name == "peer_timeout")
        seconds = *given;
    auto met = coordination::meetInFolder(folder, options.processIndex,
                                          options.processCount,
                                          std::chrono::seconds(seconds));
    if (!met)
      return met.takeError();
    folder = std::move(*met);
  }
  store = std::make_unique<pjrt::FolderStore>(folder);
  return llvm::Error::success();
}

/// Tells a plugin which process this is, in the options that it has for that,
/// unless the user does.
void Runner::addPlace(pjrt::ClientOptions &how) const {
  auto add = [&](StringRef name, auto value) {
    auto isIt = [&](const pjrt::NamedValue &given) {
      return given.name == name;
    };
    if (llvm::none_of(how.values, isIt))
      how.values.push_back({name.str(), value});
  };
  if (options.processCount == 1)
    return;
  if (options.plugin.empty()) {
    add("process_index", options.processIndex);
    add("process_count", options.processCount);
    if (member && !options.job->member.coordinator.isLoopback())
      add("host", member->getClient().getOwnAddress());
    return;
  }
  // Those of XLA for GPUs. TPUs know their hosts themselves.
  if (options.device == "gpu" || options.device == "cuda" ||
      options.device == "rocm") {
    add("node_id", options.processIndex);
    add("num_nodes", options.processCount);
  }
}

/// Whether all processes end before a step, of which each has the same opinion.
/// One that is interrupted chooses a step that no other has begun: none is
/// further ahead than a few steps, as they compute together.
bool Runner::endsBefore(int64_t step, bool isInterruptedNow) {
  coordination::MemberClient &client = member->getClient();
  std::optional<int64_t> last = client.stopStep();
  isInterrupted |= isInterruptedNow;
  constexpr int64_t StepsAhead = 8;
  if (!last && isInterrupted) {
    // If the job ends meanwhile, the next step says so.
    llvm::consumeError(client.askToStop(step + StepsAhead));
    last = client.stopStep();
  }
  return last && step >= *last;
}

/// Tells the others how this process ends.
int Runner::endInJob(int code) {
  if (code == ExitRan || code == ExitInterrupted || code == ExitRestart) {
    buffers.clear();
    client.reset();
    return member->leave(code);
  }
  if (lastFailure.empty())
    lastFailure = "its input cannot be used";
  code = member->fail(code, lastFailure, isTrouble);
  out.flush();
  // The plugin may still wait for the others, and would do so at its end.
  llvm::sys::RunInterruptHandlers();
  ::_exit(code);
}
