//===- FunctionOps.h - Functions of numbers ---------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_FUNCTIONOPS_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_FUNCTIONOPS_H

#include "Dialect/StableHLO/IR/StableHLODialect.h"

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/FunctionOps.h.inc"

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_FUNCTIONOPS_H
