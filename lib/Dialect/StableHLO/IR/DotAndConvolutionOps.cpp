//===- DotAndConvolutionOps.cpp - Dot products and convolutions -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The textual form of dot products and convolutions: precisions, dimension
// numbers such as `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`, and windows, as
// XLA writes them.
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/AttributeFormat.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/TypeFormat.h"
#include "Support/LLVM.h"
#include "mlir/IR/Builders.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::ArrayAttr;
using mlir::DenseBoolArrayAttr;
using mlir::DenseI64ArrayAttr;
using mlir::DenseIntElementsAttr;
using mlir::OpAsmParser;
using mlir::OpAsmPrinter;
using mlir::ParseResult;

namespace trainlint::stablehlo {

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Parses `[DEFAULT, HIGH]`.
static ParseResult parsePrecisions(OpAsmParser &parser, ArrayAttr &config) {
  SmallVector<mlir::Attribute> items;
  auto parseItem = [&]() -> ParseResult {
    llvm::SMLoc loc = parser.getCurrentLocation();
    llvm::StringRef keyword;
    if (parser.parseKeyword(&keyword))
      return failure();
    std::optional<Precision> precision = symbolizePrecision(keyword);
    if (!precision)
      return parser.emitError(loc)
             << "expected DEFAULT, HIGH or HIGHEST, not `" << keyword << "`";
    items.push_back(PrecisionAttr::get(parser.getContext(), *precision));
    return success();
  };
  if (parser.parseKeyword("precision") || parser.parseEqual() ||
      parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square,
                                     parseItem))
    return failure();
  config = parser.getBuilder().getArrayAttr(items);
  return success();
}

static void printPrecisions(OpAsmPrinter &printer, ArrayAttr config) {
  printer << ", precision = [";
  llvm::interleaveComma(config, printer, [&](mlir::Attribute item) {
    printer << stringifyPrecision(llvm::cast<PrecisionAttr>(item).getValue());
  });
  printer << "]";
}

/// Parses `, precision = [...]`, which may be missing.
static ParseResult parsePrecisionConfig(OpAsmParser &parser,
                                        ArrayAttr &config) {
  if (failed(parser.parseOptionalComma()))
    return success();
  return parsePrecisions(parser, config);
}

static void printPrecisionConfig(OpAsmPrinter &printer, mlir::Operation *,
                                 ArrayAttr config) {
  if (config)
    printPrecisions(printer, config);
}

/// Parses `, precision = [...], algorithm = <...>`, each of which may be
/// missing.
static ParseResult
parsePrecisionConfigAndAlgorithm(OpAsmParser &parser, ArrayAttr &config,
                                 DotAlgorithmAttr &algorithm) {
  while (succeeded(parser.parseOptionalComma())) {
    if (failed(parser.parseOptionalKeyword("algorithm"))) {
      if (config || algorithm)
        return parser.emitError(parser.getCurrentLocation())
               << "expected `algorithm`";
      if (parsePrecisions(parser, config))
        return failure();
      continue;
    }
    if (parser.parseEqual() ||
        parser.parseCustomAttributeWithFallback(algorithm))
      return failure();
    return success();
  }
  return success();
}

static void printPrecisionConfigAndAlgorithm(OpAsmPrinter &printer,
                                             mlir::Operation *,
                                             ArrayAttr config,
                                             DotAlgorithmAttr algorithm) {
  if (config)
    printPrecisions(printer, config);
  if (!algorithm)
    return;
  printer << ", algorithm = ";
  printer.printStrippedAttrOrType(algorithm);
}

static void printList(OpAsmPrinter &printer, ArrayRef<int64_t> items) {
  printer << "[";
  llvm::interleaveComma(items, printer);
  printer << "]";
}

/// Parses `[0] x [1]`.
static ParseResult parsePair(OpAsmParser &parser, SmallVector<int64_t> &left,
                             SmallVector<int64_t> &right) {
  return failure(parser.parseEqual() || parseList(parser, left) ||
                 parser.parseKeyword("x") || parseList(parser, right));
}

/// Parses `batching_dims = [0] x [0], contracting_dims = [2] x [1]`, where the
/// first may be missing.
static ParseResult parseDotDimensionNumbers(OpAsmParser &parser,
                                            DotDimensionsAttr &dimensions) {
  SmallVector<int64_t> batching[2], contracting[2];
  if (succeeded(parser.parseOptionalKeyword("batching_dims")) &&
      (parsePair(parser, batching[0], batching[1]) || parser.parseComma()))
    return failure();
  if (parser.parseKeyword("contracting_dims") ||
      parsePair(parser, contracting[0], contracting[1]))
    return failure();
  dimensions =
      DotDimensionsAttr::get(parser.getContext(), batching[0], batching[1],
                             contracting[0], contracting[1]);
  return success();
}

