//===- CheckValues.cpp - Values that a flag does not take -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/GCloud/CheckValues.h"
#include "Diagnostics/Messages/Commands.h"
#include "Diagnostics/Messages/Software.h"
#include "Diagnostics/Report.h"
#include "Frontend/GCloud/DictFlag.h"
#include "Frontend/GCloud/ValueForms.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Placeholder.h"
#include "Support/Text.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::gcloud;

using FlagRow = CommandFlags::Row;
using Takes = CommandFlags::Takes;

std::string gcloud::spelled(const Flag &flag) {
  return ("--" + flag.name).str();
}

/// The words that a row lists, of those that the track of the command has.
static llvm::SmallVector<StringRef> choicesOf(const FlagRow &row,
                                              const Command &command) {
  llvm::SmallVector<StringRef> words, known;
  row.choices.split(words, '|', -1, /*KeepEmpty=*/false);
  for (StringRef word : words) {
    auto [name, track] = word.split('@');
    bool isThere = track.empty() || command.track == Track::Alpha ||
                   (track == "beta" && command.track == Track::Beta);
    if (isThere)
      known.push_back(name);
  }
  return known;
}

bool gcloud::isChoice(StringRef word, const FlagRow &row,
                      const Command &command) {
  bool isExact = row.takes == Takes::Keyword;
  return llvm::any_of(choicesOf(row, command), [&](StringRef choice) {
    return isExact ? choice == word : sameLetters(choice, word);
  });
}

namespace {

/// Checks the value of a flag, or that of a key of it. `what` is its name.
class ValueChecker {
public:
  ValueChecker(const Flag &flag, const Command &command,
               const ScriptContext &script)
      : flag(flag), command(command), script(script) {}

  void check();

private:
  /// True if the reader fills a value in.
  bool isOpen(const FlagRow &row, StringRef what,
              const shell::Value &value) const {
    // `TERMINATE` is a word of its flag, and no placeholder.
    if (isChoice(value.text, row, command) || isMisspelled(row, what, value))
      return false;
    return script.isLeftOpen(value.text) ||
           (row.takes != Takes::Text && isPlaceholderValue(value.text, what));
  }
  /// True for a word in capitals that is nearly one of the flag's, as `CUSTM`
  /// is, and not called like the flag.
  bool isMisspelled(const FlagRow &row, StringRef what,
                    const shell::Value &value) const {
    bool hasWords = row.takes == Takes::Choice || row.takes == Takes::Keyword;
    return hasWords && isInCapitals(value.text) &&
           !isPlaceholderValue(value.text, what) &&
           findNearMatch(value.text, choicesOf(row, command)).has_value();
  }
  void checkOne(const FlagRow &row, StringRef what, const shell::Value &value);
  void checkChoice(const FlagRow &row, StringRef what,
                   const shell::Value &value);
  void checkInteger(const FlagRow &row, StringRef what,
                    const shell::Value &value);
  void checkText(const FlagRow &row, const shell::Value &value);
  void checkPair(const FlagRow &row, const shell::Value &value, bool isUnknown);
  void checkBucket(const shell::Value &value);
  void checkRole(const shell::Value &value);
  void checkEntries();
  void checkLabel(const DictionaryEntry &entry);
  void checkKeys(ArrayRef<DictionaryEntry> entries);
  void reportUnknownKey(const DictionaryEntry &entry);

  const Flag &flag;
  const Command &command;
  const ScriptContext &script;
};

} // namespace

//===----------------------------------------------------------------------===//
// Single values
//===----------------------------------------------------------------------===//

void ValueChecker::checkChoice(const FlagRow &row, StringRef what,
                               const shell::Value &value) {
  if (isChoice(value.text, row, command))
    return;
  llvm::SmallVector<StringRef> names = choicesOf(row, command);
  Report report =
      diag::InvalidFlagValue::choice(script.at(value), value.text, what);
  if (std::optional<NearMatch> near = findNearMatch(value.text, names))
    report.fix(/*safe=*/near->kind == MatchKind::Spelling,
               "write `" + near->word + "`", script.at(value), near->word);
  report.help("the values are " + formatList(names, "and", names.size()));
}

void ValueChecker::checkInteger(const FlagRow &row, StringRef what,
                                const shell::Value &value) {
  std::optional<int64_t> number = wholeNumberOf(value.text);
  if (!number)
    diag::InvalidFlagValue::integer(script.at(value), what, quoted(value.text));
  else if (row.least && *number < *row.least)
    diag::InvalidFlagValue::least(script.at(value), what, *row.least,
                                  quoted(value.text));
}

