//===- AngleBrackets.h - Placeholders and redirections ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_SHELL_ANGLEBRACKETS_H
#define TRAINLINT_TEXT_SHELL_ANGLEBRACKETS_H

#include "llvm/ADT/StringRef.h"

namespace trainlint::shell {

/// True for the text between angle brackets if no shell would read it so, or
/// only with more behind it.
bool mayBePlaceholder(llvm::StringRef name);

/// True if `<NAME>` and what follows may be a file that is read and one that is
/// written: `<in.txt>out.txt`, `< in > out`, `<in.txt 2>&1`.
bool isRedirectionTo(llvm::StringRef name, llvm::StringRef behind);

} // namespace trainlint::shell

#endif // TRAINLINT_TEXT_SHELL_ANGLEBRACKETS_H