static void printDotDimensionNumbers(OpAsmPrinter &printer, mlir::Operation *,
                                     DotDimensionsAttr dimensions) {
  auto pair = [&](llvm::StringRef name, ArrayRef<int64_t> left,
                  ArrayRef<int64_t> right) {
    printer << name << " = ";
    printList(printer, left);
    printer << " x ";
    printList(printer, right);
  };
  if (!dimensions.getLhsBatchingDimensions().empty() ||
      !dimensions.getRhsBatchingDimensions().empty()) {
    pair("batching_dims", dimensions.getLhsBatchingDimensions(),
         dimensions.getRhsBatchingDimensions());
    printer << ", ";
  }
  pair("contracting_dims", dimensions.getLhsContractingDimensions(),
       dimensions.getRhsContractingDimensions());
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

static ParseResult parseConvDimensionNumbers(OpAsmParser &parser,
                                             ConvDimensionsAttr &dimensions) {
  return parseConvDimensions(parser, dimensions);
}

static void printConvDimensionNumbers(OpAsmPrinter &printer, mlir::Operation *,
                                      ConvDimensionsAttr dimensions) {
  printConvDimensions(printer, dimensions);
}

/// Parses `[[0, 1], [2, 3]]`.
static ParseResult parsePadding(OpAsmParser &parser,
                                DenseIntElementsAttr &padding) {
  SmallVector<int64_t> values;
  int64_t rows = 0;
  auto parseRow = [&]() -> ParseResult {
    ++rows;
    values.resize(2 * rows);
    return failure(
        parser.parseLSquare() || parser.parseInteger(values[2 * rows - 2]) ||
        parser.parseComma() || parser.parseInteger(values[2 * rows - 1]) ||
        parser.parseRSquare());
  };
  if (parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square,
                                     parseRow))
    return failure();
  mlir::Builder &builder = parser.getBuilder();
  padding = DenseIntElementsAttr::get(
      mlir::RankedTensorType::get({rows, 2}, builder.getI64Type()), values);
  return success();
}

/// Parses `[true, 0]`: booleans were printed as numbers before.
static ParseResult parseReversal(OpAsmParser &parser,
                                 DenseBoolArrayAttr &reversal) {
  SmallVector<bool> values;
  auto parseValue = [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalKeyword("true"))) {
      values.push_back(true);
      return success();
    }
    if (succeeded(parser.parseOptionalKeyword("false"))) {
      values.push_back(false);
      return success();
    }
    int64_t number = 0;
    if (parser.parseInteger(number))
      return failure();
    values.push_back(number != 0);
    return success();
  };
  if (parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Square,
                                     parseValue))
    return failure();
  reversal = parser.getBuilder().getDenseBoolArrayAttr(values);
  return success();
}

/// Parses `stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1],
/// rhs_dilate = [1, 1], reverse = [false, false]`, each at most once.
static ParseResult parseWindowAttributes(OpAsmParser &parser,
                                         DenseI64ArrayAttr &strides,
                                         DenseIntElementsAttr &padding,
                                         DenseI64ArrayAttr &lhsDilation,
                                         DenseI64ArrayAttr &rhsDilation,
                                         DenseBoolArrayAttr &reversal) {
  auto parseInto = [&](DenseI64ArrayAttr &attribute) -> ParseResult {
    SmallVector<int64_t> items;
    if (parseList(parser, items))
      return failure();
    attribute = parser.getBuilder().getDenseI64ArrayAttr(items);
    return success();
  };
  bool first = true;
  while (true) {
    if (!first && failed(parser.parseOptionalComma()))
      return success();
    llvm::SMLoc loc = parser.getCurrentLocation();
    llvm::StringRef name;
    if (failed(parser.parseOptionalKeyword(&name)))
      return first ? success() : parser.parseKeyword(&name);
    first = false;
    bool given = (name == "stride" && strides) || (name == "pad" && padding) ||
                 (name == "lhs_dilate" && lhsDilation) ||
                 (name == "rhs_dilate" && rhsDilation) ||
                 (name == "reverse" && reversal);
    if (given)
      return parser.emitError(loc) << "`" << name << "` is given twice";
    if (parser.parseEqual())
      return failure();
    ParseResult parsed = success();
    if (name == "stride")
      parsed = parseInto(strides);
    else if (name == "pad")
      parsed = parsePadding(parser, padding);
    else if (name == "lhs_dilate")
      parsed = parseInto(lhsDilation);
    else if (name == "rhs_dilate")
      parsed = parseInto(rhsDilation);
    else if (name == "reverse")
      parsed = parseReversal(parser, reversal);
    else
      return parser.emitError(loc)
             << "expected stride, pad, lhs_dilate, rhs_dilate or reverse, not `"
             << name << "`";
    if (parsed)
      return failure();
  }
}

static void printWindowAttributes(OpAsmPrinter &printer, mlir::Operation *,
                                  DenseI64ArrayAttr strides,
                                  DenseIntElementsAttr padding,
                                  DenseI64ArrayAttr lhsDilation,
                                  DenseI64ArrayAttr rhsDilation,
                                  DenseBoolArrayAttr reversal) {
  bool first = true;
  auto start = [&](llvm::StringRef name) {
    printer << (first ? "" : ", ") << name << " = ";
    first = false;
  };
  auto list = [&](llvm::StringRef name, DenseI64ArrayAttr items) {
    if (!items)
      return;
    start(name);
    printList(printer, items);
  };
  list("stride", strides);
  if (padding) {
    start("pad");
    auto values = llvm::to_vector(padding.getValues<int64_t>());
    printer << "[";
    llvm::interleaveComma(
        llvm::seq<size_t>(0, values.size() / 2), printer, [&](size_t i) {
          printList(printer, ArrayRef(values).slice(2 * i, 2));
        });
    printer << "]";
  }
  list("lhs_dilate", lhsDilation);
  list("rhs_dilate", rhsDilation);
  if (reversal) {
    start("reverse");
    printer << "[";
    llvm::interleaveComma(reversal.asArrayRef(), printer, [&](bool value) {
      printer << (value ? "true" : "false");
    });
    printer << "]";
  }
}

} // namespace trainlint::stablehlo

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/DotAndConvolutionOps.cpp.inc"

void StableHLODialect::registerDotAndConvolutionOps() {
  addOperations<
#define GET_OP_LIST
#include "Dialect/StableHLO/IR/DotAndConvolutionOps.cpp.inc"
      >();
}
