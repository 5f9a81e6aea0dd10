//===- ArgumentValues.cpp - Values that the SDK refuses -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Structure.h"
#include "Diagnostics/Messages/VertexSdk.h"
#include "Frontend/Python/Context/JobDocument.h"
#include "Frontend/Python/Jobs/ArgumentTypes.h"
#include "Frontend/Python/Jobs/ArgumentWords.h"
#include "Frontend/Python/Jobs/CallArguments.h"
#include "Frontend/Python/Jobs/SdkNames.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::python;

namespace {

/// Checks the values of one call.
class ArgumentValues {
public:
  ArgumentValues(const Call &call, const Signature &signature,
                 const Context &context)
      : call(call), signature(signature), context(context) {}

  void check();

private:
  const Argument *find(StringRef name) const {
    return argumentOf(call, signature, name);
  }
  mlir::Location at(const Value &value, Place use) const {
    return context.at(value, useOf(value, use));
  }
  bool is(StringRef function) const { return signature.function == function; }
  /// True if an argument is given and not `None`.
  bool isGiven(StringRef name) const {
    const Argument *found = find(name);
    return found && !found->value->isNone();
  }

  void checkWord(StringRef field, const Value &value, Place use,
                 llvm::ArrayRef<StringRef> words, StringRef rest = "");
  void checkDurations();
  void checkName();
  void checkLabels();
  void checkTexts();
  void checkTuning();
  void checkScale();
  void checkTracking();

  const Call &call;
  const Signature &signature;
  const Context &context;
};

} // namespace

void ArgumentValues::checkDurations() {
  for (StringRef name : {"timeout", "max_wait_duration"}) {
    const Argument *given = find(name);
    if (given && given->value->kind == ValueKind::Text)
      reportType(*given->value, name, "an integer", given->place, context)
          .help("it is a number of seconds");
  }
}

void ArgumentValues::checkName() {
  constexpr size_t MostCharacters = 128;
  for (StringRef name : {"display_name", "model_display_name"}) {
    const Argument *given = find(name);
    if (given && given->value->isText() &&
        given->value->text.size() > MostCharacters)
      diag::LongDisplayName::tooLong(at(*given->value, given->place), name,
                                     given->value->text.size());
  }
}

void ArgumentValues::checkLabels() {
  for (StringRef name : {"labels", "model_labels"}) {
    const Argument *given = find(name);
    if (!given || !given->value->isDict())
      continue;
    for (const DictEntry &entry : given->value->entries) {
      const Value &value = *entry.value;
      bool isText = value.kind == ValueKind::Text;
      if (!isText && !describeType(value).empty())
        reportType(value, name, "texts", placeOf(*given->value, given->place),
                   context, "ValueError");
    }
  }
}

/// Lists of texts, and what is no list.
void ArgumentValues::checkTexts() {
  bool isScript = is("CustomJob.from_local_script");
  const Argument *requirements = find("requirements");
  if (requirements && requirements->value->kind == ValueKind::Text)
    reportLetters(*requirements->value, "requirements", requirements->place,
                  context);
  const Argument *variables = find("environment_variables");
  if (variables && variables->value->isSequence())
    reportType(*variables->value, "environment_variables", "a dictionary",
               variables->place, context, "AttributeError")
        .help("write `{NAME: VALUE}`");
  const Argument *args = find("args");
  if (!args)
    return;
  if (args->value->kind == ValueKind::Text && isScript)
    return reportLetters(*args->value, "args", args->place, context);
  if (args->value->kind == ValueKind::Text && !isBlank(args->value->text)) {
    Report report = diag::WrongType::mismatch(
        at(*args->value, args->place), "args", "a list of texts", "text");
    report.label("the service rejects the job").help("write a list of texts");
    return;
  }
  if (!isScript || !args->value->isSequence())
    return;
  // Those of run() may be numbers.
  for (const Value *item : args->value->items) {
    if (item->isInteger() || item->kind == ValueKind::Float)
      reportType(*item, "args", "a list of texts", args->place, context);
  }
}

