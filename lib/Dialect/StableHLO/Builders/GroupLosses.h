//===- GroupLosses.h - Losses of what belongs together ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_BUILDERS_GROUPLOSSES_H
#define TRAINLINT_DIALECT_STABLEHLO_BUILDERS_GROUPLOSSES_H

#include "Dialect/StableHLO/Builders/Losses.h"

namespace trainlint::stablehlo {

// What `buildLoss` is made of where examples, or the elements of one, are not
// compared with labels by themselves.

/// Dice or Tversky, with the dimensions that are not summed over. Steps that a
/// mask, [batch, ...], leaves out are no part of outputs and labels; it may be
/// null.
mlir::Value overlapLosses(ProgramBuilder &b, const LossOptions &loss,
                          mlir::Value labels, mlir::Value outputs,
                          mlir::Value mask);

/// Losses of examples, and which of them count.
struct ExampleGroup {
  mlir::Value losses;
  mlir::Value counted;
};

/// The circle loss of vectors, [batch, size], each of which is compared with
/// all others that a mask, [batch], has; it may be null. Vectors that are alone
/// with their label, or have no other label beside them, do not count.
ExampleGroup circleLosses(ProgramBuilder &b, const LossOptions &loss,
                          mlir::Value labels, mlir::Value vectors,
                          mlir::Value mask);

/// The connectionist temporal classification of logits, [batch, time, classes]:
/// the negative logarithm of the probability that the sequence of labels comes
/// out, where class 0 stands for nothing, and fills up labels.
mlir::Value sequenceLosses(ProgramBuilder &b, mlir::Value labels,
                           mlir::Value logits);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_BUILDERS_GROUPLOSSES_H
