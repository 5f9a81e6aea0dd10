//===- Documents.cpp - YAML and JSON in Markdown pages --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Markdown/Documents.h"
#include "Support/LLVM.h"
#include "Support/Placeholder.h"
#include "Text/Markdown/Ellipses.h"
#include "Text/Yaml/ScalarType.h"
#include "Text/Yaml/Template.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::markdown;
using namespace trainlint::yaml;

static bool mayBeConfiguration(const Block &block) {
  static constexpr llvm::StringLiteral names[] = {
      "",    "yaml", "yml",   "json", "jsonc",     "json5",
      "txt", "text", "plain", "none", "plaintext", "conf"};
  return llvm::is_contained(names, block.language.lower());
}

//===----------------------------------------------------------------------===//
// What is left to the reader
//===----------------------------------------------------------------------===//

/// True for a word such as `MACHINE_TYPE`.
static bool isUpper(const ScalarNode &scalar) {
  return isInCapitals(scalar.value) && !scalar.value.contains(' ') &&
         typeOf(scalar) == ScalarType::String;
}

namespace {
/// Makes placeholders of scalars that are none to a program.
class ReaderParts {
public:
  ReaderParts(Stream &stream, llvm::function_ref<bool(StringRef)> takesWord)
      : stream(stream), takesWord(takesWord) {}

  void leaveOpen();

private:
  bool isOpen(const ScalarNode &scalar, const ScalarNode *key) const;
  void leaveOpen(Node *node, const ScalarNode *key);

  Stream &stream;
  llvm::function_ref<bool(StringRef)> takesWord;
};
} // namespace

bool ReaderParts::isOpen(const ScalarNode &scalar,
                         const ScalarNode *key) const {
  StringRef value = scalar.value;
  if (isPlaceholderName(value))
    return true;
  if (!isUpper(scalar))
    return false;
  if (!key || key->value.empty() || !takesWord(key->value))
    return true;
  // JSON has words in quotes, and a word may say what belongs there.
  bool isBare =
      key->style != ScalarStyle::Plain && scalar.style == ScalarStyle::Plain;
  return isBare || isPlaceholderValue(value, key->value);
}

void ReaderParts::leaveOpen(Node *node, const ScalarNode *key) {
  auto *scalar = llvm::dyn_cast<ScalarNode>(node);
  bool leaves = scalar && !scalar->value.empty() &&
                !hasPlaceholder(scalar->value) && isOpen(*scalar, key);
  if (leaves)
    scalar->value =
        StringRef(("${" + scalar->value + "}").str()).copy(stream.arena);
}

void ReaderParts::leaveOpen() {
  for (Node *node : stream.nodes) {
    if (auto *sequence = llvm::dyn_cast<SequenceNode>(node)) {
      for (Node *item : sequence->items)
        leaveOpen(item, nullptr);
    }
    auto *mapping = llvm::dyn_cast<MappingNode>(node);
    if (!mapping)
      continue;
    for (const MappingEntry &entry : mapping->entries) {
      leaveOpen(entry.value, llvm::dyn_cast<ScalarNode>(entry.key));
      leaveOpen(entry.key, nullptr);
    }
  }
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static void moveProblem(Problem &problem, const BlockText &text) {
  problem.range = text.placeOf(problem.range);
  problem.noteRange = text.placeOf(problem.noteRange);
}

/// Puts what was read of a block where it stands in the page.
static void moveToPage(ReadResult &read, const BlockText &text) {
  Stream &stream = *read.stream;
  for (Node *node : stream.nodes) {
    node->range = text.placeOf(node->range);
    node->anchorRange = text.placeOf(node->anchorRange);
  }
  for (SourceRange &comment : stream.comments)
    comment = text.placeOf(comment);
  for (Document &document : stream.documents)
    document.range = text.placeOf(document.range);
  for (Problem &problem : stream.problems)
    moveProblem(problem, text);
  if (read.disagreement)
    moveProblem(*read.disagreement, text);
}

ReadResult markdown::readText(std::shared_ptr<const BlockText> text,
                              SecondOpinion second) {
  ReadResult read = yaml::read(text->text(), second);
  moveToPage(read, *text);
  read.stream->text = std::move(text);
  return read;
}

ReadResult markdown::readOpenText(std::shared_ptr<const BlockText> text,
                                  llvm::function_ref<bool(StringRef)> takesWord,
                                  SecondOpinion second) {
  ReadResult read = yaml::read(text->text(), second);
  ReaderParts(*read.stream, takesWord).leaveOpen();
  moveToPage(read, *text);
  read.stream->text = std::move(text);
  return read;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// True if a text is a job beyond doubt, however it goes on.
static bool beginsLikeJob(StringRef text) {
  StringRef begin = text;
  while (begin.ltrim().starts_with("#"))
    begin = begin.ltrim().split('\n').second;
  begin = begin.ltrim();
  return begin.starts_with("trainingInput:") ||
         begin.starts_with("workerPoolSpecs:");
}

static bool isComplete(StringRef text) {
  return !text.contains("...") && !text.contains("\u2026") &&
         !maskTemplate(text) && !hasPlaceholder(text);
}

/// Reference pages list the fields that exclude each other one after the other.
static bool describesForm(StringRef text) {
  return text.contains("// Union field");
}

std::vector<ReadResult> markdown::readDocuments(
    StringRef page, llvm::function_ref<bool(StringRef)> mayHold,
    llvm::function_ref<bool(StringRef)> takesWord, SecondOpinion second) {
  std::vector<ReadResult> found;
  for (const Block &block : codeBlocks(page)) {
    StringRef written = page.slice(block.range.begin, block.range.end);
    if (!mayBeConfiguration(block) || !mayHold(written) ||
        describesForm(written))
      continue;
    auto text =
        std::make_shared<const BlockText>(fillEllipses(readBlock(page, block)));
    ReadResult read = yaml::read(text->text(), second);
    bool isBroken = !read.stream->problems.empty();
    if (isBroken && !(beginsLikeJob(written) && isComplete(written)))
      continue;
    ReaderParts(*read.stream, takesWord).leaveOpen();
    // Of a text that was changed it is not known how others read it.
    if (text->text() != written)
      read.disagreement.reset();
    moveToPage(read, *text);
    read.stream->text = text;
    found.push_back(std::move(read));
  }
  return found;
}
