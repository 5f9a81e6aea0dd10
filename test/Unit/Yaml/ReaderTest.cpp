//===- ReaderTest.cpp - Tests of reading YAML and JSON --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Yaml/Reader.h"
#include "TestHelpers.h"
#include "Text/Yaml/Parser.h"
#include "Text/Yaml/Scanner.h"

using namespace trainlint;
using namespace trainlint::yaml;
using llvm::StringRef;

namespace {
/// A text with what was read of it.
struct Read {
  explicit Read(StringRef text)
      : buffer(SourceBuffer::copy("job.yaml", text)),
        result(yaml::read(buffer->text(), SecondOpinion::YamlCpp)) {}

  bool ok() const { return result.stream->problems.empty(); }
  /// The text of the problem's place.
  StringRef problemPlace() const {
    return buffer->text(result.stream->problems.front().range);
  }
  const Node *root() const { return result.stream->documents.front().root; }

  std::unique_ptr<SourceBuffer> buffer;
  ReadResult result;
};
} // namespace

TEST(ReaderTest, NodesHaveTheirRanges) {
  Read read("one: 'two'\nthree: [4, {five: six}]\n");
  ASSERT_TRUE(read.ok());
  EXPECT_FALSE(read.result.disagreement);
  std::vector<std::string> texts;
  for (const Node *node : read.result.stream->nodes)
    if (llvm::isa<ScalarNode>(node))
      texts.push_back(read.buffer->text(node->range).str());
  EXPECT_EQ(texts, (std::vector<std::string>{"one", "'two'", "three", "4",
                                             "five", "six"}));
  const auto *mapping = llvm::dyn_cast<MappingNode>(read.root());
  ASSERT_TRUE(mapping);
  ASSERT_EQ(mapping->entries.size(), 2u);
  EXPECT_EQ(read.buffer->text(mapping->entries[1].value->range),
            "[4, {five: six}]");
  EXPECT_TRUE(mapping->entries[1].value->flow);
  EXPECT_FALSE(mapping->flow);
}

TEST(ReaderTest, AMissingValueIsAnEmptyScalar) {
  Read read("one:\ntwo: 2\n");
  const auto *mapping = llvm::cast<MappingNode>(read.root());
  const auto *value = llvm::dyn_cast<ScalarNode>(mapping->entries[0].value);
  ASSERT_TRUE(value);
  EXPECT_EQ(value->range, (SourceRange{4, 4}));
  EXPECT_EQ(value->value, "");
}

TEST(ReaderTest, AnchorsAndTagsAreNotPartOfTheRange) {
  Read read("one: &a !!str 1\n");
  const auto *mapping = llvm::cast<MappingNode>(read.root());
  const Node *value = mapping->entries[0].value;
  EXPECT_EQ(read.buffer->text(value->range), "1");
  EXPECT_EQ(value->anchor, "a");
  EXPECT_EQ(value->tag, "!!str");
}

TEST(ReaderTest, Json) {
  Read read("{\"one\": [1, 2.5, true, null, \"t\\u00e9xt\\/\"], \"two\": {}}");
  ASSERT_TRUE(read.ok());
  EXPECT_FALSE(read.result.disagreement);
  const auto *mapping = llvm::cast<MappingNode>(read.root());
  const auto *list = llvm::cast<SequenceNode>(mapping->entries[0].value);
  ASSERT_EQ(list->items.size(), 5u);
  EXPECT_EQ(llvm::cast<ScalarNode>(list->items[4])->value, "t\xC3\xA9xt/");
}

TEST(ReaderTest, SeveralDocumentsAndComments) {
  Read read("# first\none: 1\n---\ntwo: 2 # second\n...\n---\n- 3\n");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.result.stream->documents.size(), 3u);
  ASSERT_EQ(read.result.stream->comments.size(), 2u);
  EXPECT_EQ(read.buffer->text(read.result.stream->comments[0]), "# first");
  EXPECT_EQ(read.buffer->text(read.result.stream->comments[1]), "# second");
}

