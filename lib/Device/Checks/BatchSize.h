//===- BatchSize.h - How replicas share a batch -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DEVICE_CHECKS_BATCHSIZE_H
#define TRAINLINT_DEVICE_CHECKS_BATCHSIZE_H

#include "Device/Target.h"

namespace trainlint::graph {

/// Larger batches are no batches, and would overflow.
inline constexpr int64_t MaxBatch = int64_t(1) << 40;

/// What a device is to a finding on batches.
inline constexpr llvm::StringLiteral BatchRole =
    "the devices that share the batch";

/// The examples that each device gets; none if the batch or the number of
/// devices is not known.
std::optional<int64_t> batchOfDevice(const TrainingValues &values,
                                     const Target &target);

/// Checks the batch of all replicas together, `what` in words: TPUEstimator
/// refuses one that they cannot share (TensorFlow, tpu_context.py), and a part
/// that does not fill the tiles is padded. Returns true if there is a finding.
bool checkGlobalBatch(const Located<int64_t> &batch, llvm::StringRef what,
                      const Target &target, int64_t replicas,
                      mlir::MLIRContext *context);

} // namespace trainlint::graph

#endif // TRAINLINT_DEVICE_CHECKS_BATCHSIZE_H
