//===- DocumentTest.cpp - A text that a client has open -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Document.h"
#include "gtest/gtest.h"

using namespace trainlint;
using namespace trainlint::lsp;

namespace {

ContentChange replace(Range range, std::string text) {
  return {range, std::move(text)};
}

std::string edited(llvm::StringRef text, llvm::ArrayRef<ContentChange> changes,
                   PositionEncoding encoding) {
  Document document("file:///tmp/a.yaml", "yaml", 1, text);
  document.apply(2, changes, encoding);
  return document.text().text().str();
}

TEST(DocumentTest, AppliesEditsOneAfterTheOther) {
  EXPECT_EQ(edited("one\ntwo\n",
                   {replace({{0, 0}, {0, 3}}, "1\n1"),
                    replace({{1, 1}, {1, 1}}, "!")},
                   PositionEncoding::Utf16),
            "1\n1!\ntwo\n");
}

TEST(DocumentTest, EditsBehindCharactersOfSeveralUnits) {
  llvm::StringRef text = "k: \xF0\x9F\x9A\x80\xC3\xA9 v\n";
  // Replaces `v`, which each encoding finds at another number.
  EXPECT_EQ(
      edited(text, {replace({{0, 7}, {0, 8}}, "w")}, PositionEncoding::Utf16),
      "k: \xF0\x9F\x9A\x80\xC3\xA9 w\n");
  EXPECT_EQ(
      edited(text, {replace({{0, 10}, {0, 11}}, "w")}, PositionEncoding::Utf8),
      "k: \xF0\x9F\x9A\x80\xC3\xA9 w\n");
  EXPECT_EQ(
      edited(text, {replace({{0, 6}, {0, 7}}, "w")}, PositionEncoding::Utf32),
      "k: \xF0\x9F\x9A\x80\xC3\xA9 w\n");
}

TEST(DocumentTest, EditsPastTheEndGoToTheEnd) {
  EXPECT_EQ(edited("ab\ncd", {replace({{0, 50}, {0, 60}}, "!")},
                   PositionEncoding::Utf16),
            "ab!\ncd");
  EXPECT_EQ(
      edited("ab", {replace({{7, 0}, {9, 3}}, "!")}, PositionEncoding::Utf8),
      "ab!");
}

TEST(DocumentTest, EditsBehindEveryKindOfLineEnd) {
  // Texts with and without carriage returns are looked at differently.
  EXPECT_EQ(edited("a\nb\nc", {replace({{1, 0}, {2, 1}}, "!")},
                   PositionEncoding::Utf16),
            "a\n!");
  EXPECT_EQ(edited("a\r\nb\rc\n", {replace({{2, 0}, {2, 1}}, "!")},
                   PositionEncoding::Utf16),
            "a\r\nb\r!\n");
  EXPECT_EQ(edited("a\nb\n", {replace({{2, 0}, {2, 0}}, "c")},
                   PositionEncoding::Utf16),
            "a\nb\nc");
  EXPECT_EQ(
      edited("ab", {replace({{-1, 5}, {0, 1}}, "!")}, PositionEncoding::Utf16),
      "!b");
}

TEST(DocumentTest, EditsEveryLineOfALargeText) {
  // Most lines of a large text are counted, not looked at.
  std::string text, expected;
  std::vector<ContentChange> changes;
  for (int line = 0; line < 3000; ++line) {
    std::string behind(line % 7, 'x');
    text += "a" + behind + "\n";
    expected += "b" + behind + "\n";
    changes.push_back(replace({{line, 0}, {line, 1}}, "b"));
  }
  EXPECT_EQ(edited(text, changes, PositionEncoding::Utf16), expected);
  EXPECT_EQ(edited(text, {replace({{3000, 0}, {3001, 0}}, "end")},
                   PositionEncoding::Utf16),
            text + "end");
}

TEST(DocumentTest, ReplacesTheWholeText) {
  EXPECT_EQ(edited("ab", {{std::nullopt, "new"}}, PositionEncoding::Utf16),
            "new");
}

TEST(DocumentTest, KeepsTextThatOthersRead) {
  Document document("file:///tmp/a.yaml", "yaml", 1, "old");
  std::shared_ptr<const SourceBuffer> before = document.share();
  uint64_t generation = document.generation();
  document.apply(2, {{std::nullopt, "new"}}, PositionEncoding::Utf16);
  EXPECT_EQ(before->text(), "old");
  EXPECT_EQ(document.text().text(), "new");
  EXPECT_NE(document.generation(), generation);
}

TEST(DocumentTest, NamesWhatIsNoFile) {
  Document untitled("untitled:Untitled-1", "yaml", 1, "");
  EXPECT_EQ(untitled.name(), "untitled:Untitled-1");
  EXPECT_TRUE(untitled.path().empty());
  Document cell("vscode-notebook-cell:/a/b.ipynb#W0sZmlsZQ%3D%3D", "python", 1,
                "");
  EXPECT_TRUE(cell.path().empty());
  Document file("file:///a%20b/c.yaml", "yaml", 1, "");
  EXPECT_EQ(file.name(), "/a b/c.yaml");
}

} // namespace