/// gcloud takes no bucket without its `gs://`, and no folder of one.
void ValueChecker::checkBucket(const shell::Value &value) {
  StringRef name = value.text;
  if (name.consume_front("gs://")) {
    name.consume_back("/");
    if (!isBucketName(name))
      diag::InvalidFlagValue::bucket(script.at(value), quoted(name));
    return;
  }
  Report report = diag::NotCloudStorage::flag(script.at(value), spelled(flag));
  if (isBucketName(name))
    report.fix(/*safe=*/false, "write `gs://" + name + "`", script.at(value),
               "gs://" + name);
}

/// A role is `roles/NAME`, or is one of a project or an organization.
void ValueChecker::checkRole(const shell::Value &value) {
  StringRef text = value.text;
  if (text.empty() || text.contains('/'))
    return;
  diag::InvalidFlagValue::role(script.at(value), spelled(flag), quoted(text))
      .fix(/*safe=*/true, "write `roles/" + text + "`", script.at(value),
           "roles/" + text);
}

/// Flags whose values have a form that the table does not tell.
void ValueChecker::checkText(const FlagRow &row, const shell::Value &value) {
  StringRef text = value.text;
  bool isJob = row.command.starts_with("gcloud ai");
  if (isJob && row.flag == "service-account" && !isAccount(text))
    diag::InvalidFlagValue::account(script.at(value), spelled(flag),
                                    quoted(text));
  else if (row.flag == "job-dir" && !text.starts_with("gs://"))
    diag::NotCloudStorage::flag(script.at(value), spelled(flag));
  else if (row.field == "role")
    checkRole(value);
}

void ValueChecker::checkOne(const FlagRow &row, StringRef what,
                            const shell::Value &value) {
  StringRef text = value.text;
  mlir::Location at = script.at(value);
  switch (row.takes) {
  case Takes::Integer:
    return checkInteger(row, what, value);
  case Takes::Choice:
  case Takes::Keyword:
    return checkChoice(row, what, value);
  case Takes::Boolean:
    if (!llvm::is_contained({"true", "yes", "false", "no"}, text.lower()))
      diag::InvalidFlagValue::boolean(at, what, quoted(text));
    return;
  case Takes::Duration:
    if (!isDuration(text, /*orSeconds=*/false))
      diag::InvalidFlagValue::duration(at, what, quoted(text));
    return;
  case Takes::Seconds:
    if (!isDuration(text, /*orSeconds=*/true))
      diag::InvalidFlagValue::duration(at, what, quoted(text));
    return;
  case Takes::Time:
    if (!mayBeMoment(text))
      diag::InvalidFlagValue::time(at, what, quoted(text));
    return;
  case Takes::Size:
    if (!isSize(text))
      diag::InvalidFlagValue::size(at, what, quoted(text));
    return;
  case Takes::Bucket:
    return checkBucket(value);
  case Takes::Text:
    return checkText(row, value);
  default:
    return;
  }
}

/// `NAME=VALUE` of a flag whose value is none of a dictionary. A word in
/// capitals is the name of a variable here, where it would stand for anything
/// elsewhere.
void ValueChecker::checkPair(const FlagRow &row, const shell::Value &value,
                             bool isUnknown) {
  StringRef text = value.text;
  bool isName = !text.empty() && llvm::all_of(text, [](char letter) {
    return llvm::isAlnum(letter) || letter == '_';
  });
  if (row.takes == Takes::Pair && !text.contains('=') && (isName || !isUnknown))
    diag::InvalidFlagValue::pair(script.at(value), spelled(flag),
                                 quoted(value.text));
}

//===----------------------------------------------------------------------===//
// Dictionaries
//===----------------------------------------------------------------------===//

void ValueChecker::reportUnknownKey(const DictionaryEntry &entry) {
  llvm::SmallVector<StringRef> keys = keysOf(flag, script.tables());
  Report report = diag::UnknownFlag::key(script.at(entry.keyRange), entry.key,
                                         spelled(flag));
  if (std::optional<NearMatch> near = findNearMatch(entry.key, keys))
    report.help("did you mean `" + near->word + "`?")
        .fix(/*safe=*/false, "write `" + near->word + "`",
             script.at(entry.keyRange), near->word);
  else
    report.help("the keys are " + formatList(keys, "and", keys.size()));
}

