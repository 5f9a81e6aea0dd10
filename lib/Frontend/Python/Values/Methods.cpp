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

/// Lists and dicts that grow further are not followed, nor longer texts.
static constexpr size_t MostItems = 1000;
static constexpr size_t LongestReplaced = 1 << 16;

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

const Value *Evaluator::callTextMethod(const Value *text, StringRef method,
                                       const Arguments &arguments,
                                       Place place) {
  const Value *first =
      arguments.list.empty() ? nullptr : arguments.list.front().value;
  auto openText = [&] { return joinTexts({}, place, /*isOpen=*/true); };
  if (method == "format")
    return text->isTemplate || arguments.isOpen
               ? openText()
               : formatBraces(text->text, arguments.list, place);
  if (method == "join") {
    if (!first)
      return openText();
    const Value *list = contents(first);
    if (!list->isSequence() || list->isOpen)
      return openText();
    llvm::SmallVector<const Value *, 8> parts;
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
    Value *list = factory.make(ValueKind::List, place);
    list->isOpen = true;
    if (text->isText() && method == "split" && arguments.list.size() <= 1 &&
        (!first || (first->isText() && !first->text.empty()))) {
      llvm::SmallVector<StringRef, 8> parts;
      if (first)
        text->text.split(parts, first->text);
      else
        llvm::SplitString(text->text, parts);
      if (parts.size() <= MostItems) {
        llvm::SmallVector<const Value *, 8> items;
        for (StringRef part : parts)
          items.push_back(factory.text(part, text->place));
        list->items = factory.keep(llvm::ArrayRef<const Value *>(items));
        list->isOpen = false;
      }
    }
    return stored(list);
  }
  if (method == "encode" || method == "isdigit" || method == "find" ||
      method == "index" || method == "count" || method == "isnumeric")
    return factory.unknown(place);
  if (!text->isText())
    return openText();
  StringRef whole = text->text;
  if (method == "lower")
    return factory.text(whole.lower(), place);
  if (method == "upper")
    return factory.text(whole.upper(), place);
  if (method == "strip" && !first)
    return factory.text(whole.trim(), place);
  if (method == "replace" && arguments.list.size() == 2 && first->isText() &&
      arguments.list[1].value->isText() && !first->text.empty()) {
    std::string replaced;
    StringRef rest = whole, from = first->text;
    for (size_t at; (at = rest.find(from)) != StringRef::npos;
         rest = rest.drop_front(at + from.size())) {
      replaced += rest.take_front(at);
      replaced += arguments.list[1].value->text;
      if (replaced.size() > LongestReplaced)
        return openText();
    }
    replaced += rest;
    return factory.text(replaced, place);
  }
  return openText();
}

const Value *Evaluator::formatBraces(StringRef format,
                                     ArrayRef<Argument> arguments,
                                     Place place) {
  llvm::SmallVector<const Value *, 8> parts;
  auto addText = [&](StringRef text) {
    if (!text.empty())
      parts.push_back(factory.text(text, place));
  };
  auto argumentOf = [&](StringRef name, int position) -> const Value * {
    int index = 0;
    for (const Argument &argument : arguments)
      if (argument.name.empty() ? index++ == position && name.empty()
                                : argument.name == name && !name.empty())
        return argument.value;
    return nullptr;
  };
  int next = 0;
  while (!format.empty()) {
    size_t brace = format.find_first_of("{}");
    addText(format.take_front(brace));
    if (brace == StringRef::npos)
      break;
    format = format.drop_front(brace);
    if (format.starts_with("{{") || format.starts_with("}}")) {
      addText(format.take_front(1));
      format = format.drop_front(2);
      continue;
    }
    size_t end = format.find('}');
    if (format.front() == '}' || end == StringRef::npos)
      return joinTexts({}, place, /*isOpen=*/true);
    StringRef field = format.slice(1, end);
    format = format.drop_front(end + 1);
    int position = -1;
    StringRef name;
    if (field.empty())
      position = next++;
    else if (field.getAsInteger(10, position))
      name = field, position = -1;
    const Value *value = argumentOf(name, position);
    parts.push_back(value ? value : factory.unknown(place));
  }
  return joinTexts(parts, place);
}

const Value *Evaluator::formatPercent(StringRef format, const Value *given,
                                      Place place) {
  const Value *now = contents(given);
  llvm::SmallVector<const Value *, 4> single = {now};
  ArrayRef<const Value *> values =
      now->kind == ValueKind::Tuple ? now->items : ArrayRef(single);
  size_t next = 0;
  llvm::SmallVector<const Value *, 8> parts;
  while (!format.empty()) {
    size_t percent = format.find('%');
    if (percent != 0)
      parts.push_back(factory.text(format.take_front(percent), place));
    if (percent == StringRef::npos)
      break;
    format = format.drop_front(percent + 1);
    const Value *value = nullptr;
    if (format.consume_front("%")) {
      parts.push_back(factory.text("%", place));
      continue;
    }
    if (format.consume_front("(")) {
      size_t end = format.find(')');
      if (end == StringRef::npos)
        return joinTexts({}, place, /*isOpen=*/true);
      if (now->isDict())
        value = now->find(format.take_front(end));
      format = format.drop_front(end + 1);
    } else if (next < values.size()) {
      value = values[next++];
    }
    // Widths and digits make another text of it.
    bool isPlain =
        !format.empty() && (format.front() == 's' || format.front() == 'd' ||
                            format.front() == 'i');
    size_t end = format.find_first_of("sdifFgGeExXoucr");
    format = end == StringRef::npos ? StringRef() : format.drop_front(end + 1);
    parts.push_back(value && isPlain ? value : factory.unknown(place));
  }
  return joinTexts(parts, place);
}

//===----------------------------------------------------------------------===//
// Lists and dicts
//===----------------------------------------------------------------------===//

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
  if (now->kind == ValueKind::List &&
      (method == "append" || method == "extend") && first &&
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
    setContents(container, next);
    return none;
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
    setContents(container, next);
    return none;
  }
  if (method == "keys" || method == "values" || method == "items" ||
      method == "index" || method == "count")
    return factory.unknown(place);
  setContents(container, factory.unknown(place));
  return factory.unknown(place);
}
