//===- AttentionScores.h - What steps have to do with others ----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_KERAS_ATTENTIONSCORES_H
#define TRAINLINT_OPS_KERAS_ATTENTIONSCORES_H

#include "Ops/Keras/LayerCall.h"

namespace trainlint::keras {

// Scores are [..., queries, keys].

/// True where a key is not behind its query, in the shape of scores.
mlir::Value pastOf(stablehlo::ProgramBuilder &b, mlir::Value scores);

/// The shares that keys have for each query: those that are not seen have none.
/// Where none is seen, all have one. `seen` may be null. Some are dropped as
/// the layer says.
mlir::Value sharesOf(LayerCall &call, mlir::Value scores, mlir::Value seen);

} // namespace trainlint::keras

#endif // TRAINLINT_OPS_KERAS_ATTENTIONSCORES_H
