//===- BlockText.h - What a block of a page says ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_MARKDOWN_BLOCKTEXT_H
#define TRAINLINT_TEXT_MARKDOWN_BLOCKTEXT_H

#include "Text/Markdown/Blocks.h"
#include <string>

namespace trainlint::markdown {

/// The text of a block without what belongs to the page, such as tags, and the
/// place of each part of it in the page.
class BlockText {
public:
  llvm::StringRef text() const { return content; }

  /// Adds a part of the page as it stands there.
  void addWritten(llvm::StringRef page, SourceRange range);
  /// Adds a text that stands for a part of the page.
  void addMeaning(llvm::StringRef meaning, SourceRange range);
  /// Adds a part of another text of the same page.
  void addPart(const BlockText &other, SourceRange range);

  /// The place in the page of an offset.
  uint32_t placeOf(uint32_t offset) const;
  /// The place in the page of a range.
  SourceRange placeOf(SourceRange range) const;

private:
  /// A part of the text, up to the next piece.
  struct Piece {
    uint32_t begin;
    SourceRange place;
    /// True if it stands in the page character by character.
    bool isWritten;
  };

  const Piece &pieceAt(uint32_t offset) const;

  std::string content;
  std::vector<Piece> pieces;
};

/// The text of a block: without tabs that indent all of it, and of preformatted
/// text without tags and with the characters that entities name. `<var>` marks
/// what the reader has to fill in, and stays as `<...>`.
BlockText readBlock(llvm::StringRef page, const Block &block);

} // namespace trainlint::markdown

#endif // TRAINLINT_TEXT_MARKDOWN_BLOCKTEXT_H
