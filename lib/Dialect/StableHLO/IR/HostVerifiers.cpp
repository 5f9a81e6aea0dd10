//===- HostVerifiers.cpp - Constraints of transfers and calls -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/Constants.h"
#include "Dialect/StableHLO/IR/ProcessGroups.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using llvm::dyn_cast;

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

/// Checks the layouts of what is fed: a list of dimensions for each tensor.
static LogicalResult checkLayouts(InfeedOp op, mlir::ArrayAttr layouts) {
  if (layouts.size() != op.getNumResults() - 1)
    return op.emitOpError() << "has " << layouts.size() << " layouts for "
                            << op.getNumResults() - 1 << " tensors";
  for (mlir::Attribute layout : layouts) {
    auto list = dyn_cast<mlir::ArrayAttr>(layout);
    if (!list || !llvm::all_of(list, llvm::IsaPred<mlir::IntegerAttr>))
      return op.emitOpError() << "has the layout " << layout
                              << ", which is no list of dimensions";
  }
  return success();
}

LogicalResult InfeedOp::verify() {
  if (getNumResults() == 0)
    return emitOpError() << "has no results (C1)";
  for (Type type : llvm::drop_end(getResultTypes())) {
    if (!llvm::isa<RankedTensorType>(type))
      return emitOpError() << "has a result of type " << type
                           << " before the last, which is no tensor (C2)";
  }
  Type last = getResults().back().getType();
  if (!llvm::isa<TokenType>(last))
    return emitOpError() << "has a last result of type " << last
                         << " instead of a token (C3)";
  return getLayout() ? checkLayouts(*this, *getLayout()) : success();
}

LogicalResult OutfeedOp::infer(Emit, Adaptor op, SmallVectorImpl<Type> &types) {
  types.push_back(op.getToken().getType());
  return success();
}

/// Numbers of the kinds of channels.
static constexpr int64_t deviceToDevice = 1, deviceToHost = 2, hostToDevice = 3;

static LogicalResult
checkTransfer(Emit emit, ChannelHandleAttr channel, bool host, bool fromHost,
              std::optional<mlir::DenseIntElementsAttr> pairs) {
  int64_t type = channel.getType();
  // The specification names the same kind for both directions; programs say
  // which one they mean.
  bool fits = host ? type == deviceToHost || (fromHost && type == hostToDevice)
                   : type == deviceToDevice;
  if (!fits)
    return emit() << "has is_host_transfer = " << (host ? "true" : "false")
                  << ", but a channel of type " << type << " (C5)";
  if (!pairs)
    return success();
  return checkPairs(emit, *pairs);
}

LogicalResult SendOp::infer(Emit emit, Adaptor op,
                            SmallVectorImpl<Type> &types) {
  types.push_back(op.getToken().getType());
  return checkTransfer(emit, op.getChannelHandle(), op.getIsHostTransfer(),
                       /*fromHost=*/false, op.getSourceTargetPairs());
}

