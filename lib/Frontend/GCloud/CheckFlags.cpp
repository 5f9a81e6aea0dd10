//===- CheckFlags.cpp - Flags that a command does not take ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/CheckFlags.h"
#include "Diagnostics/Messages/Commands.h"
#include "Diagnostics/Report.h"
#include "Frontend/GCloud/CheckValues.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Placeholder.h"
#include "Support/Text.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace trainlint;
using namespace trainlint::gcloud;

using GroupRow = CommandFlagGroups::Row;

static std::string spelled(StringRef name) { return ("--" + name).str(); }

namespace {
class FlagChecker {
public:
  FlagChecker(const Command &command, const ScriptContext &script)
      : command(command), script(script) {}

  void checkNames();
  void checkArgument();
  void checkStrays();
  void checkProgramArguments();
  void checkGroups();

private:
  void checkName(const Flag &flag, ArrayRef<StringRef> names);
  void checkTrack(const Flag &flag);
  void checkGlobal(const Flag &flag);
  void reportUnknown(const Flag &flag, ArrayRef<StringRef> names);
  void reportExclusive(const Flag &a, const Flag &b, bool certain);
  void checkGroup(ArrayRef<const GroupRow *> rows);
  void checkCompleteness(ArrayRef<const GroupRow *> rows);

  /// The flag of a row if the command has it.
  const Flag *given(const GroupRow *row) const {
    const Flag *flag = command.find(row->flag);
    // `--no-spot` asks for nothing; where gcloud itself excludes flags, it
    // counts all the same.
    bool asksForNothing =
        flag && !row->certain && flag->name.starts_with("no-");
    return asksForNothing ? nullptr : flag;
  }

  const Command &command;
  const ScriptContext &script;
  /// What misspelled flags may mean, each of which is looked up once.
  llvm::StringMap<StringRef> meanings;
};
} // namespace

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The one name that ends with another: `runtime-version` for `version`. Empty
/// if there is none, or several.
static StringRef longerName(StringRef name, ArrayRef<StringRef> names) {
  std::string end = ("-" + name).str();
  StringRef found;
  for (StringRef candidate : names) {
    if (!candidate.ends_with(end))
      continue;
    if (!found.empty())
      return {};
    found = candidate;
  }
  return found;
}

void FlagChecker::reportUnknown(const Flag &flag, ArrayRef<StringRef> names) {
  const TableInfo &table = script.tables().commandFlags.info;
  Report report = diag::UnknownFlag::unknown(
      script.at(flag.nameRange), spelled(flag.name), command.row->name);
  report.table(table.name, table.asOf);
  auto [meaning, isNew] = meanings.try_emplace(flag.name);
  if (isNew) {
    std::optional<NearMatch> near = findNearMatch(flag.name, names);
    meaning->second = near ? near->word : longerName(flag.name, names);
  }
  StringRef word = meaning->second;
  if (word.empty())
    return;
  std::string meant = spelled(word);
  report.help("did you mean `" + meant + "`?");
  if (!command.find(word))
    report.fix(/*safe=*/false, "write `" + meant + "`",
               script.at(flag.nameRange), meant);
}

/// What gcloud calls a command of a track.
static std::string nameIn(StringRef command, Track track) {
  command.consume_front("gcloud ");
  StringRef word = track == Track::Alpha  ? "alpha "
                   : track == Track::Beta ? "beta "
                                          : "";
  return ("gcloud " + word + command).str();
}

/// Alpha has what beta has, and both have what is stable.
void FlagChecker::checkTrack(const Flag &flag) {
  using Least = CommandFlags::Track;
  bool needsAlpha = flag.row->track == Least::Alpha;
  bool needsBeta = flag.row->track == Least::Beta;
  bool isThere = command.track == Track::Alpha || !needsAlpha;
  isThere &= command.track != Track::GA || !needsBeta;
  if (isThere)
    return;
  const TableInfo &table = script.tables().commandFlags.info;
  std::string other =
      nameIn(command.row->name, needsAlpha ? Track::Alpha : Track::Beta);
  diag::UnknownFlag::otherTrack(script.at(flag.nameRange), spelled(flag), other,
                                nameIn(command.row->name, command.track))
      .table(table.name, table.asOf);
}

