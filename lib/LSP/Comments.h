//===- Comments.h - Rules in comments ---------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_COMMENTS_H
#define TRAINLINT_LSP_COMMENTS_H

#include "LSP/Analysis.h"

namespace trainlint::lsp {

/// The name of a rule in a comment that silences it, be it one or not.
struct RuleName {
  llvm::StringRef text;
  SourceRange range;
};

std::vector<RuleName> ruleNamesIn(const Analysis &analysis);

/// The part of a rule's name before a cursor, if that stands in the list of a
/// suppression; nothing elsewhere.
std::optional<SourceRange> ruleNameBefore(const SourceBuffer &buffer,
                                          uint32_t offset);

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_COMMENTS_H
