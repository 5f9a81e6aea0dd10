//===- Module.h - A Python file, or the cells of a notebook -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_PYTHON_MODULE_H
#define TRAINLINT_TEXT_PYTHON_MODULE_H

#include "Support/LocatedText.h"
#include "Text/Python/Tree.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace trainlint::python {

/// A line of a cell that is no Python, but speaks to the notebook.
struct Magic {
  enum class Kind : uint8_t {
    /// `!gcloud ...`, with the lines that backslashes add.
    Shell,
    /// `%env A=b`, `%cd folder`, `%run file`.
    Line,
    /// `name?`
    Help,
  };
  Kind kind;
  /// In the text of the cell: from `!`, `%` or the name to the end of the last
  /// line, without its line break.
  SourceRange range;
  /// The name that takes the result, in `name = !...`; empty if there is none.
  llvm::StringRef target;
  /// Of a line magic: `env`.
  llvm::StringRef name;
  /// In the text of the cell: what follows `!` or the name of the magic.
  SourceRange body;
};

/// A text that is read alone: a file, or a code cell of a notebook.
struct Cell {
  /// How many cells of the notebook, of any kind, stand above it; 0 for a file.
  unsigned index = 0;
  /// As it is written.
  llvm::StringRef text;
  /// Where the text stands in the file; null if it is the file.
  std::shared_ptr<const markdown::BlockText> source;
  /// Of a cell magic such as `%%bash` or `%%writefile train.py`: its name
  /// without percent signs and the rest of its line, whose range is in the text
  /// of the cell; empty if there is none. The last one if there are several.
  llvm::StringRef cellMagic;
  LocatedText cellMagicArguments;
  /// In the text: what stands behind the line of the cell magic; all of the
  /// text if there is none.
  SourceRange body;
  /// In the order of the text; only in cells of Python.
  std::vector<Magic> magics;
  /// The text with its magics replaced by Python of the same length.
  std::string masked;
  /// True for a cell of a notebook that is tagged as not run: it has no tree,
  /// and what it says is not checked.
  bool isSkipped = false;
  /// Null in cells that hold no Python.
  std::unique_ptr<Tree> tree;

  SourceRange placeOf(SourceRange range) const {
    return source ? source->placeOf(range) : range;
  }
  /// Where the cell begins in the file.
  uint32_t begin() const { return placeOf({0, 0}).begin; }
};

/// A Python file or a notebook whose language is Python.
struct Module {
  const SourceBuffer *buffer = nullptr;
  bool isNotebook = false;
  /// A notebook of a shell: its cells read as those of `%%bash`, but one shell
  /// runs them all.
  bool isShell = false;
  /// In the order of the file. Of a notebook the code cells.
  std::vector<std::unique_ptr<Cell>> cells;
};

/// Calls a function with all nodes, cell by cell in the order of the text.
void forEachNode(const Module &module, llvm::function_ref<void(Node)> visit);

/// True if a cell has a word in its text.
bool mentions(const Module &module, llvm::StringRef word);

/// Finds the magics of a cell, masks them, and reads what is left. Files have
/// no magics.
void readCell(Cell &cell, bool isNotebook);

/// Reads a file; the buffer lives as long as the module.
std::unique_ptr<Module> readScript(const SourceBuffer &buffer);

} // namespace trainlint::python

#endif // TRAINLINT_TEXT_PYTHON_MODULE_H
