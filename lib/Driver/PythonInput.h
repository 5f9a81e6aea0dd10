//===- PythonInput.h - Python files and notebooks among inputs --*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_PYTHONINPUT_H
#define TRAINLINT_DRIVER_PYTHONINPUT_H

#include "Driver/ImportJobs.h"
#include "Text/Python/Module.h"

namespace trainlint {

/// How a file holds Python.
enum class PythonForm : uint8_t { None, Script, Notebook };

/// Told by the name, or by the first line of a file without an extension.
PythonForm pythonFormOf(llvm::StringRef name, llvm::StringRef text);

/// The same of an input of a kind.
PythonForm pythonFormOf(const SourceBuffer &buffer, InputKind kind);

/// The comments of the Python in a module, in the order of the file.
std::vector<SourceRange> commentsOf(const python::Module &module);

/// Adds the blocks of a module that a comment in front of them speaks for:
/// statements, arguments, and the entries of dicts and lists.
void addBlocks(const python::Module &module, std::vector<SourceRange> &blocks);

} // namespace trainlint

#endif // TRAINLINT_DRIVER_PYTHONINPUT_H
