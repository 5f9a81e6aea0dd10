//===- Passes.h - Programs of partitions ------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_PARTITION_PASSES_H
#define TRAINLINT_DIALECT_STABLEHLO_PARTITION_PASSES_H

#include "Dialect/StableHLO/IR/StableHLODialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace trainlint::stablehlo {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Dialect/StableHLO/Partition/Passes.h.inc"

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_PARTITION_PASSES_H
