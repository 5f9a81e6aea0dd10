//===- PositionTest.cpp - Places in the words of a client -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Position.h"
#include "gtest/gtest.h"

using namespace trainlint;
using namespace trainlint::lsp;

namespace {

constexpr PositionEncoding All[] = {
    PositionEncoding::Utf8, PositionEncoding::Utf16, PositionEncoding::Utf32};

/// Characters of one, two, three and four bytes.
constexpr llvm::StringLiteral Mixed = "a\xC3\xA9\xE6\x97\xA5\xF0\x9F\x9A\x80z";

int64_t characterAt(llvm::StringRef text, uint32_t offset,
                    PositionEncoding encoding) {
  auto buffer = SourceBuffer::copy("t", text);
  return positionOf(*buffer, offset, encoding).character;
}

TEST(PositionTest, CountsWhatTheEncodingCounts) {
  EXPECT_EQ(characterAt(Mixed, 10, PositionEncoding::Utf8), 10);
  EXPECT_EQ(characterAt(Mixed, 10, PositionEncoding::Utf16), 5);
  EXPECT_EQ(characterAt(Mixed, 10, PositionEncoding::Utf32), 4);
}

TEST(PositionTest, ComesBackToTheSameOffset) {
  std::string text = ("x\n" + Mixed + "\r\n" + Mixed + "\rend").str();
  auto buffer = SourceBuffer::copy("t", text);
  for (PositionEncoding encoding : All) {
    for (uint32_t offset = 0; offset <= text.size(); ++offset) {
      // Places within a character or a line break are nobody's.
      bool inside = offset < text.size() && (text[offset] & 0xC0) == 0x80;
      bool inBreak = offset > 0 && offset < text.size() &&
                     text[offset - 1] == '\r' && text[offset] == '\n';
      if (inside || inBreak)
        continue;
      Position position = positionOf(*buffer, offset, encoding);
      EXPECT_EQ(offsetOf(*buffer, position, encoding), offset);
    }
  }
}

TEST(PositionTest, LongLinesAreNoDifferent) {
  std::string line;
  while (line.size() < 20000)
    line += Mixed;
  auto buffer = SourceBuffer::copy("t", "x\n" + line + "\n" + line);
  for (PositionEncoding encoding : All) {
    int64_t perPiece = characterAt(Mixed, Mixed.size(), encoding);
    for (uint32_t piece = 0; piece * Mixed.size() <= line.size(); piece += 13) {
      uint32_t offset = 2 + piece * Mixed.size();
      for (uint32_t begin : {offset, offset + uint32_t(line.size()) + 1}) {
        Position position = positionOf(*buffer, begin, encoding);
        EXPECT_EQ(position.character, piece * perPiece);
        EXPECT_EQ(offsetOf(*buffer, position, encoding), begin);
      }
    }
  }
}

TEST(PositionTest, CountsAByteOrderMark) {
  // A client that has one in its text counts it.
  auto buffer = SourceBuffer::copy("t", "\xEF\xBB\xBF"
                                        "key: 1");
  EXPECT_EQ(positionOf(*buffer, 6, PositionEncoding::Utf16).character, 4);
  EXPECT_EQ(positionOf(*buffer, 6, PositionEncoding::Utf8).character, 6);
}

TEST(PositionTest, StaysWithinTheText) {
  auto buffer = SourceBuffer::copy("t", "ab\ncd\n");
  for (PositionEncoding encoding : All) {
    EXPECT_EQ(offsetOf(*buffer, {0, 99}, encoding), 2u);
    EXPECT_EQ(offsetOf(*buffer, {2, 0}, encoding), 6u);
    EXPECT_EQ(offsetOf(*buffer, {99, 0}, encoding), 6u);
    EXPECT_EQ(offsetOf(*buffer, {-1, 5}, encoding), 0u);
    EXPECT_EQ(offsetOf(*buffer, {1, -7}, encoding), 3u);
    EXPECT_EQ(offsetOf(*buffer, {INT64_MAX, INT64_MAX}, encoding), 6u);
  }
}

TEST(PositionTest, GoesBackToTheStartOfACharacter) {
  auto buffer = SourceBuffer::copy("t", Mixed);
  // Between the two surrogates, and within the bytes.
  EXPECT_EQ(offsetOf(*buffer, {0, 4}, PositionEncoding::Utf16), 6u);
  EXPECT_EQ(offsetOf(*buffer, {0, 8}, PositionEncoding::Utf8), 6u);
}

TEST(PositionTest, TakesInvalidBytesForCharacters) {
  auto buffer = SourceBuffer::copy("t", "\xFF\xF0\x9F"
                                        "a");
  for (PositionEncoding encoding : All) {
    for (int64_t character = 0; character < 8; ++character)
      EXPECT_LE(offsetOf(*buffer, {0, character}, encoding), 4u);
    for (uint32_t offset = 0; offset <= 4; ++offset)
      EXPECT_LE(positionOf(*buffer, offset, encoding).character, 8);
  }
}

TEST(PositionTest, RangesDoNotEndBeforeTheyBegin) {
  auto buffer = SourceBuffer::copy("t", "abcdef");
  SourceRange range =
      sourceRangeOf(*buffer, {{0, 4}, {0, 2}}, PositionEncoding::Utf16);
  EXPECT_EQ(range.begin, 4u);
  EXPECT_EQ(range.end, 4u);
}

} // namespace
