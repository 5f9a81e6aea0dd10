//===- CheckRequest.cpp - Flags that gcloud judges together ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/CheckRequest.h"
#include "Diagnostics/Messages/Commands.h"
#include "Diagnostics/Report.h"
#include "Frontend/GCloud/CheckValues.h"
#include "Frontend/GCloud/DictFlag.h"
#include "Support/LLVM.h"
#include "Support/Placeholder.h"
#include "Support/Text.h"
#include "llvm/ADT/StringMap.h"

using namespace trainlint;
using namespace trainlint::gcloud;

//===----------------------------------------------------------------------===//
// AI Platform
//===----------------------------------------------------------------------===//

/// True if a value certainly names a file of this machine, or several.
static bool isLocal(const Flag &flag, const ScriptContext &script) {
  shell::Value value = script.valueOf(flag);
  if (script.isLeftOpen(value.text) || value.text.empty())
    return false;
  if (flag.row->flag == "package-path")
    return true;
  return !StringRef(value.text).contains("gs://");
}

/// gcloud asks for the machine of a tier that brings none, and does not look
/// for it in the file of `--config`, as releases did that had no flag for it. A
/// job without a file has a finding on its machine.
static void checkTier(const Command &command, const ScriptContext &script) {
  const Flag *tier = command.find("scale-tier");
  if (command.unknownWords || !tier || !tier->word || !command.find("config") ||
      command.find("master-machine-type"))
    return;
  shell::Value value = script.valueOf(*tier);
  if (StringRef(value.text).equals_insensitive("custom"))
    diag::MissingFlag::besideNow(script.at(tier->nameRange),
                                 spelled(*tier) + "=" + value.text,
                                 "--master-machine-type")
        .help("leave `" + spelled(*tier) +
              "` out where the file has `scaleTier: CUSTOM`");
}

/// Packages that lie here are copied to a bucket first.
static void checkStaging(const Command &command, const ScriptContext &script) {
  if (command.unknownWords || command.find("staging-bucket") ||
      command.find("job-dir"))
    return;
  for (StringRef name : {"package-path", "packages"}) {
    const Flag *flag = command.find(name);
    if (!flag || !flag->word || !isLocal(*flag, script))
      continue;
    diag::MissingFlag::besideOneOf(script.at(flag->nameRange), spelled(*flag),
                                   "`--staging-bucket` or `--job-dir`");
    return;
  }
}

//===----------------------------------------------------------------------===//
// Vertex AI
//===----------------------------------------------------------------------===//

/// Keys of a worker pool that say what it runs.
static void checkPoolKeys(const Flag &flag, const ScriptContext &script) {
  llvm::SmallVector<DictionaryEntry, 4> entries = readDictionary(flag, script);
  llvm::StringMap<SourceRange> given;
  for (const DictionaryEntry &entry : entries) {
    if (isPlaceholderWord(entry.key) || !entry.value)
      return;
    given[entry.key] = entry.keyRange;
  }
  auto place = [&](StringRef key) { return script.at(given.lookup(key)); };
  bool isLocal = given.contains("local-package-path");
  bool hasExecutor = given.contains("executor-image-uri");
  bool hasContainer = given.contains("container-image-uri");
  bool hasModule = given.contains("python-module");
  std::string name = spelled(flag);
  if (isLocal && !hasExecutor) {
    diag::MissingFlag::key(place("local-package-path"), name,
                           "executor-image-uri");
    return;
  }
  if (isLocal && hasModule && given.contains("script")) {
    diag::ExclusiveFlags::keys(place("script"), "python-module", "script",
                               name);
    return;
  }
  if (isLocal && !hasModule && !given.contains("script")) {
    diag::MissingFlag::keyOneOf(place("local-package-path"), name,
                                "`python-module=` or `script=`");
    return;
  }
  if (isLocal)
    return;
  if (hasExecutor && hasContainer) {
    diag::ExclusiveFlags::keys(place("container-image-uri"),
                               "executor-image-uri", "container-image-uri",
                               name);
    return;
  }
  if (hasContainer && hasModule) {
    diag::ExclusiveFlags::keys(place("python-module"), "container-image-uri",
                               "python-module", name);
    return;
  }
  if (hasExecutor && !hasModule) {
    diag::MissingFlag::key(place("executor-image-uri"), name, "python-module");
    return;
  }
  for (StringRef key :
       {"script", "requirements", "extra-packages", "extra-dirs"}) {
    if (!given.contains(key))
      continue;
    diag::ExclusiveFlags::keyAlone(place(key), key, name, "local-package-path");
    return;
  }
}

