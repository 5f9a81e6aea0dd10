//===- Uri.h - Names of documents -------------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_URI_H
#define TRAINLINT_LSP_URI_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace trainlint::lsp {

/// The path of a `file:` URI; empty for a document that is no file, such as
/// `untitled:` or a cell of a notebook, and for what is no URI.
std::string pathOfUri(llvm::StringRef uri);

/// The `file:` URI of a path, which is made absolute.
std::string uriOfPath(llvm::StringRef path);

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_URI_H
