//===- ValueCompletion.cpp - Values that fit the rest of a job ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/FindingCollector.h"
#include "Dialect/Job/Checks/ValueChoices.h"
#include "Dialect/Job/Checks/ValueInfo.h"
#include "LSP/Completion.h"
#include "LSP/Markup.h"
#include "Support/LLVM.h"
#include "Text/Yaml/ScalarType.h"
#include "mlir/Pass/PassManager.h"

using namespace trainlint;
using namespace trainlint::lsp;

namespace {

/// What the checks say of a value: nothing, that it works for now, that it is
/// doubtful, or that it does not work.
enum class Verdict : uint8_t { Fine, Deprecated, Doubtful, Wrong };

/// Tries values in a field: the checks tell which of them fit the rest of the
/// job, so that what is offered has no finding.
class Trial {
public:
  Trial(Analysis &analysis, const FieldValue &field)
      : field(field), place(analysis.text()), training(job::jobOf(field.op)),
        passes(training->getContext(), job::TrainingOp::getOperationName()) {
    sources.add(analysis.text());
    passes.enableVerifier(false);
    job::addChecks(passes, analysis.checkContext(), training.getPlatform());
  }

  Verdict judge(job::ValueAttr value) {
    mlir::Attribute before = field.op->getAttr(field.field);
    field.op->setAttr(field.field, value);
    FindingCollector collector(training->getContext(), sources);
    (void)passes.run(training);
    field.op->setAttr(field.field, before);
    Verdict verdict = Verdict::Fine;
    for (const Finding &finding : collector.take())
      verdict = std::max(verdict, verdictOf(finding));
    return verdict;
  }

private:
  bool isHere(const Place &at) const {
    return at.buffer == &place && at.range == field.range;
  }

  Verdict verdictOf(const Finding &finding) const {
    bool concerns = isHere(finding.place) ||
                    llvm::any_of(finding.related, [&](const auto &related) {
                      return isHere(related.place);
                    });
    if (!concerns)
      return Verdict::Fine;
    if (finding.severity == Severity::Error)
      return Verdict::Wrong;
    if (infoOf(finding.rule).tag == RuleTag::Deprecated)
      return Verdict::Deprecated;
    return finding.severity == Severity::Info ? Verdict::Fine
                                              : Verdict::Doubtful;
  }

  FieldValue field;
  const SourceBuffer &place;
  job::TrainingOp training;
  SourceSet sources;
  mlir::PassManager passes;
};

struct Judged {
  job::ValueChoice choice;
  Verdict verdict;
};

} // namespace

/// The choices of which the checks say the least, old ones last; what is
/// doubtful or wrong is left out where something else is not.
static std::vector<Judged> judge(Analysis &analysis, const FieldValue &field,
                                 std::vector<job::ValueChoice> choices) {
  Trial trial(analysis, field);
  std::vector<Judged> judged;
  Verdict best = Verdict::Wrong;
  for (job::ValueChoice &choice : choices) {
    Verdict verdict = trial.judge(choice.value);
    best = std::min(best, verdict);
    judged.push_back({std::move(choice), verdict});
  }
  Verdict worst = std::max(best, Verdict::Deprecated);
  llvm::erase_if(judged,
                 [&](const Judged &one) { return one.verdict > worst; });
  llvm::stable_sort(judged, [](const Judged &a, const Judged &b) {
    return a.verdict < b.verdict;
  });
  return judged;
}

/// A text that YAML would take for a number needs quotes.
static std::string written(StringRef text, job::ValueAttr value,
                           bool needsQuotes) {
  bool isText = value.getString().has_value() &&
                yaml::typeOfPlain(text) != yaml::ScalarType::String;
  return needsQuotes && isText ? ("\"" + text + "\"").str() : text.str();
}

void lsp::addValues(Analysis &probed, uint32_t offset, bool needsQuotes,
                    std::vector<CompletionItem> &items) {
  std::optional<FieldValue> field = probed.valueAt(offset);
  if (!field)
    return;
  std::vector<job::ValueChoice> choices =
      job::choicesFor(field->op, field->field, probed.tables());
  if (choices.empty())
    return;
  for (Judged &judged : judge(probed, *field, std::move(choices))) {
    const job::ValueChoice &choice = judged.choice;
    CompletionItem item;
    item.label = choice.text;
    item.text = written(choice.text, choice.value, needsQuotes);
    item.isDeprecated = judged.verdict == Verdict::Deprecated;
    if (auto info = job::infoOfValue(field->op, field->field, choice.value,
                                     probed.checkContext())) {
      item.detail = info->summary;
      item.documentation = describeValue(choice.text, *info);
    }
    items.push_back(std::move(item));
  }
}
