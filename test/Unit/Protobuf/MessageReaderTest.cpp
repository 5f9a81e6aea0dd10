//===- MessageReaderTest.cpp - Tests of messages in either encoding -------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Protobuf/MessageReader.h"
#include "Encode.h"
#include "TestHelpers.h"

using namespace trainlint;
using namespace trainlint::proto;
using namespace trainlint::test;
using llvm::StringRef;

static std::optional<int32_t> color(StringRef word) {
  if (word == "RED")
    return 1;
  return std::nullopt;
}

static constexpr FieldType ChildFields[] = {{1, "id", FieldKind::Int32}};
static constexpr MessageType Child = {ChildFields};
static constexpr FieldType ParentFields[] = {
    {1, "text", FieldKind::String},
    {2, "small", FieldKind::Int32},
    {3, "numbers", FieldKind::Int64, true},
    {4, "reals", FieldKind::Float, true},
    {5, "color", FieldKind::Enum, false, nullptr, color},
    {6, "child", FieldKind::Message, true, &Child},
    {7, "flag", FieldKind::Bool},
    {8, "blob", FieldKind::Bytes},
    {9, "natural", FieldKind::UInt32},
    {10, "precise", FieldKind::Double}};
static constexpr MessageType Parent = {ParentFields};

namespace {
/// A message with its fields in one line.
struct Read {
  Read(Encoding encoding, std::vector<std::string> parts,
       Detail detail = Detail::Full, unsigned depth = 0) {
    Message message;
    message.depth = depth;
    for (const std::string &part : parts) {
      auto begin = static_cast<uint32_t>(file.size());
      file += part;
      message.parts.push_back({begin, static_cast<uint32_t>(file.size())});
    }
    ReadContext context(file, encoding, arena);
    MessageReader reader(context, Parent, message, detail);
    Field field;
    llvm::raw_string_ostream os(line);
    while (reader.next(field)) {
      os << field.type->name << "=";
      switch (field.type->kind) {
      case FieldKind::String:
      case FieldKind::Bytes:
        os << (field.text.data() ? field.text : "?");
        break;
      case FieldKind::Message:
        os << "(" << field.value.size() << ")@" << field.depth;
        break;
      case FieldKind::Float:
      case FieldKind::Double:
        os << field.floating();
        break;
      default:
        os << field.integer();
      }
      if (field.packed)
        os << "x" << field.packed;
      os << " ";
    }
    if (context.problem)
      os << "! " << context.problem->offset << ": " << context.problem->message;
  }

  llvm::BumpPtrAllocator arena;
  std::string file;
  std::string line;
};

std::string binary(std::string bytes, Detail detail = Detail::Full) {
  return Read(Encoding::Binary, {std::move(bytes)}, detail).line;
}
std::string text(std::string written, Detail detail = Detail::Full) {
  return Read(Encoding::Text, {std::move(written)}, detail).line;
}
} // namespace

TEST(MessageReaderTest, BothEncodingsGiveTheSame) {
  EXPECT_EQ(binary(bytes(1, "x") + number(2, -3) + number(5, 1) +
                   bytes(6, number(1, 7)) + number(7, 2) + real(4, 1.5f)),
            "text=x small=-3 color=1 child=(2)@1 flag=1 reals=1.500000e+00 ");
  EXPECT_EQ(text("text: 'x' small: -3 color: RED child {id:7} flag: true "
                 "reals: 1.5"),
            "text=x small=-3 color=1 child=(4)@1 flag=1 reals=1.500000e+00 ");
}

TEST(MessageReaderTest, RepeatedNumbersMayBePackedOrNot) {
  std::string packed = bytes(3, varint(1) + varint(300) + varint(2));
  EXPECT_EQ(binary(packed + number(3, 4)),
            "numbers=1 numbers=300 numbers=2 numbers=4 ");
  EXPECT_EQ(binary(bytes(3, "") + bytes(4, float32(1) + float32(2))),
            "reals=1.000000e+00 reals=2.000000e+00 ");
  EXPECT_EQ(text("numbers: [1, 2] numbers: 3"),
            "numbers=1 numbers=2 numbers=3 ");
  EXPECT_EQ(binary(bytes(3, "\x01\x80")),
            "numbers=1 ! 3: the number is cut off");
}

