//===- SdyDialect.h - Shardings of programs ---------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_SDYDIALECT_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_SDYDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Dialect/StableHLO/IR/SdyDialect.h.inc"

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/SdyOps.h.inc"

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_SDYDIALECT_H
