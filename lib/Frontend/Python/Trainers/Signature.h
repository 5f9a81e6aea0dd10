//===- Signature.h - What a function takes ----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_TRAINERS_SIGNATURE_H
#define TRAINLINT_FRONTEND_PYTHON_TRAINERS_SIGNATURE_H

#include "Text/Python/Tree.h"
#include <optional>

namespace trainlint::python {

/// The arguments by position that a function takes.
struct Signature {
  unsigned least = 0;
  /// None if there may be any number of them.
  std::optional<unsigned> most = 0;
  /// True if it has to be given arguments by their names as well.
  bool needsNames = false;

  bool takes(unsigned count) const {
    return least <= count && (!most || count <= *most);
  }
  /// `2 arguments`, `2 to 4 arguments`, `at least 1 argument`.
  std::string words() const;
};

/// What a function, or a lambda, takes; nothing where its parameters do not say
/// so: a decorator may change them, and a method is given its object.
std::optional<Signature> signatureOf(Node definition);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_TRAINERS_SIGNATURE_H
