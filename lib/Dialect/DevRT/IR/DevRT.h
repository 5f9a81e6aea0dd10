//===- DevRT.h - The devrt dialect ------------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_DEVRT_IR_DEVRT_H
#define TRAINLINT_DIALECT_DEVRT_IR_DEVRT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"

#include "Dialect/DevRT/IR/DevRTDialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "Dialect/DevRT/IR/DevRTTypes.h.inc"

#define GET_OP_CLASSES
#include "Dialect/DevRT/IR/DevRTOps.h.inc"

#endif // TRAINLINT_DIALECT_DEVRT_IR_DEVRT_H
