//===- ArgumentTypes.cpp - Values of other types than are taken -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Jobs/ArgumentTypes.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::python;

StringRef python::describeType(const Value &value) {
  switch (value.kind) {
  case ValueKind::None:
    return "None";
  case ValueKind::Bool:
    return "a boolean";
  case ValueKind::Integer:
    return "an integer";
  case ValueKind::Float:
    return "a number";
  case ValueKind::Text:
    return "text";
  case ValueKind::List:
    return "a list";
  case ValueKind::Tuple:
    return "a tuple";
  case ValueKind::Dict:
    return "a dictionary";
  case ValueKind::Function:
    return "a function";
  default:
    return "";
  }
}

/// The place of a literal with its quotes; nothing if the value is written in
/// another way.
static Place withQuotes(const Value &value) {
  if (!value.isText() || !value.isVerbatim || !value.place)
    return {};
  StringRef source = value.place.buffer->text();
  SourceRange range = value.place.range;
  if (range.begin == 0 || range.end >= source.size())
    return {};
  char quote = source[range.begin - 1];
  if ((quote != '"' && quote != '\'') || source[range.end] != quote)
    return {};
  // Not one of three quotes, and no prefix.
  char before = range.begin > 1 ? source[range.begin - 2] : ' ';
  if (llvm::isAlnum(before) || before == quote)
    return {};
  return {value.place.buffer, {range.begin - 1, range.end + 1}};
}

Report python::reportType(const Value &value, StringRef field,
                          StringRef expected, Place use, const Context &context,
                          StringRef exception) {
  if (value.use)
    use = value.use;
  Report report = diag::WrongType::mismatch(context.at(value, use), field,
                                            expected, describeType(value));
  report.label("the client raises " + exception);
  int64_t number;
  Place quoted = withQuotes(value);
  if (quoted && expected == "an integer" &&
      !value.text.getAsInteger(10, number)) {
    report.fix(/*safe=*/true, "write " + value.text + " without quotes",
               context.at(quoted), value.text);
  }
  return report;
}

void python::reportLetters(const Value &value, StringRef field, Place use,
                           const Context &context) {
  // One letter is what a list of it would be, and no text is an empty list.
  if (value.text.size() < 2)
    return;
  mlir::Location location = context.at(value, value.use ? value.use : use);
  Report report =
      value.isText()
          ? diag::ListGivenAsText::letters(location, field, value.text.size())
          : diag::ListGivenAsText::text(location, field);
  report.help("write a list of texts");
}
