//===- TextDifference.h - Where two texts differ ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_TEXTDIFFERENCE_H
#define TRAINLINT_SUPPORT_TEXTDIFFERENCE_H

#include "llvm/ADT/StringRef.h"

namespace trainlint {

/// The one range outside of which two texts are the same: of the older text it
/// is from `begin` to `oldEnd`, of the newer one from `begin` to `newEnd`. Both
/// are empty if the texts are the same.
struct TextDifference {
  size_t begin = 0;
  size_t oldEnd = 0;
  size_t newEnd = 0;
};

/// Compares from both ends, many bytes at a time.
TextDifference differenceOf(llvm::StringRef older, llvm::StringRef newer);

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_TEXTDIFFERENCE_H
