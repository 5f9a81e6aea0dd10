//===- Expressions.cpp - What expressions stand for -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Values/Evaluator.h"
#include "Support/Decimal.h"
#include "Support/LLVM.h"
#include "Text/Python/StringText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::python;

static constexpr unsigned DeepestExpression = 150;
/// Longer texts are not followed.
static constexpr size_t LongestText = 1 << 16;

const Value *Evaluator::usedAt(const Value *value, Place use) {
  // The file that is checked says most.
  if (!isMain || value->storage || value->place.buffer == nullptr)
    return value;
  switch (value->kind) {
  case ValueKind::Unknown:
    if (!value->fallback)
      return value;
    [[fallthrough]];
  case ValueKind::None:
  case ValueKind::Bool:
  case ValueKind::Integer:
  case ValueKind::Float:
  case ValueKind::Text:
  case ValueKind::Name: {
    Value *used = factory.copy(*value);
    used->use = use;
    return used;
  }
  case ValueKind::Choice: {
    llvm::SmallVector<const Value *, 4> arms;
    for (const Value *arm : value->arms)
      arms.push_back(usedAt(arm, use));
    Value *used = factory.copy(*value);
    used->arms = factory.keep(llvm::ArrayRef<const Value *>(arms));
    return used;
  }
  default:
    return value;
  }
}

const Value *Evaluator::evaluate(Node expression) {
  if (!expression)
    return factory.unknown({});
  if (depth >= DeepestExpression || !spend())
    return unknown(expression);
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  switch (expression.kind()) {
  case NodeKind::String:
    return evaluateString(expression);
  case NodeKind::ConcatenatedString:
    return evaluateConcatenation(expression);
  case NodeKind::Integer:
  case NodeKind::Float:
    return evaluateNumber(expression);
  case NodeKind::True:
  case NodeKind::False:
    return factory.boolean(expression.is(NodeKind::True), placeOf(expression));
  case NodeKind::None:
    return factory.make(ValueKind::None, placeOf(expression));
  case NodeKind::Identifier: {
    StringRef name = expression.text();
    if (const Value *value = lookupName(name))
      return usedAt(value, placeOf(expression));
    return isBuiltin(name) ? factory.name(name, placeOf(expression))
                           : unknown(expression);
  }
  case NodeKind::ParenthesizedExpression:
    return evaluate(expression.firstChild());
  case NodeKind::List:
    return evaluateSequence(expression, ValueKind::List);
  case NodeKind::Tuple:
  case NodeKind::Set:
  case NodeKind::ExpressionList:
    return evaluateSequence(expression, ValueKind::Tuple);
  case NodeKind::Dictionary:
    return evaluateDict(expression);
  case NodeKind::ListComprehension:
  case NodeKind::SetComprehension:
  case NodeKind::DictionaryComprehension:
  case NodeKind::GeneratorExpression:
    return evaluateComprehension(expression);
  case NodeKind::Attribute:
    return usedAt(evaluateAttribute(expression), placeOf(expression));
  case NodeKind::Subscript:
    return usedAt(evaluateSubscript(expression), placeOf(expression));
  case NodeKind::Call:
    return evaluateCall(expression);
  case NodeKind::BinaryOperator:
    return evaluateBinary(expression);
  case NodeKind::UnaryOperator: {
    const Value *argument = evaluate(expression.child(Field::Argument));
    bool isMinus = expression.child(Field::Operator).text() == "-";
    return lift(argument, [&](const Value *one) -> const Value * {
      if (!isMinus ||
          (one->kind != ValueKind::Integer && one->kind != ValueKind::Float) ||
          one->integer == INT64_MIN)
        return unknown(expression);
      Value *negative = factory.copy(*one);
      negative->place = placeOf(expression);
      negative->integer = -one->integer;
      negative->real = -one->real;
      return negative;
    });
  }
  case NodeKind::NotOperator: {
    const Value *argument = evaluate(expression.child(Field::Argument));
    return lift(argument, [&](const Value *one) -> const Value * {
      std::optional<bool> truth = contents(one)->truth();
      return truth ? factory.boolean(!*truth, placeOf(expression))
                   : unknown(expression);
    });
  }
  case NodeKind::BooleanOperator:
    return evaluateBoolean(expression);
  case NodeKind::ComparisonOperator:
    return evaluateComparison(expression);
  case NodeKind::ConditionalExpression:
    return evaluateConditional(expression);
  case NodeKind::NamedExpression:
    return evaluateNamed(expression);
  case NodeKind::Lambda: {
    Value *value = factory.make(ValueKind::Function, placeOf(expression));
    value->text = "<lambda>";
    value->definition = expression;
    value->scope = scope;
    return value;
  }
  case NodeKind::Assignment: {
    Node right = expression.child(Field::Right);
    Node left = expression.child(Field::Left);
    if (!left)
      return unknown(expression);
    // A declaration has a type only.
    if (!right)
      return unknown(expression);
    const Magic *magic = magicAt(right);
    if (magic)
      runMagic(*magic);
    const Value *value = magic ? unknown(right) : evaluate(right);
    assign(left, value);
    return value;
  }
  case NodeKind::AugmentedAssignment:
    augment(expression);
    return unknown(expression);
  case NodeKind::ListSplat:
    return evaluate(expression.firstChild());
  case NodeKind::Await:
  case NodeKind::Yield:
  case NodeKind::DictionarySplat:
  case NodeKind::Type:
    for (Node part : expression.children())
      (void)evaluate(part);
    return unknown(expression);
  case NodeKind::AsPattern:
    return evaluate(expression.firstChild());
  case NodeKind::Error:
    for (Node part : expression.children())
      (void)evaluate(part);
    return unknown(expression);
  default:
    return unknown(expression);
  }
}

