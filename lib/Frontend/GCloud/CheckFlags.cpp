//===- CheckFlags.cpp - Flags that a command does not take ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/CheckFlags.h"
#include "Diagnostics/Messages/Commands.h"
#include "Diagnostics/Messages/Software.h"
#include "Diagnostics/Report.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"
#include "Text/Yaml/ScalarType.h"
#include "Text/Yaml/Template.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace trainlint;
using namespace trainlint::gcloud;

using GroupRow = CommandFlagGroups::Row;

std::string gcloud::spelled(const Flag &flag) {
  return ("--" + flag.name).str();
}

static std::string spelled(StringRef name) { return ("--" + name).str(); }

namespace {
class FlagChecker {
public:
  FlagChecker(const Command &command, const ScriptContext &script)
      : command(command), script(script) {}

  void checkNames();
  void checkArgument();
  void checkProgramArguments();
  void checkGroups();

private:
  void checkValue(const Flag &flag);
  void checkPair(const Flag &flag, const shell::Value &value, bool isUnknown);
  void checkBucket(const Flag &flag, const shell::Value &value);
  void checkRole(const Flag &flag, const shell::Value &value);
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

void FlagChecker::checkValue(const Flag &flag) {
  if (flag.row->takes == CommandFlags::Takes::Switch)
    return;
  if (!flag.word) {
    diag::InvalidFlagValue::missing(script.at(flag.nameRange),
                                    spelled(flag.name));
    return;
  }
  // The keys of a dictionary have values of their own.
  if (flag.row->takes == CommandFlags::Takes::Dictionary)
    return;
  shell::Value value = script.valueOf(flag);
  bool isUnknown = script.isLeftOpen(value.text);
  *script.import.skippedValues += isUnknown && !flag.row->field.empty();
  checkPair(flag, value, isUnknown);
  if (isUnknown)
    return;
  if (flag.row->takes == CommandFlags::Takes::Integer &&
      !yaml::integerValue(value.text))
    diag::InvalidFlagValue::integer(script.at(value), spelled(flag.name),
                                    quoted(value.text));
  checkBucket(flag, value);
  checkRole(flag, value);
}

/// `NAME=VALUE` of a flag whose value is none of a dictionary. A word in
/// capitals is the name of a variable here, where it would stand for anything
/// elsewhere.
void FlagChecker::checkPair(const Flag &flag, const shell::Value &value,
                            bool isUnknown) {
  StringRef text = value.text;
  bool isName = !text.empty() && llvm::all_of(text, [](char letter) {
    return llvm::isAlnum(letter) || letter == '_';
  });
  if (flag.row->takes == CommandFlags::Takes::Pair && !text.contains('=') &&
      (isName || !isUnknown))
    diag::InvalidFlagValue::pair(script.at(value), spelled(flag.name),
                                 quoted(value.text));
}

/// gcloud takes no bucket without its `gs://`.
void FlagChecker::checkBucket(const Flag &flag, const shell::Value &value) {
  StringRef text = value.text;
  if (flag.row->takes != CommandFlags::Takes::Bucket ||
      text.starts_with("gs://"))
    return;
  Report report =
      diag::NotCloudStorage::local(script.at(value), spelled(flag.name));
  bool isName = !text.empty() && !text.contains('/') && !text.contains(':') &&
                !text.contains('.');
  if (isName)
    report.fix(/*safe=*/false, "write `gs://" + text + "`", script.at(value),
               "gs://" + text);
}

/// A role is `roles/NAME`, or is one of a project or an organization.
void FlagChecker::checkRole(const Flag &flag, const shell::Value &value) {
  StringRef text = value.text;
  if (flag.row->field != "role" || text.empty() || text.contains('/'))
    return;
  diag::InvalidFlagValue::role(script.at(value), spelled(flag.name),
                               quoted(text))
      .fix(/*safe=*/true, "write `roles/" + text + "`", script.at(value),
           "roles/" + text);
}

void FlagChecker::checkNames() {
  llvm::SmallVector<StringRef> names =
      flagNames(command.row->name, script.tables());
  for (const Flag &flag : command.flags) {
    if (flag.row) {
      checkValue(flag);
      continue;
    }
    if (command.row->flagsComplete && !isGlobalFlag(flag.name) &&
        !yaml::hasPlaceholder(flag.name))
      reportUnknown(flag, names);
  }
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
  auto used = llvm::find_if(rows, [&](auto *row) { return given(row); });
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
    auto used = llvm::find_if(flags, [&](auto *row) { return given(row); });
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
  diag::MissingFlag::oneOf(script.at(command.nameRange),
                           formatList(names, "or"));
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
  checker.checkProgramArguments();
  checker.checkGroups();
}
