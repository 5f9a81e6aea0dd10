//===- Definitions.h - How functions are written ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_TRAINERS_DEFINITIONS_H
#define TRAINLINT_FRONTEND_PYTHON_TRAINERS_DEFINITIONS_H

#include "Frontend/Python/Values/Program.h"
#include "llvm/ADT/SmallVector.h"

namespace trainlint::python {

/// What a function takes.
struct Parameters {
  struct One {
    llvm::StringRef name;
    bool hasDefault;
  };
  /// Those that can be given by position, without `self`.
  llvm::SmallVector<One, 8> positional;
  /// Those that stand behind `*`.
  llvm::SmallVector<One, 2> keywordOnly;
  bool takesMore = false;
  bool takesMoreKeywords = false;

  bool has(llvm::StringRef name) const;
};

/// The parameters of a function or a lambda of the file. Nothing if its
/// decorators may change them, or if the value is no function.
std::optional<Parameters> parametersOf(const Value &function);

/// True if a definition has decorators.
bool isDecorated(Node definition);

/// True if one node stands within another of the same tree, or is it.
bool isWithin(Node node, Node outer);

/// True if a name stands behind one node within another, in whatever sense.
/// Nothing stands within no node.
bool mentionsBehind(Node node, Node within, llvm::StringRef identifier);

/// The function or class around a node; none at the level of the module.
Node enclosingDefinition(Node node);

/// True if what happens on the first path always happens on the second one, as
/// far as branches are known.
bool leadsTo(Path first, Path second);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_TRAINERS_DEFINITIONS_H
