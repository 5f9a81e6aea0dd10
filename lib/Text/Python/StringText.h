//===- StringText.h - What the strings of Python say ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_PYTHON_STRINGTEXT_H
#define TRAINLINT_TEXT_PYTHON_STRINGTEXT_H

#include "Text/Python/Tree.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace trainlint::python {

/// A part of a string: characters, or the expression between braces of an
/// f-string.
struct StringPart {
  /// Without escapes.
  std::string text;
  /// None for characters.
  Node expression;
  /// The expression with its braces.
  Node braces;
  /// True if the expression is followed by a conversion or a format.
  bool isFormatted = false;
};

struct StringText {
  llvm::SmallVector<StringPart, 1> parts;
  /// In the file: what stands between the quotes.
  SourceRange content;
  bool isBytes = false;
  bool isRaw = false;
  /// True if what stands between the quotes says what it is, character by
  /// character, so that a part of it can be replaced.
  bool isVerbatim = false;
};

/// Reads a `String` node. Escapes that Python does not know stay as they are.
StringText readString(Node string);

} // namespace trainlint::python

#endif // TRAINLINT_TEXT_PYTHON_STRINGTEXT_H
