//===- MappedText.h - A text and where its parts are written ----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_MAPPEDTEXT_H
#define TRAINLINT_SUPPORT_MAPPEDTEXT_H

#include "Support/SourceBuffer.h"

namespace trainlint {

/// A text that a file says in its own way, such as a block of a page or a cell
/// of a notebook, and the place of each part of it in the file.
class MappedText {
public:
  llvm::StringRef text() const { return content; }

  /// Adds a part of the file as it stands there.
  void addWritten(llvm::StringRef file, SourceRange range);
  /// Adds a text that stands for a part of the file.
  void addMeaning(llvm::StringRef meaning, SourceRange range);
  /// Adds a part of another text of the same file.
  void addPart(const MappedText &other, SourceRange range);

  /// The place in the file of an offset.
  uint32_t placeOf(uint32_t offset) const;
  /// The place in the file of a range.
  SourceRange placeOf(SourceRange range) const;

  /// The inverse, for texts whose parts are in the order of the file: what a
  /// range of the file says. What it cuts in two belongs to it as a whole.
  SourceRange rangeAt(SourceRange place) const;

private:
  /// A part of the text, up to the next piece.
  struct Piece {
    uint32_t begin;
    SourceRange place;
    /// True if it stands in the file character by character.
    bool isWritten;
  };

  const Piece &pieceAt(uint32_t offset) const;
  uint32_t offsetAt(uint32_t place, bool roundsUp) const;

  std::string content;
  std::vector<Piece> pieces;
};

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_MAPPEDTEXT_H
