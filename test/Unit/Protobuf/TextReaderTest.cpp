//===- TextReaderTest.cpp - Tests of Protobuf's text format ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Protobuf/TextReader.h"
#include "TestHelpers.h"
#include "Text/Protobuf/TextScalar.h"
#include <cmath>

using namespace trainlint;
using namespace trainlint::proto;
using llvm::StringRef;

namespace {
/// A text with what a reader makes of it.
struct Read {
  explicit Read(std::string given, unsigned depth = 0) : text(given) {
    TextReader reader(text, {0, static_cast<uint32_t>(text.size())}, problem,
                      depth);
    TextField field;
    while (reader.next(field)) {
      fields.push_back(field);
      spelled += field.name.str() + "=" +
                 text.substr(field.value.begin, field.value.size()) + "|";
    }
  }
  std::string refusal() const {
    return problem ? std::to_string(problem->offset) + ": " + problem->message
                   : "";
  }

  std::string text;
  FirstProblem problem;
  std::vector<TextField> fields;
  /// Names and values as the ranges give them.
  std::string spelled;
};
} // namespace

TEST(TextReaderTest, FieldsOfEachKindHaveTheirRanges) {
  Read read("name: \"x\" # not: a field\ncount: -12 kind : DT_FLOAT; "
            "one { two: 2 }, three: < four: 4 >");
  EXPECT_EQ(read.refusal(), "");
  EXPECT_EQ(read.spelled,
            "name=\"x\"|count=-12|kind=DT_FLOAT|one= two: 2 |three= four: 4 |");
  EXPECT_EQ(read.fields[0].kind, TextKind::String);
  EXPECT_EQ(read.fields[0].nameRange, (SourceRange{0, 4}));
  EXPECT_EQ(read.fields[0].value, (SourceRange{6, 9}));
  EXPECT_EQ(read.fields[1].kind, TextKind::Number);
  EXPECT_EQ(read.fields[2].kind, TextKind::Word);
  EXPECT_EQ(read.fields[3].kind, TextKind::Message);
}

TEST(TextReaderTest, ListsAreManyFields) {
  EXPECT_EQ(
      Read("a: [1, -2,inf] b [{x: 1}, <y: 2>] c: [] d: ['e' \"f\"]").spelled,
      "a=1|a=-2|a=inf|b=x: 1|b=y: 2|d='e' \"f\"|");
  EXPECT_EQ(Read("a: [1 2]").refusal(), "6: `,` or `]` is expected in a list");
  EXPECT_EQ(Read("a: [1,]").refusal(), "6: a value is expected");
  EXPECT_EQ(Read("a: [1").refusal(), "5: `,` or `]` is expected in a list");
  EXPECT_EQ(Read("a: [[1]]").refusal(), "4: a value is expected");
  EXPECT_EQ(Read("a [1]").refusal(), "3: `:` or a message is expected");
}

TEST(TextReaderTest, AdjacentStringsAreOneValue) {
  Read read("a: \"x\" # more\n 'y' b: 1 c: 'plain' d: 'a\\n'");
  EXPECT_EQ(read.refusal(), "");
  ASSERT_EQ(read.fields.size(), 4u);
  EXPECT_FALSE(read.fields[0].plain);
  EXPECT_TRUE(read.fields[2].plain);
  EXPECT_FALSE(read.fields[3].plain);
  EXPECT_EQ(read.fields[0].value, (SourceRange{3, 18}));
}

TEST(TextReaderTest, NamesMayBeOfExtensionsAndTypes) {
  EXPECT_EQ(Read("[a.b.c]: 1 [type.googleapis.com/x.Y] { z: 1 } 12: 3").spelled,
            "[a.b.c]=1|[type.googleapis.com/x.Y]= z: 1 |12=3|");
  EXPECT_EQ(Read("[a.b").refusal(), "0: the name in `[` does not end");
  EXPECT_EQ(Read("[a:b]").refusal(), "0: the name in `[` does not end");
  EXPECT_EQ(Read("1a: 1").refusal(),
            "0: the name of a field begins with a digit");
}

TEST(TextReaderTest, NumbersAreWellFormed) {
  EXPECT_EQ(
      Read("a: 0x1F b: 017 c: 1.5e-3f d: .5 e: 1. f: - 1 g: -inf").spelled,
      "a=0x1F|b=017|c=1.5e-3f|d=.5|e=1.|f=- 1|g=-inf|");
  for (const char *text :
       {"a: 0x", "a: 1e", "a: 1.2.3", "a: 12ab", "a: .", "a: 1e+", "a: 0xfg"})
    EXPECT_EQ(Read(text).refusal(), "3: the number is malformed") << text;
  EXPECT_EQ(Read("a: +1").refusal(), "3: a value is expected");
  EXPECT_EQ(Read("a: -").refusal(), "4: a value is expected");
}

TEST(TextReaderTest, WhatDoesNotEndIsAProblem) {
  EXPECT_EQ(Read("a").refusal(), "1: a value is expected");
  EXPECT_EQ(Read("a:").refusal(), "2: a value is expected");
  EXPECT_EQ(Read("a 1").refusal(), "2: `:` or a message is expected");
  EXPECT_EQ(Read("a { b: 1").refusal(), "2: the message does not end");
  EXPECT_EQ(Read("a { b: 1 >").refusal(), "9: the bracket closes another one");
  EXPECT_EQ(Read("a { b: '}").refusal(),
            "7: the string does not end on its line");
  EXPECT_EQ(Read("a: 'x\ny'").refusal(),
            "3: the string does not end on its line");
  EXPECT_EQ(Read("a: 'x\\").refusal(),
            "3: the string does not end on its line");
  EXPECT_EQ(Read("a { # }").refusal(), "2: the message does not end");
  EXPECT_EQ(Read("}").refusal(), "0: the name of a field is expected");
  EXPECT_EQ(Read("a: 1,, b: 2").refusal(),
            "5: the name of a field is expected");
}

