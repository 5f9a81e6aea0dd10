//===- ScalarTextTest.cpp - Tests of the values of YAML scalars -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Yaml/ScalarText.h"
#include "TestHelpers.h"
#include "Text/Yaml/Scanner.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::yaml;
using llvm::StringRef;

/// The value of the first scalar of a text.
static std::string valueOf(StringRef text) {
  // The scanner needs the NUL byte that a buffer has behind its text.
  auto buffer = SourceBuffer::copy("text", text);
  TokenStream stream = scan(buffer->text());
  EXPECT_TRUE(stream.problems.empty()) << text.str();
  const auto *token = llvm::find_if(stream.tokens, [](const Token &candidate) {
                        return candidate.kind == TokenKind::Scalar;
                      }).base();
  if (token == stream.tokens.data() + stream.tokens.size()) {
    ADD_FAILURE() << "no scalar in " << text.str();
    return "";
  }
  llvm::BumpPtrAllocator arena;
  return readScalar(buffer->text(), *token, arena).str();
}

TEST(ScalarTextTest, LiteralTextIsASlice) {
  auto buffer = SourceBuffer::copy("text", "'value'");
  TokenStream stream = scan(buffer->text());
  llvm::BumpPtrAllocator arena;
  StringRef value = readScalar(buffer->text(), stream.tokens.front(), arena);
  EXPECT_EQ(value, "value");
  EXPECT_EQ(value.data(), buffer->text().data() + 1);
}

TEST(ScalarTextTest, PlainScalarsFold) {
  EXPECT_EQ(valueOf("one two"), "one two");
  EXPECT_EQ(valueOf("one  two # comment"), "one  two");
  EXPECT_EQ(valueOf("one\ntwo"), "one two");
  EXPECT_EQ(valueOf("one  \n  two"), "one two");
  EXPECT_EQ(valueOf("one\n\n\ntwo"), "one\n\ntwo");
  EXPECT_EQ(valueOf("one\r\ntwo"), "one two");
  EXPECT_EQ(valueOf("one\rtwo"), "one two");
  EXPECT_EQ(valueOf("a'b\"c\\n"), "a'b\"c\\n");
  EXPECT_EQ(valueOf("gr\xC3\xBC\xC3\x9F"), "gr\xC3\xBC\xC3\x9F");
}

TEST(ScalarTextTest, SingleQuotes) {
  EXPECT_EQ(valueOf("''"), "");
  EXPECT_EQ(valueOf("'it''s'"), "it's");
  EXPECT_EQ(valueOf("''''"), "'");
  EXPECT_EQ(valueOf("'a\\nb\"'"), "a\\nb\"");
  EXPECT_EQ(valueOf("' one \n two '"), " one two ");
  EXPECT_EQ(valueOf("'one\n\ntwo'"), "one\ntwo");
}

TEST(ScalarTextTest, DoubleQuotesHaveEscapes) {
  EXPECT_EQ(valueOf("\"\""), "");
  EXPECT_EQ(valueOf(R"("a\tb\nc\\\"\/d")"), "a\tb\nc\\\"/d");
  EXPECT_EQ(valueOf(R"("\a\b\v\f\r\e")"), "\a\b\v\f\r\x1B");
  EXPECT_EQ(valueOf(R"("a\0b")"), std::string("a\0b", 3));
  EXPECT_EQ(valueOf(R"("a\ b")"), "a b");
  EXPECT_EQ(valueOf(R"("\x41\xe9")"), "A\xC3\xA9");
  EXPECT_EQ(valueOf(R"("\u20AC\u00e9")"), "\xE2\x82\xAC\xC3\xA9");
  EXPECT_EQ(valueOf(R"("\U0001F600")"), "\xF0\x9F\x98\x80");
  EXPECT_EQ(valueOf(R"("\N\_\L\P")"),
            "\xC2\x85\xC2\xA0\xE2\x80\xA8\xE2\x80\xA9");
  EXPECT_EQ(valueOf(R"("it''s")"), "it''s");
}

TEST(ScalarTextTest, DoubleQuotesFold) {
  EXPECT_EQ(valueOf("\"one\n  two\""), "one two");
  EXPECT_EQ(valueOf("\"one  \n\n  two\""), "one\ntwo");
  EXPECT_EQ(valueOf("\"one\\\n  two\""), "onetwo");
  EXPECT_EQ(valueOf("\"one \\\n  two\""), "one two");
  EXPECT_EQ(valueOf("\"one\\\n  \\ two\""), "one two");
  EXPECT_EQ(valueOf("\"one\\n\n  two\""), "one\n two");
}

TEST(ScalarTextTest, LiteralBlocks) {
  EXPECT_EQ(valueOf("|\n  one\n  two\n"), "one\ntwo\n");
  EXPECT_EQ(valueOf("|\n  one\n    two\n"), "one\n  two\n");
  EXPECT_EQ(valueOf("|-\n  one\n  two\n\n"), "one\ntwo");
  EXPECT_EQ(valueOf("|+\n  one\n\n\n"), "one\n\n\n");
  EXPECT_EQ(valueOf("|\n  one\n\n\n"), "one\n");
  EXPECT_EQ(valueOf("|1\n  one\n two\n"), " one\ntwo\n");
  EXPECT_EQ(valueOf("|\n\n  one\n"), "\none\n");
  EXPECT_EQ(valueOf("|\n  one"), "one");
  EXPECT_EQ(valueOf("|\r\n  one\r\n  two\r\n"), "one\ntwo\n");
  EXPECT_EQ(valueOf("| # comment\n  one\n"), "one\n");
  EXPECT_EQ(valueOf("key: 1\n").substr(0, 3), "key");
  // What looks like a quote or an escape is text.
  EXPECT_EQ(valueOf("|\n  \"a\\n\" # no comment\n"), "\"a\\n\" # no comment\n");
}

TEST(ScalarTextTest, FoldedBlocks) {
  EXPECT_EQ(valueOf(">\n  one\n  two\n"), "one two\n");
  EXPECT_EQ(valueOf(">\n  one\n\n  two\n"), "one\ntwo\n");
  EXPECT_EQ(valueOf(">-\n  one\n  two\n"), "one two");
  EXPECT_EQ(valueOf(">+\n  one\n  two\n\n"), "one two\n\n");
  // Lines that are indented further keep their breaks.
  EXPECT_EQ(valueOf(">\n  one\n    two\n  three\n"), "one\n  two\nthree\n");
}
