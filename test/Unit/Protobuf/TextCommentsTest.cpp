//===- TextCommentsTest.cpp - Comments in messages in text ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Protobuf/TextComments.h"
#include "gtest/gtest.h"

using namespace trainlint;
using llvm::StringRef;

static std::vector<std::string> commentsIn(StringRef text) {
  std::vector<std::string> found;
  for (SourceRange range : proto::commentsWith("word", text))
    found.push_back(text.slice(range.begin, range.end).str());
  return found;
}

TEST(TextComments, FindsThoseWithTheWord) {
  EXPECT_EQ(commentsIn("# word\na: 1 # other\nb: 2  # a word more\r\n#word"),
            (std::vector<std::string>{"# word", "# a word more", "#word"}));
  EXPECT_EQ(commentsIn(""), std::vector<std::string>());
}

TEST(TextComments, StringsHoldNone) {
  EXPECT_EQ(commentsIn("a: \"# word\""), std::vector<std::string>());
  EXPECT_EQ(commentsIn("a: \"\\\"# word\" b: '# word' # \"word"),
            (std::vector<std::string>{"# \"word"}));
  // A string that does not end goes to the end of the line.
  EXPECT_EQ(commentsIn("a: \"x # word\n# word"),
            (std::vector<std::string>{"# word"}));
  EXPECT_EQ(commentsIn("a: \"word\\"), std::vector<std::string>());
}

/// What begins on the first line of a text that stands behind another line.
static std::string messageAt(StringRef text) {
  std::string file = ("before {\n" + text).str();
  uint32_t begin = file.find('\n') + 1;
  uint32_t end = std::min(file.find('\n', begin), file.size());
  return file.substr(begin,
                     proto::MessageEnds(file).endOf({begin, end}) - begin);
}

TEST(TextComments, MessagesEndWithTheirBracket) {
  EXPECT_EQ(
      messageAt("node {\n  name: \"}\"  # }\n  a < b: [1,\n 2] >\n}\nc: 1"),
      "node {\n  name: \"}\"  # }\n  a < b: [1,\n 2] >\n}");
  EXPECT_EQ(messageAt("a: 1\nb: 2"), "a: 1");
  EXPECT_EQ(messageAt("a { b: 1 } c {\n}\n"), "a { b: 1 } c {\n}");
}

TEST(TextComments, OtherLinesEndWithThemselves) {
  EXPECT_EQ(messageAt("} node {\n}"), "} node {");
  EXPECT_EQ(messageAt("# node {\n}"), "# node {");
  EXPECT_EQ(messageAt("node {\n never"), "node {\n never");
  EXPECT_EQ(messageAt(""), "");
}
