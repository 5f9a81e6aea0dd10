//===- trainlint.cpp - Checks training jobs -------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine/Commands.h"
#include "Driver/Graphs/GraphContext.h"
#include "LSP/Server.h"
#include "Support/CrashReport.h"
#include "Support/MappedFiles.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  trainlint::CrashReport crashReport(argc, argv);
  trainlint::endOnLostFile("trainlint", /*exitCode=*/2);
  llvm::raw_ostream &out = llvm::outs();
  trainlint::cli::Parts parts;
  parts.makeContext = trainlint::GraphContext::create;
  parts.serve = trainlint::lsp::serve;
  int code = trainlint::cli::main(llvm::ArrayRef<const char *>(argv, argc),
                                  {out, llvm::errs()}, parts);
  out.flush();
  return code;
}
