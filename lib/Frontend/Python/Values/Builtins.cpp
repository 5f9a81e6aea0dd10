//===- Builtins.cpp - Functions of Python itself --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Values/Evaluator.h"
#include "Support/Decimal.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/StringSaver.h"

using namespace trainlint;
using namespace trainlint::python;

static constexpr llvm::StringLiteral RangeObject = "range";

const Value *Evaluator::convertText(const Value *value, Place place) {
  return lift(value, [&](const Value *one) {
    return one->kind == ValueKind::Text ? one : joinTexts({one}, place);
  });
}

const Value *Evaluator::convertInteger(const Value *value, Place place) {
  return lift(value, [&](const Value *one) -> const Value * {
    int64_t number;
    if (one->isInteger())
      return one;
    if (one->kind == ValueKind::Float && one->real > -1e15 && one->real < 1e15)
      return factory.integer(static_cast<int64_t>(one->real), one->place);
    if (one->isText() && !one->text.trim().getAsInteger(10, number))
      return factory.integer(number, one->place);
    return factory.unknown(place);
  });
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

/// An object with its first number, the one behind its last and its step: most
/// ranges are only gone over.
const Value *Evaluator::makeRange(const Arguments &arguments, Place place) {
  size_t count = arguments.list.size();
  bool isKnown = count >= 1 && count <= 3 &&
                 llvm::all_of(arguments.list, [](const Argument &argument) {
                   return argument.value->isInteger();
                 });
  if (!isKnown)
    return factory.unknown(place);
  llvm::SmallVector<const Value *, 3> numbers;
  for (const Argument &argument : arguments.list)
    numbers.push_back(argument.value);
  if (count == 1)
    numbers.insert(numbers.begin(), factory.integer(0, place));
  if (count < 3)
    numbers.push_back(factory.integer(1, place));
  if (numbers.back()->integer == 0)
    return factory.unknown(place);
  Value *range = factory.make(ValueKind::Object, place);
  range->text = RangeObject;
  range->items = factory.keep(ArrayRef<const Value *>(numbers));
  return range;
}

static bool isRange(const Value &value) {
  return value.kind == ValueKind::Object && value.text == RangeObject &&
         value.items.size() == 3;
}

/// How many numbers a range has.
static int64_t sizeOfRange(const Value &range) {
  int64_t begin = range.items[0]->integer, end = range.items[1]->integer,
          step = range.items[2]->integer, distance;
  bool isEmpty = step > 0 ? begin >= end : begin <= end;
  if (isEmpty)
    return 0;
  // One that is too large for this is of no interest.
  if (llvm::SubOverflow(end, begin, distance))
    return 0;
  return (distance - (step > 0 ? 1 : -1)) / step + 1;
}

/// The items that one goes over: those of a list or a tuple, or the numbers of
/// a range, unless those are too many.
const Value *Evaluator::itemsOf(const Value *value, Place place) {
  const Value *now = contents(value);
  if (!isRange(*now))
    return now;
  int64_t size = sizeOfRange(*now);
  Value *list = factory.make(ValueKind::List, place);
  list->isOpen = size > int64_t(LongestList);
  list->integer = size;
  if (list->isOpen)
    return list;
  llvm::SmallVector<const Value *, 8> numbers;
  int64_t begin = now->items[0]->integer, step = now->items[2]->integer;
  for (int64_t i = 0; i < size; ++i)
    numbers.push_back(factory.integer(begin + i * step, place));
  list->items = factory.keep(ArrayRef<const Value *>(numbers));
  return list;
}

int64_t Evaluator::leastCountOf(const Value *value) {
  const Value *now = contents(value);
  if (isRange(*now))
    return sizeOfRange(*now);
  if (!now->isSequence())
    return 0;
  return now->isOpen ? std::max<int64_t>(now->integer, now->items.size())
                     : now->items.size();
}

/// Paths of which nothing but their parts is of interest.
const Value *Evaluator::callPath(StringRef name, const Arguments &arguments,
                                 Place place) {
  if (arguments.isOpen || arguments.list.empty())
    return joinTexts({}, place, /*isOpen=*/true);
  if (name != "os.path.join") {
    const Value *only = arguments.list.front().value;
    return only->kind == ValueKind::Text || only->kind == ValueKind::Choice
               ? only
               : factory.unknown(place);
  }
  llvm::SmallVector<TextPart, 8> parts;
  for (const Argument &argument : arguments.list) {
    if (!parts.empty()) {
      const Value *before = parts.back().value;
      bool hasSlash = before->isText() && before->text.ends_with("/");
      if (!hasSlash)
        parts.push_back(factory.text("/", place));
    }
    parts.push_back(argument.value);
  }
  return joinTexts(parts, place);
}

const Value *Evaluator::callBuiltin(Node call, StringRef name,
                                    const Arguments &arguments, Place place) {
  const Value *first =
      arguments.list.empty() ? nullptr : arguments.list.front().value;
  const Value *second =
      arguments.list.size() > 1 ? arguments.list[1].value : nullptr;
  if (name == "str")
    return first ? convertText(first, place) : factory.text("", place);
  if (name == "int")
    return first && !second ? convertInteger(first, place)
                            : factory.unknown(place);
  if (name == "bool")
    return first ? lift(first,
                        [&](const Value *one) -> const Value * {
                          std::optional<bool> truth = contents(one)->truth();
                          return truth ? factory.boolean(*truth, place)
                                       : factory.unknown(place);
                        })
                 : factory.boolean(false, place);
  if (name == "float" && first)
    return lift(first, [&](const Value *one) -> const Value * {
      double real;
      if (one->isInteger())
        real = one->integer;
      else if (one->kind == ValueKind::Float)
        return one;
      else if (!one->isText() || readDecimal(one->text.trim(), real))
        return factory.unknown(place);
      Value *value = factory.make(ValueKind::Float, one->place);
      value->real = real;
      return value;
    });
  if (name == "len" && first)
    return lift(first, [&](const Value *one) -> const Value * {
      const Value *now = contents(one);
      // What an object of a class holds are its attributes.
      bool hasItems = one->isSequence() || one->isDict();
      if (hasItems && (now->isSequence() || now->isDict()) && !now->isOpen)
        return factory.integer(now->items.size() + now->entries.size(), place);
      if (now->isText())
        return factory.integer(now->text.size(), place);
      return factory.unknown(place);
    });
  if ((name == "max" || name == "min") && first && second &&
      arguments.list.size() == 2)
    return lift(first, second, [&](const Value *a, const Value *b) {
      if (!a->isInteger() || !b->isInteger())
        return factory.unknown(place);
      bool takesFirst = (a->integer > b->integer) == (name == "max");
      return takesFirst ? a : b;
    });
  if (name == "dict") {
    Value *value = factory.make(ValueKind::Dict, place);
    llvm::SmallVector<DictEntry, 8> entries;
    value->isOpen = arguments.isOpen;
    for (const Argument &argument : arguments.list) {
      if (!argument.name.empty()) {
        entries.push_back(
            {factory.text(argument.name, argument.namePlace), argument.value});
        continue;
      }
      const Value *base = contents(argument.value);
      value->isOpen |= !base->isDict() || base->isOpen;
      if (base->isDict())
        llvm::append_range(entries, base->entries);
    }
    value->entries = factory.keep(llvm::ArrayRef<DictEntry>(entries));
    return stored(value);
  }
  if (name == "range" && !arguments.isOpen)
    return makeRange(arguments, place);
  if (name == "list" || name == "tuple") {
    Value *value = factory.make(
        name == "list" ? ValueKind::List : ValueKind::Tuple, place);
    if (first) {
      const Value *base = itemsOf(first, place);
      value->isOpen = !base->isSequence() || base->isOpen;
      value->integer = leastCountOf(base);
      value->items =
          base->isSequence() ? base->items : ArrayRef<const Value *>();
    }
    return name == "list" ? stored(value) : value;
  }
  if ((name == "copy.deepcopy" || name == "copy.copy") && first) {
    const Value *now = name == "copy.copy" ? contents(first) : frozen(first);
    if (now->isDict() || now->kind == ValueKind::List)
      return stored(factory.copy(*now));
    return now;
  }
  if (name == "getattr" && first && second && second->isText())
    return lift(first, [&](const Value *one) {
      return attributeOf(one, second->text, place);
    });
  if (name == "os.getenv" || name == "os.environ.get")
    return readEnvironment(first ? first : factory.unknown(place), second,
                           place);
  if (name == "os.environ.setdefault" || name == "os.putenv") {
    if (first && second)
      writeEnvironment(first, second, place);
    return factory.unknown(place);
  }
  if (name == "os.environ.update" && first) {
    const Value *now = contents(first);
    for (const DictEntry &entry : now->entries)
      writeEnvironment(entry.key, entry.value, place);
    return factory.unknown(place);
  }
  if (name == "os.path.join" || name == "os.path.abspath" ||
      name == "os.path.expanduser" || name == "os.fspath" ||
      name == "pathlib.Path" || name == "pathlib.PurePosixPath")
    return callPath(name, arguments, place);
  if (name == "textwrap.dedent" && first)
    return lift(first, [&](const Value *one) { return dedent(one, place); });
  if (name == "shlex.split" && first)
    return lift(first, [&](const Value *one) -> const Value * {
      if (one->kind != ValueKind::Text || arguments.list.size() > 1)
        return factory.unknown(place);
      llvm::BumpPtrAllocator memory;
      llvm::StringSaver saver(memory);
      llvm::SmallVector<const char *> parts;
      llvm::cl::TokenizeGNUCommandLine(one->text, saver, parts);
      llvm::SmallVector<StringRef, 8> words(parts.begin(), parts.end());
      return wordsOf(*one, words, /*isAll=*/true, place);
    });
  if (name == "exec" || name == "eval") {
    partial |= isMain;
    return factory.unknown(place);
  }
  bool isSilent =
      llvm::StringSwitch<bool>(name)
          .Cases({"print",  "isinstance", "range",     "open", "input",  "type",
                  "sorted", "zip",        "enumerate", "map",  "filter", "repr",
                  "format", "round",      "iter",      "next", "any",    "all",
                  "super",  "set",        "sum"},
                 true)
          .Cases({"abs", "vars", "globals"}, true)
          .Default(false);
  if (!isSilent)
    return nullptr;
  // A file that is opened is of interest to those who write it.
  if (name == "open")
    return nullptr;
  return factory.unknown(place);
}
