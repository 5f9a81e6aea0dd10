//===- RuleFilter.cpp - Which rules are checked, how severely -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/RuleFilter.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/PathGlob.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;

RuleFilter::RuleFilter()
    : enabled(allRules().size()), ignored(allRules().size()),
      severities(allRules().size()) {
  for (const auto &[index, rule] : llvm::enumerate(allRules()))
    enabled[index] = !rule.optIn;
}

static bool matchesName(const PathGlob &pattern, const RuleInfo &rule) {
  return pattern.matches(rule.name) || pattern.matches(rule.code) ||
         llvm::any_of(rule.formerNames,
                      [&](StringRef name) { return pattern.matches(name); });
}

llvm::Expected<llvm::SmallVector<RuleId>>
trainlint::resolveSelector(StringRef selector) {
  llvm::SmallVector<RuleId> found;
  std::optional<PathGlob> pattern;
  if (PathGlob::isPattern(selector))
    pattern.emplace(selector);
  llvm::SmallVector<StringRef> words(ruleNames());
  for (const auto &[index, rule] : llvm::enumerate(allRules())) {
    bool matches = pattern ? matchesName(*pattern, rule)
                           : isNamed(rule, selector) ||
                                 selector == rule.group || selector == "all";
    if (matches)
      found.push_back(static_cast<RuleId>(index));
    if (!llvm::is_contained(words, rule.group))
      words.push_back(rule.group);
  }
  if (!found.empty())
    return found;
  std::string message = ("`" + selector + "` is not a rule").str();
  if (std::optional<NearMatch> near = findNearMatch(selector, words))
    message += ("; did you mean `" + near->word + "`?").str();
  return llvm::createStringError(message);
}

llvm::Error RuleFilter::select(StringRef selector) {
  auto rules = resolveSelector(selector);
  if (!rules)
    return rules.takeError();
  if (!selecting)
    enabled.assign(enabled.size(), false);
  selecting = true;
  for (RuleId rule : *rules)
    enabled[static_cast<size_t>(rule)] = true;
  return llvm::Error::success();
}

llvm::Error RuleFilter::ignore(StringRef selector) {
  auto rules = resolveSelector(selector);
  if (!rules)
    return rules.takeError();
  for (RuleId rule : *rules) {
    enabled[static_cast<size_t>(rule)] = false;
    ignored[static_cast<size_t>(rule)] = true;
  }
  return llvm::Error::success();
}

llvm::Error RuleFilter::setSeverity(StringRef selector, StringRef severity) {
  if (severity == "off")
    return ignore(selector);
  std::optional<Severity> level = parseSeverity(severity);
  if (!level)
    return llvm::createStringError(
        ("`" + severity +
         "` is not a severity; the severities are error, "
         "warning, info and off")
            .str());
  auto rules = resolveSelector(selector);
  if (!rules)
    return rules.takeError();
  for (RuleId rule : *rules) {
    auto index = static_cast<size_t>(rule);
    severities[index] = level;
    if (infoOf(rule).optIn && !selecting && !ignored[index])
      enabled[index] = true;
  }
  return llvm::Error::success();
}

void RuleFilter::apply(std::vector<Finding> &findings) const {
  llvm::erase_if(findings, [&](const Finding &finding) {
    return !isEnabled(finding.rule);
  });
  for (Finding &finding : findings) {
    if (auto severity = severities[static_cast<size_t>(finding.rule)])
      finding.severity = *severity;
  }
}