TEST(ReaderTest, EmptyTexts) {
  for (StringRef text : {"", "\n", "# comment\n", "\xEF\xBB\xBF", "  \n\n"}) {
    Read read(text);
    EXPECT_TRUE(read.ok()) << text.str();
    EXPECT_TRUE(read.result.stream->documents.empty()) << text.str();
  }
}

TEST(ReaderTest, AByteOrderMarkIsSkipped) {
  EXPECT_EQ(byteOrderMarkLength("\xEF\xBB\xBFone"), 3u);
  EXPECT_EQ(byteOrderMarkLength("one"), 0u);
  Read read("\xEF\xBB\xBF"
            "one: 1\n");
  ASSERT_TRUE(read.ok());
  const auto *mapping = llvm::dyn_cast<MappingNode>(read.root());
  ASSERT_TRUE(mapping);
  EXPECT_EQ(mapping->entries[0].key->range, (SourceRange{3, 6}));
}

TEST(ReaderTest, EveryLineEndIsRead) {
  for (StringRef end : {"\n", "\r\n", "\r"}) {
    std::string text =
        ("one: 1" + end + "two:" + end + "  three: 3" + end).str();
    Read read(text);
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(llvm::cast<MappingNode>(read.root())->entries.size(), 2u);
    // For yaml-cpp a lone CR ends no line.
    EXPECT_EQ(read.result.disagreement.has_value(), end == "\r");
  }
}

TEST(ReaderTest, ProblemsHaveTheirPlace) {
  Read tab("one:\n\ttwo: 2\n");
  ASSERT_FALSE(tab.ok());
  EXPECT_EQ(
      tab.buffer->position(tab.result.stream->problems.front().range.begin)
          .line,
      2u);

  Read quote("one: \"two\nthree: 3\n");
  EXPECT_FALSE(quote.ok());

  Read alias("one: *nowhere\n");
  ASSERT_FALSE(alias.ok());
  EXPECT_EQ(alias.problemPlace(), "*nowhere");

  Read bracket("one: [1, 2\n");
  EXPECT_FALSE(bracket.ok());
}

TEST(ReaderTest, DocumentsBeforeAProblemAreKept) {
  Read read("one: 1\n---\ntwo: [\n");
  EXPECT_FALSE(read.ok());
  ASSERT_FALSE(read.result.stream->documents.empty());
  EXPECT_TRUE(llvm::isa<MappingNode>(read.root()));
}

TEST(ReaderTest, Encodings) {
  Read invalid("one: \xFF\n");
  ASSERT_FALSE(invalid.ok());
  EXPECT_EQ(invalid.result.stream->problems[0].message,
            "byte 0xFF is not UTF-8");
  EXPECT_EQ(invalid.result.stream->problems[0].range, (SourceRange{5, 6}));

  Read control("one: \x1B[31m\n");
  ASSERT_FALSE(control.ok());
  EXPECT_EQ(control.result.stream->problems[0].message,
            "control character U+001B in the text");

  Read wide(StringRef("\xFF\xFEo\0", 4));
  ASSERT_FALSE(wide.ok());
  EXPECT_EQ(wide.result.stream->problems[0].message,
            "the text is encoded as UTF-16");

  Read nul(StringRef("one: \0", 6));
  EXPECT_FALSE(nul.ok());
}

TEST(ReaderTest, NestingIsLimited) {
  auto nested = [](unsigned depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_TRUE(Read(nested(DeepestNesting)).ok());
  EXPECT_FALSE(Read(nested(DeepestNesting + 1)).ok());
  // A hostile text must not overflow the stack either.
  EXPECT_FALSE(Read(std::string(100000, '[')).ok());
  std::string indented;
  for (unsigned i = 0; i < 1000; ++i)
    indented += std::string(i, ' ') + "a:\n";
  EXPECT_FALSE(Read(indented).ok());
}
