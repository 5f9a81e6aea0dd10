//===- Program.h - What a module does when it runs --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module, or a notebook with its cells in their order, is run without running
// it: values that are constant are followed through variables, functions,
// branches and imports, all others are unknown.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_VALUES_PROGRAM_H
#define TRAINLINT_FRONTEND_PYTHON_VALUES_PROGRAM_H

#include "Frontend/Python/Values/Calls.h"
#include "Text/Python/ModuleFile.h"
#include "llvm/ADT/StringMap.h"
#include <functional>
#include <memory>

namespace trainlint::python {

/// `os.environ["NAME"] = value`, `%env NAME=value`.
struct EnvironmentWrite {
  llvm::StringRef name;
  const Value *value;
  unsigned cell;
  /// Where the statement stands.
  Place place;
};

/// `name = value` at the level of the module, and in each function.
struct NameWrite {
  llvm::StringRef name;
  const Value *value;
  unsigned cell;
  Node target;
  /// None at the level of the module.
  Node function;
};

/// Branch 0 is taken where all flags have their defaults.
inline constexpr unsigned DefaultsBranch = 0;

struct Branch {
  /// The statement or expression that forks.
  Place place;
  unsigned arms;
  /// The arms, one bit each, that it takes where all flags have their defaults;
  /// nothing if that is not known.
  std::optional<uint32_t> defaultArms;
};

/// A line that a notebook gives to a shell, as often as it is reached.
struct ShellLine {
  const Cell *cell;
  /// `!cmd`, `%sx cmd`.
  const Magic *magic;
  /// What the names that follow `$` or `{` stand for; without those that Python
  /// does not know here.
  llvm::ArrayRef<std::pair<llvm::StringRef, const Value *>> names;
  /// True if it may run any number of times, or not at all.
  bool isInLoop;
  /// What it takes to come here.
  Path path;
};

/// What a module does. Everything lives as long as this.
class Program {
public:
  using ReadFile =
      std::function<ModuleFilePtr(llvm::StringRef path, llvm::StringRef from)>;

  /// `readFile` finds the files of other modules of the package; null if only
  /// this file is read. The module lives as long as this.
  Program(const Module &module, ReadFile readFile);
  ~Program();
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;

  const Module &module() const { return source; }
  /// In the order of the evaluation: the module from the top, functions where
  /// they are called, then functions that nobody calls. Calls in files that it
  /// imports are not among them.
  llvm::ArrayRef<const Call *> calls() const;
  llvm::ArrayRef<EnvironmentWrite> environment() const;
  llvm::ArrayRef<ShellLine> shellLines() const;
  llvm::ArrayRef<NameWrite> names() const;
  const Branch &branch(unsigned number) const;
  /// The dotted names that are imported, as `torch_xla.core.xla_model`.
  llvm::ArrayRef<llvm::StringRef> imports() const;
  bool isImported(llvm::StringRef module) const;
  /// The function or class of the file with a name; none if there is none, or
  /// several.
  Node definitionOf(llvm::StringRef name) const;
  /// What a name of the module stands for before a cell, or at the end; null if
  /// it has no value.
  const Value *valueOf(llvm::StringRef name, unsigned beforeCell = ~0u) const;
  /// The files of other modules that were read.
  llvm::ArrayRef<std::shared_ptr<const SourceBuffer>> files() const;
  /// True if parts of the module were not followed: it is too large, or changes
  /// itself (`exec`, `from x import *` of a file that is not there).
  bool isPartial() const;

  /// Makes values, for what front ends know of their own.
  Value *makeValue(ValueKind kind, Place place) const;
  llvm::StringRef keep(llvm::StringRef text) const;

private:
  const Module &source;
  class Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_VALUES_PROGRAM_H
