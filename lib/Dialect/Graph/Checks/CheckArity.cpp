//===- CheckArity.cpp - Nodes have the inputs that their ops take ---------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/GraphNodes.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Dialect/Graph/Checks/NodeTypes.h"
#include "Support/Text.h"
#include <map>

using namespace trainlint;
using namespace trainlint::graph;
using tensorflow::ArgumentDefinition;
using tensorflow::OpDefinition;
using tensorflow::typeName;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKARITY
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {
/// An input of a type that the op does not take.
struct WrongType {
  unsigned input;
  DataType given;
  DataType expected;
  /// True if the input has to be a variable.
  bool isReference;

  auto key() const { return std::tie(input, given, expected, isReference); }
  bool operator<(const WrongType &other) const { return key() < other.key(); }
};

struct CheckArity
    : CheckPass<CheckArity, graph::impl::CheckArityBase<CheckArity>> {
  using CheckPass::CheckPass;
  void check(ModelOp model);
  void checkNodes(const OpUse &use, const OpDefinition &op);

  std::optional<size_t> inputCount(NodeOp node, const OpDefinition &op);
  std::optional<WrongType> findWrongType(NodeOp node, const OpDefinition &op);
  std::optional<WrongType> compareWithAttribute(NodeOp node,
                                                const OpDefinition &op,
                                                llvm::StringRef attribute);
  void reportCount(llvm::ArrayRef<NodeOp> nodes, const OpDefinition &op,
                   size_t expected);
  void reportType(llvm::ArrayRef<NodeOp> nodes, const OpDefinition &op,
                  const WrongType &wrong);

  NodeTypes types;
};
} // namespace

static bool hasFixedArity(const OpDefinition &op) {
  return llvm::all_of(op.inputs, [](const ArgumentDefinition &input) {
    return input.isSingle();
  });
}

std::optional<size_t> CheckArity::inputCount(NodeOp node,
                                             const OpDefinition &op) {
  if (hasFixedArity(op))
    return op.inputs.size();
  SourceAttributes attributes(node, source(), types);
  size_t count = 0;
  for (const ArgumentDefinition &input : op.inputs) {
    std::optional<size_t> values = valueCount(op, input, attributes);
    if (!values)
      return std::nullopt;
    count += *values;
  }
  return count;
}

void CheckArity::reportCount(llvm::ArrayRef<NodeOp> nodes,
                             const OpDefinition &op, size_t expected) {
  NodeOp node = nodes.front();
  Report report =
      diag::OpArity::wrong(source().location(node, NodePart::Op), op.name,
                           pluralize(expected, "input"), nameOf(node, source()),
                           node.getInputs().size());
  llvm::SmallVector<std::string> names;
  for (const ArgumentDefinition &input : op.inputs)
    names.push_back("`" + input.name.str() + "`");
  if (!names.empty())
    report.help(op.name + " takes " + formatList(names, "and"));
  for (const ArgumentDefinition &input : op.inputs) {
    llvm::StringRef attribute = input.numberAttribute.empty()
                                    ? input.typeListAttribute
                                    : input.numberAttribute;
    if (!attribute.empty())
      report.note(source().attributeLocation(node, attribute),
                  "the number of values of `" + input.name + "`");
  }
  cite(describe(std::move(report), nodes, source()), tables().tfOps);
}

void CheckArity::reportType(llvm::ArrayRef<NodeOp> nodes,
                            const OpDefinition &op, const WrongType &wrong) {
  NodeOp node = nodes.front();
  mlir::Value operand = node.getInputs()[wrong.input];
  Report report = diag::OpInputType::wrong(
      source().inputLocation(node, wrong.input), op.inputs[wrong.input].name,
      op.name,
      (wrong.isReference ? "a variable of " : "") + typeName(wrong.expected),
      nameOf(node, source()), typeName(wrong.given));
  if (auto producer = operand.getDefiningOp<NodeOp>())
    report.note(source().location(producer, NodePart::Op),
                "from this " + producer.getOpName());
  cite(describe(std::move(report), nodes, source()), tables().tfOps);
}

