//===- Methods.cpp - The methods of texts, lists and dicts ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Values/Evaluator.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::python;

/// Lists and dicts that grow further are not followed.
static constexpr size_t MostItems = 1000;

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

const Value *Evaluator::wordsOf(const Value &text, ArrayRef<StringRef> words,
                                bool isAll, Place place) {
  Value *list = factory.make(ValueKind::List, place);
  list->isOpen = !isAll || words.size() > MostItems;
  list->split = &text;
  llvm::SmallVector<const Value *, 8> items;
  for (StringRef word : list->isOpen ? ArrayRef<StringRef>() : words) {
    // What is not known may be many words.
    bool isUnknown = text.isTemplate && word.contains(UnknownPart);
    list->isOpen |= isUnknown && word == UnknownPart;
    Value *item = factory.make(ValueKind::Text, text.place);
    item->text = factory.keep(word);
    item->isTemplate = isUnknown;
    // Words of a text that stands in the file are parts of it.
    bool isPart = text.isVerbatim && word.begin() >= text.text.begin() &&
                  word.end() <= text.text.end();
    if (isPart) {
      SourceRange in = rangeIn(text.text, word);
      uint32_t begin = text.place.range.begin;
      item->place.range = {begin + in.begin, begin + in.end};
      item->isVerbatim = true;
    }
    items.push_back(item);
  }
  list->items = factory.keep(llvm::ArrayRef<const Value *>(items));
  return stored(list);
}

const Value *Evaluator::callTextMethod(const Value *text, StringRef method,
                                       const Arguments &arguments,
                                       Place place) {
  const Value *first =
      arguments.list.empty() ? nullptr : arguments.list.front().value;
  auto openText = [&] { return joinTexts({}, place, /*isOpen=*/true); };
  if (method == "format")
    return text->isTemplate ? openText() : formatBraces(text, arguments, place);
  if (method == "join") {
    if (!first)
      return openText();
    const Value *list = contents(first);
    if (!list->isSequence() || list->isOpen)
      return openText();
    llvm::SmallVector<TextPart, 8> parts;
    for (const Value *item : list->items) {
      if (!parts.empty())
        parts.push_back(text);
      parts.push_back(item);
    }
    return joinTexts(parts, place);
  }
  if (method == "startswith" || method == "endswith") {
    if (!text->isText() || !first || !first->isText())
      return factory.unknown(place);
    StringRef whole = text->text, part = first->text;
    return factory.boolean(method == "startswith" ? whole.starts_with(part)
                                                  : whole.ends_with(part),
                           place);
  }
  if (method == "split" || method == "splitlines" || method == "rsplit") {
    bool hasWords = method == "split" && arguments.list.size() <= 1 &&
                    (!first || (first->isText() && !first->text.empty()));
    llvm::SmallVector<StringRef, 8> parts;
    if (hasWords && first)
      text->text.split(parts, first->text);
    else if (hasWords)
      llvm::SplitString(text->text, parts);
    return wordsOf(*text, parts, /*isAll=*/hasWords, place);
  }
  if (method == "encode" || method == "isdigit" || method == "find" ||
      method == "index" || method == "count" || method == "isnumeric")
    return factory.unknown(place);
  bool isStrip = method == "strip" || method == "lstrip" || method == "rstrip";
  if (isStrip && arguments.list.empty() && !arguments.isOpen)
    return strip(text, method, place);
  if (!text->isText())
    return openText();
  StringRef whole = text->text;
  if (method == "lower")
    return factory.text(whole.lower(), place);
  if (method == "upper")
    return factory.text(whole.upper(), place);
  if (method == "replace" && arguments.list.size() == 2 && first->isText() &&
      !first->text.empty())
    return replaceText(text, first->text, arguments.list[1].value, place);
  return openText();
}

const Value *Evaluator::replaceText(const Value *text, StringRef from,
                                    const Value *to, Place place) {
  llvm::SmallVector<TextPart, 8> parts;
  StringRef whole = text->text;
  size_t done = 0;
  auto rangeTo = [&](size_t end) {
    return SourceRange{static_cast<uint32_t>(done), static_cast<uint32_t>(end)};
  };
  constexpr size_t MostParts = 200;
  for (size_t at; (at = whole.find(from, done)) != StringRef::npos;) {
    if (parts.size() > MostParts)
      return joinTexts({}, place, /*isOpen=*/true);
    parts.push_back(partOf(text, rangeTo(at)));
    done = at;
    TextPart &field = parts.emplace_back(to);
    field.format = text;
    field.range = rangeTo(at + from.size());
    field.isField = true;
    done = at + from.size();
  }
  parts.push_back(partOf(text, rangeTo(whole.size())));
  return joinTexts(parts, place);
}

