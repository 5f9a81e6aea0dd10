//===- trainlint-run.cpp - Runs programs on devices -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Runner/RunCommand.h"
#include "Support/CrashReport.h"
#include "Support/MappedFiles.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  trainlint::CrashReport crashReport(argc, argv);
  trainlint::endOnLostFile("trainlint-run", /*exitCode=*/1);
  llvm::raw_ostream &out = llvm::outs();
  int code = trainlint::run::main(llvm::ArrayRef<const char *>(argv, argc), out,
                                  llvm::errs());
  out.flush();
  return code;
}
