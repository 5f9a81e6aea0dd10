//===- TypeFormat.h - Textual forms of op types -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_TYPEFORMAT_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_TYPEFORMAT_H

#include "mlir/IR/OpImplementation.h"

namespace trainlint::stablehlo {

/// Parses one type for all operands and the result, or all types as those of a
/// function. The last of the places is that of the result.
mlir::ParseResult parseSameTypes(mlir::OpAsmParser &parser,
                                 llvm::ArrayRef<mlir::Type *> places);
void printSameTypes(mlir::OpAsmPrinter &printer,
                    llvm::ArrayRef<mlir::Type> types);

template <typename... Types>
mlir::ParseResult parseSameOperandsAndResultType(mlir::OpAsmParser &parser,
                                                 Types &...types) {
  return parseSameTypes(parser, {&types...});
}

template <typename... Types>
void printSameOperandsAndResultType(mlir::OpAsmPrinter &printer,
                                    mlir::Operation *, Types... types) {
  printSameTypes(printer, {mlir::Type(types)...});
}

/// The same for a list of operands, which has been parsed.
mlir::ParseResult parseVariadicSameOperandsAndResultType(
    mlir::OpAsmParser &parser,
    llvm::ArrayRef<mlir::OpAsmParser::UnresolvedOperand> operands,
    llvm::SmallVectorImpl<mlir::Type> &types, mlir::Type &result);
void printVariadicSameOperandsAndResultType(mlir::OpAsmPrinter &printer,
                                            mlir::Operation *,
                                            mlir::OperandRange operands,
                                            mlir::TypeRange types,
                                            mlir::Type result);

/// The type of the result, from which the parts follow.
mlir::ParseResult parseComplexType(mlir::OpAsmParser &parser, mlir::Type &lhs,
                                   mlir::Type &rhs, mlir::Type &result);
void printComplexType(mlir::OpAsmPrinter &printer, mlir::Operation *,
                      mlir::Type lhs, mlir::Type rhs, mlir::Type result);

/// The types of the predicate and of the values, or all types.
mlir::ParseResult parseSelectType(mlir::OpAsmParser &parser, mlir::Type &pred,
                                  mlir::Type &onTrue, mlir::Type &onFalse,
                                  mlir::Type &result);
void printSelectType(mlir::OpAsmPrinter &printer, mlir::Operation *,
                     mlir::Type pred, mlir::Type onTrue, mlir::Type onFalse,
                     mlir::Type result);

/// The tuple, from which the types of its elements follow.
mlir::ParseResult parseTupleType(mlir::OpAsmParser &parser,
                                 llvm::SmallVectorImpl<mlir::Type> &types,
                                 mlir::Type &result);
void printTupleType(mlir::OpAsmPrinter &printer, mlir::Operation *,
                    mlir::TypeRange types, mlir::Type result);

/// A list of types that operands and results share one by one.
mlir::ParseResult parsePairwiseType(mlir::OpAsmParser &parser,
                                    llvm::SmallVectorImpl<mlir::Type> &operands,
                                    llvm::SmallVectorImpl<mlir::Type> &results);
void printPairwiseType(mlir::OpAsmPrinter &printer, mlir::Operation *,
                       mlir::TypeRange operands, mlir::TypeRange results);

/// Operands that are followed by a comma each, as something else comes next.
mlir::ParseResult parseVariadicOperandWithAttribute(
    mlir::OpAsmParser &parser,
    llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &operands);
void printVariadicOperandWithAttribute(mlir::OpAsmPrinter &printer,
                                       mlir::Operation *,
                                       mlir::OperandRange operands);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_TYPEFORMAT_H
