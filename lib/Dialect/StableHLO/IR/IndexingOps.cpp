//===- IndexingOps.cpp - Ops at computed indices --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/TypeFormat.h"
#include "mlir/IR/Builders.h"

using namespace trainlint::stablehlo;

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/IndexingOps.cpp.inc"

void StableHLODialect::registerIndexingOps() {
  addOperations<
#define GET_OP_LIST
#include "Dialect/StableHLO/IR/IndexingOps.cpp.inc"
      >();
}
