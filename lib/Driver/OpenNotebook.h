//===- OpenNotebook.h - The cells that an editor has open -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An editor tells the text of each cell, not the JSON that it will be saved as.
// The cells stand in one text, each below a line that JSON cannot begin with,
// so that a text after a fix, or one that is only tried, is read like any
// other.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_OPENNOTEBOOK_H
#define TRAINLINT_DRIVER_OPENNOTEBOOK_H

#include "Text/Python/Module.h"

namespace trainlint {

/// The cells of a notebook as one text.
std::string joinCells(llvm::ArrayRef<llvm::StringRef> cells);

/// True for a text that `joinCells` has made.
bool isOfCells(llvm::StringRef text);

/// The places of the cells in such a text.
std::vector<SourceRange> cellsIn(llvm::StringRef text);

/// Reads such a text, whose buffer knows its cells from then on.
std::unique_ptr<python::Module> readOpenNotebook(const SourceBuffer &buffer);

} // namespace trainlint

#endif // TRAINLINT_DRIVER_OPENNOTEBOOK_H