bool Evaluator::isBuiltin(StringRef name) {
  static constexpr llvm::StringLiteral names[] = {
      "str",       "int",         "float",      "bool", "dict",    "list",
      "tuple",     "set",         "len",        "max",  "min",     "abs",
      "print",     "open",        "range",      "zip",  "sorted",  "sum",
      "exit",      "getattr",     "isinstance", "type", "input",   "super",
      "enumerate", "map",         "filter",     "vars", "globals", "exec",
      "eval",      "get_ipython", "round",      "repr", "format",  "iter",
      "next",      "any",         "all"};
  return llvm::is_contained(names, name);
}

//===----------------------------------------------------------------------===//
// Literals and displays
//===----------------------------------------------------------------------===//

/// As `str()` writes a value; nothing if that is not followed.
static std::optional<std::string> textOf(const Value &value) {
  switch (value.kind) {
  case ValueKind::Text:
    return value.text.str();
  case ValueKind::Integer:
  case ValueKind::Bool:
  case ValueKind::None:
    return printed(value);
  default:
    return std::nullopt;
  }
}

const Value *Evaluator::joinTexts(ArrayRef<TextPart> parts, Place place,
                                  bool isOpen) {
  // Parts with alternatives are chosen one after the other.
  Value *first = factory.make(ValueKind::Text, place);
  first->isTemplate = isOpen;
  first->text = isOpen ? StringRef(UnknownPart) : StringRef();
  const Value *sum = first;
  for (const TextPart &part : parts) {
    sum = lift(sum, part.value, [&](const Value *left, const Value *right) {
      Value *joined = factory.make(ValueKind::Text, place);
      std::optional<std::string> text = textOf(*right);
      joined->isTemplate = left->isTemplate || right->isTemplate || !text;
      std::string all = left->text.str() + (text ? *text : UnknownPart.str());
      if (all.size() > LongestText) {
        all = UnknownPart.str();
        joined->isTemplate = true;
        joined->text = factory.keep(all);
        return joined;
      }
      joined->text = factory.keep(all);
      joined->lastPart =
          factory.part(part, right, left == first ? nullptr : left);
      return joined;
    });
  }
  return sum;
}

TextPart Evaluator::partOf(const Value *text, SourceRange range) {
  Value *said = factory.make(ValueKind::Text, text->place);
  said->text = text->text.slice(range.begin, range.end);
  said->isTemplate = text->isTemplate && said->text.contains(UnknownPart);
  TextPart part = said;
  part.format = text;
  part.range = range;
  return part;
}

const Value *Evaluator::evaluateString(Node string) {
  StringText read = readString(string);
  if (read.isBytes)
    return unknown(string);
  bool isPlain = llvm::all_of(
      read.parts, [](const StringPart &part) { return !part.expression; });
  if (isPlain) {
    std::string all;
    for (const StringPart &part : read.parts)
      all += part.text;
    Value *value =
        factory.make(ValueKind::Text, {scopes[scope].buffer, read.content});
    value->text = factory.keep(all);
    value->isVerbatim = read.isVerbatim;
    return value;
  }
  Place place = placeOf(string);
  // All that it says between its fields.
  Value *said = factory.make(ValueKind::Text, place);
  std::string all;
  for (const StringPart &part : read.parts)
    all += part.text;
  said->text = factory.keep(all);
  llvm::SmallVector<TextPart, 8> parts;
  uint32_t done = 0;
  for (const StringPart &part : read.parts) {
    if (!part.expression) {
      uint32_t end = done + part.text.size();
      parts.push_back(partOf(said, {done, end}));
      done = end;
      continue;
    }
    const Value *value = evaluate(part.expression);
    TextPart &field =
        parts.emplace_back(part.isFormatted ? unknown(part.expression) : value);
    field.isField = true;
    field.braces = placeOf(part.braces);
  }
  return joinTexts(parts, place);
}

