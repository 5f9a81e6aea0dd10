//===- HostOps.cpp - Transfers and calls ----------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "mlir/IR/Builders.h"

using namespace trainlint::stablehlo;

namespace trainlint::stablehlo {

/// Parses the name of what is called, as that of a symbol, which it is not.
static mlir::ParseResult parseCallTarget(mlir::OpAsmParser &parser,
                                         mlir::StringAttr &target) {
  return parser.parseSymbolName(target);
}

static void printCallTarget(mlir::OpAsmPrinter &printer, mlir::Operation *,
                            mlir::StringAttr target) {
  printer.printSymbolName(target.getValue());
}

} // namespace trainlint::stablehlo

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/HostOps.cpp.inc"

void StableHLODialect::registerHostOps() {
  addOperations<
#define GET_OP_LIST
#include "Dialect/StableHLO/IR/HostOps.cpp.inc"
      >();
}
