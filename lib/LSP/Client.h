//===- Client.h - What the client can do ------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_CLIENT_H
#define TRAINLINT_LSP_CLIENT_H

#include "LSP/Position.h"

namespace trainlint::lsp {

/// What a client said of itself when it began.
struct Client {
  PositionEncoding encoding = PositionEncoding::Utf16;
  /// Asks for diagnostics, so that none are sent unasked.
  bool pullsDiagnostics = false;
  /// Asks again for diagnostics when it is told to.
  bool refreshesDiagnostics = false;
  bool relatedInformation = false;
  bool codeDescription = false;
  /// Completions may have places to fill in.
  bool snippets = false;
  /// Reads Markdown; plain text otherwise.
  bool markdownHover = false;
  bool markdownCompletion = false;
  bool hierarchicalSymbols = false;
  /// Takes code actions that carry their edit; commands otherwise.
  bool literalActions = false;
  bool versionedEdits = false;
  bool showsDocuments = false;
  /// Tells of changed files when it is asked to.
  bool watchesFiles = false;
  /// The folder or address of the pages of rules, with a slash behind it; empty
  /// if there is none.
  std::string rulePages;
};

/// Reads the parameters of `initialize`. What has another type than it should
/// is taken for absent.
Client clientOf(const llvm::json::Object &params);

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_CLIENT_H
