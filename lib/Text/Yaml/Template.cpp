//===- Template.cpp - Placeholders that a template fills in ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Yaml/Template.h"
#include "Support/LLVM.h"
#include "Text/Yaml/ScalarType.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::yaml;

bool yaml::isPlaceholder(const Node &node) {
  if (!node.flow)
    return false;
  if (const auto *sequence = llvm::dyn_cast<SequenceNode>(&node)) {
    if (sequence->items.size() != 1)
      return false;
    const auto *item = llvm::dyn_cast<ScalarNode>(sequence->items.front());
    return item && item->style == ScalarStyle::Plain &&
           isInCapitals(item->value);
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
         value->range.empty() &&
         hasPlaceholder(("{" + name->value + "}").str());
}

//===----------------------------------------------------------------------===//
// Text that is no YAML yet
//===----------------------------------------------------------------------===//

namespace {
struct Marker {
  StringRef open;
  StringRef close;
};
} // namespace

static const Marker markers[] = {
    {"{{", "}}"}, {"{%", "%}"}, {"{#", "#}"}, {"<%", "%>"}};

/// Finds markers from the front to the back of a text.
namespace {
class MarkerFinder {
public:
  explicit MarkerFinder(StringRef text) : text(text) {}

  /// The next marker; an empty range if there is none.
  SourceRange next();

private:
  StringRef text;
  size_t position = 0;
  /// What is known to have no more ends, so that it is not looked for again.
  bool isSpent[std::size(markers)] = {};
};
} // namespace

SourceRange MarkerFinder::next() {
  for (size_t at = text.find_first_of("{<", position); at != StringRef::npos;
       at = text.find_first_of("{<", at + 1)) {
    for (const auto &[kind, marker] : llvm::enumerate(markers)) {
      if (isSpent[kind] || !text.substr(at).starts_with(marker.open))
        continue;
      size_t close = text.find(marker.close, at + marker.open.size());
      isSpent[kind] = close == StringRef::npos;
      if (isSpent[kind])
        continue;
      position = close + marker.close.size();
      return {static_cast<uint32_t>(at), static_cast<uint32_t>(position)};
    }
  }
  return {};
}

/// True if nothing but blanks stands beside a range on its lines.
static bool isAlone(StringRef text, SourceRange range) {
  auto isBlank = [](char c) { return c == ' ' || c == '\t'; };
  auto isBreak = [](char c) { return c == '\r' || c == '\n'; };
  size_t begin = range.begin, end = range.end;
  while (begin > 0 && isBlank(text[begin - 1]))
    --begin;
  while (end < text.size() && isBlank(text[end]))
    ++end;
  return (begin == 0 || isBreak(text[begin - 1])) &&
         (end == text.size() || isBreak(text[end]));
}

std::optional<TemplateMask> yaml::maskTemplate(StringRef text) {
  TemplateMask mask;
  mask.text = text.str();
  MarkerFinder finder(text);
  for (SourceRange marker = finder.next(); !marker.empty();
       marker = finder.next()) {
    mask.markers.push_back(marker);
    StringRef written = text.slice(marker.begin, marker.end);
    bool isComment = written.starts_with("{#") || written.starts_with("<%#");
    bool isValue = (written.starts_with("{{") || written.starts_with("<%=")) &&
                   !isAlone(text, marker);
    mask.onlyValues &= isComment || isValue;
    for (char &c : llvm::MutableArrayRef<char>(mask.text.data() + marker.begin,
                                               marker.size())) {
      if (c != '\n' && c != '\r')
        c = isValue ? 'x' : ' ';
    }
  }
  if (mask.markers.empty())
    return std::nullopt;
  return mask;
}
