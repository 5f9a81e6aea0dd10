//===- SuppressionActions.h - Comments that suppress ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_SUPPRESSIONACTIONS_H
#define TRAINLINT_LSP_SUPPRESSIONACTIONS_H

#include "Diagnostics/Finding.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace trainlint::lsp {

/// An edit after which a rule has no finding at a place.
struct SuppressionActions {
  std::string title;
  SourceRange range;
  std::string text;
};

/// The rules of what is found in a text, one for each finding.
using RulesOf = llvm::function_ref<std::vector<RuleId>(llvm::StringRef text)>;

/// How to silence a rule, given what is found in the text as it is: beside a
/// place or above it, whichever the text allows, and in the whole file. Where
/// comments may stand depends on the format, so each way is tried, and only
/// those that work are returned.
std::vector<SuppressionActions> waysToSilence(const SourceBuffer &buffer,
                                              SourceRange place, RuleId rule,
                                              llvm::ArrayRef<RuleId> before,
                                              RulesOf rulesOf);

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_SUPPRESSIONACTIONS_H