const Value *Evaluator::evaluateConcatenation(Node strings) {
  llvm::SmallVector<TextPart, 8> parts;
  for (Node part : strings.children())
    parts.push_back(evaluate(part));
  return joinTexts(parts, placeOf(strings));
}

const Value *Evaluator::evaluateNumber(Node number) {
  std::string digits = number.text().lower();
  llvm::erase(digits, '_');
  StringRef text = digits;
  if (number.is(NodeKind::Integer)) {
    int64_t value;
    if (!text.consume_back("l") && text.ends_with("j"))
      return unknown(number);
    if (text.getAsInteger(0, value))
      return unknown(number);
    return factory.integer(value, placeOf(number));
  }
  double real;
  if (readDecimal(text, real))
    return unknown(number);
  Value *value = factory.make(ValueKind::Float, placeOf(number));
  value->real = real;
  return value;
}

/// True for `*words(x)`. Alone in a display the grammar takes it for a call of
/// `*words`.
static bool isSpread(Node item) {
  while (true) {
    switch (item.kind()) {
    case NodeKind::Call:
      item = item.child(Field::Function);
      break;
    case NodeKind::Attribute:
      item = item.child(Field::Object);
      break;
    case NodeKind::Subscript:
      item = item.child(Field::Value);
      break;
    default:
      return item.is(NodeKind::ListSplat);
    }
    if (!item)
      return false;
  }
}

const Value *Evaluator::evaluateSequence(Node display, ValueKind kind) {
  Value *value = factory.make(kind, placeOf(display));
  llvm::SmallVector<const Value *, 8> items;
  for (Node part : display.children()) {
    if (isSpread(part)) {
      const Value *spread = itemsOf(evaluate(part), placeOf(part));
      if (spread->isSequence()) {
        llvm::append_range(items, spread->items);
        value->isOpen |= spread->isOpen;
        value->integer = std::max(value->integer, leastCountOf(spread));
      } else {
        value->isOpen = true;
      }
      continue;
    }
    items.push_back(evaluate(part));
  }
  value->items = factory.keep(llvm::ArrayRef<const Value *>(items));
  return kind == ValueKind::List ? stored(value) : value;
}

const Value *Evaluator::evaluateDict(Node display) {
  Value *value = factory.make(ValueKind::Dict, placeOf(display));
  llvm::SmallVector<DictEntry, 8> entries;
  for (Node part : display.children()) {
    if (part.is(NodeKind::DictionarySplat)) {
      const Value *spread = contents(evaluate(part.firstChild()));
      if (!spread->isDict() || spread->isOpen)
        value->isOpen = true;
      if (spread->isDict())
        llvm::append_range(entries, spread->entries);
      continue;
    }
    if (!part.is(NodeKind::Pair)) {
      value->isOpen = true;
      continue;
    }
    const Value *key = evaluate(part.child(Field::Key));
    const Value *held = evaluate(part.child(Field::Value));
    // A key that is not known may be any.
    if (!key->isText() && !key->isInteger())
      value->isOpen = true;
    entries.push_back({key, held});
  }
  value->entries = factory.keep(llvm::ArrayRef<DictEntry>(entries));
  return stored(value);
}

const Value *Evaluator::evaluateComprehension(Node expression) {
  // What it calls is called, with what it goes over not known.
  unsigned outer = scope;
  scope = addScope(outer);
  ++loopDepth;
  // What its items are nobody knows, but how many there are.
  int64_t count = 0;
  unsigned clauses = 0;
  for (Node part : expression.children()) {
    clauses += part.is(NodeKind::IfClause);
    if (part.is(NodeKind::ForInClause)) {
      ++clauses;
      if (Node list = part.child(Field::Right))
        count = leastCountOf(evaluate(list));
      if (Node target = part.child(Field::Left))
        assign(target, unknown(target));
    }
  }
  Node body = expression.child(Field::Body);
  if (body && !body.is(NodeKind::Pair)) {
    (void)evaluate(body);
  } else if (body) {
    (void)evaluate(body.child(Field::Key));
    (void)evaluate(body.child(Field::Value));
  }
  --loopDepth;
  scope = outer;
  if (expression.is(NodeKind::DictionaryComprehension)) {
    Value *value = factory.make(ValueKind::Dict, placeOf(expression));
    value->isOpen = true;
    return stored(value);
  }
  if (expression.is(NodeKind::ListComprehension)) {
    Value *value = factory.make(ValueKind::List, placeOf(expression));
    value->isOpen = true;
    if (clauses == 1)
      value->integer = count;
    return stored(value);
  }
  return unknown(expression);
}

