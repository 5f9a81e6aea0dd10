//===- JobPlace.cpp - Where a process of a job stands ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Coordination/JobPlace.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "Support/UserKey.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace trainlint;
using namespace trainlint::coordination;

/// What is shorter can be guessed.
static constexpr size_t ShortestKey = 16;

static llvm::Expected<std::string> checkKey(StringRef key, StringRef where) {
  // Files end with a line break.
  key = key.trim();
  if (key.size() < ShortestKey)
    return llvm::createStringError(llvm::formatv(
        "the coordinator's key in {0} has {1} bytes, and at least {2} are "
        "needed; `openssl rand -hex 32` makes one",
        where, key.size(), ShortestKey));
  return key.str();
}

static llvm::Expected<std::string> findKey(const JobOptions &options,
                                           const Environment &environment,
                                           const HostPort &coordinator) {
  if (!options.keyFile.empty()) {
    auto file = llvm::MemoryBuffer::getFile(options.keyFile);
    if (!file)
      return llvm::createStringError("cannot read the coordinator's key `" +
                                     options.keyFile +
                                     "`: " + file.getError().message());
    return checkKey((*file)->getBuffer(), "`" + options.keyFile + "`");
  }
  if (std::optional<std::string> key = environment(KeyVariable))
    return checkKey(*key, ("`" + KeyVariable + "`").str());
  if (!coordinator.isLoopback())
    return llvm::createStringError(
        "a coordinator at `" + printable(coordinator.text()) +
        "` needs a key that all processes have: `--coordinator-key FILE` or "
        "the variable `" +
        KeyVariable + "`");
  std::string path = userKeyPath("coordinator-key");
  if (path.empty())
    return llvm::createStringError(
        "there is no folder for the user's keys; `--coordinator-key FILE` or "
        "the variable `" +
        KeyVariable + "` gives one");
  auto key = readUserKey(path);
  if (key)
    return key;
  return llvm::createStringError(llvm::toString(key.takeError()) +
                                 "; `--coordinator-key FILE` names another");
}

llvm::Expected<JobPlace>
coordination::findJobPlace(const JobOptions &options,
                           const Environment &environment) {
  JobPlace out;
  out.member.heartbeat = options.heartbeat;
  out.member.meeting = options.meeting;
  bool isAutomatic = options.coordinator == "auto";
  std::optional<LaunchedPlace> launched;
  if (!options.process || isAutomatic) {
    auto found = findLaunchedPlace(environment);
    if (!found)
      return found.takeError();
    launched = std::move(*found);
  }
  if (!launched && !options.process)
    return llvm::createStringError(
        "`--coordinator` needs `--process I/N`, as no launcher says which "
        "process this is");
  if (isAutomatic && (!launched || !launched->first))
    return llvm::createStringError(
        launched ? "`--coordinator auto` finds no address of the first "
                   "process, as " +
                       launched->source + " come without; HOST:PORT gives it"
                 : "`--coordinator auto` finds no launcher; HOST:PORT says "
                   "where the first process is");
  if (isAutomatic) {
    out.member.coordinator = *launched->first;
  } else {
    auto place = parseHostPort(options.coordinator);
    if (!place)
      return place.takeError();
    if (place->port == 0)
      return llvm::createStringError(
          "`--coordinator` needs a port that all processes know, and not 0");
    out.member.coordinator = std::move(*place);
  }
  if (launched)
    out.run = launched->run;
  out.member.index = options.process ? options.process->first : launched->index;
  out.member.count =
      options.process ? options.process->second : launched->count;
  if (out.member.count == 1)
    return out;
  auto key = findKey(options, environment, out.member.coordinator);
  if (!key)
    return key.takeError();
  out.member.secret = std::move(*key);
  return out;
}
