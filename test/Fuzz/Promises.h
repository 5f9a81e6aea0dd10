//===- Promises.h - What every report promises ------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FUZZ_PROMISES_H
#define TRAINLINT_FUZZ_PROMISES_H

#include "Diagnostics/Finding.h"
#include "Output/Writer.h"
#include "llvm/Support/Error.h"

namespace trainlint::test {

/// Ends the program if a text holds anything but UTF-8 that a terminal shows as
/// it is written: no control character beside the end of a line, none that
/// turns the direction of what follows, none that only some readers take for
/// the end of a line.
void checkShown(llvm::StringRef text, llvm::StringRef what);

/// Takes an error, and checks its message as the programs write it.
void checkMessage(llvm::Error error);

/// Writes findings in a format. Ends the program if the report cannot be shown
/// or, of JSON, not be read.
void checkReport(OutputFormat format, llvm::StringRef file,
                 llvm::ArrayRef<Finding> findings, unsigned width);

} // namespace trainlint::test

#endif // TRAINLINT_FUZZ_PROMISES_H
