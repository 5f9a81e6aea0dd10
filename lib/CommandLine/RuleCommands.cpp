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
#include "Output/RulePage.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace trainlint;
using namespace trainlint::cli;
using llvm::raw_ostream;
using llvm::opt::InputArgList;

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
      printRuleMarkdown(streams.out, infoOf(rule));
    else
      printRuleText(streams.out, infoOf(rule));
  }
  return ExitClean;
}

static void printRulesJson(raw_ostream &os) {
  llvm::json::OStream out(os, 2);
  out.array([&] {
    for (const RuleInfo &rule : allRules()) {
      out.object([&] {
        out.attribute("name", rule.name.ref());
        out.attribute("code", rule.code.ref());
        out.attribute("severity", spellingOf(rule.severity));
        out.attribute("confidence", spellingOf(rule.confidence));
        out.attribute("fix", spellingOf(rule.fix));
        out.attribute("group", rule.group.ref());
        out.attribute("summary", rule.summary.ref());
        out.attribute("explanation", rule.explanation.ref().trim());
        out.attribute("bad", rule.bad.ref());
        out.attribute("good", rule.good.ref());
        out.attribute("example_name", rule.exampleName.ref());
        out.attribute("options", rule.exampleOptions.ref());
        out.attribute("program", rule.exampleProgram.ref());
        out.attribute("suppressible", rule.suppressible);
        out.attributeArray("former_names", [&] {
          for (StringRef former : rule.formerNames)
            out.value(former);
        });
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
