//===- DataMovementOps.cpp - Ops that move elements -----------------------===//
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
using mlir::DenseI64ArrayAttr;
using mlir::ParseResult;

namespace trainlint::stablehlo {

/// Parses `start:limit` or `start:limit:stride`.
static ParseResult parseRange(mlir::OpAsmParser &parser, int64_t &start,
                              int64_t &limit, int64_t &stride) {
  if (parser.parseInteger(start) || parser.parseColon() ||
      parser.parseInteger(limit))
    return failure();
  stride = 1;
  if (failed(parser.parseOptionalColon()))
    return success();
  return parser.parseInteger(stride);
}

/// Parses `[0:4, 2:8:3]`.
static ParseResult parseSliceRanges(mlir::OpAsmParser &parser,
                                    DenseI64ArrayAttr &starts,
                                    DenseI64ArrayAttr &limits,
                                    DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> start, limit, stride;
  if (parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square, [&] {
        return parseRange(parser, start.emplace_back(), limit.emplace_back(),
                          stride.emplace_back());
      }))
    return failure();
  starts = parser.getBuilder().getDenseI64ArrayAttr(start);
  limits = parser.getBuilder().getDenseI64ArrayAttr(limit);
  strides = parser.getBuilder().getDenseI64ArrayAttr(stride);
  return success();
}

static void printSliceRanges(mlir::OpAsmPrinter &printer, mlir::Operation *,
                             DenseI64ArrayAttr starts, DenseI64ArrayAttr limits,
                             DenseI64ArrayAttr strides) {
  printer << "[";
  llvm::interleaveComma(
      llvm::zip(starts.asArrayRef(), limits.asArrayRef(), strides.asArrayRef()),
      printer, [&](auto range) {
        auto [start, limit, stride] = range;
        printer << start << ":" << limit;
        if (stride != 1)
          printer << ":" << stride;
      });
  printer << "]";
}

} // namespace trainlint::stablehlo

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/DataMovementOps.cpp.inc"

void StableHLODialect::registerDataMovementOps() {
  addOperations<
#define GET_OP_LIST
#include "Dialect/StableHLO/IR/DataMovementOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// constant
//===----------------------------------------------------------------------===//

void ConstantOp::build(mlir::OpBuilder &builder, mlir::OperationState &state,
                       mlir::ElementsAttr value) {
  build(builder, state, value.getType(), value);
}

mlir::OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

void ConstantOp::getAsmResultNames(mlir::OpAsmSetValueNameFn setName) {
  bool integer = isElementOf(elementOf(getType()), kBoolean | kInteger);
  setName(getResult(), integer ? "c" : "cst");
}

// A value of the type of the result is written `{attributes} value`. Quantized
// constants have values of their storage type, and are written in general.
ParseResult ConstantOp::parse(mlir::OpAsmParser &parser,
                              mlir::OperationState &result) {
  if (succeeded(parser.parseOptionalLParen())) {
    if (parser.parseRParen())
      return failure();
    if (succeeded(parser.parseOptionalLess())) {
      mlir::NamedAttrList properties;
      if (parser.parseOptionalAttrDict(properties) || parser.parseGreater())
        return failure();
      result.attributes.append(properties.begin(), properties.end());
    }
    mlir::Type type;
    if (parser.parseOptionalAttrDict(result.attributes) ||
        parser.parseColon() || parser.parseType(type))
      return failure();
    auto function = llvm::dyn_cast<mlir::FunctionType>(type);
    if (!function)
      return parser.emitError(parser.getNameLoc())
             << "expected the type of a function, not " << type;
    return parser.addTypesToList(function.getResults(), result.types);
  }
  mlir::ElementsAttr value;
  llvm::SMLoc loc;
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parser.getCurrentLocation(&loc) ||
      parser.parseAttribute(value, "value", result.attributes))
    return failure();
  return parser.addTypeToList(value.getType(), result.types);
}

void ConstantOp::print(mlir::OpAsmPrinter &printer) {
  if (getValue().getType() != getType()) {
    printer << "() <{value = " << getValue() << "}>";
    printer.printOptionalAttrDict(
        (*this)->getDiscardableAttrDictionary().getValue());
    printer << " : () -> " << getType();
    return;
  }
  printer.printOptionalAttrDict(
      (*this)->getDiscardableAttrDictionary().getValue());
  printer << " " << getValue();
}
