//===- WireReaderTest.cpp - Tests of Protobuf's binary encoding -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Protobuf/WireReader.h"
#include "TestHelpers.h"

using namespace trainlint;
using namespace trainlint::proto;
using llvm::StringRef;

namespace {
/// Bytes with what a reader makes of them.
struct Read {
  explicit Read(std::string given, unsigned depth = 0) : bytes(given) {
    WireReader reader(bytes, {0, static_cast<uint32_t>(bytes.size())}, problem,
                      depth);
    WireField field;
    while (reader.next(field))
      fields.push_back(field);
  }
  /// The offset and the message of the problem.
  std::string refusal() const {
    return problem ? std::to_string(problem->offset) + ": " + problem->message
                   : "";
  }

  std::string bytes;
  FirstProblem problem;
  std::vector<WireField> fields;
};

/// A literal with NUL bytes in it.
template <size_t N>
std::string raw(const char (&text)[N]) {
  return std::string(text, N - 1);
}
} // namespace

TEST(WireReaderTest, FieldsOfEachTypeHaveTheirRanges) {
  Read read(raw("\x08\x96\x01" // 1: 150
                "\x12\x03"     // 2: "abc"
                "abc"
                "\x1D\x00\x00\x80\x3F"                 // 3: 1.0f
                "\x21\x01\x00\x00\x00\x00\x00\x00\x00" // 4: 1
                "\x2B\x08\x01\x2C"));                  // 5: group
  EXPECT_EQ(read.refusal(), "");
  ASSERT_EQ(read.fields.size(), 5u);
  EXPECT_EQ(read.fields[0].number, 1u);
  EXPECT_EQ(read.fields[0].bits, 150u);
  EXPECT_EQ(read.fields[0].range, (SourceRange{0, 3}));
  EXPECT_EQ(read.fields[0].value, (SourceRange{1, 3}));
  EXPECT_EQ(read.fields[1].type, WireType::Bytes);
  EXPECT_EQ(read.fields[1].range, (SourceRange{3, 8}));
  EXPECT_EQ(read.fields[1].value, (SourceRange{5, 8}));
  EXPECT_EQ(read.fields[2].type, WireType::Fixed32);
  EXPECT_EQ(read.fields[2].bits, 0x3F800000u);
  EXPECT_EQ(read.fields[3].type, WireType::Fixed64);
  EXPECT_EQ(read.fields[3].bits, 1u);
  EXPECT_EQ(read.fields[4].type, WireType::Group);
  EXPECT_EQ(read.fields[4].range, (SourceRange{22, 26}));
  EXPECT_EQ(read.fields[4].value, (SourceRange{23, 25}));
}

TEST(WireReaderTest, OffsetsCountFromTheStartOfTheFile) {
  std::string file = "....\x08\x05....";
  FirstProblem problem;
  WireReader reader(file, {4, 6}, problem);
  WireField field;
  ASSERT_TRUE(reader.next(field));
  EXPECT_EQ(field.range, (SourceRange{4, 6}));
  EXPECT_FALSE(reader.next(field));
  EXPECT_FALSE(problem);
}

TEST(WireReaderTest, AVarintMayTakeTenBytes) {
  Read read(raw("\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01"));
  ASSERT_EQ(read.fields.size(), 1u);
  EXPECT_EQ(read.fields[0].bits, ~uint64_t(0));
  // Needless zeros are no problem.
  EXPECT_EQ(Read(raw("\x08\x81\x80\x80\x00")).fields[0].bits, 1u);
  EXPECT_EQ(
      Read(raw("\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01")).refusal(),
      "1: the number takes more than ten bytes");
}

TEST(WireReaderTest, WhatIsCutOffIsAProblem) {
  EXPECT_EQ(Read("\x80").refusal(), "0: the number is cut off");
  EXPECT_EQ(Read("\x08").refusal(), "1: the number is cut off");
  EXPECT_EQ(Read("\x08\x80").refusal(), "1: the number is cut off");
  EXPECT_EQ(Read("\x0D\x01\x02\x03").refusal(), "1: the number is cut off");
  EXPECT_EQ(Read("\x09\x01\x02\x03\x04\x05\x06\x07").refusal(),
            "1: the number is cut off");
  EXPECT_EQ(Read("\x0A").refusal(), "1: the number is cut off");
  EXPECT_EQ(Read("\x0A\x02x").refusal(),
            "1: the value is longer than what holds it");
  EXPECT_EQ(Read("\x0A\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01").refusal(),
            "1: the value is longer than what holds it");
}

TEST(WireReaderTest, FieldsBeforeAProblemAreRead) {
  Read read("\x08\x01\x10");
  ASSERT_EQ(read.fields.size(), 1u);
  EXPECT_EQ(read.refusal(), "3: the number is cut off");
}

TEST(WireReaderTest, TagsHaveToBeTags) {
  EXPECT_EQ(Read(raw("\x00\x01")).refusal(), "0: a field has the number 0");
  EXPECT_EQ(Read("\x0E").refusal(),
            "0: a field has a type that does not exist");
  EXPECT_EQ(Read("\x0F").refusal(),
            "0: a field has a type that does not exist");
  EXPECT_EQ(Read("\xFF\xFF\xFF\xFF\xFF\x01").refusal(),
            "0: the tag of a field takes more than five bytes");
}

TEST(WireReaderTest, GroupsHaveToBalance) {
  EXPECT_EQ(Read("\x0C").refusal(), "0: a group ends that was not begun");
  EXPECT_EQ(Read("\x0B").refusal(), "0: the group does not end");
  EXPECT_EQ(Read("\x0B\x14").refusal(), "1: a group ends that was not begun");
  EXPECT_EQ(Read("\x0B\x13\x0C").refusal(),
            "2: a group ends that was not begun");
  EXPECT_EQ(Read("\x0B\x0E\x0C").refusal(),
            "1: a field has a type that does not exist");
  EXPECT_EQ(Read("\x0B\x12\x05\x0C").refusal(),
            "2: the value is longer than what holds it");
  Read nested("\x0B\x13\x14\x12\x01x\x0C\x08\x07");
  EXPECT_EQ(nested.refusal(), "");
  ASSERT_EQ(nested.fields.size(), 2u);
  EXPECT_EQ(nested.fields[0].range, (SourceRange{0, 7}));
}

TEST(WireReaderTest, NestingHasALimit) {
  auto groups = [](unsigned count) {
    return std::string(count, '\x0B') + std::string(count, '\x0C');
  };
  EXPECT_EQ(Read(groups(NestingLimit)).refusal(), "");
  EXPECT_EQ(Read(groups(NestingLimit + 1)).refusal(),
            "100: messages nest too deeply");
  EXPECT_EQ(Read(groups(1), NestingLimit - 1).refusal(), "");
  EXPECT_EQ(Read(groups(1), NestingLimit).refusal(),
            "0: messages nest too deeply");
}
