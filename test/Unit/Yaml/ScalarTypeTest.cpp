//===- ScalarTypeTest.cpp - Tests of the types of YAML scalars ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Yaml/ScalarType.h"
#include "TestHelpers.h"
#include <cmath>

using namespace trainlint;
using namespace trainlint::yaml;
using llvm::StringRef;

static void expectType(ScalarType type,
                       std::initializer_list<StringRef> texts) {
  for (StringRef text : texts)
    EXPECT_EQ(typeOfPlain(text), type) << text.str();
}

TEST(ScalarTypeTest, Nulls) {
  expectType(ScalarType::Null, {"", "~", "null", "Null", "NULL"});
  expectType(ScalarType::String, {"nULL", "none", "None", "nil", "~~"});
}

TEST(ScalarTypeTest, Booleans) {
  expectType(ScalarType::Boolean,
             {"true", "True", "TRUE", "false", "False", "FALSE", "yes", "Yes",
              "YES",  "no",   "No",   "NO",    "on",    "On",    "ON",  "off",
              "Off",  "OFF",  "y",    "Y",     "n",     "N"});
  expectType(ScalarType::String, {"tRUE", "yES", "oN", "yy"});
  for (StringRef text :
       {"true", "True", "TRUE", "yes", "YES", "on", "On", "y", "Y"})
    EXPECT_TRUE(booleanValue(text)) << text.str();
  for (StringRef text : {"false", "False", "no", "NO", "off", "Off", "n"})
    EXPECT_FALSE(booleanValue(text)) << text.str();
}

TEST(ScalarTypeTest, Integers) {
  struct {
    StringRef text;
    int64_t value;
  } cases[] = {
      {"0", 0},
      {"7", 7},
      {"-7", -7},
      {"+7", 7},
      {"1_000", 1000},
      {"010", 8},
      {"-010", -8},
      {"0_7", 7},
      {"0x1F", 31},
      {"0xff_ff", 65535},
      {"-0x10", -16},
      {"0b101", 5},
      {"0b1_0", 2},
      {"1:30", 90},
      {"190:20:30", 685230},
      {"-1:30", -90},
      {"9223372036854775807", INT64_MAX},
      {"-9223372036854775807", -INT64_MAX},
  };
  for (const auto &entry : cases) {
    EXPECT_EQ(typeOfPlain(entry.text), ScalarType::Integer) << entry.text.str();
    EXPECT_EQ(integerValue(entry.text), entry.value) << entry.text.str();
  }
  // An integer all the same, though no value of 64 bits.
  for (StringRef text : {"9223372036854775808", "0xFFFFFFFFFFFFFFFFF",
                         "99999999999999999999999999"}) {
    EXPECT_EQ(typeOfPlain(text), ScalarType::Integer);
    EXPECT_FALSE(integerValue(text)) << text.str();
  }
}

TEST(ScalarTypeTest, TextThatIsNoInteger) {
  // The octal of YAML 1.2 is text in 1.1, as are digits that are not octal.
  expectType(ScalarType::String, {"0o17", "08", "09", "-", "+", "0x", "0xg",
                                  "0b2", "1:60", "1:5:", "0:30", "1 000",
                                  "1,000", "7s", "_1", "1-2", "--1", "+-1"});
  for (StringRef text : {"", "x", "1.0", "08", "0o17"})
    EXPECT_FALSE(integerValue(text)) << text.str();
}

TEST(ScalarTypeTest, Floats) {
  struct {
    StringRef text;
    double value;
  } cases[] = {
      {"0.5", 0.5},        {".5", 0.5},          {"1.", 1.0},
      {"-1.5", -1.5},      {"+1.5", 1.5},        {"1_0.5", 10.5},
      {"1.5e+3", 1500.0},  {"1.0e-3", 0.001},    {".inf", HUGE_VAL},
      {"+.inf", HUGE_VAL}, {"-.INF", -HUGE_VAL}, {"1e3", 1000.0},
      {"1e-3", 0.001},     {"1E+3", 1000.0},     {"1.5e3", 1500.0},
      {"-1_0e1", -100.0},  {".5e+1", 5.0},
  };
  for (const auto &entry : cases) {
    EXPECT_EQ(typeOfPlain(entry.text), ScalarType::Float) << entry.text.str();
    EXPECT_EQ(numberValue(entry.text), entry.value) << entry.text.str();
  }
  expectType(ScalarType::Float, {".nan", ".NaN", ".NAN", "190:20:30.15"});
}

