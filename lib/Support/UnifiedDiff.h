//===- UnifiedDiff.h - The difference of two texts --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_UNIFIEDDIFF_H
#define TRAINLINT_SUPPORT_UNIFIEDDIFF_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace trainlint {

/// Prints the difference of two texts as `diff -u` does, so that `patch` takes
/// it. Prints nothing if they are equal. Lines that are not printable are left
/// out of the context; where they are what changes, they are shown with
/// escapes, and `patch` refuses them.
void printUnifiedDiff(llvm::raw_ostream &os, llvm::StringRef file,
                      llvm::StringRef before, llvm::StringRef after,
                      bool color);

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_UNIFIEDDIFF_H
