//===- PrintPhases.h - What comes out of a phase ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_GRAPHS_PRINTPHASES_H
#define TRAINLINT_DRIVER_GRAPHS_PRINTPHASES_H

#include "Driver/Compilation.h"

namespace trainlint {

/// Prints the trees of an input, a node a line with its place; the words of
/// commands; of a graph its format and how much it holds.
void printParsed(Compilation &compilation, llvm::raw_ostream &os);

/// Prints the jobs of an input, and the graph that is the input or that they
/// train, as far as it has been compiled.
void printImported(Compilation &compilation, llvm::raw_ostream &os);

} // namespace trainlint

#endif // TRAINLINT_DRIVER_GRAPHS_PRINTPHASES_H