void ArgumentValues::checkWord(StringRef field, const Value &value, Place use,
                               llvm::ArrayRef<StringRef> words,
                               StringRef rest) {
  if (!value.isText() || isBlank(value.text) ||
      llvm::is_contained(words, value.text))
    return;
  Report report =
      diag::InvalidEnumValue::invalid(at(value, use), value.text, field);
  report.label("the client raises KeyError");
  std::optional<NearMatch> near = findNearMatch(value.text, words);
  if (near)
    fixText(report, near->kind == MatchKind::Spelling, value, near->word,
            context);
  report.help("the values are " + formatList(words, "and") + rest);
}

void ArgumentValues::checkTuning() {
  if (!is("HyperparameterTuningJob"))
    return;
  if (const Argument *algorithm = find("search_algorithm"))
    checkWord("search_algorithm", *algorithm->value, algorithm->place,
              wordsOfArgument("search_algorithm"),
              "; without one the search is a Bayesian optimization");
  if (const Argument *selection = find("measurement_selection"))
    checkWord("measurement_selection", *selection->value, selection->place,
              wordsOfArgument("measurement_selection"));
  const Argument *metrics = find("metric_spec");
  if (!metrics || !metrics->value->isDict())
    return;
  for (const DictEntry &entry : metrics->value->entries) {
    bool isKnown = entry.value->isText();
    std::string upper = isKnown ? entry.value->text.upper() : "";
    if (upper != "MAXIMIZE" && upper != "MINIMIZE")
      checkWord("metric_spec", *entry.value,
                placeOf(*metrics->value, metrics->place),
                {"maximize", "minimize"});
  }
}

void ArgumentValues::checkScale() {
  const Argument *scale = find("scale");
  if (!scale || !scale->value->isText() || isBlank(scale->value->text))
    return;
  StringRef word = scale->value->text;
  llvm::ArrayRef<StringRef> words = wordsOfArgument("scale");
  if (llvm::is_contained(words, word))
    return;
  StringRef meant =
      llvm::StringSwitch<StringRef>(word.lower())
          .Cases({"logarithmic", "unit_log_scale"}, "log")
          .Case("unit_linear_scale", "linear")
          .Cases({"unit_reverse_log_scale", "reverse-log"}, "reverse_log")
          .Default("");
  if (std::optional<NearMatch> near = findNearMatch(word, words);
      near && meant.empty())
    meant = near->word;
  Report report = diag::UnknownScale::dropped(at(*scale->value, scale->place),
                                              printed(*scale->value));
  if (!meant.empty())
    fixText(report, /*safe=*/false, *scale->value, meant, context);
  report.help("the scales are " + formatList(words, "and"));
}

void ArgumentValues::checkTracking() {
  if (is("init")) {
    const Argument *description = find("experiment_description");
    if (!call.isOpen && isGiven("experiment_description") &&
        !isGiven("experiment"))
      diag::MissingArgument::beside(context.at(description->place),
                                    "experiment_description", "experiment")
          .label("raises ValueError");
    return;
  }
  if (!is("CustomJob.run") && !is("CustomJob.submit"))
    return;
  const Argument *tensorboard = find("tensorboard");
  auto isKnown = [&](StringRef name) {
    const Argument *found = find(name);
    return found && (found->value->kind == ValueKind::Text ||
                     found->value->kind == ValueKind::Object);
  };
  if (isKnown("experiment") && isKnown("tensorboard"))
    diag::ExclusiveFields::together(context.at(tensorboard->place),
                                    "`experiment` and `tensorboard`")
        .label("raises ValueError")
        .note(context.at(find("experiment")->place), "the experiment");
  const Call *made = call.receiver ? call.receiver->call : nullptr;
  const Signature *script = sdkSignature("CustomJob.from_local_script");
  if (call.isOpen || isGiven("experiment") || !made ||
      !sdkNameOf(made->callee).isSdk(script->function))
    return;
  const Argument *autolog = argumentOf(*made, *script, "enable_autolog");
  if (autolog && autolog->value->truth() == true)
    diag::MissingArgument::autolog(context.at(call.calleePlace))
        .label("raises ValueError")
        .note(context.at(autolog->place), "logs to an experiment");
}

void ArgumentValues::check() {
  checkDurations();
  checkName();
  checkLabels();
  checkTexts();
  checkTuning();
  checkScale();
  checkTracking();
}

void python::checkArgumentValues(const Call &call, const Signature &signature,
                                 const Context &context) {
  ArgumentValues(call, signature, context).check();
}
