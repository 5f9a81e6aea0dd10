//===- Regions.h - Where a file holds shell text ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_COMMAND_REGIONS_H
#define TRAINLINT_FRONTEND_COMMAND_REGIONS_H

#include "Frontend/Command/Shell.h"
#include "llvm/ADT/SmallVector.h"

namespace trainlint::yaml {
struct Stream;
} // namespace trainlint::yaml

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

/// The parts of a file that are written for a shell: all of a script, the
/// recipes of a Makefile, the fenced blocks of Markdown that name a shell or no
/// language.
llvm::SmallVector<Part> shellParts(FileKind kind, llvm::StringRef text);

/// The parts of a YAML text that hold commands: scalars such as the `run:` of a
/// workflow. Each of them has a shell of its own.
llvm::SmallVector<Part> shellParts(const yaml::Stream &stream,
                                   llvm::StringRef text);

} // namespace trainlint::shell

#endif // TRAINLINT_FRONTEND_COMMAND_REGIONS_H
