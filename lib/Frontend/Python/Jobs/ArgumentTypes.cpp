//===- ArgumentTypes.cpp - Values of other types than are taken -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Jobs/ArgumentTypes.h"
#include "Diagnostics/Messages/Structure.h"
#include "Diagnostics/Messages/VertexSdk.h"
#include "Frontend/Python/Jobs/SdkNames.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"
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
    auto quote = [&](uint32_t offset) {
      return mlir::LocationAttr(
          context.at({quoted.buffer, {offset, offset + 1}}));
    };
    report.fix(
        /*safe=*/true, "write " + value.text + " without quotes",
        {{quote(quoted.range.begin), ""}, {quote(quoted.range.end - 1), ""}});
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

void python::checkDisk(const Value *type, const Value *size, Place use,
                       const Context &context) {
  // aiplatform.googleapis.com v1, DiskSpec.
  static constexpr int64_t Least = 100, Most = 64000;
  llvm::SmallVector<StringRef> kinds = {"pd-ssd", "pd-standard",
                                        "hyperdisk-balanced"};
  auto at = [&](const Value &value) {
    return context.at(value, value.use ? value.use : use);
  };
  if (size && size->isInteger() && size->integer < Least)
    diag::ValueOutOfRange::below(at(*size), "boot_disk_size_gb", printed(*size),
                                 std::to_string(Least));
  if (size && size->isInteger() && size->integer > Most)
    diag::ValueOutOfRange::above(at(*size), "boot_disk_size_gb", printed(*size),
                                 std::to_string(Most));
  if (!type || !type->isText() || isBlank(type->text) ||
      llvm::is_contained(kinds, type->text))
    return;
  Report report =
      diag::InvalidEnumValue::invalid(at(*type), type->text, "boot_disk_type");
  if (std::optional<NearMatch> near = findNearMatch(type->text, kinds))
    fixText(report, near->kind == MatchKind::Spelling, *type, near->word,
            context);
  report.help("the values are " + formatList(kinds, "and"));
}
