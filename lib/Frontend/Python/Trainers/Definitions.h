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
#include "llvm/ADT/DenseMap.h"
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

/// The places where some names stand, in whatever sense.
class NamedNodes {
public:
  NamedNodes(const Module &module, llvm::ArrayRef<llvm::StringRef> names);

  /// True if there is one behind a node within another, which may be none.
  bool hasBehind(Node node, Node within) const;

private:
  /// In the order of the text.
  llvm::DenseMap<const Tree *, std::vector<Node>> nodes;
};

/// The function or class around a node; none at the level of the module.
Node enclosingDefinition(Node node);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_TRAINERS_DEFINITIONS_H
