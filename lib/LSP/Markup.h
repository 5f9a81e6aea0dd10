//===- Markup.h - Texts that editors show -----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_MARKUP_H
#define TRAINLINT_LSP_MARKUP_H

#include "Diagnostics/RuleCatalog.h"
#include "Dialect/Job/Checks/ValueInfo.h"
#include "Schema/Schema.h"
#include "llvm/Support/JSON.h"
#include <string>

namespace trainlint::lsp {

/// Text in Markdown, or, for clients that read none, as it is.
llvm::json::Value markupOf(llvm::StringRef text, bool markdown);

/// A name or a value of an input as code in Markdown, printable, and cut if it
/// is very long. Nothing in it can end the code.
std::string inlineCode(llvm::StringRef text);

/// The same, but a plain word stays as it is.
std::string nameInText(llvm::StringRef name);

/// A sentence of a table or a schema in Markdown: what could be markup is code,
/// and so are names with `_`, so that no editor takes them for emphasis.
std::string proseInText(llvm::StringRef text);

/// What a schema says of a field: its description, its type and its words.
std::string describeField(llvm::StringRef name, const schema::Schema &schema);

/// What the tables say of a value, with their dates.
std::string describeValue(llvm::StringRef value, const job::ValueInfo &info);

/// What a rule is about and why.
std::string describeRule(const RuleInfo &rule);

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_MARKUP_H
