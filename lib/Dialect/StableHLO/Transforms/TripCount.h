//===- TripCount.h - How often loops run ------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_TRIPCOUNT_H
#define TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_TRIPCOUNT_H

#include "Dialect/StableHLO/IR/StableHLOOps.h"

namespace trainlint::stablehlo {

/// How often a loop runs, if an integer that it carries begins with a constant,
/// changes by a constant in each step and is compared with a constant.
std::optional<int64_t> tripCount(WhileOp loop);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_TRIPCOUNT_H
