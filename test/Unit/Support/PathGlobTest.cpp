//===- PathGlobTest.cpp - Tests of path patterns --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/PathGlob.h"
#include "TestHelpers.h"

using namespace trainlint;
using llvm::StringRef;

static bool matches(StringRef pattern, StringRef path) {
  PathGlob glob(pattern);
  EXPECT_TRUE(glob.valid()) << pattern.str();
  return glob.matches(path);
}

TEST(PathGlobTest, StarStaysWithinAComponent) {
  EXPECT_TRUE(matches("jobs/*.yaml", "jobs/a.yaml"));
  EXPECT_TRUE(matches("jobs/*.yaml", "jobs/.yaml"));
  EXPECT_FALSE(matches("jobs/*.yaml", "jobs/deep/a.yaml"));
  EXPECT_FALSE(matches("jobs/*.yaml", "jobs/a.yaml.bak"));
  EXPECT_FALSE(matches("jobs/*.yaml", "my/jobs/a.yaml"));
  EXPECT_TRUE(matches("jobs/*/a.yaml", "jobs/x/a.yaml"));
  EXPECT_FALSE(matches("jobs/*/a.yaml", "jobs/x/y/a.yaml"));
  EXPECT_FALSE(matches("jobs/*/a.yaml", "jobs/a.yaml"));
}

TEST(PathGlobTest, QuestionMarkIsOneCharacterOfAComponent) {
  EXPECT_TRUE(matches("a/?.yaml", "a/b.yaml"));
  EXPECT_FALSE(matches("a/?.yaml", "a/.yaml"));
  EXPECT_FALSE(matches("a/?.yaml", "a/bc.yaml"));
  EXPECT_FALSE(matches("/a?b", "a/b"));
}

TEST(PathGlobTest, DoubleStarCrossesComponents) {
  EXPECT_TRUE(matches("**/a.yaml", "a.yaml"));
  EXPECT_TRUE(matches("**/a.yaml", "x/y/a.yaml"));
  EXPECT_FALSE(matches("**/a.yaml", "x/ba.yaml"));
  EXPECT_TRUE(matches("x/**/a.yaml", "x/a.yaml"));
  EXPECT_TRUE(matches("x/**/a.yaml", "x/y/z/a.yaml"));
  EXPECT_FALSE(matches("x/**/a.yaml", "y/x/a.yaml"));
  EXPECT_TRUE(matches("x/**", "x/a"));
  EXPECT_TRUE(matches("x/**", "x/y/a"));
  EXPECT_FALSE(matches("x/**", "xy/a"));
  EXPECT_TRUE(matches("**", "x/y/a"));
}

TEST(PathGlobTest, WithoutASlashMatchesInEveryFolder) {
  EXPECT_TRUE(matches("*.yaml", "a.yaml"));
  EXPECT_TRUE(matches("*.yaml", "x/y/a.yaml"));
  EXPECT_TRUE(matches("vendor", "x/vendor"));
  EXPECT_FALSE(matches("vendor", "x/vendor/a.yaml"));
  EXPECT_FALSE(matches("vendor", "my-vendor"));
}

TEST(PathGlobTest, LeadingSlashBindsToTheFolder) {
  EXPECT_TRUE(matches("/a.yaml", "a.yaml"));
  EXPECT_FALSE(matches("/a.yaml", "x/a.yaml"));
  EXPECT_TRUE(matches("/x/a.yaml", "x/a.yaml"));
}

TEST(PathGlobTest, TrailingSlashMatchesAllBelow) {
  EXPECT_TRUE(matches("vendor/", "vendor/a.yaml"));
  EXPECT_TRUE(matches("vendor/", "vendor/x/a.yaml"));
  EXPECT_TRUE(matches("vendor/", "x/vendor/a.yaml"));
  EXPECT_FALSE(matches("vendor/", "vendor"));
  EXPECT_FALSE(matches("vendor/", "my-vendor/a.yaml"));
  EXPECT_TRUE(matches("/vendor/", "vendor/a.yaml"));
  EXPECT_FALSE(matches("/vendor/", "x/vendor/a.yaml"));
  EXPECT_TRUE(matches("x/*/", "x/y/z/a.yaml"));
}

TEST(PathGlobTest, Classes) {
  EXPECT_TRUE(matches("job[0-9].yaml", "job7.yaml"));
  EXPECT_FALSE(matches("job[0-9].yaml", "jobx.yaml"));
  EXPECT_FALSE(matches("job[!0-9].yaml", "job7.yaml"));
  EXPECT_TRUE(matches("job[!0-9].yaml", "jobx.yaml"));
  EXPECT_FALSE(matches("/job[!0-9]x", "job/x"));
  // A bracket that comes first is one of the characters, and so are those that
  // expressions treat specially.
  EXPECT_TRUE(matches("a[]x]b", "a]b"));
  EXPECT_TRUE(matches("a[!]x]b", "ayb"));
  EXPECT_FALSE(matches("a[!]x]b", "a]b"));
  EXPECT_TRUE(matches("a[^x]b", "a^b"));
  EXPECT_FALSE(matches("a[^x]b", "ayb"));
  EXPECT_TRUE(matches("a[\\]b", "a\\b"));
  EXPECT_TRUE(matches("a[*]b", "a*b"));
  EXPECT_FALSE(matches("a[*]b", "axb"));
}

TEST(PathGlobTest, OtherCharactersStandForThemselves) {
  EXPECT_FALSE(matches("a.yaml", "axyaml"));
  EXPECT_TRUE(matches("a+(b|c)$^.yaml", "a+(b|c)$^.yaml"));
  // Braces are not alternatives.
  EXPECT_TRUE(matches("{a,b}.yaml", "{a,b}.yaml"));
  EXPECT_FALSE(matches("{a,b}.yaml", "a.yaml"));
  EXPECT_FALSE(matches("A.yaml", "a.yaml"));
  EXPECT_TRUE(matches("gr\xC3\xBC\xC3\x9F*.yaml", "gr\xC3\xBC\xC3\x9F"
                                                  "e.yaml"));
}

TEST(PathGlobTest, MalformedPatternsMatchNothing) {
  for (StringRef pattern : {"a[", "a[b", "[]", "[!]", "a[z-a]"}) {
    PathGlob glob(pattern);
    EXPECT_FALSE(glob.valid()) << pattern.str();
    EXPECT_FALSE(glob.matches(pattern));
    EXPECT_EQ(glob.pattern(), pattern);
  }
}

TEST(PathGlobTest, IsPattern) {
  EXPECT_TRUE(PathGlob::isPattern("a/*.yaml"));
  EXPECT_TRUE(PathGlob::isPattern("a?"));
  EXPECT_TRUE(PathGlob::isPattern("[ab]"));
  EXPECT_FALSE(PathGlob::isPattern("a/b.yaml"));
  EXPECT_FALSE(PathGlob::isPattern("{a,b}"));
}

TEST(PathGlobTest, CanBeMoved) {
  PathGlob first("*.yaml");
  PathGlob second(std::move(first));
  EXPECT_TRUE(second.matches("a.yaml"));
  PathGlob third("*.json");
  third = std::move(second);
  EXPECT_TRUE(third.matches("a.yaml"));
  EXPECT_EQ(third.pattern(), "*.yaml");
}