//===----------------------------------------------------------------------===//
// Any command
//===----------------------------------------------------------------------===//

/// gcloud gathers the values of some flags and refuses one that is there
/// already. In a dictionary that is a key which another flag has.
static void checkRepeated(const Command &command, const ScriptContext &script) {
  using Repeats = CommandFlags::Repeats;
  llvm::StringMap<const Flag *> seen;
  for (const Flag &flag : command.flags) {
    if (!flag.row || !flag.word)
      continue;
    if (flag.row->repeats == Repeats::Once &&
        command.find(flag.row->flag) != &flag)
      diag::InvalidFlagValue::twice(script.at(flag.nameRange), spelled(flag));
    if (flag.row->repeats != Repeats::Unique)
      continue;
    bool isList = flag.row->takes == CommandFlags::Takes::List;
    for (const DictionaryEntry &entry : readDictionary(flag, script)) {
      std::string item = entry.key;
      if (isList && entry.value)
        item += "=" + entry.value->text;
      if (hasPlaceholder(item))
        continue;
      auto [first, isNew] =
          seen.try_emplace((flag.row->flag + "=" + item).str(), &flag);
      if (isNew || (!isList && first->second == &flag))
        continue;
      Report report = diag::InvalidFlagValue::repeated(
          script.at(entry.keyRange), quoted(item), spelled(flag));
      if (isList)
        report.help("write them into the file that `--config` names");
      return;
    }
  }
}

/// A key of the services of jobs is named as a whole, or in parts.
static void checkKey(const Command &command, const ScriptContext &script) {
  const Flag *flag = command.find("kms-key");
  bool hasParts = command.find("kms-keyring") && command.find("kms-location");
  if (!flag || !flag->row || !flag->word || hasParts || command.unknownWords)
    return;
  shell::Value value = script.valueOf(*flag);
  if (value.text.empty() || script.isLeftOpen(value.text) ||
      StringRef(value.text).contains("/cryptoKeys/"))
    return;
  diag::MissingFlag::besideOneOf(script.at(flag->nameRange), spelled(*flag),
                                 "`--kms-keyring` and `--kms-location`");
}

/// Machines come from a reservation of that name only where the flag beside it
/// says so, and that one says it of nothing without a name.
static void checkReservation(const Command &command,
                             const ScriptContext &script) {
  const Flag *affinity = command.find("reservation-affinity");
  const Flag *name = command.find("reservation");
  if (command.unknownWords)
    return;
  if (name && !affinity &&
      command.row->name == "gcloud container clusters create")
    diag::MissingFlag::beside(script.at(name->nameRange), spelled(*name),
                              "--reservation-affinity");
  if (!affinity || !affinity->word)
    return;
  shell::Value value = script.valueOf(*affinity);
  bool isSpecific = value.text == "specific";
  bool isNodes = command.row->name.starts_with("gcloud container ");
  if (isSpecific && !name)
    diag::MissingFlag::besideOneOf(script.at(affinity->nameRange),
                                   spelled(*affinity) + "=specific",
                                   "`--reservation`");
  else if (name && isNodes && (value.text == "any" || value.text == "none"))
    diag::MissingFlag::besideOneOf(script.at(name->nameRange), spelled(*name),
                                   "`--reservation-affinity=specific`")
        .note(script.at(value), "not from this reservation");
}

void gcloud::checkRequest(const Command &command, const ScriptContext &script) {
  checkRepeated(command, script);
  checkReservation(command, script);
  StringRef name = command.row->name;
  if (name.starts_with("gcloud ai"))
    checkKey(command, script);
  if (name == "gcloud ai-platform jobs submit training") {
    checkTier(command, script);
    checkStaging(command, script);
    return;
  }
  if (name != "gcloud ai custom-jobs create")
    return;
  for (const Flag &flag : command.flags) {
    if (flag.row && flag.row->flag == "worker-pool-spec" && flag.word &&
        !script.isLeftOpen(script.valueOf(flag).text))
      checkPoolKeys(flag, script);
  }
}
