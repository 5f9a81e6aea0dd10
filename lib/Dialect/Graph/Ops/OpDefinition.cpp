//===- OpDefinition.cpp - What an op of TensorFlow takes and gives --------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Ops/OpDefinition.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

std::optional<DataType> AttributeDefinition::defaultType() const {
  if (!defaultText || kind != AttributeKind::Type || isList)
    return std::nullopt;
  return typeInTable(*defaultText);
}

std::optional<int64_t> AttributeDefinition::defaultInteger() const {
  if (!defaultText || isList)
    return std::nullopt;
  if (kind == AttributeKind::Bool)
    return *defaultText == "true";
  int64_t value;
  if (kind != AttributeKind::Int || defaultText->getAsInteger(10, value))
    return std::nullopt;
  return value;
}

const AttributeDefinition *OpDefinition::attribute(StringRef name) const {
  const auto *found =
      llvm::find_if(attributes, [&](const AttributeDefinition &attribute) {
        return attribute.name == name;
      });
  return found == attributes.end() ? nullptr : found;
}

bool OpDefinition::usesReferences() const {
  auto refers = [](const ArgumentDefinition &argument) {
    return argument.isReference;
  };
  return llvm::any_of(inputs, refers) || llvm::any_of(outputs, refers);
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

bool tensorflow::insertTypes(StringRef word, const TfTypeSets &sets,
                             TypeSet &out) {
  if (std::optional<DataType> type = typeInTable(word)) {
    out.insert(*type);
    return true;
  }
  const TfTypeSets::Row *row = sets.find(word);
  if (!row)
    return false;
  for (StringRef member : llvm::split(row->types, ',')) {
    std::optional<DataType> type = typeInTable(member);
    if (!type)
      return false;
    out.insert(*type);
  }
  return true;
}

/// The next of the parts that blanks separate, which is taken off `text`; empty
/// at the end.
static StringRef takePart(StringRef &text) {
  auto [part, rest] = text.split(' ');
  text = rest;
  return part;
}

static bool decodeKind(StringRef word, AttributeDefinition &attribute) {
  attribute.isList = word.consume_front("list(") && word.consume_back(")");
  auto kind = llvm::StringSwitch<std::optional<AttributeKind>>(word)
                  .Case("type", AttributeKind::Type)
                  .Case("int", AttributeKind::Int)
                  .Case("float", AttributeKind::Float)
                  .Case("bool", AttributeKind::Bool)
                  .Case("string", AttributeKind::String)
                  .Case("shape", AttributeKind::Shape)
                  .Case("tensor", AttributeKind::Tensor)
                  .Case("func", AttributeKind::Func)
                  .Default(std::nullopt);
  if (!kind)
    return false;
  attribute.kind = *kind;
  return true;
}

static bool decodeAllowed(StringRef words, const TfTypeSets &sets,
                          AttributeDefinition &attribute) {
  for (StringRef word : llvm::split(words, ',')) {
    if (attribute.kind != AttributeKind::Type)
      attribute.allowedWords.push_back(word);
    else if (!insertTypes(word, sets, attribute.allowedTypes))
      return false;
  }
  return true;
}

/// `padding:string{SAME,VALID}=SAME` or `N:int>=1`.
static bool decodeAttribute(StringRef text, const TfTypeSets &sets,
                            AttributeDefinition &attribute) {
  auto [name, rest] = text.split(':');
  attribute.name = name;
  size_t end = rest.find_first_of("{>=");
  if (!decodeKind(rest.take_front(end), attribute))
    return false;
  rest = rest.substr(end);
  if (rest.consume_front("{")) {
    auto [words, behind] = rest.split('}');
    if (!decodeAllowed(words, sets, attribute))
      return false;
    rest = behind;
  }
  if (rest.consume_front(">=")) {
    int64_t minimum;
    if (rest.consumeInteger(10, minimum))
      return false;
    attribute.minimum = minimum;
  }
  if (rest.consume_front("="))
    attribute.defaultText = std::exchange(rest, StringRef());
  return rest.empty();
}

/// `values:N*T`, `handle:Ref(float)` or `args:Tin...`.
static bool decodeArgument(StringRef text, const OpDefinition &op,
                           ArgumentDefinition &argument) {
  auto [name, type] = text.split(':');
  argument.name = name;
  if (type.consume_front("Ref("))
    argument.isReference = type.consume_back(")");
  if (type.consume_back("...")) {
    argument.typeListAttribute = type;
    return op.attribute(type);
  }
  if (type.contains('*')) {
    auto [number, element] = type.split('*');
    argument.numberAttribute = number;
    type = element;
    if (!op.attribute(number))
      return false;
  }
  if (op.attribute(type)) {
    argument.typeAttribute = type;
    return true;
  }
  std::optional<DataType> fixed = typeInTable(type);
  argument.type = fixed.value_or(DataType::Invalid);
  return fixed.has_value();
}

std::optional<OpDefinition>
tensorflow::decodeDefinition(const TfOps::Row &row, const TfTypeSets &sets) {
  OpDefinition op;
  op.name = row.op;
  op.isStateful = row.stateful;
  op.removed = row.removed;
  StringRef attributes = row.attributes, inputs = row.inputs,
            outputs = row.outputs;
  while (!attributes.empty()) {
    if (!decodeAttribute(takePart(attributes), sets,
                         op.attributes.emplace_back()))
      return std::nullopt;
  }
  while (!inputs.empty()) {
    if (!decodeArgument(takePart(inputs), op, op.inputs.emplace_back()))
      return std::nullopt;
  }
  while (!outputs.empty()) {
    if (!decodeArgument(takePart(outputs), op, op.outputs.emplace_back()))
      return std::nullopt;
  }
  return op;
}
