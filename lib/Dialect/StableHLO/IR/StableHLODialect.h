//===- StableHLODialect.h - The stablehlo dialect ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_STABLEHLODIALECT_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_STABLEHLODIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Dialect/StableHLO/IR/Traits.h"

#include "Dialect/StableHLO/IR/StableHLODialect.h.inc"
#include "Dialect/StableHLO/IR/StableHLOEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "Dialect/StableHLO/IR/StableHLOTypes.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Dialect/StableHLO/IR/StableHLOAttributes.h.inc"

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_STABLEHLODIALECT_H
