//===- SourceBufferTest.cpp - Tests of places in a text -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/SourceBuffer.h"
#include "TestHelpers.h"

using namespace trainlint;
using llvm::StringRef;

static void expectPosition(const SourceBuffer &buffer, uint32_t offset,
                           unsigned line, unsigned column) {
  LineColumn place = buffer.position(offset);
  EXPECT_EQ(place.line, line) << "at offset " << offset;
  EXPECT_EQ(place.column, column) << "at offset " << offset;
}

TEST(SourceBufferTest, CopyKeepsNameAndText) {
  std::string text = "a: b\n";
  auto buffer = SourceBuffer::copy("job.yaml", text);
  text[0] = 'x';
  EXPECT_EQ(buffer->name(), "job.yaml");
  EXPECT_EQ(buffer->text(), "a: b\n");
  EXPECT_EQ(buffer->text({3, 4}), "b");
  // The YAML scanner relies on it.
  EXPECT_EQ(*buffer->text().end(), '\0');
}

TEST(SourceBufferTest, EmptyTextHasOneLine) {
  auto buffer = SourceBuffer::copy("empty", "");
  EXPECT_EQ(buffer->lineCount(), 1u);
  EXPECT_EQ(buffer->line(1), "");
  expectPosition(*buffer, 0, 1, 1);
  expectPosition(*buffer, 9, 1, 1);
  EXPECT_EQ(buffer->offset({1, 1}), 0u);
  EXPECT_EQ(buffer->offset({7, 3}), 0u);
}

TEST(SourceBufferTest, LineFeeds) {
  auto buffer = SourceBuffer::copy("lf", "ab\n\ncd");
  EXPECT_EQ(buffer->lineCount(), 3u);
  EXPECT_EQ(buffer->line(1), "ab");
  EXPECT_EQ(buffer->line(2), "");
  EXPECT_EQ(buffer->line(3), "cd");
  expectPosition(*buffer, 0, 1, 1);
  expectPosition(*buffer, 2, 1, 3);
  expectPosition(*buffer, 3, 2, 1);
  expectPosition(*buffer, 4, 3, 1);
  // The end of the text is a place as well, and nothing lies behind it.
  expectPosition(*buffer, 6, 3, 3);
  expectPosition(*buffer, 100, 3, 3);
}

TEST(SourceBufferTest, ATextThatEndsInABreakHasAnEmptyLastLine) {
  for (StringRef text : {"ab\n", "ab\r\n", "ab\r"}) {
    auto buffer = SourceBuffer::copy("end", text);
    EXPECT_EQ(buffer->lineCount(), 2u);
    EXPECT_EQ(buffer->line(1), "ab");
    EXPECT_EQ(buffer->line(2), "");
    expectPosition(*buffer, text.size(), 2, 1);
  }
}

TEST(SourceBufferTest, CarriageReturns) {
  auto buffer = SourceBuffer::copy("mixed", "a\r\nb\rc\n\rd");
  EXPECT_EQ(buffer->lineCount(), 5u);
  EXPECT_EQ(buffer->line(1), "a");
  EXPECT_EQ(buffer->line(2), "b");
  EXPECT_EQ(buffer->line(3), "c");
  EXPECT_EQ(buffer->line(4), "");
  EXPECT_EQ(buffer->line(5), "d");
  expectPosition(*buffer, 3, 2, 1);
  expectPosition(*buffer, 5, 3, 1);
  EXPECT_EQ(buffer->lineStart(2), 3u);
  EXPECT_EQ(buffer->lineStart(5), 8u);
}

TEST(SourceBufferTest, OffsetIsTheInverseOfPosition) {
  StringRef text =
      "trainingInput:\r\n  region: r\n\n# \xC3\xA9\xF0\x9F\x98\x80 x";
  auto buffer = SourceBuffer::copy("inverse", text);
  for (uint32_t at = 0; at <= text.size(); ++at) {
    // Within CR LF there is no place that an editor knows.
    if (at > 0 && text[at - 1] == '\r')
      continue;
    EXPECT_EQ(buffer->offset(buffer->position(at)), at);
  }
}

TEST(SourceBufferTest, OffsetClampsToTheLine) {
  auto buffer = SourceBuffer::copy("clamp", "ab\r\ncd\n");
  EXPECT_EQ(buffer->offset({1, 3}), 2u);
  EXPECT_EQ(buffer->offset({1, 99}), 2u);
  EXPECT_EQ(buffer->offset({2, 99}), 6u);
  EXPECT_EQ(buffer->offset({3, 1}), 7u);
  EXPECT_EQ(buffer->offset({99, 1}), 7u);
  EXPECT_EQ(buffer->offset({0, 5}), 0u);
  EXPECT_EQ(buffer->offset({2, 0}), 4u);
}

