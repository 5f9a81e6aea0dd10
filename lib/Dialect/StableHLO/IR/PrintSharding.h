//===- PrintSharding.h - Shardings as text ----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_PRINTSHARDING_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_PRINTSHARDING_H

#include "Dialect/StableHLO/IR/Sharding.h"

namespace trainlint::stablehlo {

/// The text of a tensor's `mhlo.sharding`, as `parseHloSharding` reads it.
std::string printHloSharding(const Sharding &sharding);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_PRINTSHARDING_H
