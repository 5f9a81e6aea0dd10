//===- Command.cpp - Commands and their flags -----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/Command.h"
#include "Support/LLVM.h"
#include "Support/Placeholder.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::gcloud;

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
  auto last = lastFlags.find(wanted);
  return last == lastFlags.end() ? nullptr : &flags[last->second];
}

const Flag *Command::setting(StringRef field) const {
  for (const Flag &flag : llvm::reverse(flags)) {
    if (flag.row && flag.row->field == field)
      return &flag;
  }
  return nullptr;
}

llvm::SmallVector<StringRef> gcloud::flagNames(StringRef command,
                                               const Tables &tables) {
  llvm::SmallVector<StringRef> names;
  for (const CommandFlags::Row &row :
       tables.commandFlags.withCommand(command)) {
    // A dot is between a flag and a key of its value.
    if (!row.flag.contains('.'))
      names.push_back(row.flag);
  }
  return names;
}

/// gcloud takes an underscore for a dash.
static const CommandFlags::Row *findFlag(StringRef command, StringRef name,
                                         const Tables &tables) {
  std::string dashed = name.str();
  llvm::replace(dashed, '_', '-');
  StringRef wanted = dashed;
  if (const CommandFlags::Row *row = tables.commandFlags.find(command, wanted))
    return row;
  if (!wanted.consume_front("no-"))
    return nullptr;
  const CommandFlags::Row *row = tables.commandFlags.find(command, wanted);
  return row && row->takes == CommandFlags::Takes::Switch ? row : nullptr;
}

/// True if a word of a command is that of the table.
static bool isPart(StringRef part, StringRef word) {
  // The older name of the service.
  return part == word || (part == "ai-platform" && word == "ml-engine");
}

/// True if a word runs a program, from wherever.
static bool isProgram(StringRef program, StringRef word) {
  StringRef name = word.substr(word.rfind('/') + 1);
  // `python3` and `python3.10` are `python`.
  return name.consume_front(program) &&
         (name.empty() ||
          (program == "python" && name.trim("0123456789.").empty()));
}

/// The places of the words that can name a command: flags of gcloud may stand
/// among them, and the release track stands behind the program.
static llvm::SmallVector<size_t, 8>
namingWords(llvm::ArrayRef<shell::Word> words) {
  constexpr size_t Most = 8;
  llvm::SmallVector<size_t, 8> places;
  for (size_t i = 1; i < words.size() && places.size() < Most; ++i) {
    StringRef word = words[i].value;
    bool isTrack = places.empty() && (word == "alpha" || word == "beta");
    if (isTrack)
      continue;
    StringRef name = word.take_until([](char c) { return c == '='; });
    const GlobalFlag *flag =
        name.consume_front("--") ? findGlobal(name) : nullptr;
    if (!flag)
      places.push_back(i);
    else if (flag->takesValue && !word.contains('='))
      ++i;
  }
  return places;
}

/// How many words name the command, and which one it is; zero if none.
static size_t matchName(llvm::ArrayRef<shell::Word> words, Command &command,
                        const Tables &tables) {
  llvm::SmallVector<size_t, 8> places;
  for (const Commands::Row &row : tables.commands.rows) {
    auto [program, name] = row.name.split(' ');
    if (!isProgram(program, words.front().value))
      continue;
    if (places.empty())
      places = namingWords(words);
    llvm::SmallVector<StringRef, 6> parts;
    name.split(parts, ' ');
    bool same = parts.size() <= places.size() &&
                llvm::all_of(llvm::zip(parts, places), [&](auto pair) {
                  const auto &[part, place] = pair;
                  return isPart(part, words[place].value);
                });
    if (!same)
      continue;
    command.row = &row;
    return places[parts.size() - 1] + 1;
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
  flag.row = findFlag(command.row->name, flag.name, tables);
  const GlobalFlag *global = flag.row ? nullptr : findGlobal(flag.name);
  bool takesValue = flag.row ? flag.row->takes != CommandFlags::Takes::Switch
                             : global && global->takesValue;
  if (equals != StringRef::npos) {
    flag.word = &word;
    flag.valueBegin = equals + 1;
  } else if (takesValue && !words.empty() &&
             !StringRef(words.front().value).starts_with("--")) {
    flag.word = &words.front();
    words = words.drop_front();
  }
  command.lastFlags[flag.row ? flag.row->flag : flag.name] =
      command.flags.size();
  command.flags.push_back(flag);
}

std::optional<Command> gcloud::recognize(const shell::Command &shellCommand,
                                         const Tables &tables) {
  llvm::ArrayRef<shell::Word> words = shell::programWords(shellCommand);
  if (words.size() < 2)
    return std::nullopt;
  Command command;
  size_t named = matchName(words, command, tables);
  if (named == 0)
    return std::nullopt;
  command.nameRange = {words.front().range.begin, words[named - 1].range.end};
  command.isRepeated = shellCommand.isRepeated;
  command.range = {words.front().range.begin, shellCommand.range.end};
  words = words.drop_front(named);
  while (!words.empty()) {
    const shell::Word &word = words.front();
    StringRef text = word.value;
    if (text == "--") {
      command.separator = &word;
      command.programArguments = words.drop_front();
      break;
    }
    // A flag that an exercise leaves to its reader.
    if (text.starts_with("--#")) {
      command.unknownWords = &word;
      words = words.drop_front();
      continue;
    }
    if (text.starts_with("--")) {
      readFlag(words, command, tables);
      StringRef name = command.flags.back().name;
      // Nothing is done but to print the manual.
      if (name == "help")
        return std::nullopt;
      if (name == "flags-file" || hasPlaceholder(name))
        command.unknownWords = &word;
      continue;
    }
    // The first word that is no flag names what is made; it may come from a
    // variable, and so may flags.
    bool takesArgument = !command.argument && !command.row->argument.empty();
    bool isName = !text.starts_with("-") && !isSeveralWords(text);
    if (takesArgument && isName)
      command.argument = &word;
    else if (isPlaceholderName(text))
      command.unknownWords = &word;
    else if (command.argument && isName)
      command.moreArguments.push_back(&word);
    words = words.drop_front();
  }
  return command;
}
