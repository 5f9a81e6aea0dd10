//===- Parts.h - Arrays from the parts of partitions ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_RUNNER_PARTS_H
#define TRAINLINT_RUNTIME_RUNNER_PARTS_H

#include "Dialect/StableHLO/IR/Sharding.h"
#include "Runtime/Tensor/HostTensor.h"

namespace trainlint::run {

/// How an array is divided: each partition has a part of one shape.
struct Division {
  pjrt::BufferShape whole, part;
  stablehlo::Sharding sharding;
};

/// Puts the part of a partition where it belongs in an array.
void putPart(const HostTensor &part, const Division &division, size_t partition,
             HostTensor &whole);

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_RUNNER_PARTS_H
