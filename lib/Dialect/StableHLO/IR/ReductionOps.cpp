//===- ReductionOps.cpp - Ops that apply a function -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"
#include "mlir/IR/Builders.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::OpAsmParser;
using mlir::ParseResult;

#define GET_OP_CLASSES
#include "Dialect/StableHLO/IR/ReductionOps.cpp.inc"

void StableHLODialect::registerReductionOps() {
  addOperations<
#define GET_OP_LIST
#include "Dialect/StableHLO/IR/ReductionOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// The textual form of reduce
//===----------------------------------------------------------------------===//

/// Whether an operation may stand for a body: it is known by its name, its two
/// operands and the type that they share with the result.
static bool mayStandForBody(mlir::OperationName name) {
  return name.getDialectNamespace() ==
             StableHLODialect::getDialectNamespace() &&
         name.hasTrait<mlir::OpTrait::IsCommutative>() &&
         name.hasTrait<mlir::OpTrait::NOperands<2>::Impl>() &&
         name.hasTrait<mlir::OpTrait::OneResult>() &&
         name.hasTrait<mlir::OpTrait::ZeroRegions>();
}

/// The operation that a body consists of, if it can be printed by its name.
static mlir::Operation *standsForBody(ReduceOp op) {
  mlir::Block &block = op.getBody().front();
  if (block.getNumArguments() != 2 || block.getOperations().size() != 2)
    return nullptr;
  mlir::Operation &inner = block.front();
  auto end = llvm::dyn_cast<ReturnOp>(block.back());
  if (!end || !mayStandForBody(inner.getName()) ||
      !inner.getDiscardableAttrDictionary().empty() ||
      end->getAttrs().size() != 0 || end.getResults().size() != 1 ||
      end.getResults()[0] != inner.getResult(0) ||
      inner.getOperand(0) != block.getArgument(0) ||
      inner.getOperand(1) != block.getArgument(1))
    return nullptr;
  Type scalar =
      mlir::RankedTensorType::get({}, elementOf(op.getInputs()[0].getType()));
  bool derivable = block.getArgument(0).getType() == scalar &&
                   block.getArgument(1).getType() == scalar &&
                   inner.getResult(0).getType() == scalar;
  return derivable ? &inner : nullptr;
}

/// Parses `(%input init: %value), ...`.
static ParseResult
parseInputs(OpAsmParser &parser,
            SmallVector<OpAsmParser::UnresolvedOperand> &operands) {
  SmallVector<OpAsmParser::UnresolvedOperand> inits;
  auto parseInput = [&]() -> ParseResult {
    return failure(
        parser.parseLParen() || parser.parseOperand(operands.emplace_back()) ||
        parser.parseKeyword("init") || parser.parseColon() ||
        parser.parseOperand(inits.emplace_back()) || parser.parseRParen());
  };
  if (parser.parseCommaSeparatedList(parseInput))
    return failure();
  llvm::append_range(operands, inits);
  return success();
}

/// Parses ` across dimensions = [1] {attributes} : type`.
static ParseResult
parseAcross(OpAsmParser &parser, mlir::OperationState &result,
            llvm::ArrayRef<OpAsmParser::UnresolvedOperand> operands) {
  SmallVector<int64_t> dimensions;
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") ||
      parser.parseEqual() ||
      parser.parseCommaSeparatedList(
          mlir::AsmParser::Delimiter::Square,
          [&] { return parser.parseInteger(dimensions.emplace_back()); }) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon())
    return failure();
  result.addAttribute("dimensions",
                      parser.getBuilder().getDenseI64ArrayAttr(dimensions));
  llvm::SMLoc loc = parser.getCurrentLocation();
  mlir::FunctionType type;
  if (parser.parseType(type))
    return failure();
  result.addTypes(type.getResults());
  return parser.resolveOperands(operands, type.getInputs(), loc,
                                result.operands);
}

