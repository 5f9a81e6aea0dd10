//===- Blocks.cpp - The code of a Markdown page ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Markdown/Blocks.h"
#include "Support/LLVM.h"
#include "Support/Lines.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::markdown;

namespace {
class BlockReader {
public:
  explicit BlockReader(StringRef text) : text(text), lines(text) {}

  std::vector<Block> read();

private:
  void readFence(StringRef line);
  void readPreformatted();
  void readIndented();

  StringRef text;
  Lines lines;
  std::vector<Block> blocks;
  bool isOpenEnded = false;
};
} // namespace

static bool opensFence(StringRef line) {
  StringRef begin = line.ltrim();
  return begin.starts_with("```") || begin.starts_with("~~~");
}

/// Where `<pre>` begins in a line, or npos. In a sentence it is a word.
static size_t findPreformatted(StringRef line) {
  size_t at = line.find_insensitive("<pre");
  if (at == StringRef::npos)
    return at;
  StringRef before = line.take_front(at).trim();
  StringRef after = line.substr(at + 4);
  bool isTag = after.empty() || after.front() == '>' || after.front() == ' ';
  bool isFirst = before.empty() || before.ends_with(">");
  return isTag && isFirst ? at : StringRef::npos;
}

static bool isIndented(StringRef line) {
  return line.starts_with("    ") ||
         line.take_while([](char c) { return c == ' ' || c == '\t'; })
             .contains('\t');
}

static bool isBlank(StringRef line) { return line.trim().empty(); }

void BlockReader::readFence(StringRef line) {
  char mark = line.front();
  StringRef fence = line.take_while([&](char c) { return c == mark; });
  StringRef language = line.drop_front(fence.size()).trim(" {.");
  language = language.take_until(
      [](char c) { return c == ' ' || c == '}' || c == ','; });
  Block block{
      BlockKind::Fenced, language, {lines.nextLine(), lines.nextLine()}};
  while (lines.advance()) {
    StringRef inner = lines.line().trim();
    if (inner.starts_with(fence) && inner.trim(mark).empty())
      break;
    block.range.end = lines.lineRange().end;
  }
  blocks.push_back(block);
}

void BlockReader::readPreformatted() {
  size_t begin =
      text.find('>', lines.lineRange().begin + findPreformatted(lines.line()));
  begin = begin == StringRef::npos ? text.size() : begin + 1;
  // What is never closed is not looked for again.
  size_t end =
      isOpenEnded ? StringRef::npos : text.find_insensitive("</pre", begin);
  isOpenEnded = end == StringRef::npos;
  if (isOpenEnded)
    return;
  blocks.push_back(
      {BlockKind::Preformatted,
       "",
       {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)}});
  // What follows on the line of the end is no code.
  while (lines.lineRange().end < end && lines.advance())
    ;
}

/// True for a line that can only go on with a text in YAML: a key, an item, a
/// bracket or a comment. A sentence begins with a capital letter.
static bool continuesYaml(StringRef line) {
  StringRef text = line.trim();
  if (text.starts_with("#") || text.starts_with("- ") ||
      text.starts_with("}") || text.starts_with("]"))
    return true;
  StringRef word = text.take_while(
      [](char c) { return llvm::isAlnum(c) || c == '_' || c == '-'; });
  return !word.empty() && llvm::isLower(word.front()) &&
         text.drop_front(word.size()).starts_with(":");
}

void BlockReader::readIndented() {
  SourceRange range = lines.lineRange();
  StringRef first = lines.line();
  auto indentOf = [](StringRef line) {
    return line.size() - line.ltrim(" \t").size();
  };
  bool wasBlank = false;
  while (true) {
    Lines ahead = lines;
    if (!ahead.advance())
      break;
    StringRef line = ahead.line();
    if (isBlank(line)) {
      wasBlank = true;
      lines = ahead;
      continue;
    }
    bool isInside = !wasBlank || indentOf(line) > indentOf(first) ||
                    (continuesYaml(line) && continuesYaml(first));
    if (!isIndented(line) || !isInside || opensFence(line) ||
        findPreformatted(line) != StringRef::npos)
      break;
    wasBlank = false;
    lines = ahead;
    range.end = lines.lineRange().end;
  }
  blocks.push_back({BlockKind::Indented, "", range});
}

std::vector<Block> BlockReader::read() {
  bool afterBlank = true;
  while (lines.advance()) {
    StringRef line = lines.line();
    if (opensFence(line))
      readFence(line.trim());
    else if (findPreformatted(line) != StringRef::npos)
      readPreformatted();
    else if (afterBlank && isIndented(line) && !isBlank(line))
      readIndented();
    afterBlank = isBlank(lines.line());
  }
  return std::move(blocks);
}

std::vector<Block> markdown::codeBlocks(StringRef text) {
  return BlockReader(text).read();
}
