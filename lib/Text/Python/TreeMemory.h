//===- TreeMemory.h - Texts that are parsed again and again -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_PYTHON_TREEMEMORY_H
#define TRAINLINT_TEXT_PYTHON_TREEMEMORY_H

#include <memory>

namespace trainlint::python {

/// As long as one is alive, its thread remembers the last texts that it parsed
/// as Python. Where a new one differs little from one of them, only what
/// differs is parsed: for editors, which check a text with every character. The
/// trees are the same as without.
class TreeMemory {
public:
  TreeMemory();
  ~TreeMemory();
  TreeMemory(const TreeMemory &) = delete;
  TreeMemory &operator=(const TreeMemory &) = delete;

  struct Impl;

private:
  std::unique_ptr<Impl> impl;
  Impl *before;
};

} // namespace trainlint::python

#endif // TRAINLINT_TEXT_PYTHON_TREEMEMORY_H
