//===- Notebook.h - The code cells of a notebook ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads nbformat 3 and 4. A cell is named by how many cells of any kind stand
// above it, from 0, as all programs that read notebooks count them.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_NOTEBOOK_NOTEBOOK_H
#define TRAINLINT_TEXT_NOTEBOOK_NOTEBOOK_H

#include "Text/Python/Module.h"
#include <optional>
#include <string>

namespace trainlint::notebook {

/// Why a file is no notebook.
struct Problem {
  enum class Kind : uint8_t { Empty, NotJson, MergeMark, Shape };
  Kind kind = Kind::NotJson;
  SourceRange place;
  /// What is wrong with the JSON or with what it says, or the mark.
  std::string text;
  /// What most likely broke it, and what to do; may be empty.
  std::string help;
};

/// A notebook that was read.
struct Notebook {
  /// The cells of Python and of shells; null if there is a problem. Cells of
  /// other languages are left out.
  std::unique_ptr<python::Module> module;
  std::optional<Problem> problem;
};

/// True if a file is a notebook by its name, or by what its text begins with
/// and holds.
bool isNotebook(llvm::StringRef name, llvm::StringRef text);

/// Reads a notebook, and sets the cells of the buffer, which lives as long as
/// what was read. A pointer of Git LFS is read as a notebook without cells.
Notebook read(const SourceBuffer &buffer);

} // namespace trainlint::notebook

#endif // TRAINLINT_TEXT_NOTEBOOK_NOTEBOOK_H
