//===- Magics.h - What of a cell is no Python -------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TEXT_PYTHON_MAGICS_H
#define TRAINLINT_TEXT_PYTHON_MAGICS_H

#include "Text/Python/Module.h"

namespace trainlint::python {

/// Reads the magics that a cell begins with: `%%bash`, `%%time`. Those that run
/// the cell as Python are masked. False if the cell holds no Python.
bool readCellMagics(Cell &cell);

/// Finds the magics in the body of a cell, and masks them.
void readLineMagics(Cell &cell);

} // namespace trainlint::python

#endif // TRAINLINT_TEXT_PYTHON_MAGICS_H