TEST(MessageReaderTest, AnOutlineLeavesLongValues) {
  std::string packed = bytes(3, varint(1) + varint(300) + varint(2));
  EXPECT_EQ(binary(packed + bytes(4, float32(1) + float32(2)), Detail::Outline)
                .substr(0, 10),
            "numbers=0x");
  EXPECT_NE(binary(packed, Detail::Outline).find("x3 "), std::string::npos);
  EXPECT_EQ(text("blob: '\\x41' text: '\\x41'", Detail::Outline),
            "blob=? text=A ");
  EXPECT_EQ(text("blob: '\\x41'"), "blob=A ");
}

TEST(MessageReaderTest, NumbersAreOfTheirType) {
  EXPECT_EQ(binary(number(2, 0x1FFFFFFFFLL)), "small=-1 ");
  EXPECT_EQ(binary(number(9, -1)), "natural=4294967295 ");
  EXPECT_EQ(binary(number(5, 77)), "color=77 ");
  EXPECT_EQ(text("color: 77 color: BLUE"), "color=77 color=-1 ");
  EXPECT_EQ(text("reals: 3.4028235e38 reals: 3.5e38 precise: 1e300"),
            "reals=3.402823e+38 reals=INF precise=1.000000e+300 ");
}

TEST(MessageReaderTest, WhatTheTypeDoesNotHaveIsSkipped) {
  EXPECT_EQ(binary(number(99, 1) + bytes(98, "\xFF") + number(2, 5)),
            "small=5 ");
  // Of another type than the field: the library takes it for unknown, too.
  EXPECT_EQ(binary(number(1, 1) + bytes(2, "abc") + number(6, 1)), "");
  EXPECT_EQ(text("other: 1 more { x: '}' } [a.b]: 2 small: 5"), "small=5 ");
}

TEST(MessageReaderTest, InTextAValueHasToFit) {
  EXPECT_EQ(text("small: 'x'"),
            "! 7: the value does not match the field `small`");
  EXPECT_EQ(text("small: 2147483648"),
            "! 7: the value does not match the field `small`");
  EXPECT_EQ(text("text: 1"), "! 6: the value does not match the field `text`");
  EXPECT_EQ(text("child: 1"),
            "! 7: the value does not match the field `child`");
  EXPECT_EQ(text("flag: maybe"),
            "! 6: the value does not match the field `flag`");
  EXPECT_EQ(text("natural: -1"),
            "! 9: the value does not match the field `natural`");
  EXPECT_EQ(text("numbers { }"),
            "! 9: the value does not match the field `numbers`");
}

TEST(MessageReaderTest, StringsAreUtf8) {
  EXPECT_EQ(binary(bytes(1, "\xC3\xA9") + bytes(8, "\xFF")),
            "text=\xC3\xA9 blob=\xFF ");
  EXPECT_EQ(binary(bytes(1, "long enough for words \xFF")),
            "! 2: the string is not UTF-8");
  EXPECT_EQ(text("text: '\\377'"), "! 6: the string is not UTF-8");
}

TEST(MessageReaderTest, PartsFollowOneAnother) {
  EXPECT_EQ(Read(Encoding::Binary, {number(2, 1), "", number(2, 2)}).line,
            "small=1 small=2 ");
  EXPECT_EQ(Read(Encoding::Text, {"small: 1", "numbers: [2,", "small: 3"}).line,
            "small=1 numbers=2 ! 20: a value is expected");
}

TEST(MessageReaderTest, NestingHasALimit) {
  EXPECT_EQ(
      Read(Encoding::Binary, {bytes(6, "")}, Detail::Full, NestingLimit - 1)
          .line,
      "child=(0)@100 ");
  EXPECT_EQ(
      Read(Encoding::Binary, {bytes(6, "")}, Detail::Full, NestingLimit).line,
      "! 0: messages nest too deeply");
}
