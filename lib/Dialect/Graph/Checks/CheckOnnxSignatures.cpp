//===- CheckOnnxSignatures.cpp - Inputs and attributes of operators -------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/OnnxGraphs.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Dialect/Graph/Checks/OnnxNodes.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/MapVector.h"

using namespace trainlint;
using namespace trainlint::graph;
using onnx::AttributeSchema;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKONNXSIGNATURES
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {
class CheckOnnxSignatures
    : public CheckPass<CheckOnnxSignatures,
                       impl::CheckOnnxSignaturesBase<CheckOnnxSignatures>> {
public:
  using CheckPass::CheckPass;

  static bool appliesTo(Framework framework) {
    return framework == Framework::ONNX;
  }

  void check(ModelOp model);

private:
  /// Nodes that have the same mistake.
  using Mistakes = llvm::MapVector<std::pair<StringRef, StringRef>,
                                   llvm::SmallVector<NodeOp, 1>>;

  void checkArity(const OnnxUse &use);
  void checkAttributes(const OnnxUse &use);
  void reportCount(const OnnxUse &use, bool areInputs,
                   llvm::ArrayRef<NodeOp> nodes);
  void describe(Report &report, llvm::ArrayRef<NodeOp> nodes);
};
} // namespace

void CheckOnnxSignatures::describe(Report &report,
                                   llvm::ArrayRef<NodeOp> nodes) {
  if (nodes.size() > 1)
    report.label("the first of " + pluralize(nodes.size(), "node"));
  cite(report, tables().onnxOps.info);
}

//===----------------------------------------------------------------------===//
// Inputs and outputs
//===----------------------------------------------------------------------===//

/// Inputs up to the last that is not left out.
static int64_t countInputs(NodeOp node) {
  auto inputs = node.getInputs();
  while (!inputs.empty() && isLeftOut(inputs.back()))
    inputs = inputs.drop_back();
  return inputs.size();
}

static int64_t countOf(NodeOp node, bool areInputs) {
  return areInputs ? countInputs(node) : int64_t(node.getOutputs().size());
}

/// "2 inputs", "2 to 3 inputs" or "1 or more inputs".
static std::string describeRange(int64_t least, std::optional<int64_t> most,
                                 StringRef noun) {
  if (!most)
    return std::to_string(least) + " or more " + noun.str() + "s";
  if (least == *most)
    return trainlint::pluralize(least, noun);
  return std::to_string(least) + " to " + trainlint::pluralize(*most, noun);
}

void CheckOnnxSignatures::reportCount(const OnnxUse &use, bool areInputs,
                                      llvm::ArrayRef<NodeOp> nodes) {
  if (nodes.empty())
    return;
  const OnnxOps::Row &row = *use.found.row;
  NodeOp node = nodes.front();
  mlir::Location place = source().location(node, NodePart::Op);
  std::string wanted =
      areInputs ? describeRange(row.leastInputs, row.mostInputs, "input")
                : describeRange(row.leastOutputs, row.mostOutputs, "output");
  std::string name = describeNode(node, source());
  int64_t count = ::countOf(node, areInputs);
  Report report =
      areInputs ? diag::OnnxArity::inputs(place, use.op, wanted, name, count)
                : diag::OnnxArity::outputs(place, use.op, wanted, name, count);
  llvm::SmallVector<std::string> names;
  for (const onnx::Port &port :
       onnx::parsePorts(areInputs ? row.inputs : row.outputs))
    names.push_back("`" + port.name.str() + "`" +
                    (port.isOptional ? " (optional)" : "") +
                    (port.isVariadic ? " (any number)" : ""));
  if (!names.empty())
    report.help("they are " + formatList(names, "and"));
  describe(report, nodes);
}

