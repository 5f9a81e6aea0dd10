//===- JsonTest.cpp - Tests of reading JSON -------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Json/Json.h"
#include "TestHelpers.h"

using namespace trainlint;
using namespace trainlint::json;
using llvm::StringRef;

namespace {
/// A text with what it holds.
struct Parsed {
  explicit Parsed(std::string given)
      : text(std::move(given)), value(parse(text, arena, problem)) {}

  std::string failure() const {
    return problem ? std::to_string(problem->offset) + ": " + problem->message
                   : "";
  }
  std::string written(const Value &part) const {
    return text.substr(part.range.begin, part.range.size());
  }

  std::string text;
  llvm::BumpPtrAllocator arena;
  std::optional<Problem> problem;
  std::optional<Value> value;
};
} // namespace

static std::string failureOf(std::string text) {
  return Parsed(std::move(text)).failure();
}

TEST(JsonTest, ValuesHaveTheirPlaces) {
  Parsed parsed(
      " {\"a\" : [1, -2.5e3 ,\"t\\u00e9xt\"], \"b\": {\"c\": null}}\n");
  ASSERT_TRUE(parsed.value);
  const Value *a = parsed.value->find("a");
  ASSERT_TRUE(a && a->isArray());
  EXPECT_EQ(parsed.written(*a), "[1, -2.5e3 ,\"t\\u00e9xt\"]");
  EXPECT_EQ(parsed.written(a->elements[1]), "-2.5e3");
  EXPECT_EQ(a->elements[2].text, "t\xC3\xA9xt");
  EXPECT_EQ(parsed.written(a->elements[2]), "\"t\\u00e9xt\"");
  EXPECT_EQ(a->elements[0].integer(), 1);
  EXPECT_EQ(a->elements[1].integer(), std::nullopt);
  EXPECT_TRUE(parsed.value->find("b")->find("c")->isNull());
  EXPECT_EQ(parsed.value->find("c"), nullptr);
  EXPECT_EQ(a->find("a"), nullptr);
  SourceRange key = parsed.value->members[1].keyRange;
  EXPECT_EQ(parsed.text.substr(key.begin, key.size()), "\"b\"");
}

TEST(JsonTest, OfEqualKeysTheLastHolds) {
  Parsed parsed("{\"a\": 1, \"a\": 2}");
  EXPECT_EQ(parsed.value->find("a")->integer(), 2);
}

TEST(JsonTest, WhatPythonTakes) {
  EXPECT_EQ(failureOf("NaN"), "");
  EXPECT_EQ(failureOf("[Infinity, -Infinity, true, false]"), "");
  EXPECT_EQ(failureOf("\xEF\xBB\xBF{}"), "");
  EXPECT_EQ(Parsed("\"\\ud83d\\ude00\"").value->text, "\xF0\x9F\x98\x80");
  // Half of a pair makes no character.
  EXPECT_EQ(Parsed("\"\\ud83dx\"").value->text, "\xEF\xBF\xBDx");
  EXPECT_EQ(Parsed("\"\\ud83d\\u0041\"").value->text, "\xEF\xBF\xBD"
                                                      "A");
  EXPECT_EQ(Parsed("\"\\/\\\"\\n\"").value->text, "/\"\n");
}

TEST(JsonTest, WhatPythonRefuses) {
  EXPECT_EQ(failureOf(""), "0: expected a value");
  EXPECT_EQ(failureOf("[1,]"), "3: expected a value");
  EXPECT_EQ(failureOf("{\"a\": 1,}"), "8: expected a key");
  EXPECT_EQ(failureOf("{'a': 1}"), "1: expected a key");
  EXPECT_EQ(failureOf("{\"a\" 1}"), "5: expected `:` behind the key");
  EXPECT_EQ(failureOf("[1 2]"), "3: expected `,` or `]`");
  EXPECT_EQ(failureOf("{\"a\": 1"), "7: expected `,` or `}`");
  EXPECT_EQ(failureOf("01"), "0: a number begins with 0");
  EXPECT_EQ(failureOf("1."), "0: expected digits behind the point");
  EXPECT_EQ(failureOf("1e"), "0: expected digits in the exponent");
  EXPECT_EQ(failureOf("-"), "0: expected a value");
  EXPECT_EQ(failureOf("tru"), "0: expected a value");
  EXPECT_EQ(failureOf("\"abc"), "0: the string does not end");
  EXPECT_EQ(failureOf("\"a\nb\""), "2: a control character stands in a string");
  EXPECT_EQ(failureOf("\"\\x\""), "1: the escape does not exist");
  EXPECT_EQ(failureOf("\"\\u12\""), "1: the escape does not exist");
  EXPECT_EQ(failureOf("\"\\"), "1: the escape does not exist");
  EXPECT_EQ(failureOf("{} {}"), "3: something follows the value");
  EXPECT_EQ(failureOf("\"\xFF\""), "1: the text is not UTF-8");
}

TEST(JsonTest, ValuesNestOnlySoDeep) {
  auto nested = [](unsigned depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_EQ(failureOf(nested(NestingLimit)), "");
  EXPECT_EQ(failureOf(nested(NestingLimit + 1)),
            std::to_string(NestingLimit) + ": values nest too deeply");
  EXPECT_NE(failureOf(std::string(1 << 20, '[')), "");
}
