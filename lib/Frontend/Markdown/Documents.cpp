//===- Documents.cpp - YAML and JSON in Markdown pages --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Markdown/Documents.h"
#include "Frontend/Markdown/Ellipses.h"
#include "Frontend/Yaml/Template.h"
#include "Support/NearMatch.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::markdown;
using namespace trainlint::yaml;
using llvm::StringRef;

static bool mayBeConfiguration(const Block &block) {
  static constexpr llvm::StringLiteral names[] = {
      "",    "yaml", "yml",   "json", "jsonc",     "json5",
      "txt", "text", "plain", "none", "plaintext", "conf"};
  return llvm::is_contained(names, block.language.lower());
}

//===----------------------------------------------------------------------===//
// What is left to the reader
//===----------------------------------------------------------------------===//

/// `your-bucket` and the like, also within a path.
static bool namesYours(StringRef value) {
  for (size_t at = value.find_insensitive("your"); at != StringRef::npos;
       at = value.find_insensitive("your", at + 1)) {
    char before = at == 0 ? '/' : value[at - 1];
    char after = at + 4 < value.size() ? value[at + 4] : '\0';
    if (!llvm::isAlnum(before) && StringRef("-_ ").contains(after))
      return true;
  }
  return false;
}

static size_t lastWord(StringRef text, bool isCamelCase) {
  size_t at = isCamelCase ? text.find_last_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
                          : text.find_last_of("_-") + 1;
  return at == StringRef::npos ? 0 : at;
}

/// `machineType: MACHINE_TYPE`: the value says what belongs there.
static bool repeatsKey(StringRef value, StringRef key) {
  bool isUpper = llvm::all_of(
      value, [](char c) { return llvm::isUpper(c) || c == '_' || c == '-'; });
  return isUpper && !key.empty() &&
         sameLetters(value.substr(lastWord(value, false)),
                     key.substr(lastWord(key, true)));
}

/// Makes a placeholder of a scalar that is none to a program.
static void leaveOpen(Node *node, StringRef key, Stream &stream) {
  auto *scalar = llvm::dyn_cast<ScalarNode>(node);
  if (!scalar || scalar->value.empty() || hasPlaceholder(scalar->value))
    return;
  StringRef value = scalar->value;
  bool isOpen = value.contains("...") || value.contains("\u2026") ||
                namesYours(value) || repeatsKey(value, key);
  if (isOpen)
    scalar->value = StringRef(("${" + value + "}").str()).copy(stream.arena);
}

static void leaveOpen(Stream &stream) {
  for (Node *node : stream.nodes) {
    if (auto *sequence = llvm::dyn_cast<SequenceNode>(node)) {
      for (Node *item : sequence->items)
        leaveOpen(item, "", stream);
    }
    auto *mapping = llvm::dyn_cast<MappingNode>(node);
    if (!mapping)
      continue;
    for (const MappingEntry &entry : mapping->entries) {
      const auto *key = llvm::dyn_cast<ScalarNode>(entry.key);
      leaveOpen(entry.value, key ? key->value : StringRef(), stream);
      leaveOpen(entry.key, "", stream);
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

std::vector<ReadResult>
markdown::readDocuments(StringRef page,
                        llvm::function_ref<bool(StringRef)> mayHold) {
  std::vector<ReadResult> found;
  for (const Block &block : codeBlocks(page)) {
    StringRef written = page.slice(block.range.begin, block.range.end);
    if (!mayBeConfiguration(block) || !mayHold(written))
      continue;
    auto text =
        std::make_shared<const BlockText>(fillEllipses(readBlock(page, block)));
    ReadResult read = yaml::read(text->text());
    bool isBroken = !read.stream->problems.empty();
    if (isBroken && !(beginsLikeJob(written) && isComplete(written)))
      continue;
    leaveOpen(*read.stream);
    moveToPage(read, *text);
    read.stream->text = text;
    found.push_back(std::move(read));
  }
  return found;
}
