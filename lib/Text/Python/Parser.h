//===- Parser.h - tree-sitter, within bounds --------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_PYTHON_PARSER_H
#define TRAINLINT_TEXT_PYTHON_PARSER_H

#include "llvm/ADT/StringRef.h"
#include <memory>
#include <tree_sitter/api.h>

/// The grammar of Python.
extern "C" const TSLanguage *tree_sitter_python();

namespace trainlint::python {

struct SyntaxDeleter {
  void operator()(TSTree *tree) const;
};
using SyntaxPtr = std::unique_ptr<TSTree, SyntaxDeleter>;

/// Parses a text; null if that takes more than a text of its size may. If the
/// thread has a `TreeMemory`, what changed since an earlier text is enough.
SyntaxPtr parseSyntax(llvm::StringRef text);

} // namespace trainlint::python

#endif // TRAINLINT_TEXT_PYTHON_PARSER_H
