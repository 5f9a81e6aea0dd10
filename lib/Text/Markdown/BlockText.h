//===- BlockText.h - What a block of a page says ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_MARKDOWN_BLOCKTEXT_H
#define TRAINLINT_TEXT_MARKDOWN_BLOCKTEXT_H

#include "Support/MappedText.h"
#include "Text/Markdown/Blocks.h"

namespace trainlint::markdown {

/// The text of a block without what belongs to the page, such as tags.
using BlockText = MappedText;

/// The text of a block: without tabs that indent all of it, and of preformatted
/// text without tags and with the characters that entities name. `<var>` marks
/// what the reader has to fill in, and stays as `<...>`.
BlockText readBlock(llvm::StringRef page, const Block &block);

} // namespace trainlint::markdown

#endif // TRAINLINT_TEXT_MARKDOWN_BLOCKTEXT_H