/// Makes the body of ` applies stablehlo.add`.
static ParseResult makeBody(OpAsmParser &parser, llvm::SMLoc loc,
                            mlir::OperationState &result,
                            mlir::OperationName inner) {
  if (!inner.isRegistered() || !mayStandForBody(inner))
    return parser.emitError(loc)
           << "`" << inner.getStringRef()
           << "` is no commutative operation of two operands";
  if (result.operands.size() != 2)
    return parser.emitError(loc) << "only one input can be combined by the "
                                    "name of an operation";
  auto input =
      llvm::dyn_cast<mlir::RankedTensorType>(result.operands[0].getType());
  if (!input)
    return parser.emitError(loc) << "expected a tensor to reduce";
  Type scalar = mlir::RankedTensorType::get({}, input.getElementType());
  mlir::Location at = result.location;
  mlir::OpBuilder builder(parser.getContext());
  mlir::Block *block = builder.createBlock(&*result.regions.front(), {},
                                           {scalar, scalar}, {at, at});
  mlir::OperationState state(at, inner, block->getArguments(), scalar);
  mlir::Operation *combined = builder.create(state);
  ReturnOp::create(builder, at, combined->getResults());
  return success();
}

/// Parses `reducer(%lhs: type, %rhs: type) (...) {...}`, with a pair of
/// arguments for each input.
static ParseResult parseReducer(OpAsmParser &parser,
                                mlir::OperationState &result) {
  SmallVector<OpAsmParser::Argument> left, right;
  if (parser.parseKeyword("reducer") || parser.parseLParen())
    return failure();
  do {
    if (parser.parseArgument(left.emplace_back(), /*allowType=*/true) ||
        parser.parseComma() ||
        parser.parseArgument(right.emplace_back(), /*allowType=*/true) ||
        parser.parseRParen())
      return failure();
  } while (succeeded(parser.parseOptionalLParen()));
  llvm::append_range(left, right);
  std::optional<mlir::Location> loc;
  if (parser.parseOptionalLocationSpecifier(loc))
    return failure();
  if (loc)
    result.location = *loc;
  return parser.parseRegion(*result.regions.front(), left);
}

ParseResult ReduceOp::parse(OpAsmParser &parser, mlir::OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  if (parseInputs(parser, operands))
    return failure();
  result.addRegion();
  if (failed(parser.parseOptionalKeyword("applies")))
    return failure(parseAcross(parser, result, operands) ||
                   parseReducer(parser, result));
  llvm::SMLoc loc = parser.getCurrentLocation();
  llvm::FailureOr<mlir::OperationName> inner =
      parser.parseCustomOperationName();
  if (failed(inner) || parseAcross(parser, result, operands))
    return failure();
  return makeBody(parser, loc, result, *inner);
}

void ReduceOp::print(mlir::OpAsmPrinter &printer) {
  size_t count = getInputs().size();
  printer << "(";
  llvm::interleave(
      llvm::zip(getInputs(), getInitValues()), printer,
      [&](auto pair) {
        printer << std::get<0>(pair) << " init: " << std::get<1>(pair);
      },
      "), (");
  printer << ")";
  mlir::Operation *inner = standsForBody(*this);
  if (inner)
    printer << " applies " << inner->getName().getStringRef();
  printer << " across dimensions = [";
  llvm::interleaveComma(getDimensions(), printer);
  printer << "]";
  printer.printOptionalAttrDict(
      (*this)->getDiscardableAttrDictionary().getValue());
  printer << " : ";
  printer.printFunctionalType(*this);
  if (inner)
    return;
  printer.printNewline();
  printer << " reducer";
  for (size_t i = 0; i < count; ++i) {
    printer << (i == 0 ? "(" : " (");
    printer.printRegionArgument(getBody().getArgument(i));
    printer << ", ";
    printer.printRegionArgument(getBody().getArgument(i + count));
    printer << ")";
  }
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}
