//===- Blocks.h - The code of a Markdown page -------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_MARKDOWN_BLOCKS_H
#define TRAINLINT_TEXT_MARKDOWN_BLOCKS_H

#include "Support/SourceBuffer.h"

namespace trainlint::markdown {

enum class BlockKind : uint8_t {
  /// Between lines of backquotes or tildes.
  Fenced,
  /// Lines that begin with a tab or four blanks.
  Indented,
  /// Between `<pre>` and `</pre>`.
  Preformatted,
};

/// Text that a page shows as it is.
struct Block {
  BlockKind kind;
  /// What a fence calls its text; empty if it does not, and for other blocks.
  llvm::StringRef language;
  SourceRange range;
};

/// The blocks of a page in their order. Indented text is taken apart where a
/// sentence follows on a blank line: pages that were copied from the web indent
/// those, too.
std::vector<Block> codeBlocks(llvm::StringRef text);

} // namespace trainlint::markdown

#endif // TRAINLINT_TEXT_MARKDOWN_BLOCKS_H
