//===- Server.h - The language server ---------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_SERVER_H
#define TRAINLINT_LSP_SERVER_H

#include "llvm/Support/raw_ostream.h"
#include <cstdio>

namespace trainlint::lsp {

/// Serves one client until it says `exit` or closes the input. Returns the exit
/// code of the protocol: 0 if the client said `shutdown` before, 1 if not.
int serve(std::FILE *in, llvm::raw_fd_ostream &out);

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_SERVER_H
