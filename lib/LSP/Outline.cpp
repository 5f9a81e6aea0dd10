//===- Outline.cpp - Symbols and folds ------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/Outline.h"
#include "Dialect/Job/Checks/Totals.h"
#include "LSP/Features.h"
#include "LSP/GraphFeatures.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::lsp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace {

class Outline {
public:
  explicit Outline(const FeatureContext &context) : context(context) {}

  void add(job::TrainingOp training);
  void add(std::vector<Symbol> all) { symbols = std::move(all); }
  Array nested();
  Array flat();

private:
  std::optional<Symbol> symbolOf(mlir::Operation *op, SymbolKind kind,
                                 std::string name, std::string detail);
  void widen(Symbol &symbol, mlir::Operation *op);
  Value toJSON(const Symbol &symbol);
  /// False once there are more symbols than an answer has.
  bool takeNext() { return ++taken <= MostItems; }
  void flatten(const Symbol &symbol, StringRef container, Array &out);

  const FeatureContext &context;
  std::vector<Symbol> symbols;
  size_t taken = 0;
};

} // namespace

/// A symbol goes from its first to its last value.
void Outline::widen(Symbol &symbol, mlir::Operation *op) {
  for (mlir::NamedAttribute attribute : op->getAttrs()) {
    auto value = llvm::dyn_cast<job::ValueAttr>(attribute.getValue());
    if (!value)
      continue;
    auto places = context.analysis.placesOf(value.getLocation());
    if (places.empty())
      continue;
    symbol.range.begin = std::min(symbol.range.begin, places.back().begin);
    symbol.range.end = std::max(symbol.range.end, places.back().end);
  }
}

std::optional<Symbol> Outline::symbolOf(mlir::Operation *op, SymbolKind kind,
                                        std::string name, std::string detail) {
  auto places = context.analysis.placesOf(op->getLoc());
  if (places.empty())
    return std::nullopt;
  Symbol symbol{std::move(name), std::move(detail), kind,
                places.back(),   places.back(),     {}};
  // What stands for a whole document is named by its first line.
  const SourceBuffer &text = context.text();
  StringRef line = text.text(symbol.selection).split('\n').first.rtrim();
  symbol.selection.end = symbol.selection.begin + line.size();
  widen(symbol, op);
  return symbol;
}

static std::string textOf(job::ValueAttr value, StringRef otherwise) {
  return value && !value.getText().empty() ? value.getText() : otherwise.str();
}

static std::string nameOf(job::PoolOp pool) {
  return textOf(pool.getPoolNameAttr(), job::stringifyRole(pool.getRole()));
}

void Outline::add(job::TrainingOp training) {
  const Tables &tables = context.analysis.tables();
  std::optional<Symbol> job =
      symbolOf(training, SymbolKind::Job,
               textOf(training.getJobIdAttr(),
                      textOf(training.getWorkloadKindAttr(), "job")),
               job::describeTotals(training, tables));
  if (!job)
    return;
  auto addChild = [&](Symbol &parent, std::optional<Symbol> child) {
    if (!child)
      return;
    parent.range.begin = std::min(parent.range.begin, child->range.begin);
    parent.range.end = std::max(parent.range.end, child->range.end);
    parent.children.push_back(std::move(*child));
  };
  for (job::PoolOp pool : training.getPools())
    addChild(*job, symbolOf(pool, SymbolKind::Pool, nameOf(pool),
                            job::describe(job::totalsOf(pool, tables))));
  if (job::StudyOp study = training.getStudy()) {
    std::optional<Symbol> search = symbolOf(study, SymbolKind::Study, "study",
                                            textOf(study.getMetricAttr(), ""));
    for (job::ParameterOp parameter : study.getParameters()) {
      if (search)
        addChild(*search,
                 symbolOf(parameter, SymbolKind::Parameter,
                          textOf(parameter.getParameterNameAttr(), "parameter"),
                          textOf(parameter.getParameterTypeAttr(), "")));
    }
    addChild(*job, std::move(search));
  }
  symbols.push_back(std::move(*job));
}

