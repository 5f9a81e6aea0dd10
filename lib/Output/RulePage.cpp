//===- RulePage.cpp - What there is to read about a rule ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output/RulePage.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using llvm::raw_ostream;

static StringRef describe(Confidence confidence) {
  switch (confidence) {
  case Confidence::Exact:
    return "exact: the text itself shows it";
  case Confidence::Client:
    return "client: the tool that sends the job refuses it";
  case Confidence::Table:
    return "table: the platform's own list or documented rejection shows it";
  case Confidence::Dated:
    return "dated: a later or dated source shows it";
  }
  llvm_unreachable("unknown confidence");
}

/// The option that asks for a rule which is not reported otherwise.
static std::string optionFor(const RuleInfo &rule) {
  return llvm::formatv("`--severity={0}={1}`", rule.name.ref(),
                       spellingOf(rule.severity));
}

StringRef trainlint::exampleLanguage(const RuleInfo &rule) {
  return llvm::StringSwitch<StringRef>(
             rule.exampleName.ref().rsplit('.').second)
      .Case("sh", "sh")
      .Case("py", "python")
      .Case("ipynb", "json")
      .Default("yaml");
}

void trainlint::printRuleText(raw_ostream &os, const RuleInfo &rule) {
  os << rule.name << " (" << rule.code << ", " << spellingOf(rule.severity)
     << ")\n"
     << rule.summary << "\n\n"
     << rule.explanation.ref().trim() << "\n\n"
     << "bad:\n\n";
  auto printIndented = [&](StringRef text) {
    while (!text.empty()) {
      auto [line, rest] = text.split('\n');
      os << (line.empty() ? "" : "    ") << line << "\n";
      text = rest;
    }
  };
  printIndented(rule.bad);
  os << "\ngood:\n\n";
  printIndented(rule.good);
  os << "\nconfidence: " << describe(rule.confidence) << "\n"
     << "fix: " << spellingOf(rule.fix) << "\n";
  if (rule.optIn)
    os << "reported: where " << optionFor(rule) << " asks for it\n";
  for (StringRef former : rule.formerNames)
    os << "former name: " << former << "\n";
  for (StringRef source : rule.sources)
    os << "source: " << source << "\n";
  for (StringRef table : rule.tables)
    os << "table: " << table << "\n";
}

void trainlint::printRuleMarkdown(raw_ostream &os, const RuleInfo &rule) {
  StringRef language = exampleLanguage(rule);
  os << "# " << rule.name << "\n\n"
     << rule.summary << "\n\n"
     << "| code | severity | confidence | fix | group |\n"
     << "| --- | --- | --- | --- | --- |\n"
     << "| " << rule.code << " | " << spellingOf(rule.severity) << " | "
     << spellingOf(rule.confidence) << " | " << spellingOf(rule.fix) << " | "
     << rule.group << " |\n\n"
     << rule.explanation.ref().trim() << "\n\n";
  if (rule.optIn)
    os << "Not reported unless " << optionFor(rule)
       << " or `severity` of a configuration asks for it.\n\n";
  for (StringRef former : rule.formerNames)
    os << "The former name of this rule, `" << former
       << "`, is still understood.\n\n";
  os << "## Example\n\n```" << language << "\n"
     << rule.bad << "```\n\nFixed:\n\n```" << language << "\n"
     << rule.good << "```\n";
  if (!rule.sources.empty() || !rule.tables.empty())
    os << "\n## Sources\n\n";
  for (StringRef source : rule.sources)
    os << "- " << source << "\n";
  for (StringRef table : rule.tables)
    os << "- table [" << table << "](../../tables/" << table << ".csv)\n";
}
