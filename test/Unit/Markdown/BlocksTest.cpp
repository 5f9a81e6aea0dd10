//===- BlocksTest.cpp - Blocks of Markdown and what they say --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Markdown/Documents.h"
#include "Text/Markdown/Ellipses.h"
#include "gtest/gtest.h"

using namespace trainlint;
using namespace trainlint::markdown;
using llvm::StringRef;

static std::vector<std::string> blocksOf(StringRef page) {
  std::vector<std::string> found;
  for (const Block &block : codeBlocks(page))
    found.push_back(readBlock(page, block).text().str());
  return found;
}

using Texts = std::vector<std::string>;

TEST(Blocks, Fences) {
  EXPECT_EQ(blocksOf("a\n```yaml\nx: 1\n```\n~~~~\n```\n~~~~\n"),
            Texts({"x: 1", "```"}));
  EXPECT_EQ(blocksOf("```\nnever closed\n"), Texts({"never closed"}));
  EXPECT_EQ(blocksOf("```"), Texts({""}));
}

TEST(Blocks, Indented) {
  EXPECT_EQ(blocksOf("    x: 1\n\n    y: 2\ntext\n"),
            Texts({"    x: 1\n\n    y: 2"}));
  // A paragraph goes on, and a sentence is none of the code below it.
  EXPECT_EQ(blocksOf("text\n    more\n"), Texts());
  EXPECT_EQ(blocksOf("\n    A sentence.\n\n    x: 1\n"),
            Texts({"    A sentence.", "    x: 1"}));
  EXPECT_EQ(blocksOf("\tx:\n\t  y: 2"), Texts({"x:\n  y: 2"}));
}

TEST(Blocks, Preformatted) {
  EXPECT_EQ(
      blocksOf("<pre><code class=\"x\">a: &lt;b&gt; &#39;&#x41;</code></pre>"),
      Texts({"a: <b> 'A"}));
  EXPECT_EQ(blocksOf("<pre>a: <var>B</var> &nope; & <name>\n</pre> a <pre>"),
            Texts({"a: <B> &nope; & <name>\n"}));
  // Never closed, or a word of a sentence.
  EXPECT_EQ(blocksOf("<pre>a: 1\n"), Texts());
  EXPECT_EQ(blocksOf("the tag <pre> is closed by </pre>\n"), Texts());
}

TEST(Blocks, Places) {
  StringRef page = "<pre><b>a</b>: &quot;x&quot;</pre>";
  BlockText text = readBlock(page, codeBlocks(page).front());
  ASSERT_EQ(text.text(), "a: \"x\"");
  SourceRange key = text.placeOf(SourceRange{0, 1});
  EXPECT_EQ(page.slice(key.begin, key.end), "a");
  SourceRange value = text.placeOf(SourceRange{3, 6});
  EXPECT_EQ(page.slice(value.begin, value.end), "&quot;x&quot;");
  EXPECT_EQ(text.placeOf(6u), page.find("</pre>"));
}

static std::string filled(StringRef text) {
  BlockText block;
  block.addWritten(text, {0, static_cast<uint32_t>(text.size())});
  return fillEllipses(block).text().str();
}

TEST(Ellipses, Lines) {
  EXPECT_EQ(filled("a:\n  ...\n  b: 1\n"), "a:\n  <<: $ELLIPSIS\n  b: 1\n");
  // At the end everything that is open may go on.
  EXPECT_EQ(filled("a:\n  b: 1\n...\n"),
            "a:\n  b: 1\n  <<: $ELLIPSIS\n<<: $ELLIPSIS\n");
  EXPECT_EQ(filled("a:\n- 1\n- ...\n- 2\n"), "a:\n- 1\n- $ELLIPSIS\n- 2\n");
  EXPECT_EQ(filled("# ... others\na: 1\n"), "<<: $ELLIPSIS\na: 1\n");
  EXPECT_EQ(filled("a: 1\n"), "a: 1\n");
}

TEST(Ellipses, Flow) {
  EXPECT_EQ(filled("{\"a\": 1, ...}"), "{\"a\": 1, <<: $ELLIPSIS}");
  EXPECT_EQ(filled("{... \"a\": [1 ...]}"),
            "{<<: $ELLIPSIS , \"a\": [1 , $ELLIPSIS]}");
  EXPECT_EQ(filled("{\"a\": ..., // one\n\"b\": \"gs://...\"}"),
            "{\"a\": $ELLIPSIS, \n\"b\": \"gs://...\"}");
}

static size_t documentsIn(StringRef page) {
  auto yes = [](StringRef) { return true; };
  return readDocuments(page, yes, yes).size();
}

TEST(Documents, Broken) {
  EXPECT_EQ(documentsIn("```yaml\na: 1\n```\n"), 1u);
  EXPECT_EQ(documentsIn("```python\na: 1\n```\n"), 0u);
  EXPECT_EQ(documentsIn("```yaml\na: b: 1\n```\n"), 0u);
  EXPECT_EQ(documentsIn("```yaml\ntrainingInput: b: 1\n```\n"), 1u);
  EXPECT_EQ(documentsIn("```yaml\ntrainingInput: b: <name>\n```\n"), 0u);
}
