//===- CopiedText.h - Characters of web pages in YAML -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_YAML_COPIEDTEXT_H
#define TRAINLINT_TEXT_YAML_COPIEDTEXT_H

#include "Text/Yaml/View.h"

namespace trainlint::yaml {

/// What helps whoever copied a text with the characters of a page.
inline constexpr llvm::StringLiteral CopiedTextHelp =
    "this text was copied from a page that sets characters of its own";

/// True if a text has characters that `reportCopiedText` looks for.
bool mayBeCopied(llvm::StringRef text);

/// Reports no-break spaces where the structure of a text needs blanks: in the
/// indentation, behind a dash and behind the colon of a key. To YAML 1.1 they
/// are letters (5.5, white space characters), so that the text says something
/// else than it shows. One finding fixes all of them, and the curly quotes
/// around values with them. Returns true if there is one; nothing else that the
/// text says is meant then. `within` is the part of the buffer that the stream
/// was read from.
bool reportCopiedText(const Stream &stream, TreeView &tree, SourceRange within);

} // namespace trainlint::yaml

#endif // TRAINLINT_TEXT_YAML_COPIEDTEXT_H
