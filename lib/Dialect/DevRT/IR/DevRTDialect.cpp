//===- DevRTDialect.cpp - The devrt dialect and its types -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/DevRT/IR/DevRT.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace trainlint::devrt;

#include "Dialect/DevRT/IR/DevRTDialect.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "Dialect/DevRT/IR/DevRTTypes.cpp.inc"

void DevRTDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "Dialect/DevRT/IR/DevRTTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Dialect/DevRT/IR/DevRTOps.cpp.inc"
      >();
}