void CheckOnnxSignatures::checkArity(const OnnxUse &use) {
  const OnnxOps::Row &row = *use.found.row;
  auto isWrong = [](int64_t count, int64_t least, std::optional<int64_t> most) {
    return count < least || (most && count > *most);
  };
  llvm::SmallVector<NodeOp> inputs, outputs;
  for (NodeOp node : use.nodes) {
    if (isWrong(countInputs(node), row.leastInputs, row.mostInputs))
      inputs.push_back(node);
    if (isWrong(node.getOutputs().size(), row.leastOutputs, row.mostOutputs))
      outputs.push_back(node);
  }
  reportCount(use, /*areInputs=*/true, inputs);
  reportCount(use, /*areInputs=*/false, outputs);
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// The type of a value, as the table spells it; empty if it fits several.
static StringRef typeOf(mlir::Attribute value) {
  if (auto list = llvm::dyn_cast<mlir::ArrayAttr>(value)) {
    if (list.empty())
      return "";
    StringRef element = typeOf(list[0]);
    return element == "int"      ? "ints"
           : element == "float"  ? "floats"
           : element == "string" ? "strings"
                                 : "";
  }
  if (llvm::isa<mlir::IntegerAttr>(value))
    return "int";
  if (llvm::isa<mlir::FloatAttr>(value))
    return "float";
  if (llvm::isa<mlir::StringAttr>(value))
    return "string";
  if (llvm::isa<mlir::TypeAttr>(value))
    return "type_proto";
  if (llvm::isa<mlir::DenseElementsAttr, ContentAttr>(value))
    return "tensor";
  return "";
}

/// True if a value may be of a type of the table. Graphs are the numbers of
/// regions, and sparse tensors look like others.
static bool fits(mlir::Attribute value, StringRef wanted, NodeOp node) {
  StringRef given = typeOf(value);
  if (given.empty() || given == wanted)
    return true;
  if (wanted == "graph")
    return given == "int" && node->getNumRegions() > 0;
  return wanted == "sparse_tensor" && given == "tensor";
}

/// "a list of ints" for `ints`.
static std::string spell(StringRef type) {
  if (type.ends_with("s"))
    return "a list of " + type.str();
  bool isVowel = !type.empty() && StringRef("aeiou").contains(type.front());
  return (isVowel ? "an " : "a ") + type.str();
}

void CheckOnnxSignatures::checkAttributes(const OnnxUse &use) {
  auto schemas = onnx::parseAttributes(use.found.row->attributes);
  Mistakes missing, wrong, unknown;
  for (NodeOp node : use.nodes) {
    mlir::DictionaryAttr given = source().attributes(node);
    for (const AttributeSchema &schema : schemas) {
      mlir::Attribute value = given.get(schema.name);
      if (!value && schema.isRequired)
        missing[{schema.name, ""}].push_back(node);
      else if (value && !fits(value, schema.type, node))
        wrong[{schema.name, schema.type}].push_back(node);
    }
    for (mlir::NamedAttribute attribute : given) {
      StringRef name = attribute.getName().getValue();
      bool isKnown = llvm::any_of(schemas, [&](const AttributeSchema &schema) {
        return schema.name == name;
      });
      // Two underscores begin what programs keep for themselves.
      if (!isKnown && !name.starts_with("__"))
        unknown[{name, ""}].push_back(node);
    }
  }
  for (auto &[key, nodes] : missing) {
    NodeOp node = nodes.front();
    Report report = diag::OnnxAttribute::missing(
        source().location(node, NodePart::Op), use.op, key.first,
        describeNode(node, source()));
    describe(report, nodes);
  }
  for (auto &[key, nodes] : wrong) {
    NodeOp node = nodes.front();
    StringRef given = typeOf(source().attribute(node, key.first));
    Report report = diag::OnnxAttribute::type(
        source().attributeLocation(node, key.first), key.first, use.op,
        spell(key.second), describeNode(node, source()), spell(given));
    describe(report, nodes);
  }
  for (auto &[key, nodes] : unknown) {
    Report report = diag::OnnxAttribute::unknown(
        source().attributeLocation(nodes.front(), key.first,
                                   AttributePart::Name),
        use.op, key.first, *use.set);
    llvm::SmallVector<std::string> names;
    for (const AttributeSchema &schema : schemas)
      names.push_back("`" + schema.name.str() + "`");
    if (!names.empty())
      report.help("its attributes are " + formatList(names, "and"));
    describe(report, nodes);
  }
}

void CheckOnnxSignatures::check(ModelOp model) {
  for (const OnnxUse &use : findUses(model, tables().onnxOps)) {
    if (!use.set || !use.found.hasSchema)
      continue;
    checkArity(use);
    checkAttributes(use);
  }
}

std::unique_ptr<mlir::Pass>
graph::createCheckOnnxSignatures(const CheckContext &context) {
  return std::make_unique<CheckOnnxSignatures>(context);
}
