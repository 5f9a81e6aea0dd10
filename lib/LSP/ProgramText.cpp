//===- ProgramText.cpp - A StableHLO program in text ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/ProgramText.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "LSP/Markup.h"
#include "LSP/Position.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace trainlint;
using namespace trainlint::lsp;
using mlir::AsmParserState;

bool ProgramText::isWellFormed() const {
  return !file->module().getBody()->empty();
}

/// Visits all that has a name until `visit` says true.
static void
visitNames(const stablehlo::ProgramFile &file,
           llvm::function_ref<bool(llvm::SMRange definition,
                                   llvm::ArrayRef<llvm::SMRange> uses,
                                   mlir::Value value)>
               visit) {
  for (const AsmParserState::OperationDefinition &op :
       file.names().getOpDefs()) {
    for (const auto &group : op.resultGroups) {
      if (visit(group.definition.loc, group.definition.uses,
                op.op->getResult(group.startIndex)))
        return;
    }
    if (!op.symbolUses.empty() && visit(op.loc, op.symbolUses, {}))
      return;
  }
  for (const AsmParserState::BlockDefinition &block :
       file.names().getBlockDefs()) {
    for (const auto &[number, argument] : llvm::enumerate(block.arguments)) {
      if (number < block.block->getNumArguments() &&
          visit(argument.loc, argument.uses, block.block->getArgument(number)))
        return;
    }
  }
}

std::optional<SourceRange> ProgramText::targetAt(uint32_t offset) const {
  std::optional<SourceRange> target;
  visitNames(*file, [&](llvm::SMRange definition,
                        llvm::ArrayRef<llvm::SMRange> uses, mlir::Value) {
    if (llvm::any_of(uses, [&](llvm::SMRange use) {
          return holds(file->rangeOf(use), offset);
        }))
      target = file->rangeOf(definition);
    return target.has_value();
  });
  return target;
}

static std::string inlineType(mlir::Type type) {
  return inlineCode(stablehlo::typeText(type));
}

/// "`a`, `b`".
static std::string inlineTypes(mlir::TypeRange types) {
  std::string text;
  for (mlir::Type type : types)
    text += (text.empty() ? "" : ", ") + inlineType(type);
  return text.empty() ? "nothing" : text;
}

/// What an op takes and gives.
static std::string describe(mlir::Operation *op) {
  std::string text = "**" + nameInText(op->getName().getStringRef()) + "**";
  if (auto function = llvm::dyn_cast<mlir::FunctionOpInterface>(op)) {
    text = "**" + nameInText(function.getName()) +
           "**: a function of this program";
    return text + "\n\ntakes " + inlineTypes(function.getArgumentTypes()) +
           "\n\ngives " + inlineTypes(function.getResultTypes());
  }
  if (op->getNumOperands() != 0)
    text += "\n\ntakes " + inlineTypes(op->getOperandTypes());
  if (op->getNumResults() != 0)
    text += "\n\ngives " + inlineTypes(op->getResultTypes());
  return text;
}

std::optional<PlaceInfo> ProgramText::infoAt(uint32_t offset) const {
  for (const AsmParserState::OperationDefinition &op :
       file->names().getOpDefs()) {
    bool isAtUse = llvm::any_of(op.symbolUses, [&](llvm::SMRange use) {
      return holds(file->rangeOf(use), offset);
    });
    SourceRange range = file->rangeOf(op.loc);
    if (isAtUse || holds(range, offset))
      return PlaceInfo{describe(op.op),
                       isAtUse ? SourceRange{offset, offset} : range};
  }
  std::optional<PlaceInfo> info;
  visitNames(*file, [&](llvm::SMRange definition,
                        llvm::ArrayRef<llvm::SMRange> uses, mlir::Value value) {
    auto take = [&](llvm::SMRange place) {
      SourceRange range = file->rangeOf(place);
      if (value && holds(range, offset))
        info = PlaceInfo{inlineType(value.getType()), range};
      return info.has_value();
    };
    return take(definition) || llvm::any_of(uses, take);
  });
  return info;
}

std::vector<Symbol> ProgramText::symbols() const {
  std::vector<Symbol> out;
  file->module()->walk([&](mlir::FunctionOpInterface function) {
    const AsmParserState::OperationDefinition *definition =
        file->names().getOpDef(function);
    if (!definition)
      return;
    Symbol &symbol = out.emplace_back();
    symbol.name = function.getName().str();
    llvm::raw_string_ostream(symbol.detail) << function.getFunctionType();
    symbol.kind = SymbolKind::Function;
    symbol.selection = file->rangeOf(definition->loc);
    symbol.range = definition->scopeLoc.isValid()
                       ? file->rangeOf(definition->scopeLoc)
                       : symbol.selection;
    symbol.range.begin = std::min(symbol.range.begin, symbol.selection.begin);
    symbol.range.end = std::max(symbol.range.end, symbol.selection.end);
  });
  return out;
}

void ProgramText::addFolds(Folds &folds) const {
  constexpr size_t Most = 5000;
  for (const AsmParserState::OperationDefinition &op :
       file->names().getOpDefs()) {
    if (folds.size() == Most)
      return;
    if (op.scopeLoc.isValid()) {
      SourceRange range = file->rangeOf(op.scopeLoc);
      folds.add(range.begin, range.end);
    }
  }
}
