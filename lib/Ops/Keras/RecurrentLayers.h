//===- RecurrentLayers.h - Layers that go along a sequence ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_KERAS_RECURRENTLAYERS_H
#define TRAINLINT_OPS_KERAS_RECURRENTLAYERS_H

#include "Ops/Keras/LayerCall.h"

namespace trainlint::keras {

/// A recurrent layer, along its sequences or against what it says.
llvm::FailureOr<Values> runRecurrent(LayerCall &call, bool isReversed);

} // namespace trainlint::keras

#endif // TRAINLINT_OPS_KERAS_RECURRENTLAYERS_H
