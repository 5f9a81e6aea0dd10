//===- OnnxHover.cpp - What is known of a place in an ONNX model ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Ops/OnnxOp.h"
#include "LSP/GraphFeatures.h"
#include "LSP/Markup.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::lsp;
using namespace trainlint::onnx;

namespace {
/// Collects paragraphs.
class Description {
public:
  void add(std::string text) { parts.push_back(std::move(text)); }
  std::string text() const { return llvm::join(parts, "\n\n"); }

private:
  llvm::SmallVector<std::string> parts;
};
} // namespace

/// "`A`: T, `B`: T", with a question mark behind what may be left out.
static std::string portsOf(StringRef row) {
  llvm::SmallVector<std::string> ports;
  for (const Port &port : parsePorts(row))
    ports.push_back(inlineCode(port.name) + ": " + nameInText(port.type) +
                    (port.isOptional ? ", may be left out" : "") +
                    (port.isVariadic ? ", any number" : ""));
  return llvm::join(ports, "; ");
}

static void addOperator(Description &out, const NodeDetails &node,
                        const OnnxText &model, const Tables &tables) {
  StringRef domain =
      node.domain.text.empty() ? StringRef(MainDomain) : node.domain.text;
  std::optional<int64_t> set = model.opsetOf(domain);
  if (!set)
    return;
  FoundOp found = findOp(domain, node.op.text, *set, tables.onnxOps);
  if (!found.row || found.status != OpStatus::Known)
    return;
  out.add("operator of " + nameInText(domain) + " since opset " +
          std::to_string(found.since));
  if (found.hasSchema && !found.row->inputs.empty())
    out.add("inputs: " + portsOf(found.row->inputs));
  if (found.hasSchema && !found.row->outputs.empty())
    out.add("outputs: " + portsOf(found.row->outputs));
  const TableInfo &table = tables.onnxOps.info;
  out.add("*table " +
          proseInText((table.name + ", as of " + table.asOf).str()) + "*");
}

/// "`features`: `float[1, 64, ?]`".
static std::string valueText(StringRef name, const OnnxValues *values) {
  const OnnxValues::Value *value = values ? values->find(name) : nullptr;
  return inlineCode(name) + (value ? ": " + inlineCode(value->type) : "");
}

static std::string textOfValue(const OnnxPlace &place,
                               const OnnxValues *values) {
  const OnnxValues::Value *value = values ? values->find(place.value) : nullptr;
  if (!value)
    return "";
  return "**" + nameInText(place.value) + "**: " + inlineCode(value->type) +
         "\n\n" + value->origin;
}

static std::string textOfNode(const OnnxPlace &place, Analysis &analysis) {
  const NodeDetails &node = place.node;
  Description out;
  StringRef op = node.op.text, name = node.name.text;
  if (name.empty() || place.part == OnnxPlace::Part::Operator)
    out.add("**" + nameInText(op) + "**" +
            (name.empty() ? "" : " " + inlineCode(name)));
  else
    out.add("**" + nameInText(name) + "**: " + nameInText(op));
  const OnnxValues *values = analysis.onnxValues();
  for (const proto::Name &output : node.outputs) {
    if (!output.text.empty())
      out.add(valueText(output.text, values));
  }
  if (place.part == OnnxPlace::Part::Operator)
    addOperator(out, node, *analysis.onnxModel(), analysis.tables());
  return out.text();
}

std::optional<PlaceInfo> lsp::onnxInfoAt(Analysis &analysis, uint32_t offset) {
  const OnnxText *model = analysis.onnxModel();
  std::optional<OnnxPlace> place =
      model ? model->placeAt(offset) : std::nullopt;
  if (!place)
    return std::nullopt;
  std::string text = place->part == OnnxPlace::Part::Value
                         ? textOfValue(*place, analysis.onnxValues())
                         : textOfNode(*place, analysis);
  if (text.empty())
    return std::nullopt;
  return PlaceInfo{std::move(text), place->range};
}
