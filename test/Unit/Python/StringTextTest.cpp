//===- StringTextTest.cpp - Tests of the strings of Python ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Python/StringText.h"
#include "gtest/gtest.h"

using namespace trainlint;
using namespace trainlint::python;
using llvm::StringRef;

namespace {
/// What the first string of a text says.
struct FirstString {
  std::unique_ptr<Tree> tree;
  StringText string;

  explicit FirstString(StringRef text) : tree(Tree::parse(text)) {
    for (Node node : tree->root().subtree())
      if (node.is(NodeKind::String)) {
        string = readString(node);
        return;
      }
    ADD_FAILURE() << "no string in " << text.str();
  }

  /// Expressions stand in braces, with a colon if they are formatted.
  std::string print() const {
    std::string out;
    for (const StringPart &part : string.parts)
      out += part.expression ? "{" + part.expression.text().str() +
                                   (part.isFormatted ? ":}" : "}")
                             : part.text;
    return out;
  }
};
} // namespace

static std::string said(StringRef text) { return FirstString(text).print(); }

static bool isVerbatim(StringRef text) {
  return FirstString(text).string.isVerbatim;
}

TEST(PythonString, Quotes) {
  EXPECT_EQ(said("'a\"b'"), "a\"b");
  EXPECT_EQ(said("\"\""), "");
  EXPECT_EQ(said("'''a\n'b'\n'''"), "a\n'b'\n");
  EXPECT_EQ(said("\"\"\"a\r\nb\"\"\""), "a\nb");
  FirstString first("x = u'abc'");
  EXPECT_EQ(first.string.content, (SourceRange{6, 9}));
  EXPECT_TRUE(first.string.isVerbatim);
  EXPECT_FALSE(first.string.isBytes);
}

TEST(PythonString, Escapes) {
  EXPECT_EQ(said(R"('\n\t\\\'\"\a')"), "\n\t\\'\"\a");
  EXPECT_EQ(said(R"('\x41\101\60\0')"), std::string("AA0\0", 4));
  EXPECT_EQ(said(R"('\u00e9\U0001F600')"), "\u00e9\U0001F600");
  // The half of a pair is no character.
  EXPECT_EQ(said(R"('\ud83d')"), "\uFFFD");
  EXPECT_EQ(said("'a\\\nb'"), "ab");
  // What Python does not know stays as it is.
  EXPECT_EQ(said(R"('\d\xg\N{DASH}\u12')"), R"(\d\xg\N{DASH}\u12)");
  EXPECT_EQ(said(R"(b'\xff\u0041')"), "\xff\\u0041");
  EXPECT_EQ(said(R"(r'\n\'')"), R"(\n\')");
  EXPECT_EQ(said(R"(Rb'\x41')"), R"(\x41)");
}

TEST(PythonString, Verbatim) {
  EXPECT_TRUE(isVerbatim("'a{b}'"));
  EXPECT_TRUE(isVerbatim("r'\\d'"));
  EXPECT_TRUE(isVerbatim("f'a'"));
  EXPECT_FALSE(isVerbatim("'\\n'"));
  EXPECT_FALSE(isVerbatim("f'{a}'"));
  EXPECT_FALSE(isVerbatim("f'{{a'"));
}

TEST(PythonString, Formats) {
  EXPECT_EQ(said("f'a{b}c'"), "a{b}c");
  EXPECT_EQ(said("f'{a}{b.c(1)}'"), "{a}{b.c(1)}");
  EXPECT_EQ(said("f'{a!r}{b:>8}{c=}{d }'"), "{a:}{b:}{c:}{d}");
  EXPECT_EQ(said("f'{{a}}\\n{b}'"), "{a}\n{b}");
  EXPECT_EQ(said("rf'\\n{b}'"), "\\n{b}");
  EXPECT_EQ(said("'{{a}}'"), "{{a}}");
  EXPECT_EQ(said("f'''{\n  a\n}'''"), "{a}");
  EXPECT_EQ(said("f'{a:{b}}'"), "{a:}");
}
