//===- ProgramShell.h - What a program gives to shells ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lines of a notebook that begin with `!`, its cells for a shell, and what
// a program passes to `os.system` or `subprocess.run`, as shell text whose
// places are those in the file. Each of them has a shell of its own; what
// `%env` and `os.environ` set above is in its environment.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_PROGRAMSHELL_H
#define TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_PROGRAMSHELL_H

#include "Frontend/GCloud/CommandScript.h"
#include "Frontend/Python/Notebook/WrittenFiles.h"

namespace trainlint::python {

/// A text for a shell in a program.
struct ShellCell {
  enum class Kind : uint8_t {
    /// `!cmd`, `%sx`, `get_ipython().system(...)`: names of Python in it are
    /// replaced.
    Line,
    /// `%%bash`: it sees the environment only.
    Cell,
    /// `os.system`, `subprocess.run`.
    Call,
    /// A file that a cell writes, such as `%%writefile train.sh`.
    File,
  };
  Kind kind;
  /// The number of the cell, `Cell::index`.
  unsigned cell;
  /// Where it begins, which tells what stands above it.
  uint32_t place;
  /// Where relative paths begin; empty if that is where the program is started,
  /// nothing if nobody knows.
  std::optional<std::string> folder = std::string();
  /// A call whose command depends on branches has a cell for each way that they
  /// may go, behind each other: the number of this one, and how many ways there
  /// are. Ways on which no command of interest runs have none.
  unsigned form = 0, forms = 1;
  /// The branch that they depend on, if it is one.
  Place branch = {};
  /// The number of what runs it, which all its forms have in common.
  unsigned source = 0;
  /// Where the program runs it.
  Place run = {};
};

/// What a program gives to shells, and the files that it writes, read once for
/// the import and for the editor. The program lives longer.
class ProgramShell {
public:
  explicit ProgramShell(const Program &program);

  const Program &program() const { return source; }
  /// In the order of the program.
  const gcloud::CommandScripts &scripts() const { return allScripts; }
  /// What each script is.
  llvm::ArrayRef<ShellCell> cells() const { return allCells; }
  /// Those that say something else where flags and the environment are as their
  /// defaults say, as they are then.
  const gcloud::CommandScripts &defaultScripts() const {
    return scriptsOfDefaults;
  }
  llvm::ArrayRef<ShellCell> defaultCells() const { return cellsOfDefaults; }
  const WrittenFiles &files() const { return written; }
  /// What the shell of a number reads.
  llvm::StringRef textOf(unsigned number) const {
    return allScripts[number]->text();
  }

private:
  const Program &source;
  WrittenFiles written;
  gcloud::CommandScripts allScripts, scriptsOfDefaults;
  std::vector<ShellCell> allCells, cellsOfDefaults;
};

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_PROGRAMSHELL_H
