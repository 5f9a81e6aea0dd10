//===- Diagnostics.h - Findings for a client --------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_DIAGNOSTICS_H
#define TRAINLINT_LSP_DIAGNOSTICS_H

#include "Diagnostics/Finding.h"
#include "LSP/Client.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace trainlint::lsp {

/// Finds the URI under which a client knows a file.
using UriOf = llvm::function_ref<std::string(llvm::StringRef name)>;

/// The place of a finding in a text. A finding of a command may point into the
/// file that the command names; the place is that of the command then.
Place placeIn(const SourceBuffer &buffer, const Finding &finding);

/// The words of the command line: the message, and what it says below it.
std::string textOf(const Finding &finding);

/// The address of the page of a rule; empty if there is none.
std::string pageOf(const RuleInfo &rule, const Client &client);

/// A `Location` of the protocol.
llvm::json::Value locationOf(const Place &place, const Client &client,
                             UriOf uriOf);

/// A `Diagnostic` of the protocol.
llvm::json::Value diagnosticOf(const SourceBuffer &buffer,
                               const Finding &finding, const Client &client,
                               UriOf uriOf);

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_DIAGNOSTICS_H
