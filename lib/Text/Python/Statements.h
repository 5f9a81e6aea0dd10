//===- Statements.h - Comments, and what they stand above -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_PYTHON_STATEMENTS_H
#define TRAINLINT_TEXT_PYTHON_STATEMENTS_H

#include "Text/Python/Module.h"

namespace trainlint::python {

/// The comments of the Python in a module, as places in the file, in its order;
/// and those above the magic that a cell begins with.
std::vector<SourceRange> commentsOf(const Module &module);

/// Where what begins on a line ends: a statement with its body, an argument of
/// a call, a magic with its continuation lines.
class StatementEnds {
public:
  explicit StatementEnds(const Module &module);

  /// Given a line of the file, or of a cell as it stands in the file: the last
  /// end of what begins there, as a place in the file; the end of the line if
  /// nothing does.
  uint32_t endOf(SourceRange line) const;

private:
  /// By where they begin, as places in the file.
  std::vector<SourceRange> blocks;
};

} // namespace trainlint::python

#endif // TRAINLINT_TEXT_PYTHON_STATEMENTS_H
