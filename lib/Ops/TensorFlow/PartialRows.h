//===- PartialRows.h - Rows that may be missing -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many elements of a tensor are not zero is only known in a run, and so are
// the sizes of what follows. A program has room for all that there may be, and
// booleans that tell which rows are there. What depends on their number, such
// as a mean over them, or on their order, is refused.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_TENSORFLOW_PARTIALROWS_H
#define TRAINLINT_OPS_TENSORFLOW_PARTIALROWS_H

#include "Ops/TensorFlow/OpCall.h"
#include "Ops/TensorFlow/Operators.h"

namespace trainlint::tensorflow {

/// The node to which it is due that rows of an input may be missing, if an op
/// cannot be computed without knowing how many are; null if it can.
graph::NodeOp rowsInTheWay(OpCall &node, const OpMeaning &meaning);

/// Says of the outputs of an op which of their rows are there. The node as
/// above if that cannot be told.
graph::NodeOp passRows(OpCall &node, const OpMeaning &meaning);

/// Which rows of an input are there; all if nothing says otherwise.
mlir::Value presentOf(OpCall &node, unsigned input);

/// Rows, or numbers, with another number where they are missing.
mlir::Value withMissing(OpCall &node, mlir::Value rows, mlir::Value present,
                        double number);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_OPS_TENSORFLOW_PARTIALROWS_H
