//===- DisplayLine.h - A source line as a terminal shows it -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OUTPUT_DISPLAYLINE_H
#define TRAINLINT_OUTPUT_DISPLAYLINE_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace trainlint {

/// A line of a source with tabs expanded and what is not printable made
/// visible, and the display column of every byte, so that what is drawn below
/// it stays aligned with wide characters.
class DisplayLine {
public:
  explicit DisplayLine(llvm::StringRef line);

  llvm::StringRef text() const { return shown; }
  unsigned width() const { return columns.back(); }
  /// The display column, from 0, at which a byte of the line begins; the width
  /// for anything behind the line.
  unsigned column(size_t byte) const {
    return columns[std::min(byte, columns.size() - 1)];
  }
  /// The part of the text between two display columns. A wide character that is
  /// cut in two is replaced by blanks.
  std::string slice(unsigned begin, unsigned end) const;

private:
  std::string shown;
  /// Display column of each byte, and the width at the end.
  std::vector<unsigned> columns;
  /// Byte of `shown` for each display column at which a character begins.
  std::vector<std::pair<unsigned, size_t>> characters;
};

} // namespace trainlint

#endif // TRAINLINT_OUTPUT_DISPLAYLINE_H
