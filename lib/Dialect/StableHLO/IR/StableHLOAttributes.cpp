//===- StableHLOAttributes.cpp - The attributes of the stablehlo dialect --===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/AttributeFormat.h"
#include "Dialect/StableHLO/IR/StableHLODialect.h"
#include "Support/LLVM.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

using EmitError = llvm::function_ref<mlir::InFlightDiagnostic()>;

#include "Dialect/StableHLO/IR/StableHLOEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Dialect/StableHLO/IR/StableHLOAttributes.cpp.inc"

void StableHLODialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Dialect/StableHLO/IR/StableHLOAttributes.cpp.inc"
      >();
}

/// Parses what follows `type_extensions`, as bounds were spelled before.
static mlir::Attribute parseTypeExtensions(mlir::DialectAsmParser &parser) {
  llvm::SmallVector<int64_t> bounds;
  if (parser.parseLess() || parser.parseKeyword("bounds") ||
      parser.parseEqual() ||
      parser.parseCommaSeparatedList(
          mlir::AsmParser::Delimiter::Square,
          [&] { return parseSize(parser, bounds.emplace_back()); }) ||
      parser.parseGreater())
    return {};
  return BoundsAttr::get(parser.getContext(), bounds);
}

mlir::Attribute StableHLODialect::parseAttribute(mlir::DialectAsmParser &parser,
                                                 mlir::Type type) const {
  llvm::SMLoc loc = parser.getCurrentLocation();
  StringRef mnemonic;
  mlir::Attribute attribute;
  mlir::OptionalParseResult result =
      generatedAttributeParser(parser, &mnemonic, type, attribute);
  if (result.has_value())
    return attribute;
  if (mnemonic == "type_extensions")
    return parseTypeExtensions(parser);
  parser.emitError(loc) << "unknown stablehlo attribute `" << mnemonic << "`";
  return {};
}

void StableHLODialect::printAttribute(mlir::Attribute attribute,
                                      mlir::DialectAsmPrinter &printer) const {
  (void)generatedAttributePrinter(attribute, printer);
}

//===----------------------------------------------------------------------===//
// Dimension numbers
//===----------------------------------------------------------------------===//

mlir::Attribute DotDimensionsAttr::parse(mlir::AsmParser &parser, mlir::Type) {
  llvm::SmallVector<int64_t> lists[4];
  if (parseFields(parser, {{"lhs_batching_dimensions", &lists[0]},
                           {"rhs_batching_dimensions", &lists[1]},
                           {"lhs_contracting_dimensions", &lists[2]},
                           {"rhs_contracting_dimensions", &lists[3]}}))
    return {};
  return get(parser.getContext(), lists[0], lists[1], lists[2], lists[3]);
}

void DotDimensionsAttr::print(mlir::AsmPrinter &printer) const {
  FieldPrinter fields(printer);
  fields.list("lhs_batching_dimensions", getLhsBatchingDimensions());
  fields.list("rhs_batching_dimensions", getRhsBatchingDimensions());
  fields.list("lhs_contracting_dimensions", getLhsContractingDimensions());
  fields.list("rhs_contracting_dimensions", getRhsContractingDimensions());
}

mlir::Attribute ConvDimensionsAttr::parse(mlir::AsmParser &parser, mlir::Type) {
  ConvDimensionsAttr dimensions;
  if (parser.parseLess() || parseConvDimensions(parser, dimensions) ||
      parser.parseGreater())
    return {};
  return dimensions;
}

void ConvDimensionsAttr::print(mlir::AsmPrinter &printer) const {
  printer << "<";
  printConvDimensions(printer, *this);
  printer << ">";
}

mlir::Attribute GatherDimensionsAttr::parse(mlir::AsmParser &parser,
                                            mlir::Type) {
  llvm::SmallVector<int64_t> lists[5];
  int64_t indexVectorDim = 0;
  if (parseFields(parser, {{"offset_dims", &lists[0]},
                           {"collapsed_slice_dims", &lists[1]},
                           {"operand_batching_dims", &lists[2]},
                           {"start_indices_batching_dims", &lists[3]},
                           {"start_index_map", &lists[4]},
                           {"index_vector_dim", &indexVectorDim}}))
    return {};
  return get(parser.getContext(), lists[0], lists[1], lists[2], lists[3],
             lists[4], indexVectorDim);
}

