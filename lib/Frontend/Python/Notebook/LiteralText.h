//===- LiteralText.h - What strings say, and where --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_LITERALTEXT_H
#define TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_LITERALTEXT_H

#include "Text/Python/Module.h"

namespace trainlint::python {

/// What a string of a cell says, with the place of each of its characters; null
/// for one with expressions in it.
std::shared_ptr<const MappedText> literalText(Node string, const Cell &cell);

/// The same of a string that may have expressions in it, which say nothing
/// here.
std::shared_ptr<const MappedText> saidText(Node string, const Cell &cell);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_LITERALTEXT_H
