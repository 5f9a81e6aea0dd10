//===- ControlFlowOps.cpp - Control flow, tokens, tuples ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/TypeFormat.h"
#include "Support/LLVM.h"
#include "mlir/IR/Builders.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/ControlFlowOps.cpp.inc"

void StableHLODialect::registerControlFlowOps() {
  addOperations<
#define GET_OP_LIST
#include "Dialect/StableHLO/IR/ControlFlowOps.cpp.inc"
      >();
}

// while(%arg = %init, ...) : type, ... attributes {...} cond {...} do {...}
mlir::ParseResult WhileOp::parse(mlir::OpAsmParser &parser,
                                 mlir::OperationState &result) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  SmallVector<mlir::OpAsmParser::Argument> arguments;
  SmallVector<mlir::OpAsmParser::UnresolvedOperand> operands;
  auto parsePair = [&]() -> mlir::ParseResult {
    return failure(parser.parseArgument(arguments.emplace_back()) ||
                   parser.parseEqual() ||
                   parser.parseOperand(operands.emplace_back()));
  };
  if (parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Paren,
                                     parsePair) ||
      parser.parseOptionalColonTypeList(result.types))
    return failure();
  if (result.types.size() != operands.size())
    return parser.emitError(loc)
           << operands.size() << " operands are given, but types of "
           << result.types.size();
  for (auto [argument, type] : llvm::zip(arguments, result.types))
    argument.type = type;
  if (parser.resolveOperands(operands, result.types, loc, result.operands) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseKeyword("cond") ||
      parser.parseRegion(*result.addRegion(), arguments) ||
      parser.parseKeyword("do"))
    return failure();
  return parser.parseRegion(*result.addRegion(), arguments);
}

void WhileOp::print(mlir::OpAsmPrinter &printer) {
  // The body's arguments are called like those of the condition.
  printer.shadowRegionArgs(getBody(), getCond().getArguments());
  printer << "(";
  llvm::interleaveComma(llvm::zip(getCond().getArguments(), getOperands()),
                        printer, [&](auto pair) {
                          printer.printOperand(std::get<0>(pair));
                          printer << " = ";
                          printer.printOperand(std::get<1>(pair));
                        });
  printer << ")";
  if (!getOperands().empty()) {
    printer << " : ";
    llvm::interleaveComma(getOperandTypes(), printer);
  }
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getDiscardableAttrDictionary().getValue());
  printer.printNewline();
  printer << "cond ";
  printer.printRegion(getCond(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}
