//===- JobDocument.cpp - Documents of what Python writes ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Context/JobDocument.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::python;
using namespace trainlint::yaml;

bool python::contains(Place outer, Place inner) {
  return outer.buffer == inner.buffer &&
         outer.range.begin <= inner.range.begin &&
         inner.range.end <= outer.range.end;
}

yaml::ScalarNode *JobDocument::scalar(Place place, StringRef text,
                                      ScalarStyle style) const {
  return nodes.scalar(place.buffer, place.range, text, style);
}

yaml::Node *JobDocument::text(Place place, StringRef text) const {
  return scalar(place, text, ScalarStyle::DoubleQuoted);
}

yaml::Node *JobDocument::number(Place place, int64_t value) const {
  return scalar(place, std::to_string(value), ScalarStyle::Plain);
}

yaml::Node *JobDocument::unknown(Place place) const {
  return nodes.unknown(place.buffer, place.range);
}

yaml::Node *JobDocument::sequence(Place place,
                                  llvm::ArrayRef<yaml::Node *> items) const {
  return nodes.sequence(place.buffer, place.range, items);
}

yaml::Node *JobDocument::mapping(Place place,
                                 llvm::ArrayRef<DocumentField> fields,
                                 bool isOpen) const {
  llvm::SmallVector<MappingEntry> entries;
  for (const DocumentField &field : fields)
    entries.push_back(
        {scalar(field.key, field.name, ScalarStyle::Plain), field.value});
  if (isOpen)
    entries.push_back({unknown(place), unknown(place)});
  return nodes.mapping(place.buffer, place.range, entries);
}

yaml::Node *JobDocument::usedAt(yaml::Node *node, Place written,
                                Place use) const {
  if (!written || !use || contains(use, written) || contains(written, use))
    return node;
  return nodes.alias(use.buffer, use.range, node);
}

//===----------------------------------------------------------------------===//
// Values as they are
//===----------------------------------------------------------------------===//

yaml::Node *JobDocument::scalarOf(const Value &value, Place place) const {
  switch (value.kind) {
  case ValueKind::Text:
    return text(place, value.text);
  case ValueKind::None:
    return scalar(place, "null", ScalarStyle::Plain);
  case ValueKind::Bool:
    return scalar(place, value.boolean ? "true" : "false", ScalarStyle::Plain);
  case ValueKind::Integer:
  case ValueKind::Float:
    return scalar(place, printed(value), ScalarStyle::Plain);
  default:
    return unknown(place);
  }
}

yaml::Node *JobDocument::value(const Value &value, Place use,
                               unsigned nesting) const {
  static constexpr unsigned DeepestNode = 20;
  Place place = placeOf(value, use);
  if (nesting > DeepestNode)
    return unknown(place);
  if (value.isSequence()) {
    // What else it may hold, nobody knows.
    if (value.isOpen)
      return unknown(place);
    llvm::SmallVector<yaml::Node *, 8> items;
    for (const Value *item : value.items)
      items.push_back(this->value(*item, place, nesting + 1));
    return sequence(place, items);
  }
  if (value.isDict()) {
    llvm::SmallVector<DocumentField, 8> fields;
    for (const DictEntry &entry : value.entries)
      if (entry.key->isText())
        fields.push_back({entry.key->text, placeOf(*entry.key, place),
                          this->value(*entry.value, place, nesting + 1)});
    return mapping(place, fields, value.isOpen);
  }
  // A value that stands elsewhere is reached through where it is named.
  return usedAt(scalarOf(value, place), value.place, value.use);
}

yaml::Node *python::makeNode(const Value &value, Place use,
                             const Context &context) {
  return JobDocument(context).value(value, use);
}
