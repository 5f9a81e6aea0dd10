//===- GraphCompletion.cpp - Ops and names of nodes -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/GraphFeatures.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::lsp;
using namespace trainlint::tensorflow;

/// The field whose quoted value a cursor stands in, on one line; empty if it
/// stands elsewhere. `value` is what is written of it before the cursor.
static StringRef fieldBefore(StringRef line, StringRef &value) {
  size_t quote = line.find_last_of("\"'");
  if (quote == StringRef::npos)
    return {};
  value = line.substr(quote + 1);
  StringRef before = line.take_front(quote).rtrim();
  if (!before.consume_back(":"))
    return {};
  before = before.rtrim();
  size_t begin = before.find_last_not_of("abcdefghijklmnopqrstuvwxyz_");
  return before.substr(begin == StringRef::npos ? 0 : begin + 1);
}

static void addOps(const Tables &tables, std::vector<CompletionItem> &items) {
  for (const TfOps::Row &row : tables.tfOps.rows) {
    CompletionItem item;
    item.label = item.text = row.op.str();
    item.kind = CompletionKind::EnumMember;
    if (!row.inputs.empty() || !row.outputs.empty())
      item.detail = (row.inputs + " -> " + row.outputs).str();
    item.isDeprecated = row.removed.has_value();
    items.push_back(std::move(item));
  }
}

static void addFunctions(const GraphText &graph,
                         std::vector<CompletionItem> &items) {
  for (const GraphBody &body : graph.bodies()) {
    if (!body.function || body.function->name.text.empty())
      continue;
    CompletionItem item;
    item.label = item.text = body.function->name.text.str();
    item.kind = CompletionKind::Value;
    item.detail = "function of this graph";
    items.push_back(std::move(item));
  }
}

/// The nodes that an input at an offset can name.
static void addNodes(const GraphText &graph, uint32_t offset, StringRef prefix,
                     std::vector<CompletionItem> &items) {
  // Of a large graph nobody reads all.
  constexpr size_t Most = 2000;
  const GraphBody *body = graph.functionAt(offset);
  if (!body && !graph.bodies().empty())
    body = graph.bodies().data();
  if (!body)
    return;
  for (const NodeEntry &node : body->nodes()) {
    if (items.size() == Most)
      return;
    if (!node.name.starts_with(prefix) || holds(node.range, offset))
      continue;
    CompletionItem item;
    item.label = item.text = node.name.str();
    item.kind = CompletionKind::Value;
    item.detail = graph.opOf(node).str();
    items.push_back(std::move(item));
  }
}

Completions lsp::completeGraph(const CompletionContext &context) {
  const GraphText *graph = context.graph;
  LineColumn place = context.text.position(context.offset);
  StringRef line = context.text.line(place.line).take_front(place.column - 1);
  StringRef value;
  StringRef field = fieldBefore(line, value);
  Completions out{wordAt(context.text.text(), context.offset, "_./-"), {}};
  if (field == "op") {
    addOps(context.tables(), out.items);
    if (graph)
      addFunctions(*graph, out.items);
  } else if (field == "input" && graph) {
    value.consume_front("^");
    addNodes(*graph, context.offset, value, out.items);
  }
  return out;
}
