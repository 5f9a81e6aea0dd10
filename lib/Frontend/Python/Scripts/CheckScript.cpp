//===- CheckScript.cpp - Jobs against their scripts -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Scripts/CheckScript.h"
#include "Diagnostics/Messages/TrainerScripts.h"
#include "Diagnostics/Report.h"
#include "Diagnostics/SourceSet.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"
#include "llvm/ADT/StringSet.h"

using namespace trainlint;
using namespace trainlint::python;

using Parsing = ScriptInterface::Parsing;

static constexpr llvm::StringLiteral UnknownWord = "${}";

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

namespace {
/// The options that the name on a command line may mean.
struct OptionMatch {
  llvm::SmallVector<const ScriptOption *, 2> options;
  /// As the script names them.
  llvm::SmallVector<StringRef, 2> names;
};
} // namespace

/// As argparse looks for them: the name itself, or all that begin so.
static OptionMatch findOption(StringRef name, const ScriptInterface &script) {
  OptionMatch match;
  auto own = script.byName.find(name);
  if (own != script.byName.end()) {
    match.options = {&script.options[own->second]};
    match.names = {name};
    return match;
  }
  if (!script.allowsPrefixes || !name.starts_with("--"))
    return match;
  for (const ScriptOption &option : script.options) {
    for (StringRef candidate : option.names) {
      if (!candidate.starts_with(name))
        continue;
      match.names.push_back(candidate);
      if (match.options.empty() || match.options.back() != &option)
        match.options.push_back(&option);
    }
  }
  return match;
}

/// The option that `-e` or `-e5` gives.
static const ScriptOption *findShort(StringRef word,
                                     const ScriptInterface &script) {
  for (const ScriptOption &option : script.options)
    for (StringRef name : option.names)
      if (name.starts_with("-") && !name.starts_with("--") &&
          word.starts_with(name))
        return &option;
  return nullptr;
}

static std::optional<NearMatch> nearOption(StringRef name,
                                           const ScriptInterface &script) {
  llvm::SmallVector<StringRef> names;
  for (const ScriptOption &option : script.options)
    for (StringRef candidate : option.names)
      if (candidate.starts_with("--"))
        names.push_back(candidate);
  return findNearMatch(name, names);
}

static mlir::Location placeIn(Place place, mlir::LocationAttr like) {
  if (!place)
    return mlir::Location(like);
  return makeLocation(like.getContext(), *place.buffer, place.range);
}

/// What stands in a file that a command names is of interest there with the
/// command.
static void noteSender(Report &report, mlir::LocationAttr location,
                       mlir::LocationAttr sender) {
  auto fileOf = [](mlir::LocationAttr at) -> mlir::StringAttr {
    auto range = at ? at.findInstanceOf<mlir::FileLineColRange>()
                    : mlir::FileLineColRange();
    return range ? range.getFilename() : mlir::StringAttr();
  };
  if (sender && fileOf(sender) != fileOf(location))
    report.note(mlir::Location(sender), "the job is sent by this");
}

