//===- ValidateScalar.cpp - Types, words, forms and ranges ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Structure.h"
#include "Diagnostics/Report.h"
#include "Schema/Patterns.h"
#include "Schema/Validator.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"
#include "Text/Yaml/GoScalar.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace trainlint;
using namespace trainlint::schema;
using namespace trainlint::yaml;

/// What a value is, in words.
std::string Validator::describeValue(View value) const {
  switch (typeOf(value)) {
  case NullType:
    return "nothing";
  case BooleanType:
    return "true or false";
  case IntegerType:
  case NumberType:
    return "a number";
  case StringType:
    return "text";
  case ArrayType:
    return "a list";
  case ObjectType:
    return "a mapping";
  case AnyType:
    break;
  }
  llvm_unreachable("unknown type");
}

/// A number is an integer where both are allowed.
static bool accepts(uint8_t types, TypeSet found) {
  if (types == AnyType || (types & found))
    return true;
  return found == IntegerType && (types & NumberType);
}

void Validator::reportNull(View value, const Schema &schema,
                           const Context &context) {
  View place = context.key ? context.key : value;
  if (schema.types & NullType) {
    // A null that is written out is meant, and so is an item that would be a
    // mapping: its position is skipped.
    bool isSkipped = !context.key && (schema.types & ObjectType);
    if (value.node->range.empty() && !isSkipped && !schema.mayBeEmpty)
      diag::EmptyField::empty(tree.location(place), context.field);
    return;
  }
  diag::MissingField::empty(tree.location(place), context.field)
      .help("give " + describeTypes(schema.types));
}

/// The value of a plain scalar as YAML reads it, if that is not how it is
/// written.
static std::string changedValue(StringRef text, ScalarType type,
                                Decoder decoder) {
  std::string out;
  llvm::raw_string_ostream os(out);
  if (type == ScalarType::Boolean) {
    os << (booleanValue(text) || text.equals_insensitive("y") ? "true"
                                                              : "false");
  } else if (decoder == Decoder::Kubernetes) {
    if (std::optional<double> value = goNumberValue(text))
      os << llvm::format("%.15g", *value);
  } else if (type == ScalarType::Integer) {
    if (std::optional<int64_t> value = integerValue(text))
      os << *value;
  } else if (type == ScalarType::Float) {
    if (std::optional<double> value = numberValue(text))
      os << llvm::format("%.10g", *value);
  }
  return out == text ? "" : out;
}

/// Text that lacks its quotes: a version such as 1.10 that YAML reads as a
/// number.
bool Validator::reportUnquoted(View value, const Schema &schema,
                               const Context &context) {
  const auto *scalar = value.as<ScalarNode>();
  if (!scalar || scalar->style != ScalarStyle::Plain || !scalar->tag.empty() ||
      !(schema.types & StringType) ||
      (schema.types & (IntegerType | NumberType)))
    return false;
  ScalarType type = scalarTypeOf(*scalar, decoder);
  StringRef name;
  switch (type) {
  case ScalarType::Boolean:
    name = "boolean";
    break;
  case ScalarType::Integer:
  case ScalarType::Float:
    name = "number";
    break;
  case ScalarType::Timestamp:
    name = "date";
    break;
  default:
    return false;
  }
  mlir::Location location = tree.location(value);
  std::string changed = changedValue(scalar->value, type, decoder);
  Report report =
      changed.empty()
          ? diag::UnquotedString::same(location, context.field, scalar->value,
                                       name)
          : diag::UnquotedString::changed(location, context.field,
                                          scalar->value, name, changed);
  report.fix(/*safe=*/true, "put it in quotes", location,
             "\"" + scalar->value + "\"");
  return true;
}

bool schema::fitsIntoList(const ScalarNode &scalar, StringRef written) {
  if (written.empty() || !scalar.tag.empty())
    return false;
  switch (scalar.style) {
  case ScalarStyle::SingleQuoted:
  case ScalarStyle::DoubleQuoted:
    return true;
  case ScalarStyle::Plain:
    return written.find_first_of(",[]{}\r\n") == StringRef::npos;
  default:
    return false;
  }
}

/// True if an integer is not written as it is printed, such as 010.
static bool integerChanges(StringRef text) {
  std::optional<int64_t> value = integerValue(text);
  return !value || std::to_string(*value) != text;
}

/// Removes the quotes of a scalar.
static llvm::SmallVector<std::pair<mlir::LocationAttr, std::string>>
quoteEdits(TreeView &tree, const ScalarNode &scalar) {
  auto at = [&](uint32_t offset) -> mlir::LocationAttr {
    return makeLocation(tree.getContext(), tree.buffer(), {offset, offset + 1});
  };
  return {{at(scalar.range.begin), ""}, {at(scalar.range.end - 1), ""}};
}

