//===- Regions.h - Where a file holds shell text ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_SHELL_REGIONS_H
#define TRAINLINT_TEXT_SHELL_REGIONS_H

#include "Text/Shell/Variables.h"
#include "llvm/ADT/SmallVector.h"

namespace trainlint::shell {

/// What a file is that may hold commands.
enum class FileKind : uint8_t {
  Other,
  Shell,
  Makefile,
  Markdown,
};

/// Told by the name, or by the first line of a file without an extension.
FileKind kindOf(llvm::StringRef name, llvm::StringRef text);

/// Text that one shell runs.
struct ShellText {
  llvm::SmallVector<Part, 1> parts;
  /// Variables that are set when it begins, which texts share; null for none.
  std::shared_ptr<const Environment> environment;
};

/// What a file holds for a shell: all of a script, each recipe of a Makefile,
/// the blocks of Markdown that name a shell or no language.
std::vector<ShellText> shellTexts(FileKind kind, llvm::StringRef text);

} // namespace trainlint::shell

#endif // TRAINLINT_TEXT_SHELL_REGIONS_H