TEST(SourceBufferTest, ColumnsInBytesCodePointsAndUtf16) {
  // One, two, three and four bytes of UTF-8.
  auto buffer = SourceBuffer::copy(
      "columns", "first\na\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80z");
  struct {
    uint32_t offset;
    unsigned bytes, points, units;
  } places[] = {{6, 1, 1, 1},  {7, 2, 2, 2},   {9, 4, 3, 3},
                {12, 7, 4, 4}, {16, 11, 5, 6}, {17, 12, 6, 7}};
  for (const auto &place : places) {
    LineColumn found = buffer->position(place.offset);
    EXPECT_EQ(found.line, 2u);
    EXPECT_EQ(found.column, place.bytes);
    EXPECT_EQ(buffer->codePointColumn(found), place.points);
    EXPECT_EQ(buffer->utf16Column(found), place.units);
  }
}

TEST(SourceBufferTest, ColumnsOfLongLines) {
  // Characters of one to four bytes, so that marks would cut some.
  std::string line;
  while (line.size() < 20000)
    line += "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80";
  for (StringRef mark : {StringRef(), StringRef(ByteOrderMark)}) {
    auto buffer =
        SourceBuffer::copy("job.yaml", (mark + "b\n" + line + "\r\n" + line +
                                        "\nc\n" + StringRef(line))
                                           .str());
    for (unsigned number : {2, 3, 5}) {
      unsigned points = 1, units = 1;
      for (unsigned column = 1; column <= line.size(); ++column) {
        bool isCharacter = (line[column - 1] & 0xC0) != 0x80;
        if (isCharacter && column % 7 == 0) {
          EXPECT_EQ(buffer->codePointColumn({number, column}), points);
          EXPECT_EQ(buffer->utf16Column({number, column}), units);
        }
        points += isCharacter;
        units += isCharacter + (line[column - 1] == '\xF0');
      }
      // At the end, and in any order.
      unsigned end = line.size() + 1;
      EXPECT_EQ(buffer->codePointColumn({number, end}), points);
      EXPECT_EQ(buffer->utf16Column({number, 1}), 1u);
      EXPECT_EQ(buffer->utf16Column({number, end}), units);
    }
  }
  auto marked = SourceBuffer::copy("job.yaml", (ByteOrderMark + line).str());
  auto plain = SourceBuffer::copy("job.yaml", line);
  EXPECT_EQ(marked->codePointColumn({1, 10004}),
            plain->codePointColumn({1, 10001}));
}

TEST(SourceBufferTest, AByteOrderMarkIsInNoColumn) {
  auto buffer = SourceBuffer::copy("bom", "\xEF\xBB\xBF"
                                          "a: b\n");
  expectPosition(*buffer, 3, 1, 4);
  EXPECT_EQ(buffer->codePointColumn({1, 4}), 1u);
  EXPECT_EQ(buffer->utf16Column({1, 4}), 1u);
  EXPECT_EQ(buffer->line(1).size(), 7u);
}

TEST(SourceBufferTest, InvalidUtf8HasColumnsThatNeverDecrease) {
  StringRef text = "a\x80\xFF\xC3(\xE2\x82\xF0\x9F\x98 z";
  auto buffer = SourceBuffer::copy("invalid", text);
  unsigned points = 1, units = 1;
  for (uint32_t at = 0; at <= text.size(); ++at) {
    LineColumn place = buffer->position(at);
    EXPECT_EQ(place.column, at + 1);
    EXPECT_GE(buffer->codePointColumn(place), points);
    EXPECT_GE(buffer->utf16Column(place), units);
    points = buffer->codePointColumn(place);
    units = buffer->utf16Column(place);
    EXPECT_LE(points, at + 1);
  }
}

TEST(SourceBufferTest, Ranges) {
  SourceRange range{2, 5};
  EXPECT_EQ(range.size(), 3u);
  EXPECT_FALSE(range.empty());
  EXPECT_FALSE(range.contains(1));
  EXPECT_TRUE(range.contains(2));
  EXPECT_TRUE(range.contains(4));
  EXPECT_FALSE(range.contains(5));
  EXPECT_TRUE(range.touches({4, 9}));
  EXPECT_TRUE(range.touches({0, 3}));
  EXPECT_FALSE(range.touches({6, 9}));
  // An empty range at the border belongs to the range, too.
  EXPECT_TRUE(range.touches({5, 5}));
  EXPECT_TRUE(range.touches({2, 2}));
  EXPECT_FALSE(range.touches({1, 1}));
  EXPECT_TRUE((SourceRange{3, 3}).empty());
}
