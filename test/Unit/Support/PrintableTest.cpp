//===- PrintableTest.cpp - Tests of printable text ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Printable.h"
#include "gtest/gtest.h"

using namespace trainlint;
using llvm::StringRef;

namespace {

TEST(PrintableTest, KeepsTextAndEscapesTheRest) {
  EXPECT_EQ(printable("plain text"), "plain text");
  EXPECT_EQ(printable("gr\xC3\xBC\xC3\x9F \xF0\x9F\x98\x80"),
            "gr\xC3\xBC\xC3\x9F \xF0\x9F\x98\x80");
  EXPECT_EQ(printable("a\nb\tc"), "a\\nb\\tc");
  EXPECT_EQ(printable(StringRef("\0\x1B[31m\x7F", 7)), "\\x00\\x1B[31m\\x7F");
}

TEST(PrintableTest, EscapesControlsBeyondAscii) {
  // A terminal takes U+009B for the start of a sequence, and U+202E turns the
  // text around.
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            "\\u009B31m");
  EXPECT_EQ(printable("a\xE2\x80\xAE"
                      "b"),
            "a\\u202Eb");
  for (StringRef text :
       {"\xD8\x9C", "\xE2\x80\x8E", "\xE2\x80\xA8", "\xE2\x81\xA6",
        "\xEF\xBB\xBF", "\xEF\xBF\xBE", "\xEF\xBF\xBF", "\xF3\xA0\x81\x81"})
    EXPECT_EQ(printable(text).front(), '\\') << text.str();
  EXPECT_EQ(printable("\xF3\xA0\x81\x81"), "\\U000E0041");
}

TEST(PrintableTest, EscapesInvalidUtf8ByteByByte) {
  EXPECT_EQ(printable("\xFF"), "\\xFF");
  // A lone continuation byte, and a sequence that the text ends in.
  EXPECT_EQ(printable("a\x80z"), "a\\x80z");
  EXPECT_EQ(printable("a\xE2\x82"), "a\\xE2\\x82");
  // An overlong slash and half of a surrogate pair.
  EXPECT_EQ(printable("\xC0\xAF"), "\\xC0\\xAF");
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\xED\\xA0\\x80");
}

TEST(PrintableTest, IsTheSameWhenPrintedAgain) {
  for (StringRef text :
       {"a\nb", "\x1B[m", "##[error]x", "::error::x", "\xFF"}) {
    std::string once = printableLine(text);
    EXPECT_EQ(printableLine(once), once);
  }
}

TEST(PrintableTest, ServicesFindNoCommands) {
  EXPECT_EQ(printable("a ##[error]x"), "a #\\x23[error]x");
  EXPECT_EQ(printable("###vso[a]"), "##\\x23vso[a]");
  EXPECT_EQ(printable("## a heading [1]"), "## a heading [1]");
  // Of a line only the start counts.
  EXPECT_EQ(printable("::error::x"), "::error::x");
  EXPECT_EQ(printableLine("::error::x"), "\\x3A:error::x");
  EXPECT_EQ(printableLine(" \xE3\x80\x80::x"), " \xE3\x80\x80\\x3A:x");
  EXPECT_EQ(printableLine("std::string"), "std::string");
  EXPECT_EQ(printableLines("a\n::x\n\x1B"), "a\n\\x3A:x\n\\x1B");
}

TEST(PrintableTest, Lines) {
  EXPECT_TRUE(isPrintableLine("\ta: 1\r\n"));
  EXPECT_TRUE(isPrintableLine("::x"));
  EXPECT_FALSE(isPrintableLine("a\rb\n"));
  EXPECT_FALSE(isPrintableLine("a\x1B"));
  EXPECT_FALSE(isPrintableLine("##[group]"));
  EXPECT_TRUE(beginsLineCommand("\t ::x"));
  EXPECT_FALSE(beginsLineCommand("a::x"));
}

TEST(PrintableTest, NamesInPatches) {
  EXPECT_EQ(patchName("a b/\xC3\xA4.yaml"), "a b/\xC3\xA4.yaml");
  EXPECT_EQ(patchName("a\nb\x1B\"\\"), "\"a\\nb\\033\\\"\\\\\"");
  EXPECT_EQ(patchName("\xE2\x80\xAE"), "\"\\342\\200\\256\"");
  EXPECT_EQ(patchName("##[x]"), "\"\\043#[x]\"");
}

} // namespace
