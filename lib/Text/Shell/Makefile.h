//===- Makefile.h - Recipes and variables of Makefiles ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_SHELL_MAKEFILE_H
#define TRAINLINT_TEXT_SHELL_MAKEFILE_H

#include "Text/Shell/Regions.h"

namespace trainlint::shell {

/// The recipes of a Makefile, each of which has a shell of its own, with the
/// variables that the file sets.
std::vector<ShellText> recipes(llvm::StringRef text);

} // namespace trainlint::shell

#endif // TRAINLINT_TEXT_SHELL_MAKEFILE_H
