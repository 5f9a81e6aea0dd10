//===- trainlint-jobs.cpp - Checks training jobs, not their graphs --------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine/Commands.h"
#include "Support/CrashReport.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  trainlint::CrashReport crashReport(argc, argv);
  llvm::raw_ostream &out = llvm::outs();
  int code = trainlint::cli::main(llvm::ArrayRef<const char *>(argv, argc),
                                  {out, llvm::errs()}, /*parts=*/{});
  out.flush();
  return code;
}
