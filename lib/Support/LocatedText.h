//===- LocatedText.h - A string and where it is written ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_LOCATEDTEXT_H
#define TRAINLINT_SUPPORT_LOCATEDTEXT_H

#include "Support/SourceBuffer.h"

namespace trainlint {

/// A string that a file gives, and where it is written; an empty range if the
/// file does not give it.
struct LocatedText {
  llvm::StringRef text;
  SourceRange range;
};

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_LOCATEDTEXT_H
