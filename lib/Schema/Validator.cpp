//===- Validator.cpp - Checking a tree against a schema -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schema/Validator.h"
#include "Diagnostics/Messages/Structure.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "Text/Yaml/ScalarType.h"
#include "Text/Yaml/Template.h"
#include <cmath>

using namespace trainlint;
using namespace trainlint::schema;
using namespace trainlint::yaml;

static bool isWhole(std::optional<double> number) {
  return number && std::isfinite(*number) && std::trunc(*number) == *number;
}

TypeSet schema::typeOf(View value) {
  if (value.as<MappingNode>())
    return ObjectType;
  if (value.as<SequenceNode>())
    return ArrayType;
  const auto *scalar = value.as<ScalarNode>();
  switch (yaml::typeOf(*scalar)) {
  case ScalarType::Null:
    return NullType;
  case ScalarType::Boolean:
    return BooleanType;
  case ScalarType::Integer:
    return IntegerType;
  case ScalarType::Float:
    // JSON Schema calls 4.0 an integer, and every number too large to have a
    // fraction.
    return isWhole(numberValue(scalar->value)) ? IntegerType : NumberType;
  case ScalarType::Timestamp:
  case ScalarType::Merge:
  case ScalarType::String:
    return StringType;
  }
  llvm_unreachable("unknown scalar type");
}

size_t schema::lengthOf(StringRef text) {
  return llvm::count_if(text, [](char c) { return (c & 0xC0) != 0x80; });
}

std::string schema::describeTypes(uint8_t types) {
  llvm::SmallVector<StringRef> names;
  if (types & BooleanType)
    names.push_back("true or false");
  if (types & NumberType)
    names.push_back("a number");
  else if (types & IntegerType)
    names.push_back("an integer");
  // A number may always stand in quotes, which is not worth saying.
  if ((types & StringType) && !(types & (IntegerType | NumberType)))
    names.push_back("text");
  if (types & ArrayType)
    names.push_back("a list");
  if (types & ObjectType)
    names.push_back("a mapping");
  return formatList(names, "or");
}

/// `[CUSTOM]`, where CUSTOM is a word of the schema: no placeholder, but a list
/// in place of its item.
static bool isListOfWord(View value, const Schema *schema) {
  const auto *sequence = value.as<SequenceNode>();
  if (!sequence || !schema)
    return false;
  const auto *item = llvm::dyn_cast<ScalarNode>(sequence->items.front());
  return item && llvm::is_contained(schema->words, item->value);
}

/// Counts a value that is not known.
bool Validator::isUnknown(View value, const Schema *schema) {
  const auto *scalar = value.as<ScalarNode>();
  bool unknown =
      scalar ? hasPlaceholder(scalar->value)
             : isPlaceholder(*value.node) && !isListOfWord(value, schema);
  if (unknown)
    skipped.insert(value.node);
  return unknown;
}

void Validator::check(View value, const Schema &schema,
                      const Context &context) {
  // An alias without an anchor was reported when the text was read.
  if (!value)
    return;
  if (tree.hasAliases() && !visited.insert({value.node, &schema}).second)
    return;
  if (isUnknown(value, &schema) || !checkType(value, schema, context))
    return;
  if (value.as<MappingNode>()) {
    checkObject(value, schema, context);
  } else if (value.as<SequenceNode>()) {
    checkArray(value, schema, context);
  } else {
    checkText(value, schema, context);
    checkNumber(value, schema, context);
  }
  for (const Schema *part : schema.allOf) {
    if (part->negated && matches(value, *part->negated))
      checkExclusive(value, *part->negated);
  }
}

void Validator::checkArray(View value, const Schema &schema,
                           const Context &context) {
  llvm::SmallVector<View> items = tree.items(value);
  if (schema.maxItems && items.size() > *schema.maxItems)
    diag::ItemCount::many(tree.location(items[*schema.maxItems]), context.field,
                          items.size(), *schema.maxItems)
        .label("the first item that is too many");
  if (schema.minItems && items.size() < *schema.minItems)
    diag::ItemCount::few(tree.location(value), context.field, items.size(),
                         *schema.minItems);
  if (!schema.items)
    return;
  for (View item : items)
    check(item, *schema.items,
          {context.field, "an item of `" + context.field.str() + "`", {}});
}

void Validator::validate(View root, const Schema &schema, StringRef noun) {
  check(root, schema, {"", noun.str(), {}});
}