/// Says what is offered in the place of the option that a word begins with.
static void offer(Report &report, StringRef name, StringRef prefix,
                  StringRef rest, mlir::LocationAttr where,
                  const ScriptInterface &script) {
  std::optional<NearMatch> near = nearOption(name, script);
  if (!near)
    return;
  report.help("did you mean `" + near->word + "`?");
  std::string text = (near->word.drop_front(prefix.size()) + rest).str();
  if (where)
    report.fix(/*safe=*/false, "write `" + text + "`", where, text);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

namespace {
/// Goes over the words as argparse does.
class ArgumentCheck {
public:
  ArgumentCheck(const GivenArguments &given, const TrainerScript &script)
      : given(given), script(script), interface(script.interface),
        isComplete(given.isComplete) {}

  void check();

private:
  void checkWord(const GivenArgument &word);
  void checkOption(const GivenArgument &word, StringRef name);
  void reportUnknown(const GivenArgument &word, StringRef name);
  void checkRequired() const;
  void take(const ScriptOption &option, bool hasValue);

  const GivenArguments &given;
  const TrainerScript &script;
  const ScriptInterface &interface;
  llvm::SmallPtrSet<const ScriptOption *, 8> taken;
  bool isComplete;
  /// The words of a command line that is not meant for the script at all need
  /// not all be named.
  static constexpr unsigned MostReports = 20;
  unsigned reports = 0;
  /// True behind an option whose value is the next word.
  bool awaitsValue = false;
  /// True behind `--`.
  bool isOver = false;
};
} // namespace

void ArgumentCheck::take(const ScriptOption &option, bool hasValue) {
  taken.insert(&option);
  awaitsValue = option.takesValue && !hasValue;
}

void ArgumentCheck::reportUnknown(const GivenArgument &word, StringRef name) {
  if (++reports > MostReports)
    return;
  mlir::Location location(word.location);
  Report report =
      interface.parsing == Parsing::Strict
          ? diag::ScriptUnknownFlag::unknown(location, script.name, name)
          : diag::ScriptUnknownFlag::ignored(location, script.name, name);
  report.note(placeIn(interface.parsePlace, word.location),
              "the script reads its options here");
  noteSender(report, word.location, given.sender);
  offer(report, name, "", StringRef(word.text).drop_front(name.size()),
        word.writtenAt, interface);
}

void ArgumentCheck::checkOption(const GivenArgument &word, StringRef name) {
  OptionMatch match = findOption(name, interface);
  bool hasValue = StringRef(word.text).contains('=');
  if (match.options.empty()) {
    if (!word.isAdded)
      reportUnknown(word, name);
    return;
  }
  if (match.options.size() > 1 && !word.isAdded && ++reports <= MostReports) {
    llvm::SmallVector<std::string> names;
    for (StringRef option : match.names)
      names.push_back(quoted(option));
    Report report = diag::ScriptUnknownFlag::ambiguous(
        mlir::Location(word.location), name,
        formatList(llvm::ArrayRef<std::string>(names), "and"), script.name);
    noteSender(report, word.location, given.sender);
  }
  for (const ScriptOption *option : match.options)
    take(*option, hasValue);
}

void ArgumentCheck::checkWord(const GivenArgument &word) {
  StringRef text = word.text;
  bool isValue = std::exchange(awaitsValue, false);
  if (isOver)
    return;
  if (text == "--") {
    isOver = true;
    return;
  }
  StringRef name = text.split('=').first;
  // A name that is not known may be any option, and so may a word of which
  // nothing is known, unless it is the value of the one before.
  if (name.contains(UnknownWord)) {
    isComplete &= isValue && !name.starts_with("-");
    return;
  }
  // A word with spaces is a value; which words it becomes where a shell has a
  // hand in it, nobody knows.
  if (name.find_first_of(" \t\n") != StringRef::npos) {
    isComplete &= isValue;
    return;
  }
  if (name.starts_with("--"))
    return checkOption(word, name);
  if (text.starts_with("-"))
    if (const ScriptOption *option = findShort(text, interface))
      take(*option, text.size() > 2);
}

void ArgumentCheck::checkRequired() const {
  if (!isComplete)
    return;
  llvm::SmallVector<std::string> names;
  const ScriptOption *first = nullptr;
  for (const ScriptOption &option : interface.options) {
    if (!option.isRequired || taken.contains(&option))
      continue;
    first = first ? first : &option;
    StringRef name = option.names.front();
    for (StringRef candidate : option.names)
      if (candidate.starts_with("--")) {
        name = candidate;
        break;
      }
    names.push_back(quoted(name));
  }
  if (!first)
    return;
  Report report = diag::ScriptRequiredFlag::missing(
      mlir::Location(given.location),
      formatList(llvm::ArrayRef<std::string>(names), "and"), script.name);
  report.note(placeIn(first->place, given.location), "it is required here");
  noteSender(report, given.location, given.sender);
}

void ArgumentCheck::check() {
  if (interface.parsing == Parsing::Unknown)
    return;
  for (const GivenArgument &word : given.words)
    checkWord(word);
  checkRequired();
}

void python::checkArguments(const GivenArguments &given,
                            const TrainerScript &script) {
  ArgumentCheck(given, script).check();
}

//===----------------------------------------------------------------------===//
// Studies
//===----------------------------------------------------------------------===//

void python::checkParameters(llvm::ArrayRef<StudyName> parameters,
                             const TrainerScript &script,
                             mlir::LocationAttr sender) {
  const ScriptInterface &interface = script.interface;
  if (interface.parsing == Parsing::Unknown)
    return;
  for (const StudyName &parameter : parameters) {
    std::string flag = ("--" + parameter.name).str();
    if (parameter.name.empty() || !findOption(flag, interface).options.empty())
      continue;
    mlir::Location location(parameter.location);
    Report report = interface.parsing == Parsing::Strict
                        ? diag::TuningParameterFlag::unknown(
                              location, parameter.name, script.name)
                        : diag::TuningParameterFlag::ignored(
                              location, parameter.name, script.name);
    report.note(placeIn(interface.parsePlace, parameter.location),
                "the script reads its options here");
    noteSender(report, parameter.location, sender);
    offer(report, flag, "--", "", parameter.writtenAt, interface);
  }
}

void python::checkMetrics(llvm::ArrayRef<StudyName> metrics,
                          const TrainerScript &script,
                          mlir::LocationAttr sender) {
  const ScriptInterface &interface = script.interface;
  if (!interface.knowsMetrics || metrics.empty())
    return;
  llvm::StringSet<> asked, seen;
  for (const StudyName &wanted : metrics)
    asked.insert(wanted.name);
  llvm::SmallVector<std::string> reported;
  for (const ReportedMetric &metric : interface.metrics) {
    if (asked.contains(metric.tag))
      return;
    if (seen.insert(metric.tag).second)
      reported.push_back(quoted(metric.tag));
  }
  const StudyName &wanted = metrics.front();
  Report report = diag::MetricNotReported::absent(
      mlir::Location(wanted.location), script.name, wanted.name);
  report.note(placeIn(interface.metrics.front().place, wanted.location),
              "it reports " +
                  formatList(llvm::ArrayRef<std::string>(reported), "and"));
  noteSender(report, wanted.location, sender);
}