void GatherDimensionsAttr::print(mlir::AsmPrinter &printer) const {
  FieldPrinter fields(printer);
  fields.list("offset_dims", getOffsetDims());
  fields.list("collapsed_slice_dims", getCollapsedSliceDims());
  fields.list("operand_batching_dims", getOperandBatchingDims());
  fields.list("start_indices_batching_dims", getStartIndicesBatchingDims());
  fields.list("start_index_map", getStartIndexMap());
  fields.number("index_vector_dim", getIndexVectorDim());
}

mlir::Attribute ScatterDimensionsAttr::parse(mlir::AsmParser &parser,
                                             mlir::Type) {
  llvm::SmallVector<int64_t> lists[5];
  int64_t indexVectorDim = 0;
  if (parseFields(parser, {{"update_window_dims", &lists[0]},
                           {"inserted_window_dims", &lists[1]},
                           {"input_batching_dims", &lists[2]},
                           {"scatter_indices_batching_dims", &lists[3]},
                           {"scatter_dims_to_operand_dims", &lists[4]},
                           {"index_vector_dim", &indexVectorDim}}))
    return {};
  return get(parser.getContext(), lists[0], lists[1], lists[2], lists[3],
             lists[4], indexVectorDim);
}

void ScatterDimensionsAttr::print(mlir::AsmPrinter &printer) const {
  FieldPrinter fields(printer);
  fields.list("update_window_dims", getUpdateWindowDims());
  fields.list("inserted_window_dims", getInsertedWindowDims());
  fields.list("input_batching_dims", getInputBatchingDims());
  fields.list("scatter_indices_batching_dims", getScatterIndicesBatchingDims());
  fields.list("scatter_dims_to_operand_dims", getScatterDimsToOperandDims());
  fields.number("index_vector_dim", getIndexVectorDim());
}

//===----------------------------------------------------------------------===//
// Numerics
//===----------------------------------------------------------------------===//

LogicalResult DotAlgorithmAttr::verify(EmitError emitError, mlir::Type,
                                       mlir::Type, mlir::Type, int64_t lhsCount,
                                       int64_t rhsCount, int64_t operations,
                                       bool) {
  if (lhsCount <= 0)
    return emitError() << "lhs_component_count is " << lhsCount
                       << ", but has to be positive (C22)";
  if (rhsCount <= 0)
    return emitError() << "rhs_component_count is " << rhsCount
                       << ", but has to be positive (C23)";
  if (operations <= 0)
    return emitError() << "num_primitive_operations is " << operations
                       << ", but has to be positive (C24)";
  return success();
}

mlir::Attribute ResultAccuracyAttr::parse(mlir::AsmParser &parser, mlir::Type) {
  double atol = 0, rtol = 0;
  int64_t ulps = 0;
  ResultAccuracyModeAttr mode;
  auto parseField = [&]() -> mlir::ParseResult {
    llvm::SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    if (name == "atol")
      return parser.parseFloat(atol);
    if (name == "rtol")
      return parser.parseFloat(rtol);
    if (name == "ulps")
      return parser.parseInteger(ulps);
    if (name == "mode")
      return parser.parseCustomAttributeWithFallback(mode);
    return parser.emitError(loc) << "unknown field `" << name
                                 << "`, expected atol, rtol, ulps or mode";
  };
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(mlir::AsmParser::Delimiter::LessGreater,
                                     parseField))
    return {};
  if (!mode)
    mode = ResultAccuracyModeAttr::get(parser.getContext(),
                                       ResultAccuracyMode::DEFAULT);
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    llvm::APFloat(atol), llvm::APFloat(rtol), ulps, mode);
}

