//===- RecurrentLayers.h - Layers that go along a sequence ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_KERASTOSTABLEHLO_RECURRENTLAYERS_H
#define TRAINLINT_CONVERSION_KERASTOSTABLEHLO_RECURRENTLAYERS_H

#include "Conversion/KerasToStableHLO/KerasLowering.h"

namespace trainlint::keras {

/// A recurrent layer, along its sequences or against what it says.
llvm::FailureOr<Values> runRecurrent(KerasLowering &call, bool isReversed);

} // namespace trainlint::keras

#endif // TRAINLINT_CONVERSION_KERASTOSTABLEHLO_RECURRENTLAYERS_H