TEST(ScalarTypeTest, TextThatIsNoFloat) {
  // gcloud's reader wants neither the dot nor the sign of the exponent that
  // YAML 1.1 does, but for a number that begins with the dot.
  expectType(ScalarType::String,
             {"1e", "1.5e", "1.5e+", "1e1.5", ".", "-.5", "+.5", ".5e1",
              "1.2.3", "inf", "nan", "-.nan", ".iNF", "2.3rc1"});
}

TEST(ScalarTypeTest, ValuesOfNumbers) {
  EXPECT_EQ(numberValue("0x1F"), 31.0);
  EXPECT_EQ(numberValue("010"), 8.0);
  EXPECT_EQ(numberValue("1:30"), 90.0);
  // A quoted number may have the form that readers of numbers take.
  EXPECT_EQ(numberValue("1e3"), 1000.0);
  EXPECT_EQ(numberValue("1.5E3"), 1500.0);
  EXPECT_EQ(numberValue("-.5"), -0.5);
  for (StringRef text :
       {"", "x", "1.2.3", "0x1.8p1", "nan", "1e", "1 ", " 1", "infinity", "_"})
    EXPECT_FALSE(numberValue(text)) << text.str();
}

TEST(ScalarTypeTest, WholeNumbers) {
  EXPECT_EQ(wholeNumber("4"), 4);
  EXPECT_EQ(wholeNumber("4.0"), 4);
  EXPECT_EQ(wholeNumber("4."), 4);
  EXPECT_EQ(wholeNumber("-4.0"), -4);
  EXPECT_EQ(wholeNumber("4.0e+2"), 400);
  EXPECT_EQ(wholeNumber("9223372036854775807"), INT64_MAX);
  for (StringRef text : {"4.5", "x", "", ".inf", "-.inf", ".nan", "1.0e+300",
                         "99999999999999999999"})
    EXPECT_FALSE(wholeNumber(text)) << text.str();
}

TEST(ScalarTypeTest, Timestamps) {
  expectType(ScalarType::Timestamp,
             {"2020-01-13", "2001-12-14t21:59:43.10-05:00",
              "2001-12-15T02:59:43.1Z", "2001-12-14 21:59:43.10 -5",
              "2001-12-15 2:59:43", "2001-1-5 2:59:43.",
              "2001-12-15 02:59:43 Z", "2001-12-15 02:59:43+01"});
  expectType(ScalarType::String,
             {"2020-1-13", "2020-01-1", "2020-01", "20200113x", "20-01-13",
              "2020-01-13x", "2020-01-13 ", "2020-01-13 2", "2020-01-13 02:59",
              "2020-01-13T02:59:43X", "2020-01-13-02:59:43",
              "2020-01-13 02:59:43 +1:0"});
}

TEST(ScalarTypeTest, Merge) {
  expectType(ScalarType::Merge, {"<<"});
  expectType(ScalarType::String, {"<", "<<<", "=<"});
}

TEST(ScalarTypeTest, VersionsAreWhatPeopleTripOver) {
  expectType(ScalarType::Float, {"2.3", "3.10", "1.15"});
  expectType(ScalarType::String, {"2.3.1", "v2.3", "3.x"});
}

TEST(ScalarTypeTest, StylesAndTagsDecideFirst) {
  ScalarNode scalar({0, 1}, ScalarStyle::Plain);
  scalar.value = "1";
  EXPECT_EQ(typeOf(scalar), ScalarType::Integer);
  for (ScalarStyle style :
       {ScalarStyle::SingleQuoted, ScalarStyle::DoubleQuoted,
        ScalarStyle::Literal, ScalarStyle::Folded}) {
    ScalarNode quoted({0, 3}, style);
    quoted.value = "1";
    EXPECT_EQ(typeOf(quoted), ScalarType::String);
    quoted.value = "";
    EXPECT_EQ(typeOf(quoted), ScalarType::String);
    quoted.value = "1";
    quoted.tag = "!!int";
    EXPECT_EQ(typeOf(quoted), ScalarType::Integer);
  }
  struct {
    StringRef tag;
    ScalarType type;
  } tags[] = {
      {"!!str", ScalarType::String},         {"!", ScalarType::String},
      {"!mine", ScalarType::String},         {"!!null", ScalarType::Null},
      {"!!bool", ScalarType::Boolean},       {"!!float", ScalarType::Float},
      {"!!timestamp", ScalarType::Timestamp}};
  for (const auto &entry : tags) {
    scalar.tag = entry.tag;
    EXPECT_EQ(typeOf(scalar), entry.type) << entry.tag.str();
  }
}