void ResultAccuracyAttr::print(mlir::AsmPrinter &printer) const {
  printer << "<";
  if (!getAtol().isZero()) {
    printer << "atol = ";
    printer.printFloat(getAtol());
    printer << ", ";
  }
  if (!getRtol().isZero()) {
    printer << "rtol = ";
    printer.printFloat(getRtol());
    printer << ", ";
  }
  if (getUlps() != 0)
    printer << "ulps = " << getUlps() << ", ";
  printer << "mode = " << getMode() << ">";
}

LogicalResult ResultAccuracyAttr::verify(EmitError emitError,
                                         llvm::APFloat atol, llvm::APFloat rtol,
                                         int64_t ulps,
                                         ResultAccuracyModeAttr mode) {
  if (atol.isNegative() || rtol.isNegative() || ulps < 0)
    return emitError() << "tolerances of a result cannot be negative";
  bool given = !atol.isZero() || !rtol.isZero() || ulps != 0;
  if (given && mode.getValue() != ResultAccuracyMode::TOLERANCE)
    return emitError() << "tolerances are given, but the mode is "
                       << stringifyResultAccuracyMode(mode.getValue())
                       << " and not TOLERANCE";
  if (!given && mode.getValue() == ResultAccuracyMode::TOLERANCE)
    return emitError() << "the mode is TOLERANCE, but no tolerance is given";
  return success();
}

//===----------------------------------------------------------------------===//
// Types and values
//===----------------------------------------------------------------------===//

mlir::Attribute BoundsAttr::parse(mlir::AsmParser &parser, mlir::Type) {
  llvm::SmallVector<int64_t> bounds;
  if (parser.parseCommaSeparatedList(
          mlir::AsmParser::Delimiter::LessGreater,
          [&] { return parseSize(parser, bounds.emplace_back()); }))
    return {};
  return get(parser.getContext(), bounds);
}

void BoundsAttr::print(mlir::AsmPrinter &printer) const {
  printer << "<";
  llvm::interleaveComma(getBounds(), printer, [&](int64_t bound) {
    if (isKnown(bound))
      printer << bound;
    else
      printer << "?";
  });
  printer << ">";
}

LogicalResult BoundsAttr::verifyEncoding(ArrayRef<int64_t> shape, mlir::Type,
                                         EmitError emitError) const {
  if (getBounds().size() != shape.size())
    return emitError() << "has " << getBounds().size()
                       << " bounds for a tensor of rank " << shape.size();
  for (auto [i, sizes] : llvm::enumerate(llvm::zip(shape, getBounds()))) {
    auto [size, bound] = sizes;
    if (isKnown(size) && isKnown(bound))
      return emitError() << "dimension " << i << " has the size " << size
                         << " and the bound " << bound
                         << ", but only unknown sizes have bounds";
    if (isKnown(bound) && bound < 0)
      return emitError() << "bound " << bound << " is negative";
  }
  return success();
}

mlir::Attribute OutputOperandAliasAttr::parse(mlir::AsmParser &parser,
                                              mlir::Type) {
  llvm::SmallVector<int64_t> lists[2];
  int64_t operand = 0;
  if (parseFields(parser, {{"output_tuple_indices", &lists[0]},
                           {"operand_index", &operand},
                           {"operand_tuple_indices", &lists[1]}}))
    return {};
  return get(parser.getContext(), lists[0], operand, lists[1]);
}

void OutputOperandAliasAttr::print(mlir::AsmPrinter &printer) const {
  FieldPrinter fields(printer, /*keepEmpty=*/true);
  fields.list("output_tuple_indices", getOutputTupleIndices());
  fields.number("operand_index", getOperandIndex());
  fields.list("operand_tuple_indices", getOperandTupleIndices());
}

LogicalResult ReplicaGroupMeshAxesAttr::verify(EmitError emitError,
                                               mlir::Attribute mesh,
                                               mlir::ArrayAttr axes) {
  if (!llvm::isa<mlir::FlatSymbolRefAttr, MeshAttr>(mesh))
    return emitError() << "mesh is " << mesh
                       << ", but has to be a symbol or a mesh";
  for (mlir::Attribute axis : axes) {
    if (!llvm::isa<AxisRefAttr>(axis))
      return emitError() << "axes hold " << axis
                         << ", but have to be references to axes";
  }
  return success();
}
