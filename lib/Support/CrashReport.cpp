//===- CrashReport.cpp - What a crash says --------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/CrashReport.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Signals.h"

using namespace trainlint;

CrashReport::CrashReport(int argc, const char *const *argv) {
  // From the next line on, crashes are reported.
  llvm::setBugReportMsg("This is a defect of trainlint. Please report it with "
                        "these lines and the input that shows it.\n");
  program.emplace(argc, argv);
  llvm::sys::PrintStackTraceOnErrorSignal(argv[0]);
}