void ValueChecker::checkLabel(const DictionaryEntry &entry) {
  if (!isLabelKey(entry.key))
    diag::InvalidFlagValue::labelKey(script.at(entry.keyRange),
                                     quoted(entry.key))
        .help("names of labels have small letters, digits, `_` and `-`, with "
              "a letter in front");
  else if (entry.value && !script.isLeftOpen(entry.value->text) &&
           !isLabelValue(entry.value->text))
    diag::InvalidFlagValue::labelValue(script.at(*entry.value),
                                       quoted(entry.value->text))
        .help("values of labels have small letters, digits, `_` and `-`");
}

/// The keys that a dictionary is not complete without.
void ValueChecker::checkKeys(ArrayRef<DictionaryEntry> entries) {
  for (const FlagRow &row :
       script.tables().commandFlags.withCommand(flag.row->command)) {
    auto [name, key] = row.flag.split('.');
    bool isGiven = llvm::any_of(entries, [&](const DictionaryEntry &entry) {
      return entry.key == key;
    });
    if (name == flag.row->flag && !key.empty() && row.needed && !isGiven)
      diag::MissingFlag::key(script.at(flag.nameRange), spelled(flag), key);
  }
}

/// `KEY=VALUE,KEY=VALUE`. What brings parts that are not known may bring
/// anything.
void ValueChecker::checkEntries() {
  llvm::SmallVector<DictionaryEntry, 4> entries = readDictionary(flag, script);
  bool hasKeys = flag.row->takes == Takes::Dictionary;
  bool bringsMore = false;
  for (const DictionaryEntry &entry : entries) {
    bool isUnknown = hasPlaceholder(entry.key) || entry.key == "...";
    bringsMore |= isUnknown || (hasKeys && isPlaceholderWord(entry.key));
    if (isUnknown)
      continue;
    const FlagRow *row = hasKeys ? script.tables().commandFlags.find(
                                       command.row->name,
                                       (flag.row->flag + "." + entry.key).str())
                                 : nullptr;
    bool takesNone = row && (row->takes == Takes::Switch || row->optionalValue);
    if (entry.key.empty())
      diag::InvalidFlagValue::emptyKey(script.at(entry.keyRange),
                                       spelled(flag));
    else if (!entry.value && !takesNone && !isPlaceholderWord(entry.key))
      diag::InvalidFlagValue::pair(script.at(entry.keyRange), spelled(flag),
                                   quoted(entry.key));
    else if (!entry.value)
      continue;
    else if (hasKeys && !row && !isPlaceholderWord(entry.key))
      reportUnknownKey(entry);
    else if (row && !isOpen(*row, entry.key, *entry.value))
      checkOne(*row, entry.key, *entry.value);
    else if (flag.row->takes == Takes::Labels)
      checkLabel(entry);
  }
  if (hasKeys && !bringsMore && !entries.empty())
    checkKeys(entries);
}

void ValueChecker::check() {
  const FlagRow &row = *flag.row;
  if (row.takes == Takes::Switch) {
    if (flag.word)
      diag::InvalidFlagValue::none(script.at(flag.word->range), spelled(flag),
                                   quoted(script.valueOf(flag).text));
    return;
  }
  if (!flag.word) {
    if (!row.optionalValue)
      diag::InvalidFlagValue::missing(script.at(flag.nameRange), spelled(flag));
    return;
  }
  shell::Value value = script.valueOf(flag);
  bool isDictionary = llvm::is_contained(
      {Takes::Dictionary, Takes::Pairs, Takes::Labels}, row.takes);
  if (isDictionary) {
    // A word in capitals stands for the whole.
    if (!script.isLeftOpen(value.text) ||
        value.text.find('=') != std::string::npos)
      checkEntries();
    return;
  }
  bool isUnknown = isOpen(row, flag.name, value);
  if (isUnknown && row.field.empty())
    script.import.openValues->push_back(script.at(value));
  *script.import.skippedValues += isUnknown;
  checkPair(row, value, isUnknown);
  if (!isUnknown)
    checkOne(row, spelled(flag), value);
}

void gcloud::checkValue(const Flag &flag, const Command &command,
                        const ScriptContext &script) {
  ValueChecker(flag, command, script).check();
}
