//===- ExpandLine.h - Names of Python in lines for a shell ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_EXPANDLINE_H
#define TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_EXPANDLINE_H

#include "Frontend/Python/Notebook/ShellTextMaker.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace trainlint::python {

/// The value of a name of Python; null if Python does not know it.
using FindName = llvm::function_ref<const Value *(llvm::StringRef name)>;

/// Adds a part of a text as a notebook gives it to a shell: `{name}` and
/// `$name` are replaced where Python knows the name, `{{`, `}}` and `$$` are
/// single characters. Other expressions in braces are not known.
void expandLine(const MappedText &source, SourceRange range, FindName find,
                ShellTextMaker &maker);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_EXPANDLINE_H
