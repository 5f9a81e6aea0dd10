//===- PythonNames.h - The names that the cells of Python use ---*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_PYTHONNAMES_H
#define TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_PYTHONNAMES_H

#include "Frontend/Python/Values/Program.h"

namespace trainlint::python {

/// Where the cells of Python in a notebook mention names, whatever they do with
/// them: what is mentioned above is nothing that nobody knows.
class PythonNames {
public:
  explicit PythonNames(const Program &program);

  /// True if a cell that begins above a place has the name anywhere.
  bool isMentioned(llvm::StringRef name, uint32_t place) const {
    return isAbove(mentions, name, place);
  }
  /// True if it stands there behind a quote.
  bool isQuoted(llvm::StringRef name, uint32_t place) const {
    return isAbove(quoted, name, place);
  }
  /// The last assignment of a name at the level of the module above a place, or
  /// the first one below it; null if there is none.
  const NameWrite *findAbove(llvm::StringRef name, uint32_t place) const;
  const NameWrite *findBelow(llvm::StringRef name, uint32_t place) const;

  /// True if a cell above a place cannot be read, or may define anything.
  bool isOpen(uint32_t place) const { return firstOpen < place; }

private:
  using Places = llvm::StringMap<uint32_t>;
  static bool isAbove(const Places &places, llvm::StringRef name,
                      uint32_t place) {
    auto found = places.find(name);
    return found != places.end() && found->second < place;
  }
  void addTokens(const Cell &cell, uint32_t place);

  /// The first place of each.
  Places mentions, quoted;
  llvm::StringMap<llvm::SmallVector<const NameWrite *, 1>> writes;
  uint32_t firstOpen = ~0u;
};

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_PYTHONNAMES_H
