//===- IgnoreCase.h - Words in whatever case --------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_IGNORECASE_H
#define TRAINLINT_SUPPORT_IGNORECASE_H

#include "llvm/ADT/StringRef.h"

namespace trainlint {

/// True if a text holds a word in whatever case. The word is in small letters,
/// and has fewer than 256 of them. Whole files are searched, so most of a text
/// is skipped, where `contains_insensitive` compares at each character.
bool containsIgnoringCase(llvm::StringRef text, llvm::StringRef word);

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_IGNORECASE_H
