//===- trainlint-lsp-server.cpp - Serves editors --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Server.h"
#include "Support/CrashReport.h"

int main(int argc, char **argv) {
  trainlint::CrashReport crashReport(argc, argv);
  return trainlint::lsp::serve(stdin, llvm::outs());
}
