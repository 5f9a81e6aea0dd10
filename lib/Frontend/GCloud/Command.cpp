//===- Command.cpp - gcloud commands and their flags ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/Command.h"
#include "Frontend/Yaml/Template.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::gcloud;
using llvm::StringRef;

namespace {
struct GlobalFlag {
  llvm::StringLiteral name;
  bool takesValue;
};
} // namespace

/// `gcloud help` lists them for every command.
static constexpr GlobalFlag globalFlags[] = {
    {"access-token-file", true},
    {"account", true},
    {"billing-project", true},
    {"configuration", true},
    {"flags-file", true},
    {"flatten", true},
    {"format", true},
    {"help", false},
    {"impersonate-service-account", true},
    {"log-http", false},
    {"project", true},
    {"quiet", false},
    {"trace-token", true},
    {"user-output-enabled", false},
    {"verbosity", true},
};

static const GlobalFlag *findGlobal(StringRef name) {
  name.consume_front("no-");
  auto found = llvm::find_if(
      globalFlags, [&](const GlobalFlag &flag) { return flag.name == name; });
  return found == std::end(globalFlags) ? nullptr : found;
}

bool gcloud::isGlobalFlag(StringRef name) { return findGlobal(name); }

const Flag *Command::find(StringRef wanted) const {
  for (const Flag &flag : llvm::reverse(flags)) {
    if (flag.name == wanted)
      return &flag;
  }
  return nullptr;
}

llvm::SmallVector<StringRef> gcloud::flagNames(StringRef command,
                                               const Tables &tables) {
  llvm::SmallVector<StringRef> names;
  for (const GcloudFlags::Row &row : tables.gcloudFlags.rows) {
    if (row.command == command)
      names.push_back(row.flag);
  }
  return names;
}

static const GcloudFlags::Row *findFlag(StringRef command, StringRef name,
                                        const Tables &tables) {
  if (const GcloudFlags::Row *row = tables.gcloudFlags.find(command, name))
    return row;
  if (!name.consume_front("no-"))
    return nullptr;
  const GcloudFlags::Row *row = tables.gcloudFlags.find(command, name);
  return row && row->takes == GcloudFlags::Takes::Switch ? row : nullptr;
}

/// How many words behind `gcloud` name the command, and which one it is.
static size_t matchName(llvm::ArrayRef<shell::Word> words, Command &command,
                        const Tables &tables) {
  size_t release = 0;
  if (!words.empty() &&
      (words.front().value == "alpha" || words.front().value == "beta"))
    release = 1;
  words = words.drop_front(release);
  for (const GcloudFlags::Row &row : tables.gcloudFlags.rows) {
    llvm::SmallVector<StringRef, 4> parts;
    StringRef(row.command).split(parts, ' ');
    if (parts.size() > words.size())
      continue;
    bool same = llvm::all_of(llvm::zip(parts, words), [](auto pair) {
      const auto &[part, word] = pair;
      // The older name of the service.
      return part == word.value ||
             (part == "ai-platform" && word.value == "ml-engine");
    });
    if (!same)
      continue;
    command.name = row.command;
    return release + parts.size();
  }
  return 0;
}

/// True for a word that a shell replaces by several: `"$@"`, `"${FLAGS[@]}"`.
static bool isSeveralWords(StringRef text) {
  return text.contains("${@}") || text.contains("${*}") ||
         text.contains("[@]") || text.contains("[*]");
}

/// Reads a flag at the front of `words` and takes it away with its value.
static void readFlag(llvm::ArrayRef<shell::Word> &words, Command &command,
                     const Tables &tables) {
  const shell::Word &word = words.front();
  words = words.drop_front();
  StringRef text = word.value;
  size_t equals = text.find('=');
  Flag flag;
  flag.name = text.take_front(equals).drop_front(2);
  flag.nameRange = word.part(0, 2 + flag.name.size());
  flag.row = findFlag(command.name, flag.name, tables);
  const GlobalFlag *global = flag.row ? nullptr : findGlobal(flag.name);
  bool takesValue = flag.row ? flag.row->takes != GcloudFlags::Takes::Switch
                             : global && global->takesValue;
  if (equals != StringRef::npos) {
    flag.word = &word;
    flag.valueBegin = equals + 1;
  } else if (takesValue && !words.empty() &&
             !StringRef(words.front().value).starts_with("--")) {
    flag.word = &words.front();
    words = words.drop_front();
  }
  command.flags.push_back(flag);
}

std::optional<Command> gcloud::recognize(const shell::Command &shellCommand,
                                         const Tables &tables) {
  llvm::ArrayRef<shell::Word> words = shellCommand.words;
  if (words.size() < 2 || words.front().value != "gcloud")
    return std::nullopt;
  Command command;
  size_t named = matchName(words.drop_front(), command, tables);
  if (named == 0)
    return std::nullopt;
  command.nameRange = {words.front().range.begin, words[named].range.end};
  command.range = shellCommand.range;
  words = words.drop_front(named + 1);
  while (!words.empty()) {
    const shell::Word &word = words.front();
    StringRef text = word.value;
    if (text == "--") {
      command.separator = &word;
      command.programArguments = words.drop_front();
      break;
    }
    if (text.starts_with("--")) {
      readFlag(words, command, tables);
      StringRef name = command.flags.back().name;
      if (name == "flags-file" || yaml::hasPlaceholder(name))
        command.unknownWords = &word;
      continue;
    }
    // The first word that is no flag names the job; it may come from a
    // variable, and so may flags.
    if (!command.jobId && !text.starts_with("-") && !isSeveralWords(text))
      command.jobId = &word;
    else if (yaml::hasPlaceholder(text) || text == "...")
      command.unknownWords = &word;
    words = words.drop_front();
  }
  return command;
}