bool Validator::checkType(View value, const Schema &schema,
                          const Context &context) {
  TypeSet found = typeOf(value);
  if (found == NullType) {
    reportNull(value, schema, context);
    return false;
  }
  const auto *scalar = value.as<ScalarNode>();
  // JSON has no dates; only a text field is harmed by one.
  bool isDate = scalar &&
                scalarTypeOf(*scalar, decoder) == ScalarType::Timestamp &&
                !(schema.types & (IntegerType | NumberType));
  if (accepts(schema.types, found) && !isDate)
    return true;
  if (reportUnquoted(value, schema, context))
    return false;

  mlir::Location location = tree.location(value);
  std::string expected = describeTypes(schema.types);
  Report report =
      context.field.empty()
          ? diag::WrongType::root(location, context.parent, expected,
                                  describeValue(value))
          : diag::WrongType::mismatch(location, context.field, expected,
                                      describeValue(value));
  if (!scalar)
    return false;
  bool isQuoted = scalar->style == ScalarStyle::SingleQuoted ||
                  scalar->style == ScalarStyle::DoubleQuoted;
  ScalarType meant = typeOfPlain(scalar->value);
  bool isNumber =
      meant == ScalarType::Integer && !integerChanges(scalar->value);
  if (isQuoted &&
      ((schema.types & BooleanType && meant == ScalarType::Boolean) ||
       (schema.types & IntegerType && isNumber))) {
    report.fix(/*safe=*/true, "remove the quotes", quoteEdits(tree, *scalar));
    return false;
  }
  StringRef written = tree.buffer().text(scalar->range);
  if ((schema.types & ArrayType) && fitsIntoList(*scalar, written))
    report.fix(/*safe=*/false, "make it a list of one item", location,
               "[" + written + "]");
  return false;
}

void Validator::checkWords(View value, const Schema &schema,
                           const Context &context) {
  const auto *scalar = value.as<ScalarNode>();
  // Where a rule of its own checks the words, it says more than this one can.
  // An empty text is no name that it could speak of.
  bool checkedElsewhere = !schema.checkedBy.empty() && !scalar->value.empty();
  if (checkedElsewhere || llvm::is_contained(schema.words, scalar->value))
    return;
  mlir::Location location = tree.location(value);
  llvm::SmallVector<StringRef> words;
  llvm::copy_if(schema.words, std::back_inserter(words),
                [](StringRef word) { return !word.empty(); });
  Report report =
      diag::InvalidEnumValue::invalid(location, scalar->value, context.field);
  std::optional<NearMatch> near = findNearMatch(scalar->value, words);
  if (near)
    report.fix(near->kind == MatchKind::Spelling, "write `" + near->word + "`",
               location, near->word);
  report.help((near ? "did you mean `" + near->word.str() + "`? " : "") +
              "the values are " + formatList(words, "and", words.size()));
}

void Validator::checkText(View value, const Schema &schema,
                          const Context &context) {
  const auto *scalar = value.as<ScalarNode>();
  if (typeOf(value) != StringType)
    return;
  if (!schema.words.empty())
    checkWords(value, schema, context);

  bool fits =
      (!schema.maxLength || lengthOf(scalar->value) <= *schema.maxLength) &&
      (schema.pattern.empty() || matchesPattern(schema.pattern, scalar->value));
  if (fits)
    return;
  mlir::Location location = tree.location(value);
  // Text in a numeric field is no number at all rather than a misshapen one.
  if (schema.types & (IntegerType | NumberType)) {
    diag::WrongType::mismatch(location, context.field,
                              describeTypes(schema.types), "text")
        .help(schema.form.ref());
    return;
  }
  Report report = schema.onlyWarns
                      ? diag::InvalidFormat::formWarning(
                            location, quoted(scalar->value), context.field)
                      : diag::InvalidFormat::form(
                            location, quoted(scalar->value), context.field);
  report.help(schema.form.ref());
}

void Validator::checkNumber(View value, const Schema &schema,
                            const Context &context) {
  TypeSet type = typeOf(value);
  if (type != IntegerType && type != NumberType)
    return;
  StringRef text = value.as<ScalarNode>()->value;
  std::optional<double> number = numberValueOf(text, decoder);
  if (!number)
    return;
  // A location is made for findings only.
  if (decoder == Decoder::Kubernetes && !std::isfinite(*number)) {
    diag::WrongType::mismatch(tree.location(value), context.field,
                              describeTypes(schema.types), "no finite number");
    return;
  }
  auto spell = [](double limit) {
    std::string out;
    llvm::raw_string_ostream(out) << llvm::format("%.10g", limit);
    return out;
  };
  if (schema.minimum && *number < *schema.minimum)
    diag::ValueOutOfRange::below(tree.location(value), context.field, text,
                                 spell(*schema.minimum));
  if (schema.maximum && *number > *schema.maximum)
    diag::ValueOutOfRange::above(tree.location(value), context.field, text,
                                 spell(*schema.maximum));
}
