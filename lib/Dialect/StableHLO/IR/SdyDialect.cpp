//===- SdyDialect.cpp - Shardings of programs -----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/SdyDialect.h"
#include "Dialect/StableHLO/IR/AttributeFormat.h"
#include "Support/LLVM.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

using namespace trainlint;
using namespace trainlint::sdy;
using mlir::OpAsmParser;
using mlir::OpAsmPrinter;
using mlir::ParseResult;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Consumes one token that is no bracket, of those that attributes are made of.
static bool skipToken(OpAsmParser &parser) {
  StringRef keyword;
  std::string string;
  mlir::StringAttr symbol;
  llvm::APInt number;
  return succeeded(parser.parseOptionalComma()) ||
         succeeded(parser.parseOptionalEqual()) ||
         succeeded(parser.parseOptionalColon()) ||
         succeeded(parser.parseOptionalQuestion()) ||
         succeeded(parser.parseOptionalArrow()) ||
         succeeded(parser.parseOptionalStar()) ||
         succeeded(parser.parseOptionalKeyword(&keyword)) ||
         succeeded(parser.parseOptionalString(&string)) ||
         succeeded(parser.parseOptionalSymbolName(symbol)) ||
         parser.parseOptionalInteger(number).has_value();
}

/// Consumes an opening or a closing bracket; nothing if there is none. Brackets
/// that were opened are kept in order.
static std::optional<ParseResult> skipBracket(OpAsmParser &parser,
                                              SmallVector<char> &open) {
  if (succeeded(parser.parseOptionalLess()))
    open.push_back('<');
  else if (succeeded(parser.parseOptionalLSquare()))
    open.push_back('[');
  else if (succeeded(parser.parseOptionalLParen()))
    open.push_back('(');
  else if (succeeded(parser.parseOptionalLBrace()))
    open.push_back('{');
  else if (open.empty())
    return std::nullopt;
  else if ((open.back() == '<' && succeeded(parser.parseOptionalGreater())) ||
           (open.back() == '[' && succeeded(parser.parseOptionalRSquare())) ||
           (open.back() == '(' && succeeded(parser.parseOptionalRParen())) ||
           (open.back() == '{' && succeeded(parser.parseOptionalRBrace())))
    open.pop_back();
  else
    return std::nullopt;
  return llvm::success();
}

/// Parses text in brackets of any kind, which has to be balanced.
static ParseResult parseText(OpAsmParser &parser, mlir::StringAttr &text) {
  const char *begin = parser.getCurrentLocation().getPointer();
  const char *last = begin;
  SmallVector<char> open;
  do {
    last = parser.getCurrentLocation().getPointer();
    if (skipBracket(parser, open))
      continue;
    if (open.empty() || !skipToken(parser))
      return parser.emitError(parser.getCurrentLocation())
             << (open.empty() ? "expected a bracket"
                              : "expected a closing bracket");
  } while (!open.empty());
  text = parser.getBuilder().getStringAttr(StringRef(begin, last + 1 - begin));
  return llvm::success();
}

static void printText(OpAsmPrinter &printer, mlir::Operation *,
                      mlir::StringAttr text) {
  printer << text.getValue();
}

//===----------------------------------------------------------------------===//
// sdy
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/SdyDialect.cpp.inc"

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/SdyOps.cpp.inc"

void SdyDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "Dialect/StableHLO/IR/SdyOps.cpp.inc"
      >();
}

mlir::Attribute SdyDialect::parseAttribute(mlir::DialectAsmParser &parser,
                                           mlir::Type) const {
  return trainlint::stablehlo::parseOpaqueText(parser, *this);
}

static constexpr StringRef manualTexts[] = {"in_shardings", "out_shardings",
                                            "manual_axes"};

// manual_computation(%input) in_shardings=[...] out_shardings=[...]
// manual_axes={...} (%argument: type) {...} : type
ParseResult ManualComputationOp::parse(OpAsmParser &parser,
                                       mlir::OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseOperandList(operands, OpAsmParser::Delimiter::Paren))
    return failure();
  for (StringRef name : manualTexts) {
    mlir::StringAttr text;
    if (parser.parseKeyword(name) || parser.parseEqual() ||
        parseText(parser, text))
      return failure();
    result.addAttribute(name, text);
  }
  mlir::FunctionType type;
  llvm::SMLoc loc;
  if (parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren,
                               /*allowType=*/true) ||
      parser.parseRegion(*result.addRegion(), arguments) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() ||
      parser.getCurrentLocation(&loc) || parser.parseType(type))
    return failure();
  result.addTypes(type.getResults());
  return parser.resolveOperands(operands, type.getInputs(), loc,
                                result.operands);
}

void ManualComputationOp::print(OpAsmPrinter &printer) {
  printer << "(" << getInputs() << ") in_shardings=" << getInShardings()
          << " out_shardings=" << getOutShardings()
          << " manual_axes=" << getManualAxes() << " (";
  llvm::interleaveComma(getBody().getArguments(), printer, [&](auto argument) {
    printer.printRegionArgument(argument);
  });
  printer << ") ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
  printer.printOptionalAttrDict(
      (*this)->getDiscardableAttrDictionary().getValue());
  printer << " : ";
  printer.printFunctionalType(*this);
}
