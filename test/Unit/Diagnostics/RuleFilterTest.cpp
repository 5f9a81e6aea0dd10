//===- RuleFilterTest.cpp - Tests of selecting rules ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/RuleFilter.h"
#include "Diagnostics/RuleIds.h"
#include "TestHelpers.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::test;
using llvm::StringRef;

/// How many rules a filter lets through.
static size_t countEnabled(const RuleFilter &filter) {
  size_t count = 0;
  for (size_t i = 0; i < allRules().size(); ++i)
    count += filter.isEnabled(static_cast<RuleId>(i));
  return count;
}

/// How many rules satisfy a condition.
template <typename Condition>
static size_t countRules(Condition condition) {
  return llvm::count_if(allRules(), condition);
}

/// How many rules are reported where nobody asks for more.
static size_t unaskedRules() {
  return countRules([](const RuleInfo &rule) { return !rule.optIn; });
}

TEST(RuleFilterTest, OnlyRulesToAskForAreDisabledAtFirst) {
  EXPECT_EQ(countEnabled(RuleFilter()), unaskedRules());
}

TEST(RuleFilterTest, TheFirstSelectionStartsFromNothing) {
  RuleFilter filter;
  EXPECT_EQ(messageOf(filter.select("duplicate-key")), "");
  EXPECT_EQ(countEnabled(filter), 1u);
  EXPECT_TRUE(filter.isEnabled(RuleId::DuplicateKey));
  EXPECT_EQ(messageOf(filter.select("TL0001")), "");
  EXPECT_EQ(countEnabled(filter), 2u);
  EXPECT_TRUE(filter.isEnabled(RuleId::YamlSyntax));
}

TEST(RuleFilterTest, SelectorsNameGroupsAndPatterns) {
  RuleFilter group;
  EXPECT_EQ(messageOf(group.select("syntax")), "");
  EXPECT_EQ(countEnabled(group), countRules([](const RuleInfo &rule) {
              return rule.group.ref() == "syntax";
            }));
  EXPECT_GT(countEnabled(group), 1u);

  RuleFilter names;
  EXPECT_EQ(messageOf(names.select("*-field")), "");
  EXPECT_EQ(countEnabled(names), countRules([](const RuleInfo &rule) {
              return rule.name.ref().ends_with("-field");
            }));
  EXPECT_TRUE(names.isEnabled(RuleId::UnknownField));

  RuleFilter codes;
  EXPECT_EQ(messageOf(codes.select("TL00*")), "");
  EXPECT_EQ(countEnabled(codes), countRules([](const RuleInfo &rule) {
              return rule.code.ref().starts_with("TL00");
            }));

  RuleFilter all;
  EXPECT_EQ(messageOf(all.select("all")), "");
  EXPECT_EQ(countEnabled(all), allRules().size());
}

TEST(RuleFilterTest, Ignore) {
  RuleFilter filter;
  EXPECT_EQ(messageOf(filter.ignore("TL0002")), "");
  EXPECT_FALSE(filter.isEnabled(RuleId::DuplicateKey));
  EXPECT_EQ(countEnabled(filter), unaskedRules() - 1);
  EXPECT_EQ(messageOf(filter.ignore("all")), "");
  EXPECT_EQ(countEnabled(filter), 0u);
}

TEST(RuleFilterTest, ASeverityAsksForARule) {
  RuleFilter filter;
  EXPECT_FALSE(filter.isEnabled(RuleId::YamlPortability));
  EXPECT_EQ(messageOf(filter.setSeverity("yaml-portability", "info")), "");
  EXPECT_TRUE(filter.isEnabled(RuleId::YamlPortability));
  RuleFilter selected;
  EXPECT_EQ(messageOf(selected.select("yaml-portability")), "");
  EXPECT_TRUE(selected.isEnabled(RuleId::YamlPortability));
  RuleFilter ignored;
  EXPECT_EQ(messageOf(ignored.ignore("yaml-portability")), "");
  EXPECT_EQ(messageOf(ignored.setSeverity("yaml-portability", "info")), "");
  EXPECT_FALSE(ignored.isEnabled(RuleId::YamlPortability));
}

TEST(RuleFilterTest, UnknownSelectorsChangeNothing) {
  RuleFilter filter;
  EXPECT_EQ(messageOf(filter.select("duplicate-keys")),
            "`duplicate-keys` is not a rule; did you mean `duplicate-key`?");
  EXPECT_EQ(messageOf(filter.ignore("syntaxx")),
            "`syntaxx` is not a rule; did you mean `syntax`?");
  EXPECT_EQ(messageOf(filter.select("zzz*")), "`zzz*` is not a rule");
  EXPECT_EQ(messageOf(filter.select("[")), "`[` is not a rule");
  EXPECT_NE(messageOf(filter.select("")), "");
  EXPECT_EQ(countEnabled(filter), unaskedRules());
}

TEST(RuleFilterTest, UnknownSeveritiesAreErrors) {
  RuleFilter filter;
  EXPECT_EQ(messageOf(filter.setSeverity("duplicate-key", "fatal")),
            "`fatal` is not a severity; the severities are error, warning, "
            "info and off");
  EXPECT_NE(messageOf(filter.setSeverity("no-such-rule-at-all", "error")), "");
}

TEST(RuleFilterTest, ApplyDropsFindingsAndSetsSeverities) {
  RuleFilter filter;
  EXPECT_EQ(messageOf(filter.ignore("yaml-syntax")), "");
  EXPECT_EQ(messageOf(filter.setSeverity("duplicate-key", "warning")), "");
  EXPECT_EQ(messageOf(filter.setSeverity("unknown-field", "off")), "");
  std::vector<Finding> findings;
  for (RuleId rule : {RuleId::YamlSyntax, RuleId::DuplicateKey,
                      RuleId::UnknownField, RuleId::WrongType}) {
    Finding finding;
    finding.rule = rule;
    finding.severity = Severity::Error;
    findings.push_back(finding);
  }
  filter.apply(findings);
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].rule, RuleId::DuplicateKey);
  EXPECT_EQ(findings[0].severity, Severity::Warning);
  EXPECT_EQ(findings[1].rule, RuleId::WrongType);
  EXPECT_EQ(findings[1].severity, Severity::Error);
}

TEST(RuleFilterTest, TheLastSeverityCounts) {
  RuleFilter filter;
  EXPECT_EQ(messageOf(filter.setSeverity("syntax", "info")), "");
  EXPECT_EQ(messageOf(filter.setSeverity("duplicate-key", "warning")), "");
  Finding finding;
  finding.rule = RuleId::DuplicateKey;
  finding.severity = Severity::Error;
  std::vector<Finding> findings = {finding};
  filter.apply(findings);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].severity, Severity::Warning);
}
