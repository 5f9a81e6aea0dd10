//===- Spectra.h - Waves that signals are made of ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_KERAS_SPECTRA_H
#define TRAINLINT_OPS_KERAS_SPECTRA_H

#include "Dialect/StableHLO/Builders/ForwardModule.h"
#include "Ops/Keras/Settings.h"

namespace trainlint::keras {

/// What each sample of a frame counts; none of a window that is not known. A
/// window is a name, a list of numbers, or `null`, where all count the same.
/// With `isPeriodic` it goes on where the next one begins.
std::optional<llvm::SmallVector<double>>
windowOf(mlir::Attribute window, int64_t length, bool isPeriodic);

/// How much of each frequency is in a frame, in steps of one turn in `turn`
/// samples: [samples, 1, frequencies], of cosines or of negative sines.
mlir::Value buildWaves(stablehlo::ProgramBuilder &b,
                       mlir::RankedTensorType type, bool isCosine, int64_t turn,
                       llvm::ArrayRef<double> window);

/// The initializer `STFT` of kernels; none of settings that are not known.
std::optional<stablehlo::Initializer> readWaves(const Settings &settings);

} // namespace trainlint::keras

#endif // TRAINLINT_OPS_KERAS_SPECTRA_H