//===----------------------------------------------------------------------===//
// Attributes and items
//===----------------------------------------------------------------------===//

const Value *Evaluator::evaluateAttribute(Node expression) {
  const Value *object = evaluate(expression.child(Field::Object));
  Node name = expression.child(Field::Attribute);
  if (!name)
    return unknown(expression);
  return lift(object, [&](const Value *one) {
    return attributeOf(one, name.text(), placeOf(expression));
  });
}

const Value *Evaluator::attributeOf(const Value *object, StringRef name,
                                    Place place) {
  switch (object->kind) {
  case ValueKind::Name:
    if (object->text.ends_with("flags.FLAGS"))
      return flagValue(name, place);
    return factory.name((object->text + "." + name).str(), place);
  case ValueKind::Class:
    if (const Value *member = memberOf(object, name)) {
      if (member->kind != ValueKind::Function)
        return member;
      Value *bound = factory.copy(*member);
      if (bound->definition.parent().is(NodeKind::DecoratedDefinition) &&
          bound->definition.parent().text().contains("classmethod"))
        bound->self = object;
      return bound;
    }
    return factory.unknown(place);
  case ValueKind::Object: {
    if (object->storage)
      if (const Value *attribute = contents(object)->find(name))
        return restricted(attribute, path);
    if (object->text.ends_with("ArgumentParser.parse_args"))
      return optionValue(object, name, place);
    if (!object->definition) {
      // A part of what a library has made: its methods are the library's.
      Value *part = factory.copy(*object);
      part->storage = 0;
      part->place = place;
      part->text = factory.keep((object->text + "." + name).str());
      return part;
    }
    const Value *member = memberOf(object->self, name);
    if (!member)
      return factory.unknown(place);
    if (member->kind != ValueKind::Function)
      return member;
    Value *bound = factory.copy(*member);
    bound->self = object;
    Node decorated = member->definition.parent();
    if (decorated.is(NodeKind::DecoratedDefinition) &&
        decorated.text().contains("@property"))
      return runFunction(bound, Arguments(), /*isKnown=*/true, place);
    return bound;
  }
  default:
    return factory.unknown(place);
  }
}

const Value *Evaluator::evaluateSubscript(Node expression) {
  const Value *container = evaluate(expression.child(Field::Value));
  Node index = expression.child(Field::Subscript);
  if (!index)
    return unknown(expression);
  // What is called there is called, whatever part it chooses.
  if (index.is(NodeKind::Slice)) {
    for (Node part : index.children())
      (void)evaluate(part);
    return unknown(expression);
  }
  const Value *key = evaluate(index);
  return lift(container, key, [&](const Value *one, const Value *at) {
    return itemOf(one, at, placeOf(expression));
  });
}

const Value *Evaluator::itemOf(const Value *container, const Value *key,
                               Place place) {
  if (container->isName("os.environ")) {
    const Value *value = readEnvironment(key, nullptr, place);
    // A variable that is not there raises KeyError; all others are texts.
    return value->isUnknown() ? joinTexts({}, place, /*isOpen=*/true) : value;
  }
  // An enumeration by the name of its member.
  if (container->kind == ValueKind::Name && key->isText())
    return factory.name((container->text + "." + key->text).str(), place);
  const Value *now = contents(container);
  if (now->kind == ValueKind::Choice)
    return lift(now, key, [&](const Value *one, const Value *at) {
      return itemOf(one, at, place);
    });
  if (now->isDict()) {
    if (key->isText())
      if (const Value *found = now->find(key->text))
        return restricted(found, path);
    return factory.unknown(place);
  }
  if (!now->isSequence() || !key->isInteger() || now->isOpen)
    return factory.unknown(place);
  int64_t at = key->integer, count = now->items.size();
  at += at < 0 ? count : 0;
  if (at < 0 || at >= count)
    return factory.unknown(place);
  return restricted(now->items[at], path);
}
