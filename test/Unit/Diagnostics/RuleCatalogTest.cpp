//===- RuleCatalogTest.cpp - Tests of the records of rules ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/RuleCatalog.h"
#include "Diagnostics/RuleIds.h"
#include "TestHelpers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace trainlint;

TEST(RuleCatalogTest, LookupByNameAndCode) {
  EXPECT_EQ(findRule("duplicate-key"), RuleId::DuplicateKey);
  EXPECT_EQ(findRule("TL0002"), RuleId::DuplicateKey);
  EXPECT_EQ(findRule("yaml-syntax"), RuleId::YamlSyntax);
  EXPECT_EQ(infoOf(RuleId::DuplicateKey).name.ref(), "duplicate-key");
  EXPECT_EQ(infoOf(RuleId::DuplicateKey).code.ref(), "TL0002");
}

TEST(RuleCatalogTest, LookupByFormerName) {
  EXPECT_EQ(findRule("unknown-shape"), RuleId::UnknownShape);
  EXPECT_EQ(findRule("shape-not-known"), RuleId::UnknownShape);
  EXPECT_EQ(findRule("loop-turns-from-data"), RuleId::DataDependentTripCount);
  EXPECT_TRUE(isNamed(infoOf(RuleId::UnknownShape), "TL1703"));
  EXPECT_FALSE(isNamed(infoOf(RuleId::UnknownShape), "input-not-constant"));
  // A former name is never used again, and is not suggested.
  for (const RuleInfo &rule : allRules()) {
    for (llvm::StringRef former : rule.formerNames) {
      EXPECT_EQ(&infoOf(*findRule(former)), &rule);
      EXPECT_FALSE(llvm::is_contained(ruleNames(), former));
    }
  }
}

TEST(RuleCatalogTest, OtherTextIsNoRule) {
  for (llvm::StringRef text :
       {"", "duplicate", "duplicate-keys", "Duplicate-Key", "tl0002", "TL9999",
        "syntax", "all", "tpu-*"})
    EXPECT_FALSE(findRule(text)) << text.str();
}

TEST(RuleCatalogTest, EveryRuleIsFoundAndUnique) {
  llvm::StringSet<> known;
  llvm::StringRef lastCode;
  for (const auto &[index, rule] : llvm::enumerate(allRules())) {
    auto id = static_cast<RuleId>(index);
    EXPECT_EQ(findRule(rule.name), id);
    EXPECT_EQ(findRule(rule.code), id);
    EXPECT_EQ(&infoOf(id), &rule);
    EXPECT_TRUE(known.insert(rule.name).second) << rule.name.str();
    EXPECT_LT(lastCode, rule.code.ref()) << "codes rise";
    lastCode = rule.code;
    EXPECT_FALSE(rule.summary.empty());
    EXPECT_FALSE(rule.explanation.empty());
  }
  ASSERT_EQ(ruleNames().size(), allRules().size());
  for (const auto &[name, rule] : llvm::zip(ruleNames(), allRules()))
    EXPECT_EQ(name, rule.name.ref());
}

TEST(RuleCatalogTest, CodesHaveTheirForm) {
  for (const RuleInfo &rule : allRules()) {
    EXPECT_EQ(rule.code.size(), 6u);
    EXPECT_TRUE(rule.code.ref().starts_with("TL"));
    unsigned number = 0;
    EXPECT_FALSE(rule.code.ref().drop_front(2).getAsInteger(10, number));
  }
}

TEST(RuleCatalogTest, NoGroupIsNamedLikeARule) {
  // A selector takes both.
  for (const RuleInfo &rule : allRules()) {
    EXPECT_FALSE(findRule(rule.group)) << rule.group.str();
    EXPECT_NE(rule.group.ref(), "all");
  }
}

TEST(RuleCatalogTest, Severities) {
  for (Severity severity : {Severity::Info, Severity::Warning, Severity::Error})
    EXPECT_EQ(parseSeverity(spellingOf(severity)), severity);
  EXPECT_EQ(spellingOf(Severity::Warning), "warning");
  EXPECT_FALSE(parseSeverity("Error"));
  EXPECT_FALSE(parseSeverity("off"));
  EXPECT_FALSE(parseSeverity(""));
  EXPECT_EQ(spellingOf(Confidence::Table), "table");
  // --fail-on compares them.
  EXPECT_LT(Severity::Info, Severity::Warning);
  EXPECT_LT(Severity::Warning, Severity::Error);
}

TEST(RuleCatalogTest, DocumentationPage) {
  EXPECT_EQ(documentationPage(infoOf(RuleId::DuplicateKey)),
            "docs/rules/duplicate-key.md");
}
