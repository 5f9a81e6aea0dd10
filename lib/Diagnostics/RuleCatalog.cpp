//===- RuleCatalog.cpp - What there is to know about a rule ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/RuleCatalog.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;

#include "Diagnostics/RuleInfo.inc"

template <>
const RuleText *RulePool::all<RuleText>() {
  return RuleLists;
}

ArrayRef<RuleInfo> trainlint::allRules() { return RuleTable; }

const RuleInfo &trainlint::infoOf(RuleId rule) {
  return RuleTable[static_cast<size_t>(rule)];
}

bool trainlint::isNamed(const RuleInfo &rule, StringRef nameOrCode) {
  return nameOrCode == rule.name || nameOrCode == rule.code ||
         llvm::is_contained(rule.formerNames, nameOrCode);
}

std::optional<RuleId> trainlint::findRule(StringRef nameOrCode) {
  for (const auto &[index, rule] : llvm::enumerate(RuleTable)) {
    if (isNamed(rule, nameOrCode))
      return static_cast<RuleId>(index);
  }
  return std::nullopt;
}

ArrayRef<StringRef> trainlint::ruleNames() {
  static const auto *names = [] {
    auto *list = new llvm::SmallVector<StringRef, 0>();
    for (const RuleInfo &rule : RuleTable)
      list->push_back(rule.name);
    return list;
  }();
  return *names;
}

StringRef trainlint::spellingOf(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Info:
    return "info";
  }
  llvm_unreachable("unknown severity");
}

std::optional<Severity> trainlint::parseSeverity(StringRef text) {
  return llvm::StringSwitch<std::optional<Severity>>(text)
      .Case("error", Severity::Error)
      .Case("warning", Severity::Warning)
      .Case("info", Severity::Info)
      .Default(std::nullopt);
}

StringRef trainlint::spellingOf(Fixability fix) {
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

StringRef trainlint::spellingOf(Confidence confidence) {
  switch (confidence) {
  case Confidence::Exact:
    return "exact";
  case Confidence::Client:
    return "client";
  case Confidence::Table:
    return "table";
  case Confidence::Dated:
    return "dated";
  }
  llvm_unreachable("unknown confidence");
}

std::string trainlint::documentationPage(const RuleInfo &rule) {
  return ("docs/rules/" + rule.name.ref() + ".md").str();
}
