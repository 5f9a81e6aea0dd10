//===- Printable.h - Text on its way out ------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names and values come from inputs that nobody trusts. What is shown of them
// must neither steer a terminal, nor turn the text around it, nor command the
// service that keeps the log. All that writes for people goes through here.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_PRINTABLE_H
#define TRAINLINT_SUPPORT_PRINTABLE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace trainlint {

/// The first character of a text: a code point, or a byte of no code point.
struct Character {
  llvm::StringRef bytes;
  std::optional<uint32_t> codePoint;

  /// False for controls, for what reorders or breaks lines of text, for what
  /// Unicode gives no meaning, and for bytes that are no UTF-8.
  bool isPrintable() const;
};
Character firstCharacter(llvm::StringRef text);

/// True if `##name[` stands at the start of a text. Services take what follows
/// for a command wherever it is in a line.
bool beginsServiceCommand(llvm::StringRef text);

/// Text with what is not printable spelled as escapes: `\n`, `\x1B`, `\u202E`,
/// and `\xFF` for a byte that is no UTF-8. Services find no command in it,
/// unless its begin is that of a line.
std::string printable(llvm::StringRef text);

/// The same for text that a line may begin with, where `::` is the start of a
/// command.
std::string printableLine(llvm::StringRef text);

/// A text of several lines, each printable at its begin and cut if it is very
/// long. For messages of others, whose lines are kept.
std::string printableLines(llvm::StringRef text);

/// True if a line can be shown as it is, tabs and its end included, behind
/// something that is no blank.
bool isPrintableLine(llvm::StringRef line);

/// True if `::` stands at the start of a text, blanks aside. Services take such
/// a line for a command.
bool beginsLineCommand(llvm::StringRef text);

/// The name of a file in a patch, in quotes as Git has it if it needs them.
std::string patchName(llvm::StringRef file);

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_PRINTABLE_H
