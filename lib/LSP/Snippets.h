//===- Snippets.h - Whole fields to fill in ---------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_SNIPPETS_H
#define TRAINLINT_LSP_SNIPPETS_H

#include "Schema/Schema.h"
#include <string>

namespace trainlint::lsp {

/// A field with the fields below it that are required or usual, and places to
/// fill in for their values; in the syntax of snippets of the protocol.
std::string fieldSnippet(const schema::Property &property);

/// The same for the fields of a mapping.
std::string objectSnippet(const schema::Schema &schema);

/// The schemas of jobs that a new text can become.
llvm::ArrayRef<const schema::Schema *> jobSchemas();

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_SNIPPETS_H
