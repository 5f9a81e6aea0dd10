//===- BlockText.cpp - What a block of a page says ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Markdown/BlockText.h"
#include "Support/LLVM.h"
#include "Support/Lines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ConvertUTF.h"

using namespace trainlint;
using namespace trainlint::markdown;

//===----------------------------------------------------------------------===//
// Preformatted text
//===----------------------------------------------------------------------===//

/// The character that `&...;` stands for; empty if it is none.
static std::string characterOf(StringRef entity) {
  if (entity.consume_front("#")) {
    unsigned radix = entity.consume_front_insensitive("x") ? 16 : 10;
    unsigned code;
    char bytes[UNI_MAX_UTF8_BYTES_PER_CODE_POINT];
    char *end = bytes;
    if (entity.getAsInteger(radix, code) ||
        !llvm::ConvertCodePointToUTF8(code, end))
      return "";
    return std::string(bytes, end);
  }
  return llvm::StringSwitch<std::string>(entity)
      .Case("lt", "<")
      .Case("gt", ">")
      .Case("amp", "&")
      .Case("quot", "\"")
      .Case("apos", "'")
      .Case("nbsp", " ")
      .Case("hellip", "...")
      .Case("ndash", "\u2013")
      .Case("mdash", "\u2014")
      .Default("");
}

namespace {
/// A tag at the front of a text.
struct Tag {
  /// With `/` in front if it closes.
  std::string name;
  size_t size = 0;
};
} // namespace

/// The tag that a text begins with: one of those that mark text. Others are
/// placeholders.
static std::optional<Tag> tagAt(StringRef text) {
  static constexpr llvm::StringLiteral names[] = {
      "a",    "b",      "br",  "code", "del", "div", "em",   "font",
      "i",    "ins",    "kbd", "mark", "p",   "s",   "samp", "small",
      "span", "strong", "sub", "sup",  "tt",  "u",   "var"};
  constexpr size_t LongestTag = 500;
  StringRef line = text.take_front(LongestTag);
  line = line.take_front(line.find('>'));
  if (line.size() == std::min(text.size(), LongestTag))
    return std::nullopt;
  StringRef rest = line.drop_front();
  bool closes = rest.consume_front("/");
  std::string name = rest.take_while(llvm::isAlnum).lower();
  bool isKnown =
      llvm::is_contained(names, name) || StringRef(name).starts_with("devsite");
  if (!isKnown)
    return std::nullopt;
  return Tag{(closes ? "/" : "") + name, line.size() + 1};
}

/// The text that stands for a tag.
static StringRef meaningOf(const Tag &tag) {
  return llvm::StringSwitch<StringRef>(tag.name)
      .Case("br", "\n")
      .Case("var", "<")
      .Case("/var", ">")
      .Default("");
}

static BlockText readPreformatted(StringRef page, SourceRange block) {
  BlockText out;
  uint32_t written = block.begin;
  auto replace = [&](uint32_t begin, size_t size, StringRef meaning) {
    out.addWritten(page, {written, begin});
    written = begin + size;
    out.addMeaning(meaning, {begin, written});
  };
  StringRef text = page.take_front(block.end);
  size_t at = text.find_first_of("<&", block.begin);
  for (; at != StringRef::npos; at = text.find_first_of("<&", at)) {
    StringRef rest = text.substr(at);
    constexpr size_t LongestEntity = 10;
    size_t semicolon = rest.take_front(LongestEntity).find(';');
    std::string character;
    if (rest[0] == '&' && semicolon != StringRef::npos)
      character = characterOf(rest.slice(1, semicolon));
    std::optional<Tag> tag = rest[0] == '<' ? tagAt(rest) : std::nullopt;
    if (!character.empty())
      replace(at, semicolon + 1, character);
    else if (tag)
      replace(at, tag->size, meaningOf(*tag));
    at = std::max<size_t>(at + 1, written);
  }
  out.addWritten(page, {written, block.end});
  return out;
}

/// Tabs do not indent YAML; that of the block belongs to the page.
static BlockText readIndented(StringRef page, SourceRange block) {
  BlockText out;
  StringRef text = page.take_front(block.end);
  for (uint32_t at = block.begin; at < block.end;) {
    uint32_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    uint32_t begin = at + (text[at] == '\t' ? 1 : 0);
    out.addWritten(page, {begin, end});
    at = end;
  }
  return out;
}

BlockText markdown::readBlock(StringRef page, const Block &block) {
  if (block.kind == BlockKind::Preformatted)
    return readPreformatted(page, block.range);
  if (block.kind == BlockKind::Indented)
    return readIndented(page, block.range);
  BlockText out;
  out.addWritten(page, block.range);
  return out;
}
