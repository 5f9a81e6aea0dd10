//===- Text.h - Wording helpers for messages --------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_TEXT_H
#define TRAINLINT_SUPPORT_TEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace trainlint {

/// "1, 2 and 4"; "a or b". At most `limit` items are spelled out, the rest is
/// "and N more".
std::string formatList(llvm::ArrayRef<llvm::StringRef> items,
                       llvm::StringRef conjunction, size_t limit = 8);
std::string formatList(llvm::ArrayRef<std::string> items,
                       llvm::StringRef conjunction, size_t limit = 8);
std::string formatNumbers(llvm::ArrayRef<int64_t> items,
                          llvm::StringRef conjunction);

/// "1 file", "3 files".
std::string pluralize(uint64_t count, llvm::StringRef singular,
                      llvm::StringRef plural = "");

/// A text without the blanks around it. `StringRef::trim` makes a set of them
/// each time.
llvm::StringRef withoutBlanks(llvm::StringRef text);

/// A text of which a message shows the start and the end if it is very long.
std::string ellipsize(llvm::StringRef text);

/// A number with as few digits as tell it from its neighbors.
std::string formatNumber(double number);

/// Text in backticks, printable; a long one is cut.
std::string quoted(llvm::StringRef text);

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_TEXT_H