const Value *
Evaluator::fillIn(const Value *format, ArrayRef<FormatPart> fields,
                  llvm::function_ref<const Value *(const FormatPart &)> valueOf,
                  Place place) {
  llvm::SmallVector<TextPart, 8> parts;
  for (const FormatPart &field : fields) {
    // Of two braces that say one the first.
    if (!field.isField) {
      auto size = static_cast<uint32_t>(field.text.size());
      parts.push_back(
          partOf(format, {field.range.begin, field.range.begin + size}));
      continue;
    }
    const Value *value = field.isPlain ? valueOf(field) : nullptr;
    TextPart &part = parts.emplace_back(value ? value : factory.unknown(place));
    part.format = format;
    part.range = field.range;
    part.isField = true;
  }
  return joinTexts(parts, place);
}

const Value *Evaluator::formatBraces(const Value *format,
                                     const Arguments &arguments, Place place) {
  std::optional<std::vector<FormatPart>> parts = readBraceFormat(format->text);
  if (!parts)
    return joinTexts({}, place, /*isOpen=*/true);
  auto valueOf = [&](const FormatPart &field) -> const Value * {
    unsigned position = 0;
    for (const Argument &argument : arguments.list) {
      // What `*args` holds moves the positions.
      bool isIt = !field.name.empty()
                      ? argument.name == field.name
                      : argument.name.empty() && !arguments.isOpen &&
                            position++ == field.position;
      if (isIt)
        return argument.value;
    }
    return nullptr;
  };
  return fillIn(format, *parts, valueOf, place);
}

const Value *Evaluator::formatPercent(const Value *format, const Value *given,
                                      Place place) {
  std::optional<std::vector<FormatPart>> parts =
      readPercentFormat(format->text);
  if (!parts)
    return joinTexts({}, place, /*isOpen=*/true);
  const Value *now = contents(given);
  llvm::SmallVector<const Value *, 4> single = {now};
  bool isMany = now->kind == ValueKind::Tuple;
  ArrayRef<const Value *> values = isMany ? now->items : ArrayRef(single);
  auto valueOf = [&](const FormatPart &field) -> const Value * {
    if (!field.name.empty())
      return now->isDict() ? now->find(field.name) : nullptr;
    bool isKnown = field.position < values.size() && !(isMany && now->isOpen);
    return isKnown ? values[field.position] : nullptr;
  };
  return fillIn(format, *parts, valueOf, place);
}

//===----------------------------------------------------------------------===//
// Lists and dicts
//===----------------------------------------------------------------------===//

const Value *Evaluator::added(const Value *now, StringRef method,
                              const Arguments &arguments) {
  const Argument *given = arguments.find("", 0);
  const Value *first = given ? given->value : nullptr;
  if (now->kind == ValueKind::List && method != "update" && first &&
      now->items.size() < MostItems) {
    llvm::SmallVector<const Value *, 8> items(now->items);
    Value *next = factory.copy(*now);
    if (method == "append") {
      items.push_back(first);
    } else {
      const Value *more = contents(first);
      if (more->isSequence())
        llvm::append_range(items, more->items);
      next->isOpen |= !more->isSequence() || more->isOpen;
    }
    next->items = factory.keep(llvm::ArrayRef<const Value *>(items));
    return next;
  }
  if (now->isDict() && method == "update" && now->entries.size() < MostItems) {
    llvm::SmallVector<DictEntry, 8> entries(now->entries);
    Value *next = factory.copy(*now);
    if (first) {
      const Value *more = contents(first);
      if (more->isDict())
        llvm::append_range(entries, more->entries);
      next->isOpen |= !more->isDict() || more->isOpen;
      // What it does not say may be anything.
      if (!more->isDict())
        entries.clear();
    }
    for (const Argument &argument : arguments.list)
      if (!argument.name.empty())
        entries.push_back(
            {factory.text(argument.name, argument.namePlace), argument.value});
    next->isOpen |= arguments.isOpen;
    next->entries = factory.keep(llvm::ArrayRef<DictEntry>(entries));
    return next;
  }
  return nullptr;
}

const Value *Evaluator::callContainerMethod(const Value *container,
                                            StringRef method,
                                            const Arguments &arguments,
                                            Place place) {
  const Value *now = contents(container);
  const Argument *given = arguments.find("", 0);
  const Value *first = given ? given->value : nullptr;
  const Value *none = factory.make(ValueKind::None, place);
  if (now->isDict() && method == "get" && first) {
    const Value *fallback =
        arguments.list.size() > 1 ? arguments.list[1].value : none;
    if (!first->isText())
      return factory.unknown(place);
    if (const Value *found = now->find(first->text))
      return restricted(found, path);
    return now->isOpen ? factory.unknown(place) : fallback;
  }
  if (method == "copy") {
    if (!now->isDict() && now->kind != ValueKind::List)
      return factory.unknown(place);
    return stored(factory.copy(*now));
  }
  if (!container->storage)
    return nullptr;
  if (method == "append" || method == "extend" || method == "update") {
    // Each way that it was filled on gets more.
    setContents(container, lift(now, [&](const Value *one) {
                  const Value *more = added(one, method, arguments);
                  return more ? more : factory.unknown(place);
                }));
    return none;
  }
  if (method == "keys" || method == "values" || method == "items" ||
      method == "index" || method == "count")
    return factory.unknown(place);
  setContents(container, factory.unknown(place));
  return factory.unknown(place);
}
