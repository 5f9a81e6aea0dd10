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
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::gcloud;

namespace {
struct GlobalFlag {
  llvm::StringLiteral name;
  bool takesValue;
  /// True if `--no-NAME` is a flag as well.
  bool hasOpposite = false;
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
    {"log-http", false, true},
    {"project", true},
    {"quiet", false},
    {"trace-token", true},
    {"user-output-enabled", false, true},
    {"verbosity", true},
};

static const GlobalFlag *findGlobal(StringRef name) {
  bool isOpposite = name.consume_front("no-");
  const auto *found = llvm::find_if(globalFlags, [&](const GlobalFlag &flag) {
    return flag.name == name && (!isOpposite || flag.hasOpposite);
  });
  return found == std::end(globalFlags) ? nullptr : found;
}

bool gcloud::isGlobalFlag(StringRef name) { return findGlobal(name); }

bool gcloud::takesGlobalValue(StringRef name) {
  const GlobalFlag *flag = findGlobal(name);
  return flag && flag->takesValue;
}

bool gcloud::runsProgram(const Command &command) {
  // Python's launchers run a program, too.
  return !command.row->name.starts_with("gcloud ") ||
         command.row->name == "gcloud ai-platform jobs submit training";
}

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

static const CommandFlags::Row *findFlag(StringRef command, StringRef name,
                                         const Tables &tables) {
  if (const CommandFlags::Row *row = tables.commandFlags.find(command, name))
    return row;
  if (!name.consume_front("no-"))
    return nullptr;
  const CommandFlags::Row *row = tables.commandFlags.find(command, name);
  return row && row->takes == CommandFlags::Takes::Switch ? row : nullptr;
}

/// The one flag that begins like this, which programs in Python take for it.
static const CommandFlags::Row *findShortened(StringRef command, StringRef name,
                                              const Tables &tables) {
  const CommandFlags::Row *found = nullptr;
  for (const CommandFlags::Row &row :
       tables.commandFlags.withCommand(command)) {
    if (!row.flag.starts_with(name))
      continue;
    if (found)
      return nullptr;
    found = &row;
  }
  return found;
}

/// The flag that a name means, which may have underscores for dashes.
static void findMeaning(Flag &flag, StringRef command, const Tables &tables) {
  flag.row = findFlag(command, flag.name, tables);
  if (!flag.row && !command.starts_with("gcloud "))
    flag.row = findShortened(command, flag.name, tables);
  if (flag.row || !flag.name.contains('_'))
    return;
  std::string dashed = flag.name.str();
  llvm::replace(dashed, '_', '-');
  flag.row = findFlag(command, dashed, tables);
  flag.hasUnderscores = flag.row != nullptr;
}

/// The flag with a name of one letter; null if there is none.
static const CommandFlags::Row *findShort(StringRef command, StringRef letter,
                                          const Tables &tables) {
  auto flags = tables.commandFlags.withCommand(command);
  const auto *found = llvm::find_if(
      flags, [&](const auto &row) { return row.letter == letter; });
  return found == flags.end() ? nullptr : &*found;
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

/// The track stands behind the program.
static Track trackOf(llvm::ArrayRef<shell::Word> words) {
  StringRef second = words[1].value;
  return second == "alpha"  ? Track::Alpha
         : second == "beta" ? Track::Beta
                            : Track::GA;
}

/// True for a word that a shell replaces by several: `"$@"`, `"${FLAGS[@]}"`.
static bool isSeveralWords(StringRef text) {
  return text.contains("${@}") || text.contains("${*}") ||
         text.contains("[@]") || text.contains("[*]");
}

/// True for a word that stands for no value behind a flag: as for Python's
/// argparse, which reads the flags, a number below zero and a text with a blank
/// are values all the same.
static bool looksLikeFlag(StringRef text) {
  if (!text.consume_front("-") || text.empty() || text.contains(' '))
    return false;
  auto [whole, fraction] = text.split('.');
  bool isNumber = llvm::all_of(whole, llvm::isDigit) &&
                  llvm::all_of(fraction, llvm::isDigit) &&
                  llvm::isDigit(text.back());
  return !isNumber;
}

/// Takes the value of a flag that has none behind `=` away from `words`.
static void readValue(Flag &flag, llvm::ArrayRef<shell::Word> &words) {
  if (words.empty() || looksLikeFlag(words.front().value))
    return;
  flag.word = &words.front();
  words = words.drop_front();
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
  findMeaning(flag, command.row->name, tables);
  const GlobalFlag *global = flag.row ? nullptr : findGlobal(flag.name);
  bool takesValue = flag.row ? flag.row->takes != CommandFlags::Takes::Switch
                             : global && global->takesValue;
  if (equals != StringRef::npos) {
    flag.word = &word;
    flag.valueBegin = equals + 1;
  } else if (takesValue) {
    readValue(flag, words);
  } else if (!flag.row && !global && command.argument) {
    // What a flag is given that the command does not have, is not its name.
    readValue(flag, words);
  }
  command.add(flag);
}

/// Reads a flag of one letter, which `-q` is for every command.
static void readLetter(llvm::ArrayRef<shell::Word> &words, Command &command,
                       const Tables &tables) {
  const shell::Word &word = words.front();
  words = words.drop_front();
  StringRef text = word.value;
  StringRef name = text.drop_front();
  if (name == "q")
    return;
  Flag flag;
  // gcloud takes no value that is attached to the letter.
  bool isAttached = name.size() > 1 && name[1] != '=';
  if (!isAttached)
    flag.row = findShort(command.row->name, name.take_front(), tables);
  if (!flag.row) {
    command.strays.push_back(&word);
    return;
  }
  flag.name = flag.row->flag;
  flag.nameRange = word.part(0, 2);
  if (name.size() == 1) {
    readValue(flag, words);
  } else {
    flag.word = &word;
    flag.valueBegin = 3;
  }
  command.add(flag);
}

/// Reads a word that is no flag.
static void readWord(const shell::Word &word, Command &command) {
  StringRef text = word.value;
  bool isBlank = !text.empty() && text.trim().empty();
  // The first one names what is made; it may come from a variable, and so may
  // flags.
  bool isName = !isSeveralWords(text) && !isBlank;
  if (!command.argument && !command.row->argument.empty() && isName)
    command.argument = &word;
  else if (!isBlank && (isPlaceholderName(text) || isPlaceholderWord(text)))
    command.unknownWords = &word;
  else if (command.row->several && isName)
    command.moreArguments.push_back(&word);
  // What is not known may be a flag that takes the word, or a part of it.
  else if (!command.unknownWords)
    command.strays.push_back(&word);
}

/// A program gets what stands behind `--`; where none runs, these are names,
/// whatever they begin with.
static void readBehindSeparator(llvm::ArrayRef<shell::Word> words,
                                Command &command) {
  if (runsProgram(command) || command.argument || words.empty()) {
    command.programArguments = words;
    return;
  }
  command.separator = nullptr;
  for (const shell::Word &word : words)
    readWord(word, command);
}

void Command::add(const Flag &flag) {
  lastFlags[flag.row ? flag.row->flag : flag.name] = flags.size();
  flags.push_back(flag);
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
  command.track = trackOf(words);
  command.isRepeated = shellCommand.isRepeated;
  command.range = {words.front().range.begin, shellCommand.range.end};
  words = words.drop_front(named);
  while (!words.empty()) {
    const shell::Word &word = words.front();
    StringRef text = word.value;
    if (text == "--") {
      command.separator = &word;
      words = words.drop_front();
      readBehindSeparator(words, command);
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
    if (text == "-h")
      return std::nullopt;
    if (looksLikeFlag(text) && !hasPlaceholder(text)) {
      readLetter(words, command, tables);
      continue;
    }
    readWord(word, command);
    words = words.drop_front();
  }
  // A flag at the end may have taken the word that stands for them.
  if (shellCommand.isOpen)
    command.unknownWords = &shellCommand.words.back();
  return command;
}
