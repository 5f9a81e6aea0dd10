//===- TextPieces.h - The parts that an expression of text has --*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_TEXTPIECES_H
#define TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_TEXTPIECES_H

#include "Text/Python/Module.h"
#include "Text/Python/StringText.h"

namespace trainlint::python {

/// A part of an expression whose value is a text.
struct TextPiece {
  /// In the text of the cell.
  SourceRange range;
  /// What a string says; empty for another expression.
  std::string text;
  /// True if the text stands there character by character.
  bool isWritten = false;
  /// An expression in braces, one that is added with `+`, or one that fills a
  /// field of a text; none for what a string says.
  Node expression;
};

/// The parts of strings, of f-strings, of texts that `.format` and `%` fill in,
/// and of their sums, in their order. An
/// expression of another kind is one part.
std::vector<TextPiece> piecesOf(Node expression);

/// What a string of a cell says, with the place of each of its characters; null
/// for one with expressions in it.
std::shared_ptr<const MappedText> literalText(Node string, const Cell &cell);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_TEXTPIECES_H
