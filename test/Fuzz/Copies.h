//===- Copies.h - Damaged copies of files, and what they break --*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FUZZ_COPIES_H
#define TRAINLINT_FUZZ_COPIES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <random>
#include <string>

namespace trainlint::test {

/// A copy of a text in which a few bytes are flipped, removed, repeated, moved,
/// or replaced by words that mean something in the format.
std::string changedCopy(llvm::StringRef text,
                        llvm::ArrayRef<llvm::StringRef> words,
                        std::mt19937 &random);

/// Makes a crash leave the copy that caused it in a file.
void keepFailingCopy(std::string path);

/// Begins with a copy. One that takes longer than `seconds` ends the run as a
/// crash does.
void beginCopy(llvm::StringRef text, unsigned seconds);
void endCopy();

/// Ends the run because of something that holds for every input and did not for
/// this one.
[[noreturn]] void broken(const llvm::Twine &promise);

} // namespace trainlint::test

#endif // TRAINLINT_FUZZ_COPIES_H