/// True if a value of one type may be an input of another: what is behind a
/// reference may be read as a value.
static bool mayBe(DataType given, DataType expected, bool isReference) {
  if (given == DataType::Invalid || expected == DataType::Invalid)
    return true;
  if (isReference && !tensorflow::isReference(given))
    return false;
  return withoutReference(given) == withoutReference(expected);
}

/// Compares the inputs of an op whose arguments are single values. The types of
/// its attributes are those of its outputs; inputs that share one without an
/// output have to agree, and only if they do not the attribute is read.
std::optional<WrongType> CheckArity::findWrongType(NodeOp node,
                                                   const OpDefinition &op) {
  llvm::SmallVector<std::pair<llvm::StringRef, DataType>, 4> known;
  auto typeOf = [&](llvm::StringRef attribute) {
    for (const auto &[name, type] : known) {
      if (name == attribute)
        return type;
    }
    return DataType::Invalid;
  };
  unsigned number = 0;
  for (const ArgumentDefinition &output : op.outputs) {
    if (!output.isSingle() || number >= node.getOutputs().size())
      break;
    DataType type = types.of(node.getOutputs()[number++]);
    if (!output.typeAttribute.empty() && type != DataType::Invalid)
      known.emplace_back(output.typeAttribute, withoutReference(type));
  }
  for (const auto &[index, input] : llvm::enumerate(op.inputs)) {
    if (!input.isSingle())
      return std::nullopt;
    if (index >= node.getInputs().size())
      return std::nullopt;
    DataType given = types.of(node.getInputs()[index]);
    DataType expected = input.type;
    if (!input.typeAttribute.empty()) {
      expected = typeOf(input.typeAttribute);
      if (expected == DataType::Invalid && given != DataType::Invalid) {
        expected = withoutReference(given);
        known.emplace_back(input.typeAttribute, expected);
      }
    }
    if (mayBe(given, expected, input.isReference))
      continue;
    if (!input.typeAttribute.empty()) {
      if (std::optional<WrongType> wrong =
              compareWithAttribute(node, op, input.typeAttribute))
        return wrong;
    }
    return WrongType{static_cast<unsigned>(index), given, expected,
                     input.isReference};
  }
  return std::nullopt;
}

/// Looks for the input that is not of the type that an attribute itself says.
std::optional<WrongType>
CheckArity::compareWithAttribute(NodeOp node, const OpDefinition &op,
                                 llvm::StringRef attribute) {
  DataType expected;
  SourceAttributes attributes(node, source(), types);
  if (attributes.readType(attribute, expected) != tensorflow::Given::Yes)
    return std::nullopt;
  for (const auto &[index, input] : llvm::enumerate(op.inputs)) {
    if (!input.isSingle() || index >= node.getInputs().size())
      return std::nullopt;
    DataType given = types.of(node.getInputs()[index]);
    if (input.typeAttribute == attribute &&
        !mayBe(given, expected, input.isReference))
      return WrongType{static_cast<unsigned>(index), given, expected,
                       input.isReference};
  }
  return std::nullopt;
}

void CheckArity::checkNodes(const OpUse &use, const OpDefinition &op) {
  std::map<std::pair<size_t, size_t>, llvm::SmallVector<NodeOp>> wrongCounts;
  std::map<WrongType, llvm::SmallVector<NodeOp>> wrongTypes;
  for (NodeOp node : use.nodes) {
    size_t given = node.getInputs().size();
    std::optional<size_t> expected = inputCount(node, op);
    if (expected && *expected != given)
      wrongCounts[{given, *expected}].push_back(node);
    else if (std::optional<WrongType> wrong = findWrongType(node, op))
      wrongTypes[*wrong].push_back(node);
  }
  for (const auto &[counts, nodes] : wrongCounts)
    reportCount(nodes, op, counts.second);
  for (const auto &[wrong, nodes] : wrongTypes)
    reportType(nodes, op, wrong);
}

void CheckArity::check(ModelOp model) {
  for (const OpUse &use : uses().all()) {
    if (const OpDefinition *op = registry().definition(use.op()))
      checkNodes(use, *op);
  }
}

std::unique_ptr<mlir::Pass>
graph::createCheckArity(const CheckContext &context) {
  return std::make_unique<CheckArity>(context);
}