/// Flags that every command has.
void FlagChecker::checkGlobal(const Flag &flag) {
  static constexpr StringRef Levels[] = {"critical", "debug", "error",
                                         "info",     "none",  "warning"};
  bool takesValue = takesGlobalValue(flag.name);
  if (takesValue && !flag.word) {
    diag::InvalidFlagValue::missing(script.at(flag.nameRange), spelled(flag));
    return;
  }
  if (!flag.word)
    return;
  shell::Value value = script.valueOf(flag);
  if (!takesValue)
    diag::InvalidFlagValue::none(script.at(flag.word->range), spelled(flag),
                                 quoted(value.text));
  else if (flag.name == "verbosity" && !script.isLeftOpen(value.text) &&
           !llvm::is_contained(Levels, value.text))
    diag::InvalidFlagValue::choice(script.at(value), value.text, spelled(flag))
        .help("the values are " + formatList(Levels, "and"));
}

void FlagChecker::checkName(const Flag &flag, ArrayRef<StringRef> names) {
  if (flag.hasUnderscores) {
    std::string meant = spelled(flag);
    llvm::replace(meant, '_', '-');
    diag::UnknownFlag::unknown(script.at(flag.nameRange), spelled(flag.name),
                               command.row->name)
        .fix(/*safe=*/true, "write `" + meant + "`", script.at(flag.nameRange),
             meant);
  } else if (flag.row) {
    checkTrack(flag);
    checkValue(flag, command, script);
  } else if (isGlobalFlag(flag.name)) {
    checkGlobal(flag);
  } else if (command.row->flagsComplete && !hasPlaceholder(flag.name)) {
    reportUnknown(flag, names);
  }
}

void FlagChecker::checkNames() {
  llvm::SmallVector<StringRef> names =
      flagNames(command.row->name, script.tables());
  for (const Flag &flag : command.flags)
    checkName(flag, names);
}

/// Words that belong to nothing. A mention of a command in a text may go on in
/// words, and one with a single word too many is likely such a one.
void FlagChecker::checkStrays() {
  if (!command.row->name.starts_with("gcloud "))
    return;
  for (const shell::Word *word : command.strays) {
    StringRef text = word->value;
    if (text != text.ltrim()) {
      diag::StrayArgument::blank(script.at(word->range))
          .help("end the line with the backslash");
      return;
    }
    Report report = diag::StrayArgument::word(script.at(word->range),
                                              command.row->name, quoted(text));
    if (text.starts_with("-") && command.row->flagsComplete) {
      std::string meant =
          ("-" + text.take_until([](char c) { return c == '='; })).str();
      llvm::SmallVector<StringRef> names =
          flagNames(command.row->name, script.tables());
      if (llvm::is_contained(names, StringRef(meant).drop_front(2)))
        report.help("did you mean `" + meant + "`?");
    }
    return;
  }
  if (command.separator && !runsProgram(command))
    diag::StrayArgument::separator(script.at(command.separator->range),
                                   command.row->name);
}

