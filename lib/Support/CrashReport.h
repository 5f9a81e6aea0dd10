//===- CrashReport.h - What a crash says ------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_CRASHREPORT_H
#define TRAINLINT_SUPPORT_CRASHREPORT_H

#include "llvm/Support/PrettyStackTrace.h"
#include <optional>

namespace trainlint {

/// While it lives, a crash of the program prints its command line and the
/// stack, and asks for a report. It makes some twenty system calls, which the
/// start of `trainlint` can afford; llvm::InitLLVM also takes SIGPIPE, which
/// ends our programs as it ends others.
///
/// The first thing in `main`, since handlers of single signals come after it.
class CrashReport {
public:
  CrashReport(int argc, const char *const *argv);

private:
  std::optional<llvm::PrettyStackTraceProgram> program;
};

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_CRASHREPORT_H
