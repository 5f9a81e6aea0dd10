//===- FormatText.h - Texts with fields that are filled in ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_PYTHON_FORMATTEXT_H
#define TRAINLINT_TEXT_PYTHON_FORMATTEXT_H

#include "Support/SourceBuffer.h"
#include <optional>
#include <string>
#include <vector>

namespace trainlint::python {

/// A part of the text in front of `.format(...)` or `% (...)`, or of a
/// `string.Template`: characters, or a field.
struct FormatPart {
  /// Where it stands in the text.
  SourceRange range;
  /// What the characters say: of `{{` one brace. Empty for a field.
  std::string text;
  bool isField = false;
  /// The argument that fills a field: its name, or its position counted from 0
  /// if the name is empty.
  std::string name;
  unsigned position = 0;
  /// True if the value stands there as it is, and not in some width or digits.
  bool isPlain = true;
};

/// The parts of a text for `.format`; nothing if Python refuses it, or if
/// fields stand within fields.
std::optional<std::vector<FormatPart>> readBraceFormat(llvm::StringRef text);

/// The parts of a text for `%`; nothing if it asks for widths among the values.
std::optional<std::vector<FormatPart>> readPercentFormat(llvm::StringRef text);

/// The parts of a text of a `string.Template`, whose fields all have names:
/// `$name`, `${name}`. Nothing if there is another dollar sign, which
/// `substitute` refuses and `safe_substitute` leaves where it is.
std::optional<std::vector<FormatPart>> readDollarFormat(llvm::StringRef text,
                                                        bool isSafe);

} // namespace trainlint::python

#endif // TRAINLINT_TEXT_PYTHON_FORMATTEXT_H