/// A program may well have flags of the same names, so one that is given to
/// gcloud, too, is no mistake.
void FlagChecker::checkProgramArguments() {
  for (const shell::Word &word : command.programArguments) {
    StringRef text = word.value;
    StringRef name = text.take_front(text.find('='));
    if (!name.consume_front("--") || command.find(name))
      continue;
    const CommandFlags::Row *row =
        script.tables().commandFlags.find(command.row->name, name);
    // Such as `--labels` and `--network`, which many programs have.
    if (!row || row->field.empty() || row->field.ends_with("network"))
      continue;
    diag::FlagAfterSeparator::after(script.at(word.part(0, name.size() + 2)),
                                    spelled(name))
        .note(script.at(command.separator->range), "gcloud's flags end here")
        .help("put it before `--`");
  }
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// What an alternative is called of which some flags are needed.
static std::string nameOf(ArrayRef<const GroupRow *> rows) {
  llvm::SmallVector<std::string> needed;
  for (const GroupRow *row : rows) {
    if (row->needed)
      needed.push_back(quoted(spelled(row->flag)));
  }
  return llvm::join(needed, " with ");
}

/// True if a text names the command and no more: nothing is missed there.
static bool isMention(const Command &command) {
  return command.flags.empty() && !command.argument;
}

/// The flags that an alternative in use is not complete without.
void FlagChecker::checkCompleteness(ArrayRef<const GroupRow *> rows) {
  const auto *used = llvm::find_if(rows, [&](auto *row) { return given(row); });
  for (const GroupRow *row : rows) {
    if (!row->needed || given(row))
      continue;
    diag::MissingFlag::beside(script.at(given(*used)->nameRange),
                              spelled((*used)->flag), spelled(row->flag));
    return;
  }
}

void FlagChecker::reportExclusive(const Flag &a, const Flag &b, bool certain) {
  bool inOrder = a.nameRange.begin < b.nameRange.begin;
  const Flag &first = inOrder ? a : b;
  const Flag &second = inOrder ? b : a;
  auto make = certain ? diag::ExclusiveFlags::together
                      : diag::ExclusiveFlags::oneCounts;
  make(script.at(second.nameRange), spelled(first.name), spelled(second.name))
      .note(script.at(first.nameRange), "the other is given here");
}

void FlagChecker::checkGroup(ArrayRef<const GroupRow *> rows) {
  llvm::MapVector<int64_t, llvm::SmallVector<const GroupRow *, 4>> alternatives;
  for (const GroupRow *row : rows)
    alternatives[row->alternative].push_back(row);
  const Flag *first = nullptr;
  for (const auto &[number, flags] : alternatives) {
    const auto *used =
        llvm::find_if(flags, [&](auto *row) { return given(row); });
    if (used == flags.end())
      continue;
    const Flag *flag = given(*used);
    if (first)
      return reportExclusive(*first, *flag, (*used)->certain);
    first = flag;
    if (!command.unknownWords)
      checkCompleteness(flags);
  }
  if (first || !rows.front()->required || command.unknownWords ||
      isMention(command))
    return;
  llvm::SmallVector<std::string> names;
  for (const auto &[number, flags] : alternatives) {
    if (llvm::any_of(flags, [](auto *row) { return row->needed; })) {
      names.push_back(nameOf(flags));
      continue;
    }
    for (const GroupRow *row : flags)
      names.push_back(quoted(spelled(row->flag)));
  }
  auto make = rows.front()->certain ? diag::MissingFlag::oneOf
                                    : diag::MissingFlag::ofJob;
  make(script.at(command.nameRange), formatList(names, "or"));
}

/// What may stand in words that are not known is not missed.
void FlagChecker::checkGroups() {
  llvm::MapVector<StringRef, llvm::SmallVector<const GroupRow *, 4>> groups;
  for (const GroupRow &row :
       script.tables().commandFlagGroups.withCommand(command.row->name))
    groups[row.group].push_back(&row);
  for (const auto &[name, rows] : groups)
    checkGroup(rows);
}

/// What is made needs a name. A word that is not known may be it.
void FlagChecker::checkArgument() {
  if (command.row->argument.empty() || command.argument ||
      command.unknownWords || isMention(command))
    return;
  diag::MissingFlag::argument(script.at(command.nameRange),
                              command.row->argument);
}

void gcloud::checkFlags(const Command &command, const ScriptContext &script) {
  FlagChecker checker(command, script);
  checker.checkArgument();
  checker.checkNames();
  checker.checkStrays();
  checker.checkProgramArguments();
  checker.checkGroups();
}
