//===- Cursor.h - A reading position in YAML text ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The character classes and the position that the scanner's parts share. Line
// breaks and blanks are those of YAML 1.1.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_YAML_CURSOR_H
#define TRAINLINT_TEXT_YAML_CURSOR_H

#include "Support/SourceBuffer.h"

namespace trainlint::yaml {

/// A position in a text that ends with a NUL byte. Columns count code points.
class Cursor {
public:
  Cursor(llvm::StringRef text, unsigned skip)
      : text(text), position(text.data() + skip), lineBegin(position) {}

  uint32_t offset() const { return position - text.data(); }
  unsigned line() const { return lineNumber; }
  unsigned column() const {
    return static_cast<unsigned>(position - lineBegin) - continuations;
  }
  /// The characters before this one, by which the length of a key is limited.
  uint32_t index() const { return offset() - allContinuations; }

  char peek(unsigned ahead = 0) const {
    return position + ahead < text.end() ? position[ahead] : '\0';
  }
  bool atEnd() const { return position >= text.end(); }
  bool at(char c) const { return !atEnd() && *position == c; }
  bool startsWith(llvm::StringRef word) const {
    return llvm::StringRef(position, text.end() - position).starts_with(word);
  }

  bool atBlank(unsigned ahead = 0) const {
    char c = peek(ahead);
    return c == ' ' || c == '\t';
  }
  bool atBreak(unsigned ahead = 0) const {
    return breakLength(position + ahead) != 0;
  }
  bool atBreakOrEnd(unsigned ahead = 0) const {
    return position + ahead >= text.end() || atBreak(ahead);
  }
  bool atBlankBreakOrEnd(unsigned ahead = 0) const {
    return atBlank(ahead) || atBreakOrEnd(ahead);
  }
  /// `---` or `...` at the beginning of a line, followed by white space.
  bool atDocumentIndicator() const {
    return column() == 0 && (startsWith("---") || startsWith("...")) &&
           atBlankBreakOrEnd(3);
  }

  /// Moves over one character that is no line break.
  void advance() {
    ++position;
    while (position < text.end() && (*position & 0xC0) == 0x80) {
      ++position;
      ++continuations;
      ++allContinuations;
    }
  }
  void advance(unsigned count) {
    while (count-- > 0)
      advance();
  }
  /// Moves over one line break.
  void advanceLine() {
    unsigned length = breakLength(position);
    // CR LF is two characters; NEL, LS and PS are one of several bytes.
    if (length > 1 && *position != '\r')
      allContinuations += length - 1;
    position += length;
    lineBegin = position;
    continuations = 0;
    ++lineNumber;
  }

private:
  /// The bytes of the line break at a place, or 0: LF, CR, CR LF, NEL, LS, PS.
  unsigned breakLength(const char *at) const {
    if (at >= text.end())
      return 0;
    switch (static_cast<unsigned char>(*at)) {
    case '\n':
      return 1;
    case '\r':
      return at + 1 < text.end() && at[1] == '\n' ? 2 : 1;
    case 0xC2:
      return at + 1 < text.end() && at[1] == '\x85' ? 2 : 0;
    case 0xE2:
      return at + 2 < text.end() && at[1] == '\x80' &&
                     (at[2] == '\xA8' || at[2] == '\xA9')
                 ? 3
                 : 0;
    default:
      return 0;
    }
  }

  llvm::StringRef text;
  const char *position;
  const char *lineBegin;
  unsigned lineNumber = 0;
  unsigned continuations = 0;
  uint32_t allContinuations = 0;
};

} // namespace trainlint::yaml

#endif // TRAINLINT_TEXT_YAML_CURSOR_H
