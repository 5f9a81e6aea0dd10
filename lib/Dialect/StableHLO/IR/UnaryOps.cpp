//===- UnaryOps.cpp - Elementwise ops of one operand ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/TypeFormat.h"
#include "mlir/IR/Builders.h"

namespace trainlint::stablehlo {

/// Parses the number after a letter of `e8m10` and removes both.
static bool takeNumber(llvm::StringRef &text, llvm::StringRef letter,
                       int32_t &number) {
  return text.consume_front(letter) && !text.consumeInteger(10, number);
}

/// Parses `e8m10`.
static mlir::ParseResult parseExponentMantissa(mlir::OpAsmParser &parser,
                                               mlir::IntegerAttr &exponent,
                                               mlir::IntegerAttr &mantissa) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  llvm::StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return llvm::failure();
  llvm::StringRef rest = keyword;
  int32_t exponentBits = 0, mantissaBits = 0;
  if (!takeNumber(rest, "e", exponentBits) ||
      !takeNumber(rest, "m", mantissaBits) || !rest.empty())
    return parser.emitError(loc)
           << "expected a format such as e8m10, not `" << keyword << "`";
  exponent = parser.getBuilder().getI32IntegerAttr(exponentBits);
  mantissa = parser.getBuilder().getI32IntegerAttr(mantissaBits);
  return llvm::success();
}

static void printExponentMantissa(mlir::OpAsmPrinter &printer,
                                  mlir::Operation *, mlir::IntegerAttr exponent,
                                  mlir::IntegerAttr mantissa) {
  printer << "e" << exponent.getInt() << "m" << mantissa.getInt();
}

} // namespace trainlint::stablehlo

using namespace trainlint::stablehlo;

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/UnaryOps.cpp.inc"

void StableHLODialect::registerUnaryOps() {
  addOperations<
#define GET_OP_LIST
#include "Dialect/StableHLO/IR/UnaryOps.cpp.inc"
      >();
}
