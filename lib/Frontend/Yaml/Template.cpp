//===- Template.cpp - Placeholders that a template fills in ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Yaml/Template.h"
#include "Frontend/Yaml/ScalarType.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::yaml;
using llvm::StringRef;

static bool isNameStart(char c) { return llvm::isAlpha(c) || c == '_'; }
static bool isName(StringRef text) {
  return !text.empty() && isNameStart(text[0]) &&
         llvm::all_of(text,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// The text between a character at the front of `text` and the next `close`, or
/// an empty text if there is none on the line.
static StringRef inside(StringRef text, char close) {
  size_t end = text.find(close, 1);
  if (end == StringRef::npos || text.take_front(end).contains('\n'))
    return "";
  return text.slice(1, end);
}

/// `[A-Z][A-Z0-9_ -]*`: what people leave for the reader to fill in.
static bool isUpperPlaceholder(StringRef text) {
  return text.size() > 1 && llvm::isUpper(text[0]) &&
         llvm::all_of(text, [](char c) {
           return llvm::isUpper(c) || llvm::isDigit(c) || c == '_' ||
                  c == '-' || c == ' ';
         });
}

/// Text in angle brackets that begins like a word: no comparison, no tag.
static bool isAnglePlaceholder(StringRef text) {
  return !text.empty() && llvm::isAlpha(text[0]) && !text.contains('<') &&
         !text.contains('=');
}

bool yaml::hasPlaceholder(StringRef value) {
  size_t at = value.find_first_of("${<[@%");
  for (; at != StringRef::npos; at = value.find_first_of("${<[@%", at + 1)) {
    StringRef rest = value.substr(at);
    char next = rest.size() > 1 ? rest[1] : '\0';
    switch (rest[0]) {
    case '$':
      if (next == '{' || next == '(' || isNameStart(next))
        return true;
      break;
    case '{':
      if (next == '{' || next == '%' || isName(inside(rest, '}')))
        return true;
      break;
    case '<':
      if (isAnglePlaceholder(inside(rest, '>')))
        return true;
      break;
    case '[':
      if (isUpperPlaceholder(inside(rest, ']')))
        return true;
      break;
    case '@':
      if (isName(inside(rest, '@')))
        return true;
      break;
    case '%':
      if (next == '(' && isName(inside(rest.drop_front(), ')')))
        return true;
      break;
    }
  }
  return false;
}

bool yaml::isPlaceholder(const Node &node) {
  if (!node.flow)
    return false;
  if (const auto *sequence = llvm::dyn_cast<SequenceNode>(&node)) {
    if (sequence->items.size() != 1)
      return false;
    const auto *item = llvm::dyn_cast<ScalarNode>(sequence->items.front());
    return item && item->style == ScalarStyle::Plain &&
           isUpperPlaceholder(item->value);
  }
  const auto *mapping = llvm::dyn_cast<MappingNode>(&node);
  if (!mapping || mapping->entries.size() != 1)
    return false;
  const Node *key = mapping->entries.front().key;
  if (llvm::isa<MappingNode>(key) && key->flow)
    return true;
  // `{name}`, a Python format field.
  const auto *name = llvm::dyn_cast<ScalarNode>(key);
  const auto *value =
      llvm::dyn_cast<ScalarNode>(mapping->entries.front().value);
  return name && value && name->style == ScalarStyle::Plain &&
         value->range.empty() && isName(name->value);
}

StringRef yaml::templateMarker(StringRef line) {
  for (StringRef marker : {"{{", "{%", "{#", "<%"}) {
    if (line.contains(marker))
      return marker;
  }
  return "";
}
