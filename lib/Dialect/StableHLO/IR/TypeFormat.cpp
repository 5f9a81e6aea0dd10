//===- TypeFormat.cpp - Textual forms of op types -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/TypeFormat.h"
#include "Support/MLIR.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"

namespace trainlint::stablehlo {

using llvm::dyn_cast;
using mlir::FunctionType;
using mlir::OpAsmParser;
using mlir::OpAsmPrinter;
using mlir::ParseResult;
using mlir::TypeRange;

/// Checks that a function type has as many operands as were given, and one
/// result.
static ParseResult checkSignature(OpAsmParser &parser, llvm::SMLoc loc,
                                  FunctionType type, size_t operands) {
  if (type.getNumInputs() != operands)
    return parser.emitError(loc)
           << operands << " operands are given, but types of "
           << type.getNumInputs();
  if (type.getNumResults() != 1)
    return parser.emitError(loc) << "has one result, but types of "
                                 << type.getNumResults() << " are given";
  return success();
}

ParseResult parseSameTypes(OpAsmParser &parser, ArrayRef<Type *> places) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  auto function = dyn_cast<FunctionType>(type);
  if (!function) {
    for (Type *place : places)
      *place = type;
    return success();
  }
  if (checkSignature(parser, loc, function, places.size() - 1))
    return failure();
  for (auto [place, input] : llvm::zip(places, function.getInputs()))
    *place = input;
  *places.back() = function.getResult(0);
  return success();
}

static void printFunction(OpAsmPrinter &printer, TypeRange operands,
                          TypeRange results) {
  printer.printFunctionalType(operands, results);
}

void printSameTypes(OpAsmPrinter &printer, ArrayRef<Type> types) {
  if (llvm::all_equal(types))
    printer << types.front();
  else
    printFunction(printer, types.drop_back(), types.back());
}

ParseResult parseVariadicSameOperandsAndResultType(
    OpAsmParser &parser, ArrayRef<OpAsmParser::UnresolvedOperand> operands,
    SmallVectorImpl<Type> &types, Type &result) {
  types.resize(operands.size());
  llvm::SmallVector<Type *> places;
  for (Type &type : types)
    places.push_back(&type);
  places.push_back(&result);
  return parseSameTypes(parser, places);
}

void printVariadicSameOperandsAndResultType(OpAsmPrinter &printer,
                                            mlir::Operation *,
                                            mlir::OperandRange, TypeRange types,
                                            Type result) {
  llvm::SmallVector<Type> all(types);
  all.push_back(result);
  printSameTypes(printer, all);
}

//===----------------------------------------------------------------------===//
// complex and select
//===----------------------------------------------------------------------===//

/// The type of the parts of a complex tensor, or null.
static Type partsOf(Type type) {
  auto tensor = dyn_cast<mlir::RankedTensorType>(type);
  auto complex =
      tensor ? dyn_cast<mlir::ComplexType>(tensor.getElementType()) : nullptr;
  return complex ? tensor.clone(complex.getElementType()) : nullptr;
}

ParseResult parseComplexType(OpAsmParser &parser, Type &lhs, Type &rhs,
                             Type &result) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (auto function = dyn_cast<FunctionType>(type)) {
    if (checkSignature(parser, loc, function, 2))
      return failure();
    lhs = function.getInput(0);
    rhs = function.getInput(1);
    result = function.getResult(0);
    return success();
  }
  lhs = rhs = partsOf(type);
  result = type;
  if (!lhs)
    return parser.emitError(loc)
           << "expected a tensor of complex elements, not " << type;
  return success();
}

void printComplexType(OpAsmPrinter &printer, mlir::Operation *, Type lhs,
                      Type rhs, Type result) {
  if (lhs == rhs && partsOf(result) == lhs)
    printer << result;
  else
    printFunction(printer, {lhs, rhs}, result);
}

ParseResult parseSelectType(OpAsmParser &parser, Type &pred, Type &onTrue,
                            Type &onFalse, Type &result) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  llvm::SmallVector<Type> types;
  if (parser.parseTypeList(types))
    return failure();
  if (types.size() == 2) {
    pred = types[0];
    onTrue = onFalse = result = types[1];
    return success();
  }
  auto function =
      types.size() == 1 ? dyn_cast<FunctionType>(types[0]) : FunctionType();
  if (!function)
    return parser.emitError(loc) << "expected the types of the predicate and "
                                    "of the values, or those of a function";
  if (checkSignature(parser, loc, function, 3))
    return failure();
  pred = function.getInput(0);
  onTrue = function.getInput(1);
  onFalse = function.getInput(2);
  result = function.getResult(0);
  return success();
}

void printSelectType(OpAsmPrinter &printer, mlir::Operation *, Type pred,
                     Type onTrue, Type onFalse, Type result) {
  if (onTrue == result && onFalse == result)
    printer << pred << ", " << result;
  else
    printFunction(printer, {pred, onTrue, onFalse}, result);
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

ParseResult parseTupleType(OpAsmParser &parser, SmallVectorImpl<Type> &types,
                           Type &result) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (auto function = dyn_cast<FunctionType>(type)) {
    if (function.getNumResults() != 1)
      return parser.emitError(loc) << "a tuple is one result";
    llvm::append_range(types, function.getInputs());
    result = function.getResult(0);
    return success();
  }
  auto tuple = dyn_cast<mlir::TupleType>(type);
  if (!tuple)
    return parser.emitError(loc) << "expected a tuple type, not " << type;
  llvm::append_range(types, tuple.getTypes());
  result = tuple;
  return success();
}

void printTupleType(OpAsmPrinter &printer, mlir::Operation *, TypeRange types,
                    Type result) {
  auto tuple = dyn_cast<mlir::TupleType>(result);
  if (tuple && TypeRange(tuple.getTypes()) == types)
    printer << result;
  else
    printFunction(printer, types, result);
}

ParseResult parsePairwiseType(OpAsmParser &parser,
                              SmallVectorImpl<Type> &operands,
                              SmallVectorImpl<Type> &results) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseTypeList(operands))
    return failure();
  auto function = operands.size() == 1 ? dyn_cast<FunctionType>(operands[0])
                                       : FunctionType();
  if (!function) {
    results.append(operands.begin(), operands.end());
    return success();
  }
  if (function.getNumInputs() != function.getNumResults())
    return parser.emitError(loc) << "has as many results as operands";
  operands.assign(function.getInputs().begin(), function.getInputs().end());
  results.assign(function.getResults().begin(), function.getResults().end());
  return success();
}

void printPairwiseType(OpAsmPrinter &printer, mlir::Operation *,
                       TypeRange operands, TypeRange results) {
  if (operands == results)
    llvm::interleaveComma(operands, printer);
  else
    printFunction(printer, operands, results);
}

ParseResult parseVariadicOperandWithAttribute(
    OpAsmParser &parser,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands) {
  while (true) {
    OpAsmParser::UnresolvedOperand operand;
    mlir::OptionalParseResult parsed = parser.parseOptionalOperand(operand);
    if (!parsed.has_value())
      return success();
    if (*parsed || parser.parseComma())
      return failure();
    operands.push_back(operand);
  }
}

void printVariadicOperandWithAttribute(OpAsmPrinter &printer, mlir::Operation *,
                                       mlir::OperandRange operands) {
  if (operands.empty())
    return;
  llvm::interleaveComma(operands, printer);
  printer << ",";
}

} // namespace trainlint::stablehlo
