//===- Silencing.h - Comments that silence a finding ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_SILENCING_H
#define TRAINLINT_LSP_SILENCING_H

#include "Diagnostics/Finding.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace trainlint::lsp {

/// An edit after which a rule has no finding at a place.
struct Silencing {
  std::string title;
  SourceRange range;
  std::string text;
};

/// Finds what is wrong with a text.
using FindingsOf =
    llvm::function_ref<std::vector<Finding>(llvm::StringRef text)>;

/// How to silence a rule: beside a place or above it, whichever the text
/// allows, and in the whole file. Where comments may stand depends on the
/// format, so each way is tried, and only those that work are returned.
std::vector<Silencing> waysToSilence(const SourceBuffer &buffer,
                                     SourceRange place, RuleId rule,
                                     FindingsOf findingsOf);

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_SILENCING_H
