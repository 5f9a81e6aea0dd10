//===- ColumnChoice.h - Which columns an input reads ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_COLUMNCHOICE_H
#define TRAINLINT_RUNTIME_DATA_COLUMNCHOICE_H

#include "Runtime/Data/Column.h"

namespace trainlint::data {

struct InputSpec;

/// The columns that somebody names for an input.
struct ColumnChoice {
  std::string input;
  std::vector<std::string> columns;
};

/// Adds a column for each input that is said to read others, and for those that
/// take a row of numbers of text: of columns that have its name and a number
/// behind it, such as `x0` and `x1`, or of all that no other input has. The
/// error names what is not there.
llvm::Error chooseColumns(llvm::ArrayRef<InputSpec> inputs,
                          std::vector<Column> &columns,
                          llvm::ArrayRef<ColumnChoice> choices);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_COLUMNCHOICE_H
