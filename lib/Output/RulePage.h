//===- RulePage.h - What there is to read about a rule ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OUTPUT_RULEPAGE_H
#define TRAINLINT_OUTPUT_RULEPAGE_H

#include "Diagnostics/RuleCatalog.h"
#include "llvm/Support/raw_ostream.h"

namespace trainlint {

/// What the example of a rule is written in, as Markdown names it.
llvm::StringRef exampleLanguage(const RuleInfo &rule);

/// For a terminal.
void printRuleText(llvm::raw_ostream &os, const RuleInfo &rule);
/// The page of docs/rules.
void printRuleMarkdown(llvm::raw_ostream &os, const RuleInfo &rule);

} // namespace trainlint

#endif // TRAINLINT_OUTPUT_RULEPAGE_H
