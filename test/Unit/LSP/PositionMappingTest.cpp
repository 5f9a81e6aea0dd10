//===- PositionMappingTest.cpp - Tests of places in older texts -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/PositionMapping.h"
#include "gtest/gtest.h"

using namespace trainlint;
using namespace trainlint::lsp;

namespace {

TEST(PositionMappingTest, CarriesPlacesAroundTheChange) {
  auto older = SourceBuffer::copy("t", "one two three");
  auto newer = SourceBuffer::copy("t", "one 2, 2a three");
  PositionMapping change(*older, *newer);
  EXPECT_EQ(change.mapToOlder(0), 0u);
  EXPECT_EQ(change.mapToOlder(4), 4u);
  EXPECT_EQ(change.mapToOlder(6), std::nullopt);
  EXPECT_EQ(change.mapToOlder(9), 7u);
  EXPECT_EQ(change.mapToOlder(15), 13u);
}

TEST(PositionMappingTest, CarriesPlacesWhereTextWasRepeated) {
  auto older = SourceBuffer::copy("t", "aaaa");
  auto newer = SourceBuffer::copy("t", "aaaaaa");
  PositionMapping change(*older, *newer);
  EXPECT_EQ(change.mapToOlder(0), 0u);
  EXPECT_EQ(change.mapToOlder(6), 4u);
}

llvm::json::Value rangeAt(int64_t line, int64_t begin, int64_t end) {
  return toJSON(Range{{line, begin}, {line, end}});
}

TEST(PositionMappingTest, MovesAnswers) {
  auto older = SourceBuffer::copy("t", "a: 123\nb: \xF0\x9F\x9A\x80 2\n");
  auto newer = SourceBuffer::copy("t", "a: [\nx\nb: \xF0\x9F\x9A\x80 2\n");
  PositionMapping change(*older, *newer);
  llvm::json::Value answer = llvm::json::Array{
      llvm::json::Object{{"range", rangeAt(0, 0, 1)}},
      // What it speaks of is gone.
      llvm::json::Object{{"range", rangeAt(0, 4, 5)}},
      llvm::json::Object{{"range", rangeAt(1, 6, 7)}, {"name", "b"}}};
  change.mapToCurrent(answer, PositionEncoding::Utf16);
  llvm::json::Value expected = llvm::json::Array{
      llvm::json::Object{{"range", rangeAt(0, 0, 1)}},
      llvm::json::Object{{"range", rangeAt(2, 6, 7)}, {"name", "b"}}};
  EXPECT_EQ(answer, expected);
}

TEST(PositionMappingTest, KeepsWhatHasStayedOnBothSides) {
  auto older = SourceBuffer::copy("t", "abc");
  auto newer = SourceBuffer::copy("t", "axyc");
  llvm::json::Value answer =
      llvm::json::Object{{"range", toJSON(Range{{0, 1}, {0, 2}})}};
  PositionMapping change(*older, *newer);
  change.mapToCurrent(answer, PositionEncoding::Utf8);
  // Both ends have stayed; between them there is something else.
  EXPECT_EQ(*answer.getAsObject()->get("range"), toJSON(Range{{0, 1}, {0, 3}}));
}

} // namespace