Value Outline::toJSON(const Symbol &symbol) {
  Array children;
  for (const Symbol &child : symbol.children) {
    if (!takeNext())
      break;
    children.push_back(toJSON(child));
  }
  return Object{{"name", llvm::json::fixUTF8(symbol.name)},
                {"detail", llvm::json::fixUTF8(symbol.detail)},
                {"kind", static_cast<int>(symbol.kind)},
                {"range", context.range(symbol.range)},
                {"selectionRange", context.range(symbol.selection)},
                {"children", std::move(children)}};
}

Array Outline::nested() {
  Array out;
  for (const Symbol &symbol : symbols) {
    if (!takeNext())
      break;
    out.push_back(toJSON(symbol));
  }
  return out;
}

void Outline::flatten(const Symbol &symbol, StringRef container, Array &out) {
  if (!takeNext())
    return;
  out.push_back(
      Object{{"name", llvm::json::fixUTF8(symbol.name)},
             {"kind", static_cast<int>(symbol.kind)},
             {"location", Object{{"uri", context.open.document.uri()},
                                 {"range", context.range(symbol.range)}}},
             {"containerName", llvm::json::fixUTF8(container)}});
  for (const Symbol &child : symbol.children)
    flatten(child, symbol.name, out);
}

Array Outline::flat() {
  Array out;
  for (const Symbol &symbol : symbols)
    flatten(symbol, "", out);
  return out;
}

Array lsp::documentSymbols(const FeatureContext &context) {
  Outline outline(context);
  if (const GraphText *graph = context.analysis.graph())
    outline.add(graphSymbols(*graph));
  if (const ProgramText *program = context.analysis.program())
    outline.add(program->symbols());
  for (job::TrainingOp training : context.analysis.jobs())
    outline.add(training);
  return context.client.hierarchicalSymbols ? outline.nested() : outline.flat();
}

//===----------------------------------------------------------------------===//
// Folds
//===----------------------------------------------------------------------===//

void Folds::add(uint32_t begin, uint32_t end, StringRef kind) {
  // Behind the last line that has something on it.
  end = text.text().take_front(end).rtrim().size();
  int64_t first = text.position(begin).line - 1;
  int64_t last = text.position(end).line - 1;
  if (last > first)
    folds[first] = {std::max(folds[first].first, last), kind};
}

Array Folds::toJSON() const {
  Array out;
  for (const auto &[first, fold] : folds) {
    if (out.size() == MostItems)
      break;
    Object object{{"startLine", first}, {"endLine", fold.first}};
    if (!fold.second.empty())
      object["kind"] = fold.second;
    out.push_back(std::move(object));
  }
  return out;
}

static void addComments(const Analysis &analysis, Folds &folds) {
  const SourceBuffer &text = analysis.text();
  llvm::ArrayRef<SourceRange> comments = analysis.comments();
  auto isAlone = [&](SourceRange comment) {
    LineColumn place = text.position(comment.begin);
    return text.line(place.line).take_front(place.column - 1).trim().empty();
  };
  for (size_t at = 0; at < comments.size();) {
    size_t next = at + 1;
    while (next < comments.size() && isAlone(comments[next]) &&
           text.position(comments[next].begin).line ==
               text.position(comments[next - 1].begin).line + 1)
      ++next;
    if (isAlone(comments[at]))
      folds.add(comments[at].begin, comments[next - 1].end, "comment");
    at = next;
  }
}

static void addTree(const yaml::Stream &stream, Folds &folds) {
  for (const yaml::Node *node : stream.nodes) {
    if (const auto *mapping = llvm::dyn_cast<yaml::MappingNode>(node)) {
      for (const yaml::MappingEntry &entry : mapping->entries)
        folds.add(entry.key->range.begin, entry.value->range.end);
    } else if (const auto *list = llvm::dyn_cast<yaml::SequenceNode>(node)) {
      for (const yaml::Node *item : list->items)
        folds.add(item->range.begin, item->range.end);
    }
  }
}

Array lsp::foldingRanges(const FeatureContext &context) {
  const Analysis &analysis = context.analysis;
  Folds folds(context.text());
  if (const GraphText *graph = analysis.graph())
    addGraphFolds(*graph, folds);
  if (const ProgramText *program = analysis.program())
    program->addFolds(folds);
  for (const yaml::Stream *stream : analysis.streams())
    addTree(*stream, folds);
  for (const gcloud::Command &command : analysis.commands().all())
    folds.add(command.range.begin, command.range.end);
  addComments(analysis, folds);
  return folds.toJSON();
}
