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

namespace trainlint {

/// How a file holds Python.
enum class PythonForm : uint8_t { None, Script, Notebook };

/// Told by the name; of a file without an extension by its first line, or by
/// being a notebook.
PythonForm pythonFormOf(llvm::StringRef name, llvm::StringRef text);

/// The same of an input of a kind.
PythonForm pythonFormOf(const SourceBuffer &buffer, InputKind kind);

} // namespace trainlint

#endif // TRAINLINT_DRIVER_PYTHONINPUT_H
