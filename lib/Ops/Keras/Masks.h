//===- Masks.h - Steps that do not count ------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mask is a tensor of booleans beside another one, true where a step counts.
// Embeddings and Masking make one, layers pass it on or drop it, and recurrent
// layers, attention and means obey it. No type depends on masks: they are there
// only where a program is built.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_KERAS_MASKS_H
#define TRAINLINT_OPS_KERAS_MASKS_H

#include "Ops/Keras/Layers.h"

namespace trainlint::keras {

/// The mask of an input; null if it has none.
mlir::Value maskOf(const LayerCall &call, unsigned input = 0);
/// Lets a result have a mask; null is none.
void setMask(const LayerCall &call, mlir::Value result, mlir::Value mask);

/// True where two masks are, of which either may be null.
mlir::Value bothMasks(stablehlo::ProgramBuilder &b, mlir::Value first,
                      mlir::Value second);

/// Lets the results of a call have the mask of its input, if the class is one
/// that passes it on.
void passMask(const LayerCall &call, LayerTraits traits, const Values &results);

/// True for numbers that are not 0, of an embedding that masks those.
mlir::Value maskOfNumbers(stablehlo::ProgramBuilder &b, mlir::Value numbers);

} // namespace trainlint::keras

#endif // TRAINLINT_OPS_KERAS_MASKS_H