LogicalResult RecvOp::verify() {
  if (getNumResults() == 0 ||
      !llvm::isa<TokenType>(getResults().back().getType()))
    return emitOpError() << "does not give a token as its last result";
  for (Type type : llvm::drop_end(getResultTypes())) {
    if (!llvm::isa<RankedTensorType>(type))
      return emitOpError() << "has a result of type " << type
                           << " before the last, which is no tensor";
  }
  auto emit = [this] { return emitOpError(); };
  return checkTransfer(emit, getChannelHandle(), getIsHostTransfer(),
                       /*fromHost=*/true, getSourceTargetPairs());
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Checks a list of layouts, each of which orders the dimensions of a tensor.
static LogicalResult checkCallLayouts(CustomCallOp op, StringRef name,
                                      mlir::ArrayAttr layouts,
                                      mlir::TypeRange types) {
  if (layouts.size() != types.size())
    return op.emitOpError() << "has " << layouts.size() << " " << name
                            << " for " << types.size() << " values";
  for (auto [i, pair] : llvm::enumerate(llvm::zip(layouts, types))) {
    auto [layout, type] = pair;
    auto order = dyn_cast<mlir::DenseIntElementsAttr>(layout);
    if (!order || order.getType().getRank() != 1)
      return op.emitOpError() << "has " << layout << " among " << name
                              << ", which is no list of dimensions";
    auto tensor = dyn_cast<RankedTensorType>(type);
    int64_t rank = tensor ? tensor.getRank() : 0;
    if (!tensor && !llvm::isa<mlir::TupleType, TokenType>(type))
      continue;
    if (order.getNumElements() != rank)
      return op.emitOpError()
             << "has a layout of " << order.getNumElements()
             << " dimensions for value " << i << " of type " << type;
    SmallVector<int64_t> items;
    for (const llvm::APInt &item : order.getValues<llvm::APInt>())
      items.push_back(item.getSExtValue());
    if (firstDuplicate(items) || firstOutside(items, rank))
      return op.emitOpError() << "has the layout " << shapeText(items)
                              << " for value " << i << " of type " << type;
  }
  return success();
}

/// Follows indices into tuples; nothing if one is out of range.
static Type elementAt(Type type, llvm::ArrayRef<int64_t> indices) {
  for (int64_t index : indices) {
    auto tuple = dyn_cast<mlir::TupleType>(type);
    if (!tuple || index < 0 || index >= static_cast<int64_t>(tuple.size()))
      return {};
    type = tuple.getType(index);
  }
  return type;
}

static LogicalResult checkAlias(CustomCallOp op, OutputOperandAliasAttr alias) {
  int64_t operand = alias.getOperandIndex();
  if (operand < 0 || operand >= static_cast<int64_t>(op.getNumOperands()))
    return op.emitOpError() << "has an alias of operand " << operand << ", of "
                            << op.getNumOperands() << " operands";
  Type input = elementAt(op.getOperand(operand).getType(),
                         alias.getOperandTupleIndices());
  if (!input)
    return op.emitOpError()
           << "has an alias of an element "
           << shapeText(alias.getOperandTupleIndices()) << " of operand "
           << operand << ", which it does not have";
  // Several results are indexed like the elements of a tuple.
  llvm::ArrayRef<int64_t> indices = alias.getOutputTupleIndices();
  int64_t result = 0;
  if (op.getNumResults() != 1) {
    if (indices.empty())
      return op.emitOpError() << "has an alias that does not say of which of "
                              << op.getNumResults() << " results";
    result = indices.front();
    indices = indices.drop_front();
  }
  Type output;
  if (result >= 0 && result < static_cast<int64_t>(op.getNumResults()))
    output = elementAt(op.getResult(result).getType(), indices);
  if (!output)
    return op.emitOpError() << "has an alias of the output "
                            << shapeText(alias.getOutputTupleIndices())
                            << ", which it does not have";
  if (areCompatible(input, output))
    return success();
  return op.emitOpError() << "has an alias of an operand of type " << input
                          << " with an output of type " << output;
}

LogicalResult CustomCallOp::verify() {
  if (getOperandLayouts().has_value() != getResultLayouts().has_value())
    return emitOpError() << "has layouts of "
                         << (getOperandLayouts() ? "operands" : "results")
                         << " only, but needs both or neither";
  if (getOperandLayouts()) {
    mlir::TypeRange results = getResultTypes();
    llvm::SmallVector<Type> elements;
    if (results.size() == 1) {
      if (auto tuple = dyn_cast<mlir::TupleType>(results[0])) {
        llvm::append_range(elements, tuple.getTypes());
        results = elements;
      }
    }
    if (failed(checkCallLayouts(*this, "operand_layouts", *getOperandLayouts(),
                                getOperandTypes())) ||
        failed(checkCallLayouts(*this, "result_layouts", *getResultLayouts(),
                                results)))
      return failure();
  }
  if (getApiVersion() < 0 || getApiVersion() > 4)
    return emitOpError() << "has the api_version " << getApiVersion()
                         << ", which is not in [0, 4]";
  auto config = getBackendConfig();
  bool dictionary = config && llvm::isa<mlir::DictionaryAttr>(*config);
  constexpr int32_t typed = 4;
  if (config && dictionary != (getApiVersion() == typed))
    return emitOpError() << "has a backend_config that is a "
                         << (dictionary ? "dictionary" : "string")
                         << ", which api_version " << getApiVersion()
                         << " does not take";
  mlir::ArrayAttr aliases = getOutputOperandAliasesAttr();
  if (!aliases)
    return success();
  for (mlir::Attribute alias : aliases) {
    if (failed(checkAlias(*this, cast<OutputOperandAliasAttr>(alias))))
      return failure();
  }
  return success();
}

/// Whether a name is that of an operation with its namespace: identifiers
/// joined by dots, at least two.
static bool isNamespacedName(StringRef name) {
  auto [space, rest] = name.split('.');
  auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  if (space.empty() || !llvm::isAlpha(space.front()) ||
      !llvm::all_of(space, isWord) || rest.empty())
    return false;
  SmallVector<StringRef> parts;
  rest.split(parts, '.');
  return llvm::all_of(parts, [&](StringRef part) {
    return !part.empty() &&
           llvm::all_of(part, [&](char c) { return isWord(c) || c == '$'; });
  });
}

LogicalResult
CompositeOp::verifySymbolUses(mlir::SymbolTableCollection &symbols) {
  if (!isNamespacedName(getName()))
    return emitOpError() << "has the name \"" << getName()
                         << "\", which is not that of an operation with its "
                            "namespace (C1)";
  auto function = symbols.lookupNearestSymbolFrom<mlir::FunctionOpInterface>(
      *this, getDecompositionAttr());
  if (!function)
    return emitOpError() << "is decomposed by @" << getDecomposition()
                         << ", which is no function of the module (C2)";
  auto check = [&](StringRef what, mlir::TypeRange given,
                   llvm::ArrayRef<Type> expected,
                   StringRef constraint) -> LogicalResult {
    if (areCompatible(given, mlir::TypeRange(expected)))
      return success();
    auto error = emitOpError() << "has " << what << " of the types (";
    llvm::interleaveComma(given, error);
    error << "), but @" << getDecomposition() << " has (";
    llvm::interleaveComma(expected, error);
    return error << ") (" << constraint << ")";
  };
  if (failed(check("inputs", getOperandTypes(), function.getArgumentTypes(),
                   "C3")))
    return failure();
  return check("results", getResultTypes(), function.getResultTypes(), "C4");
}
