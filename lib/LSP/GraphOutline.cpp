//===- GraphOutline.cpp - Symbols and folds of graphs ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/GraphFeatures.h"
#include "Support/LLVM.h"
#include "Text/Protobuf/TextReader.h"
#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>

using namespace trainlint;
using namespace trainlint::lsp;
using namespace trainlint::tensorflow;

/// More symbols or folds than this make editors slow, and nobody reads them.
static constexpr size_t MostSymbols = 5000;
static constexpr size_t MostFolds = 5000;

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

namespace {

/// The nodes of one body in the scopes of their names: `a/b` is `b` in `a`.
class ScopeTree {
public:
  explicit ScopeTree(const GraphText &graph) : graph(graph) {}

  void add(const NodeEntry &node);
  /// Adds the symbols of as many levels as are wanted.
  void take(unsigned levels, std::vector<Symbol> &out);
  /// How many scopes and nodes there are in each level.
  llvm::ArrayRef<size_t> levels() const { return counts; }

private:
  struct Item {
    StringRef name;
    const NodeEntry *node = nullptr;
    SourceRange range;
    std::vector<size_t> children;
  };

  size_t itemAt(StringRef path, StringRef name, unsigned level);
  Symbol symbolOf(const Item &item, unsigned levels) const;

  const GraphText &graph;
  std::vector<Item> items;
  std::vector<size_t> roots;
  /// By the path.
  llvm::DenseMap<llvm::CachedHashStringRef, size_t> numbers;
  std::vector<size_t> counts;
};

} // namespace

/// The scope or node of a path, which is made if it is not there.
size_t ScopeTree::itemAt(StringRef path, StringRef name, unsigned level) {
  auto [known, isNew] =
      numbers.try_emplace(llvm::CachedHashStringRef(path), items.size());
  if (!isNew)
    return known->second;
  items.push_back({name, nullptr, {~0U, 0}, {}});
  counts.resize(std::max<size_t>(counts.size(), level + 1));
  ++counts[level];
  return items.size() - 1;
}

void ScopeTree::add(const NodeEntry &node) {
  // Deeper scopes are part of the names.
  constexpr unsigned MostLevels = 32;
  SourceRange whole = graph.wholeOf(node.range);
  std::optional<size_t> above;
  size_t begin = 0;
  for (unsigned level = 0;; ++level) {
    size_t slash =
        level + 1 < MostLevels ? node.name.find('/', begin) : StringRef::npos;
    size_t before = items.size();
    size_t number = itemAt(node.name.take_front(slash),
                           node.name.slice(begin, slash), level);
    if (number == before)
      (above ? items[*above].children : roots).push_back(number);
    Item &item = items[number];
    // A scope goes from its first to its last node.
    item.range = {std::min(item.range.begin, whole.begin),
                  std::max(item.range.end, whole.end)};
    if (slash == StringRef::npos) {
      item.node = item.node ? item.node : &node;
      return;
    }
    above = number;
    begin = slash + 1;
  }
}

Symbol ScopeTree::symbolOf(const Item &item, unsigned levels) const {
  Symbol symbol;
  // The protocol forbids empty names.
  symbol.name = item.name.empty() ? "/" : item.name.str();
  symbol.range = item.range;
  if (item.node) {
    symbol.kind = SymbolKind::Node;
    symbol.detail = graph.opOf(*item.node).str();
    symbol.selection = graph.wholeOf(item.node->range);
    symbol.selection.end = item.node->range.begin;
  } else {
    symbol.kind = SymbolKind::Scope;
    symbol.selection = {item.range.begin, item.range.begin};
  }
  if (levels > 1) {
    for (size_t child : item.children)
      symbol.children.push_back(symbolOf(items[child], levels - 1));
  }
  return symbol;
}

void ScopeTree::take(unsigned levels, std::vector<Symbol> &out) {
  size_t most = std::min(roots.size(), MostSymbols);
  for (size_t root : llvm::ArrayRef(roots).take_front(levels == 0 ? 0 : most))
    out.push_back(symbolOf(items[root], levels));
}

/// The levels of all trees together that are few enough symbols.
static unsigned fittingLevels(llvm::ArrayRef<ScopeTree> trees) {
  size_t count = 0;
  for (unsigned level = 0;; ++level) {
    bool isThere = false;
    for (const ScopeTree &tree : trees) {
      if (level >= tree.levels().size())
        continue;
      isThere = true;
      count += tree.levels()[level];
    }
    if (!isThere || count > MostSymbols)
      return std::max(level, 1U);
  }
}

std::vector<Symbol> lsp::graphSymbols(const GraphText &graph) {
  std::vector<ScopeTree> trees;
  for (const GraphBody &body : graph.bodies()) {
    ScopeTree &tree = trees.emplace_back(graph);
    for (const NodeEntry &node : body.nodes())
      tree.add(node);
  }
  unsigned levels = fittingLevels(trees);
  std::vector<Symbol> symbols;
  for (const auto &[body, tree] : llvm::zip(graph.bodies(), trees)) {
    if (!body.function) {
      tree.take(levels, symbols);
      continue;
    }
    Symbol function;
    function.name = body.function->name.text.str();
    if (function.name.empty())
      function.name = "function";
    function.detail = std::to_string(body.nodes().size()) + " nodes";
    function.kind = SymbolKind::Function;
    function.range = graph.wholeOf(body.function->range);
    function.selection = body.function->name.range.empty()
                             ? function.range
                             : body.function->name.range;
    tree.take(levels - 1, function.children);
    symbols.push_back(std::move(function));
  }
  return symbols;
}

//===----------------------------------------------------------------------===//
// Folds
//===----------------------------------------------------------------------===//

void lsp::addGraphFolds(const GraphText &graph, Folds &folds) {
  StringRef text = graph.file().file;
  struct Level {
    SourceRange range;
    unsigned depth;
  };
  // Level by level, so that of many the outer ones are there.
  std::deque<Level> waiting = {{{0, static_cast<uint32_t>(text.size())}, 0}};
  while (!waiting.empty() && folds.size() < MostFolds) {
    auto [range, depth] = waiting.front();
    waiting.pop_front();
    proto::FirstProblem problem;
    proto::TextReader reader(text, range, problem, depth);
    proto::TextField field;
    while (reader.next(field) && folds.size() < MostFolds) {
      if (field.kind != proto::TextKind::Message)
        continue;
      // The bracket that closes stands on the last line.
      uint32_t end = std::min<size_t>(field.value.end + 1, text.size());
      folds.add(field.nameRange.begin, end);
      if (text.slice(field.value.begin, field.value.end).contains('\n'))
        waiting.push_back({field.value, depth + 1});
    }
  }
}
