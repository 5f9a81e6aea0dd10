//===- trainlint-lsp-server.cpp - Serves editors --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Server.h"

int main() { return trainlint::lsp::serve(stdin, llvm::outs()); }
