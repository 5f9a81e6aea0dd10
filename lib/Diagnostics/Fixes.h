//===- Fixes.h - Applying the edits of findings -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIAGNOSTICS_FIXES_H
#define TRAINLINT_DIAGNOSTICS_FIXES_H

#include "Diagnostics/Finding.h"

namespace trainlint {

/// A text after fixes, and how many were applied.
struct FixedText {
  std::string text;
  unsigned applied = 0;
};

/// Applies the fixes of findings to the text of a buffer: the first fix of each
/// finding that is safe, or, if `unsafeToo` is set, the first at all. A fix
/// that touches the text of one applied before it is left for the next round.
FixedText applyFixes(const SourceBuffer &buffer,
                     llvm::ArrayRef<Finding> findings, bool unsafeToo);

} // namespace trainlint

#endif // TRAINLINT_DIAGNOSTICS_FIXES_H
