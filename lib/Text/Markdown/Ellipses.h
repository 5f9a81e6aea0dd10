//===- Ellipses.h - What an excerpt leaves out ------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_MARKDOWN_ELLIPSES_H
#define TRAINLINT_TEXT_MARKDOWN_ELLIPSES_H

#include "Text/Markdown/BlockText.h"

namespace trainlint::markdown {

/// True for text in braces and brackets, as JSON is.
bool isFlow(llvm::StringRef text);

/// A text of YAML or JSON with its ellipses as merges and items that are not
/// known, so that nothing follows from what is not shown. Comments after `//`,
/// which people write in JSON, are left out.
BlockText fillEllipses(const BlockText &block);

} // namespace trainlint::markdown

#endif // TRAINLINT_TEXT_MARKDOWN_ELLIPSES_H