TEST(TextReaderTest, BracketsInStringsAndCommentsAreNone) {
  EXPECT_EQ(Read("a { b: '}' # }\n } c: 1").spelled, "a= b: '}' # }\n |c=1|");
}

TEST(TextReaderTest, NestingHasALimit) {
  auto nested = [](unsigned count) {
    std::string text = "";
    for (unsigned i = 0; i < count; ++i)
      text += "a{";
    return text + std::string(count, '}');
  };
  EXPECT_EQ(Read(nested(NestingLimit)).refusal(), "");
  EXPECT_EQ(Read(nested(NestingLimit + 1)).refusal(),
            "201: messages nest too deeply");
  EXPECT_EQ(Read(nested(1), NestingLimit).refusal(),
            "1: messages nest too deeply");
  EXPECT_EQ(Read("a { " + std::string(500, '[')).refusal(),
            "5: a list lies in a list");
}

TEST(TextReaderTest, PeekingReadsNoValue) {
  StringRef text = "node { name: 'x' ";
  FirstProblem problem;
  TextReader reader(text, {0, static_cast<uint32_t>(text.size())}, problem);
  TextField field;
  ASSERT_TRUE(reader.peek(field));
  EXPECT_EQ(field.name, "node");
  EXPECT_EQ(field.kind, TextKind::Message);
  EXPECT_EQ(field.value.begin, 6u);
  EXPECT_FALSE(problem);
  EXPECT_FALSE(reader.next(field));
  EXPECT_TRUE(problem);
}

static std::string decoded(StringRef written) {
  llvm::SmallString<32> out;
  FirstProblem problem;
  if (!decodeStrings(written, 10, out, problem))
    return "problem at " + std::to_string(problem->offset);
  return out.str().str();
}

TEST(TextScalarTest, EscapesAreDecoded) {
  EXPECT_EQ(decoded(R"("\a\b\f\n\r\t\v\\\'\"\?")"), "\a\b\f\n\r\t\v\\'\"?");
  EXPECT_EQ(decoded(R"("\1018\x41\X4a\0")"), std::string("A8AJ\0", 5));
  EXPECT_EQ(decoded(R"("\303\251\u00e9\U0001F600")"),
            "\xC3\xA9\xC3\xA9\xF0\x9F\x98\x80");
  EXPECT_EQ(decoded(R"("\ud83d\ude00")"), "\xF0\x9F\x98\x80");
  EXPECT_EQ(decoded("'a' \"b\" # 'c'\n 'd'"), "abd");
  EXPECT_EQ(decoded(R"("\377")"), "\xFF");
}

TEST(TextScalarTest, EscapesThatDoNotExistAreProblems) {
  EXPECT_EQ(decoded(R"("ab\q")"), "problem at 15");
  EXPECT_EQ(decoded(R"("\x")"), "problem at 13");
  EXPECT_EQ(decoded(R"("\u12")"), "problem at 15");
  EXPECT_EQ(decoded(R"("\U00110000")"), "problem at 21");
  EXPECT_EQ(decoded(R"("\ud83d")"), "problem at 17");
}

TEST(TextScalarTest, WholeNumbersHaveARange) {
  EXPECT_EQ(parseSigned("-2147483648", 32), -2147483648LL);
  EXPECT_EQ(parseSigned("2147483648", 32), std::nullopt);
  EXPECT_EQ(parseSigned("0x7fffffffffffffff", 64), INT64_MAX);
  EXPECT_EQ(parseSigned("-9223372036854775808", 64), INT64_MIN);
  EXPECT_EQ(parseSigned("-9223372036854775809", 64), std::nullopt);
  EXPECT_EQ(parseSigned("- # minus\n 010", 32), -8);
  EXPECT_EQ(parseSigned("08", 32), std::nullopt);
  EXPECT_EQ(parseSigned("1.0", 32), std::nullopt);
  EXPECT_EQ(parseUnsigned("18446744073709551615", 64), UINT64_MAX);
  EXPECT_EQ(parseUnsigned("18446744073709551616", 64), std::nullopt);
  EXPECT_EQ(parseUnsigned("4294967296", 32), std::nullopt);
  EXPECT_EQ(parseUnsigned("-1", 32), std::nullopt);
}

TEST(TextScalarTest, RealNumbersMayBeWords) {
  EXPECT_EQ(parseFloat("1.5f"), 1.5);
  EXPECT_EQ(parseFloat("-.25"), -0.25);
  EXPECT_EQ(parseFloat("3"), 3.0);
  EXPECT_EQ(parseFloat("-Infinity"), -INFINITY);
  EXPECT_EQ(parseFloat("1e999"), INFINITY);
  EXPECT_EQ(parseFloat("1e-999"), 0.0);
  EXPECT_TRUE(std::isnan(*parseFloat("NaN")));
  EXPECT_EQ(parseFloat("0x10"), std::nullopt);
  EXPECT_EQ(parseFloat("DT_FLOAT"), std::nullopt);
}
