//===- GraphDialect.cpp - The graph dialect, types, attributes ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/IR/Graph.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace trainlint::graph;

#include "Dialect/Graph/IR/GraphDialect.cpp.inc"
#include "Dialect/Graph/IR/GraphEnums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "Dialect/Graph/IR/GraphTypes.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Dialect/Graph/IR/GraphAttributes.cpp.inc"

void GraphDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "Dialect/Graph/IR/GraphTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Dialect/Graph/IR/GraphAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Dialect/Graph/IR/GraphOps.cpp.inc"
      >();
}

mlir::Attribute ShapeAttr::parse(mlir::AsmParser &parser, mlir::Type) {
  llvm::SmallVector<int64_t> sizes;
  if (parser.parseLess())
    return {};
  bool ranked = failed(parser.parseOptionalKeyword("unranked"));
  auto parseSize = [&] { return parser.parseInteger(sizes.emplace_back()); };
  if (ranked && parser.parseCommaSeparatedList(
                    mlir::AsmParser::Delimiter::Square, parseSize))
    return {};
  if (parser.parseGreater())
    return {};
  return get(parser.getContext(), sizes, ranked);
}

void ShapeAttr::print(mlir::AsmPrinter &printer) const {
  if (!getRanked()) {
    printer << "<unranked>";
    return;
  }
  printer << "<[";
  llvm::interleaveComma(getSizes(), printer.getStream());
  printer << "]>";
}

mlir::Type trainlint::graph::elementTypeOf(mlir::Type type) {
  if (auto reference = llvm::dyn_cast<RefType>(type))
    type = reference.getTarget();
  if (auto tensor = llvm::dyn_cast<mlir::TensorType>(type))
    return tensor.getElementType();
  return {};
}

std::string trainlint::graph::elementTypeName(mlir::Type element) {
  if (auto named = llvm::dyn_cast<ElementType>(element))
    return named.getName().str();
  if (element.isF32())
    return "float";
  if (element.isF64())
    return "double";
  if (element.isF16())
    return "half";
  if (element.isBF16())
    return "bfloat16";
  if (auto complex = llvm::dyn_cast<mlir::ComplexType>(element))
    return "complex" +
           std::to_string(2 * complex.getElementType().getIntOrFloatBitWidth());
  if (auto integer = llvm::dyn_cast<mlir::IntegerType>(element)) {
    if (integer.isSignless() && integer.getWidth() == 1)
      return "bool";
    return (integer.isUnsigned() ? "uint" : "int") +
           std::to_string(integer.getWidth());
  }
  std::string text;
  llvm::raw_string_ostream(text) << element;
  // MLIR writes `f8E5M2` for what frameworks call `float8_e5m2`.
  if (llvm::StringRef(text).starts_with("f8"))
    return "float8_" + llvm::StringRef(text).drop_front(2).lower();
  return text;
}
