//===- CodeActions.h - What to do about a finding ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_CODEACTIONS_H
#define TRAINLINT_LSP_CODEACTIONS_H

#include "LSP/Diagnostics.h"
#include "LSP/Session.h"

namespace trainlint::lsp {

/// What the answer to `textDocument/codeAction` is made of.
struct ActionContext {
  const OpenDocument &open;
  const Client &client;
  UriOf uriOf;
  Checker &checker;
  /// The range that the client asks about.
  SourceRange range;
  /// The kinds that the client asks for; empty for all.
  llvm::SmallVector<llvm::StringRef> only;
};

/// The commands of the server.
inline constexpr llvm::StringLiteral ExplainCommand = "trainlint.explain";
inline constexpr llvm::StringLiteral ApplyEditCommand = "trainlint.applyEdit";

inline constexpr llvm::StringLiteral FixAllKind = "source.fixAll.trainlint";

/// The fixes of the findings in a range, comments that silence them, what the
/// rules say, and all safe fixes of the document at once.
llvm::json::Array codeActions(const ActionContext &context);

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_CODEACTIONS_H
