//===- RuleCommands.cpp - trainlint explain and trainlint rules -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine/Commands.h"
#include "Diagnostics/RuleCatalog.h"
#include "Diagnostics/RuleFilter.h"
#include "Driver/Run.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace trainlint;
using namespace trainlint::cli;
using llvm::raw_ostream;
using llvm::StringRef;
using llvm::opt::InputArgList;

static StringRef describe(Fixability fix) {
  switch (fix) {
  case Fixability::NoFix:
    return "none";
  case Fixability::SafeFix:
    return "safe";
  case Fixability::UnsafeFix:
    return "unsafe";
  }
  llvm_unreachable("unknown fixability");
}

static StringRef describe(Confidence confidence) {
  switch (confidence) {
  case Confidence::Exact:
    return "exact: the text itself shows it";
  case Confidence::Table:
    return "table: the platform's own list or documented rejection shows it";
  case Confidence::Dated:
    return "dated: a later or dated source shows it";
  }
  llvm_unreachable("unknown confidence");
}

static void explainText(raw_ostream &os, const RuleInfo &rule) {
  os << rule.name << " (" << rule.code << ", " << spellingOf(rule.severity)
     << ")\n"
     << rule.summary << "\n\n"
     << rule.explanation.trim() << "\n\n"
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
     << "fix: " << describe(rule.fix) << "\n";
  for (StringRef source : rule.sources)
    os << "source: " << source << "\n";
  for (StringRef table : rule.tables)
    os << "table: " << table << "\n";
}

static void explainMarkdown(raw_ostream &os, const RuleInfo &rule) {
  StringRef language = rule.exampleName.ends_with(".sh") ? "sh" : "yaml";
  os << "# " << rule.name << "\n\n"
     << rule.summary << "\n\n"
     << "| code | severity | confidence | fix | group |\n"
     << "| --- | --- | --- | --- | --- |\n"
     << "| " << rule.code << " | " << spellingOf(rule.severity) << " | "
     << spellingOf(rule.confidence) << " | " << describe(rule.fix) << " | "
     << rule.group << " |\n\n"
     << rule.explanation.trim() << "\n\n"
     << "## Example\n\n```" << language << "\n"
     << rule.bad << "```\n\nMended:\n\n```" << language << "\n"
     << rule.good << "```\n";
  if (!rule.sources.empty() || !rule.tables.empty())
    os << "\n## Sources\n\n";
  for (StringRef source : rule.sources)
    os << "- " << source << "\n";
  for (StringRef table : rule.tables)
    os << "- table [" << table << "](../../tables/" << table << ".csv)\n";
}

int cli::explainCommand(const InputArgList &arguments, Streams streams) {
  llvm::SmallVector<RuleId> wanted;
  if (arguments.hasArg(OPT_all)) {
    for (size_t i = 0; i < allRules().size(); ++i)
      wanted.push_back(static_cast<RuleId>(i));
  }
  for (const llvm::opt::Arg *input : arguments.filtered(OPT_INPUT)) {
    auto rules = resolveSelector(input->getValue());
    if (!rules)
      return usageError(streams, llvm::toString(rules.takeError()));
    llvm::append_range(wanted, *rules);
  }
  if (wanted.empty())
    return usageError(streams, "`trainlint explain` needs a rule");
  bool markdown = arguments.hasArg(OPT_markdown);
  for (const auto &[index, rule] : llvm::enumerate(wanted)) {
    if (index > 0)
      streams.out << "\n";
    if (markdown)
      explainMarkdown(streams.out, infoOf(rule));
    else
      explainText(streams.out, infoOf(rule));
  }
  return ExitClean;
}

static void printRulesJson(raw_ostream &os) {
  llvm::json::OStream out(os, 2);
  out.array([&] {
    for (const RuleInfo &rule : allRules()) {
      out.object([&] {
        out.attribute("name", rule.name);
        out.attribute("code", rule.code);
        out.attribute("severity", spellingOf(rule.severity));
        out.attribute("confidence", spellingOf(rule.confidence));
        out.attribute("fix", describe(rule.fix));
        out.attribute("group", rule.group);
        out.attribute("summary", rule.summary);
        out.attribute("explanation", rule.explanation.trim());
        out.attribute("bad", rule.bad);
        out.attribute("good", rule.good);
        out.attribute("example_name", rule.exampleName);
        out.attribute("options", rule.exampleOptions);
        out.attribute("suppressible", rule.suppressible);
        out.attributeArray("sources", [&] {
          for (StringRef source : rule.sources)
            out.value(source);
        });
        out.attributeArray("tables", [&] {
          for (StringRef table : rule.tables)
            out.value(table);
        });
      });
    }
  });
  os << "\n";
}

int cli::rulesCommand(const InputArgList &arguments, Streams streams) {
  if (arguments.hasArg(OPT_json)) {
    printRulesJson(streams.out);
    return ExitClean;
  }
  StringRef group;
  for (const RuleInfo &rule : allRules()) {
    if (rule.group != group)
      streams.out << (group.empty() ? "" : "\n") << rule.groupTitle << " ("
                  << rule.group << ")\n";
    group = rule.group;
    streams.out << "  " << rule.code << "  "
                << llvm::left_justify(spellingOf(rule.severity), 9)
                << llvm::left_justify(rule.name, 34) << rule.summary << "\n";
  }
  return ExitClean;
}
