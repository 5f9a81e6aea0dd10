//===- Context.cpp - What the checks of a program are given ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Context/Context.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::python;

mlir::Location Context::at(Place place) const {
  if (!place)
    return mlir::UnknownLoc::get(mlirContext());
  return makeLocation(mlirContext(), *place.buffer, place.range);
}

mlir::Location Context::at(const Value &value, Place use) const {
  if (!value.place)
    return at(use);
  // What stands within its use is used where it stands.
  bool isWithin = value.place.buffer == use.buffer &&
                  use.range.begin <= value.place.range.begin &&
                  value.place.range.end <= use.range.end;
  if (isWithin || !use)
    return at(value.place);
  return makeAliasLocation(at(value.place), at(use));
}

mlir::Location Context::at(const Argument &argument) const {
  return at(*argument.value, argument.place);
}

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

static yaml::ScalarNode *makeScalar(Place place, llvm::StringRef text,
                                    yaml::ScalarStyle style,
                                    yaml::Stream &stream) {
  auto *node = new (stream.arena.Allocate<yaml::ScalarNode>())
      yaml::ScalarNode(place.range, style);
  node->value = text.copy(stream.arena);
  node->buffer = place.buffer;
  return node;
}

/// A placeholder.
static yaml::ScalarNode *makeUnknown(Place place, yaml::Stream &stream) {
  return makeScalar(place, "${}", yaml::ScalarStyle::Plain, stream);
}

static yaml::Node *makeScalarOf(const Value &value, Place place,
                                yaml::Stream &stream) {
  switch (value.kind) {
  case ValueKind::Text:
    return makeScalar(place, value.text, yaml::ScalarStyle::DoubleQuoted,
                      stream);
  case ValueKind::None:
    return makeScalar(place, "null", yaml::ScalarStyle::Plain, stream);
  case ValueKind::Bool:
    return makeScalar(place, value.boolean ? "true" : "false",
                      yaml::ScalarStyle::Plain, stream);
  case ValueKind::Integer:
  case ValueKind::Float:
    return makeScalar(place, printed(value), yaml::ScalarStyle::Plain, stream);
  default:
    return makeUnknown(place, stream);
  }
}

static yaml::Node *makeNodeOf(const Value &value, Place use,
                              const Context &context, unsigned nesting) {
  static constexpr unsigned DeepestNode = 20;
  yaml::Stream &stream = context.stream;
  Place place = value.place ? value.place : use;
  if (nesting > DeepestNode)
    return makeUnknown(place, stream);
  auto partOf = [&](const Value &part) {
    return makeNodeOf(part, place, context, nesting + 1);
  };
  if (value.isSequence()) {
    auto *node = new (stream.arena.Allocate<yaml::SequenceNode>())
        yaml::SequenceNode(place.range);
    llvm::SmallVector<yaml::Node *, 8> items;
    for (const Value *item : value.items)
      items.push_back(partOf(*item));
    // What else it may hold is one item that nobody knows.
    if (value.isOpen)
      return makeUnknown(place, stream);
    node->items = ArrayRef<yaml::Node *>(items).copy(stream.arena);
    node->buffer = place.buffer;
    return node;
  }
  if (value.isDict()) {
    auto *node = new (stream.arena.Allocate<yaml::MappingNode>())
        yaml::MappingNode(place.range);
    llvm::SmallVector<yaml::MappingEntry, 8> entries;
    for (const DictEntry &entry : value.entries) {
      if (!entry.key->isText())
        continue;
      Place key = entry.key->place ? entry.key->place : place;
      entries.push_back(
          {makeScalar(key, entry.key->text, yaml::ScalarStyle::Plain, stream),
           partOf(*entry.value)});
    }
    if (value.isOpen) {
      yaml::ScalarNode *rest = makeUnknown(place, stream);
      entries.push_back({rest, rest});
    }
    node->entries = ArrayRef<yaml::MappingEntry>(entries).copy(stream.arena);
    node->buffer = place.buffer;
    return node;
  }
  yaml::Node *scalar = makeScalarOf(value, place, stream);
  // A value that stands elsewhere is reached through where it is named.
  Place named = value.use ? value.use : use;
  bool isWithin = named.buffer == place.buffer &&
                  named.range.begin <= place.range.begin &&
                  place.range.end <= named.range.end;
  if (!named || !value.place || isWithin)
    return scalar;
  bool isElsewhere = value.use && !(value.use.range == place.range);
  if (!isElsewhere)
    return scalar;
  auto *alias = new (stream.arena.Allocate<yaml::AliasNode>())
      yaml::AliasNode(named.range, named.buffer->text(named.range));
  alias->target = scalar;
  alias->buffer = named.buffer;
  return alias;
}

yaml::Node *python::makeNode(const Value &value, Place use,
                             const Context &context) {
  return makeNodeOf(value, use, context, 0);
}

Report &python::fixText(Report &report, bool safe, const Value &value,
                        StringRef text, const Context &context) {
  if (!value.isVerbatim || value.place.buffer != &context.buffer())
    return report;
  return report.fix(safe, "write `" + text + "`", context.at(value.place),
                    text);
}
