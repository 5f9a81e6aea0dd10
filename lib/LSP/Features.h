//===- Features.h - What the server knows of places -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_FEATURES_H
#define TRAINLINT_LSP_FEATURES_H

#include "LSP/Analysis.h"
#include "LSP/Diagnostics.h"
#include "LSP/Session.h"

namespace trainlint::lsp {

/// The most items of an answer, the first of the text: more than anybody looks
/// at. Each object of llvm::json takes four kilobytes.
inline constexpr size_t MostItems = 4000;

/// What an answer about a document is made of. The analysis may be that of an
/// older text; see PositionMapping.
struct FeatureContext {
  const OpenDocument &open;
  Analysis &analysis;
  const Client &client;
  UriOf uriOf;

  const SourceBuffer &text() const { return analysis.text(); }
  llvm::json::Value range(SourceRange range) const {
    return toJSON(rangeOf(text(), range, client.encoding));
  }
};

/// What is known of a place: the value, the field, the findings. Null if there
/// is nothing to say.
llvm::json::Value hover(const FeatureContext &context, uint32_t offset);

/// The jobs with their pools and studies.
llvm::json::Array documentSymbols(const FeatureContext &context);

/// What jobs and pools add up to, behind the values that say so.
llvm::json::Array inlayHints(const FeatureContext &context, SourceRange range);

/// The mappings, lists, comments and commands of more than one line.
llvm::json::Array foldingRanges(const FeatureContext &context);

/// Where an alias, a variable or the file of a command comes from.
llvm::json::Value definition(const FeatureContext &context, uint32_t offset);

/// The files that commands name, and the pages of rules in comments.
llvm::json::Array documentLinks(const FeatureContext &context);

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_FEATURES_H
