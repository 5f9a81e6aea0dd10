//===- Patterns.h - Regular expressions, compiled once ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SCHEMA_PATTERNS_H
#define TRAINLINT_SCHEMA_PATTERNS_H

#include "llvm/ADT/StringRef.h"

namespace trainlint::schema {

/// True if the pattern of a schema matches anywhere in `text`. A pattern is
/// compiled when it is first used; safe to call from several threads.
bool matchesPattern(llvm::StringRef pattern, llvm::StringRef text);

} // namespace trainlint::schema

#endif // TRAINLINT_SCHEMA_PATTERNS_H
