//===- ModuleNames.h - The names that a module speaks of --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_TRAINERS_MODULENAMES_H
#define TRAINLINT_FRONTEND_PYTHON_TRAINERS_MODULENAMES_H

#include "Frontend/Python/Values/Program.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

namespace trainlint::python {

/// All identifiers of a module, whatever they stand for. What a program never
/// names it does not use, as far as it is in one file.
class ModuleNames {
public:
  explicit ModuleNames(const Module &module);

  bool has(llvm::StringRef name) const { return names.contains(name); }
  bool hasAnyOf(llvm::ArrayRef<llvm::StringLiteral> wanted) const;
  /// True if a name contains one of some parts; letters of any case.
  bool hasPart(llvm::StringRef lowerCase) const;

private:
  llvm::StringSet<> names;
};

/// The functions of a module that run when one of them does: itself, those it
/// defines, and those that it calls by a name that only one function has.
class ReachedFunctions {
public:
  ReachedFunctions(const Module &module, Node start);

  /// True for a function, or what stands in one.
  bool contains(Node node) const;

private:
  llvm::DenseSet<std::pair<const Tree *, uint32_t>> functions;
};

/// The name that a call, or an argument, gives a function by: `train`,
/// `self.train`, `trainer.train`.
llvm::StringRef lastNameOf(Node expression);

/// The nearest function, class or module around a node.
Node functionAround(Node node);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_TRAINERS_MODULENAMES_H
