//===- ExpandLine.cpp - Names of Python in lines for a shell --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Notebook/ExpandLine.h"
#include "Frontend/Python/Notebook/ComputedText.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::python;

static bool isNamePart(char c) { return llvm::isAlnum(c) || c == '_'; }

static StringRef nameAt(StringRef text) {
  StringRef name = text.take_while(isNamePart);
  return !name.empty() && llvm::isDigit(name.front()) ? StringRef() : name;
}

namespace {
class LineExpander {
public:
  LineExpander(const MappedText &source, SourceRange range, FindName find,
               ShellTextMaker &maker)
      : source(source), text(source.text().take_front(range.end)), find(find),
        maker(maker), at(range.begin), written(range.begin) {}

  void expand();

private:
  StringRef rest() const { return text.substr(at); }
  bool expandBraces();
  bool expandDollar();
  bool expandDouble();
  void followQuotes();
  void add(const Value *value, SourceRange place);
  /// Replaces the next characters.
  void replace(size_t size, llvm::function_ref<void(SourceRange place)> add);

  const MappedText &source;
  StringRef text;
  FindName find;
  ShellTextMaker &maker;
  uint32_t at;
  /// What stands in front of this is added.
  uint32_t written;
  bool isSingle = false;
  bool isDouble = false;
};
} // namespace

void LineExpander::replace(size_t size,
                           llvm::function_ref<void(SourceRange place)> add) {
  maker.addPart(source, {written, at});
  uint32_t end = at + size;
  add(source.placeOf({at, end}));
  at = written = end;
}

/// Quotes hold together what a value says.
void LineExpander::add(const Value *value, SourceRange place) {
  if (isDouble)
    return maker.addValue(value, place, /*isQuoted=*/true);
  addFilling(value, place, maker);
}

/// `{{`, `}}` and `$$`.
bool LineExpander::expandDouble() {
  StringRef two = rest().take_front(2);
  if (two != "{{" && two != "}}" && two != "$$")
    return false;
  replace(
      2, [&](SourceRange place) { maker.addMeaning(two.take_front(), place); });
  return true;
}

/// `{name}` or another expression.
bool LineExpander::expandBraces() {
  if (!rest().starts_with("{"))
    return false;
  // A line may be as long as a file.
  constexpr size_t Longest = 500;
  StringRef inside = rest().drop_front().take_front(Longest);
  size_t close = inside.find('}');
  if (close == StringRef::npos)
    return false;
  inside = inside.take_front(close);
  StringRef name = nameAt(inside.ltrim());
  const Value *value = name.empty() ? nullptr : find(name);
  // JSON has no value as an expression.
  StringRef first = inside.ltrim().take_front();
  bool isText = (first == "'" || first == "\"") && !inside.contains(':');
  if (!value && !isText)
    return false;
  // An attribute has a name with dots.
  if (value && inside.trim() != name)
    value = find(inside.trim());
  replace(close + 2, [&](SourceRange place) { add(value, place); });
  return true;
}

/// `$name`. In `${name}` the notebook sees a dollar in front of braces: a name
/// of Python leaves something that nobody means.
bool LineExpander::expandDollar() {
  if (!rest().starts_with("$"))
    return false;
  bool isBraced = rest().starts_with("${");
  StringRef name = nameAt(rest().drop_front(isBraced ? 2 : 1));
  const Value *value = name.empty() ? nullptr : find(name);
  if (!value) {
    // The name is the shell's.
    at += (isBraced ? 2 : 1) + name.size();
    return true;
  }
  size_t size = 1 + name.size();
  if (isBraced)
    size = std::min(rest().find('}'), rest().size() - 1) + 1;
  replace(size,
          [&](SourceRange place) { add(isBraced ? nullptr : value, place); });
  return true;
}

void LineExpander::followQuotes() {
  switch (text[at]) {
  case '\'':
    isSingle ^= !isDouble;
    break;
  case '"':
    isDouble ^= !isSingle;
    break;
  case '\\':
    at += isSingle ? 0 : 1;
    break;
  default:
    break;
  }
}

void LineExpander::expand() {
  while (at < text.size()) {
    if (expandDouble() || expandBraces() || expandDollar())
      continue;
    followQuotes();
    ++at;
  }
  maker.addPart(source, {written, static_cast<uint32_t>(text.size())});
}

void python::expandLine(const MappedText &source, SourceRange range,
                        FindName find, ShellTextMaker &maker) {
  LineExpander(source, range, find, maker).expand();
}
