//===- UnaryOps.h - Elementwise ops of one operand --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_UNARYOPS_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_UNARYOPS_H

#include "Dialect/StableHLO/IR/StableHLODialect.h"

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/UnaryOps.h.inc"

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_UNARYOPS_H
