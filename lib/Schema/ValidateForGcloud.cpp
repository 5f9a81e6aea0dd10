//===- ValidateForGcloud.cpp - What gcloud takes and refuses --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// gcloud reads a file into the types of the API before it sends anything. It
// makes a list of a value that stands alone and takes the number of a word for
// the word, and it refuses 4.0 for an integer. test/Differential compares this
// with gcloud itself.
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Structure.h"
#include "Diagnostics/Report.h"
#include "Schema/Validator.h"
#include "Support/LLVM.h"
#include "Text/Yaml/ScalarType.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::schema;
using namespace trainlint::yaml;

/// What a value is in words; it is neither a list nor nothing.
static StringRef nameOfType(TypeSet type) {
  switch (type) {
  case BooleanType:
    return "true or false";
  case IntegerType:
  case NumberType:
    return "a number";
  case ObjectType:
    return "a mapping";
  default:
    return "text";
  }
}

static bool takes(uint8_t types, TypeSet found) {
  return types == AnyType || (types & found) ||
         (found == IntegerType && (types & NumberType));
}

/// True if a boolean becomes a floating-point number, since it is one of
/// Python's.
static bool becomesNumber(uint8_t types, TypeSet found) {
  return found == BooleanType && (types & NumberType) && !takes(types, found);
}

/// True if a number or a boolean may be that of a word of the API, which has
/// its first word for 0 and does not take it. The words of fields that are
/// texts in the API are not in capitals.
static bool mayBeNumberOfWord(const ScalarNode &scalar, const Schema &schema) {
  if (yaml::typeOf(scalar) == ScalarType::Boolean)
    return booleanValue(scalar.value);
  std::optional<int64_t> number = wholeNumber(scalar.value);
  return number && *number > 0 &&
         *number < static_cast<int64_t>(schema.words.size());
}

static bool hasWordsOfApi(const Schema &schema) {
  return llvm::any_of(schema.words, [](StringRef word) {
    return !word.empty() && llvm::isUpper(word[0]);
  });
}

/// A value where a list belongs: gcloud makes it the only item. False if it
/// cannot be one.
bool Validator::checkAlone(View value, const Schema &schema,
                           const Context &context) {
  TypeSet found = typeOf(value);
  const auto *scalar = value.as<ScalarNode>();
  bool isDate = scalar && yaml::typeOf(*scalar) == ScalarType::Timestamp;
  if (found == ArrayType || isDate || takes(schema.types, found) ||
      !(takes(schema.items->types, found) ||
        becomesNumber(schema.items->types, found)))
    return false;
  mlir::Location location = tree.location(value);
  StringRef written = tree.text(value);
  Report report =
      diag::WrongType::alone(location, context.field, nameOfType(found));
  report.help("gcloud makes a list of it that has one item");
  if (scalar && fitsIntoList(*scalar, written))
    report.fix(/*safe=*/false, "make it a list of one item", location,
               ("[" + written + "]").str());
  check(value, *schema.items, context);
  return true;
}

/// False if nothing more is to be said of the value.
bool Validator::checkForGcloud(View value, const Schema &schema,
                               const Context &context) {
  TypeSet found = typeOf(value);
  if (found == NullType) {
    // A mapping that may be nothing is a position that the service skips.
    bool isItem = !context.key && !context.field.empty();
    if (!isItem || !(schema.types & NullType) || (schema.types & ObjectType))
      return true;
    diag::MissingField::empty(tree.location(value), context.field)
        .help("give " + describeTypes(schema.types));
    return false;
  }
  if (schema.items && checkAlone(value, schema, context))
    return false;

  const auto *scalar = value.as<ScalarNode>();
  if (!scalar)
    return true;
  ScalarType type = yaml::typeOf(*scalar);
  bool isNumber = type == ScalarType::Integer || type == ScalarType::Float;
  if (type == ScalarType::Float && found == IntegerType &&
      (schema.types & IntegerType) && !(schema.types & NumberType)) {
    mlir::Location location = tree.location(value);
    Report report = diag::WrongType::mismatch(
        location, context.field, "an integer", "a floating-point number");
    if (std::optional<int64_t> whole = wholeNumber(scalar->value))
      report.fix(/*safe=*/true, "write it as an integer", location,
                 std::to_string(*whole));
    return false;
  }
  if (type == ScalarType::Boolean && becomesNumber(schema.types, found)) {
    diag::WrongType::boolean(tree.location(value), context.field,
                             describeTypes(schema.types))
        .help(std::string("gcloud sends ") +
              (booleanValue(scalar->value) ? "1" : "0") + " for it");
    return false;
  }
  bool isWord = !isNumber && type != ScalarType::Boolean;
  if (isWord || takes(schema.types, found) || !hasWordsOfApi(schema))
    return true;
  StringRef name = nameOfType(found);
  mlir::Location location = tree.location(value);
  if (mayBeNumberOfWord(*scalar, schema))
    diag::WrongType::numbered(location, context.field, name)
        .help("gcloud takes it for the number that a word has in the API");
  else
    diag::WrongType::mismatch(location, context.field, "one of its words",
                              name);
  return false;
}
