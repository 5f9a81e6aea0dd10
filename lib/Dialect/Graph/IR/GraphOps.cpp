//===- GraphOps.cpp - The operations of the graph dialect -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/IR/Graph.h"
#include "Support/LLVM.h"
#include "mlir/IR/Builders.h"

using namespace trainlint;
using namespace trainlint::graph;

#define GET_OP_CLASSES
#include "Dialect/Graph/IR/GraphOps.cpp.inc"

//===----------------------------------------------------------------------===//
// ModelOp and FunctionOp
//===----------------------------------------------------------------------===//

FunctionOp ModelOp::getFunction(StringRef name) {
  return llvm::dyn_cast_or_null<FunctionOp>(
      mlir::SymbolTable::lookupSymbolIn(getOperation(), name));
}

mlir::RegionKind FunctionOp::getRegionKind(unsigned) {
  return mlir::RegionKind::Graph;
}

bool FunctionOp::isOptionalSymbol() { return true; }

ReturnOp FunctionOp::getReturn() {
  mlir::Block &block = getBody().front();
  return block.empty() ? ReturnOp() : llvm::dyn_cast<ReturnOp>(block.back());
}

StringRef FunctionOp::getDimensionName(unsigned argument, unsigned dimension) {
  mlir::ArrayAttr all = getArgDimensionsAttr();
  auto names = all && argument < all.size()
                   ? llvm::dyn_cast<mlir::ArrayAttr>(all[argument])
                   : mlir::ArrayAttr();
  auto name = names && dimension < names.size()
                  ? llvm::dyn_cast<mlir::StringAttr>(names[dimension])
                  : mlir::StringAttr();
  return name ? name.getValue() : StringRef();
}

StringRef FunctionOp::getBatchName() {
  StringRef common;
  for (unsigned i = 0, count = getBody().getNumArguments(); i < count; ++i) {
    StringRef name = getDimensionName(i, 0);
    if (!name.empty() && !common.empty() && name != common)
      return {};
    common = name.empty() ? common : name;
  }
  return common;
}

//===----------------------------------------------------------------------===//
// NodeOp
//===----------------------------------------------------------------------===//

mlir::RegionKind NodeOp::getRegionKind(unsigned) {
  return mlir::RegionKind::Graph;
}

static unsigned countInputs(mlir::OperandRange operands) {
  unsigned count = operands.size();
  while (count != 0 && llvm::isa<ControlType>(operands[count - 1].getType()))
    --count;
  return count;
}

mlir::OperandRange NodeOp::getInputs() {
  return getOperands().take_front(countInputs(getOperands()));
}

mlir::OperandRange NodeOp::getControlInputs() {
  return getOperands().drop_front(countInputs(getOperands()));
}

LogicalResult NodeOp::verify() {
  for (mlir::Value input : getInputs()) {
    if (llvm::isa<ControlType>(input.getType()))
      return emitOpError("has a control edge before a value");
  }
  return llvm::success();
}

namespace {
/// The words that stand before texts of a node, and the attributes that hold
/// them.
struct NodeText {
  llvm::StringLiteral word;
  llvm::StringLiteral attribute;
};
} // namespace

static constexpr NodeText NodeTexts[] = {
    {"name", "node_name"},
    {"domain", "domain"},
    {"device", "device"},
    {"cluster", "cluster"},
    {"outside_compilation", "outside_compilation"},
};

mlir::ParseResult NodeOp::parse(mlir::OpAsmParser &parser,
                                mlir::OperationState &result) {
  using Delimiter = mlir::OpAsmParser::Delimiter;
  mlir::Builder &builder = parser.getBuilder();
  auto &properties = result.getOrAddProperties<Properties>();
  std::string text;
  llvm::SmallVector<mlir::OpAsmParser::UnresolvedOperand, 4> inputs;
  llvm::SmallVector<mlir::OpAsmParser::UnresolvedOperand, 2> controls;
  if (parser.parseString(&text) ||
      parser.parseOperandList(inputs, Delimiter::Paren) ||
      parser.parseOperandList(controls, Delimiter::OptionalSquare))
    return llvm::failure();
  properties.setOpName(builder.getStringAttr(text));
  for (const NodeText &part : NodeTexts) {
    if (failed(parser.parseOptionalKeyword(part.word)))
      continue;
    text.clear();
    if (parser.parseString(&text))
      return llvm::failure();
    result.addAttribute(part.attribute, builder.getStringAttr(text));
  }
  if (succeeded(parser.parseOptionalKeyword("index"))) {
    int32_t index;
    if (parser.parseInteger(index))
      return llvm::failure();
    properties.setIndex(index);
  }
  mlir::NamedAttrList attributes;
  llvm::SMLoc attributesAt = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(attributes))
    return llvm::failure();
  if (parser.getCurrentLocation() != attributesAt)
    result.addAttribute("node_attributes",
                        attributes.getDictionary(parser.getContext()));
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return llvm::failure();

  mlir::FunctionType type;
  llvm::SMLoc typeAt = parser.getCurrentLocation();
  if (parser.parseColonType(type) ||
      parser.resolveOperands(inputs, type.getInputs(), typeAt, result.operands))
    return llvm::failure();
  auto control = ControlType::get(parser.getContext());
  if (parser.resolveOperands(controls, control, result.operands))
    return llvm::failure();
  result.addTypes(type.getResults());
  result.addTypes(control);
  if (failed(parser.parseOptionalLParen()))
    return llvm::success();
  do {
    if (parser.parseRegion(*result.addRegion()))
      return llvm::failure();
  } while (succeeded(parser.parseOptionalComma()));
  return parser.parseRParen();
}

void NodeOp::print(mlir::OpAsmPrinter &printer) {
  printer << " ";
  printer.printString(getOpName());
  printer << "(" << getInputs() << ")";
  if (!getControlInputs().empty())
    printer << " [" << getControlInputs() << "]";
  for (const NodeText &part : NodeTexts) {
    auto text = (*this)->getAttrOfType<mlir::StringAttr>(part.attribute);
    if (!text)
      continue;
    printer << " " << part.word << " ";
    printer.printString(text.getValue());
  }
  if (getIndex() != NoIndex)
    printer << " index " << getIndex();
  if (mlir::DictionaryAttr attributes = getNodeAttributesAttr()) {
    if (attributes.empty())
      printer << " {}";
    printer.printOptionalAttrDict(attributes.getValue());
  }
  printer.printOptionalAttrDictWithKeyword(
      llvm::to_vector((*this)->getDiscardableAttrs()));
  printer << " : ";
  printer.printFunctionalType(getInputs().getTypes(), getOutputs().getTypes());
  if (getSubgraphs().empty())
    return;
  printer << " (";
  llvm::interleaveComma(
      getSubgraphs(), printer.getStream(),
      [&](mlir::Region &region) { printer.printRegion(region); });
  printer << ")";
}
