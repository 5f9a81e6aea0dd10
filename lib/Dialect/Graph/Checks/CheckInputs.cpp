//===- CheckInputs.cpp - Every input is an output of a node ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/GraphNodes.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Text.h"
#include "llvm/ADT/StringMap.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKINPUTS
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

/// Graphs with more nodes are not searched for a name that is near.
static constexpr size_t MaxSearchedNodes = 100000;

namespace {
/// The nodes of a function by name, read once for all its undefined inputs.
struct NamedNodes {
  NamedNodes(FunctionOp function, const NodeReader &source);

  /// The first node of each name.
  llvm::StringMap<NodeOp> nodes;
  /// The names to search, in the order of the file; none of a large graph.
  std::optional<NearMatcher> names;
};

struct CheckInputs
    : CheckPass<CheckInputs, graph::impl::CheckInputsBase<CheckInputs>> {
  using CheckPass::CheckPass;
  void check(ModelOp model);
  void checkReference(UndefinedOp undefined, NamedNodes &named);
};

/// An input of a node that nothing defines.
struct Use {
  NodeOp node;
  unsigned operand;
};
} // namespace

/// The uses by nodes, in the order of the file.
static llvm::SmallVector<Use> usesOf(UndefinedOp undefined) {
  llvm::SmallVector<Use> uses;
  for (mlir::OpOperand &use : undefined.getValue().getUses()) {
    if (auto node = llvm::dyn_cast<NodeOp>(use.getOwner()))
      uses.push_back({node, use.getOperandNumber()});
  }
  llvm::sort(uses, [](const Use &a, const Use &b) {
    if (a.node == b.node)
      return a.operand < b.operand;
    return a.node->isBeforeInBlock(b.node);
  });
  return uses;
}

NamedNodes::NamedNodes(FunctionOp function, const NodeReader &source) {
  std::vector<StringRef> candidates;
  for (NodeOp node : function.getNodes()) {
    auto named = nodes.try_emplace(source.name(node), node).first;
    if (!named->getKey().empty())
      candidates.push_back(named->getKey());
  }
  if (candidates.size() > MaxSearchedNodes)
    candidates.clear();
  names.emplace(std::move(candidates));
}

/// The node of a reference such as `a/b:1` or `a/b:output:0`.
static StringRef nodeOf(StringRef reference) {
  reference.consume_front("^");
  return reference.take_until([](char c) { return c == ':'; });
}

/// A node may wait for an argument of its function, and the function for it,
/// for which there is no edge.
static bool hasArgument(FunctionOp function, StringRef name) {
  mlir::ArrayAttr names = function.getArgNamesAttr();
  return names && llvm::any_of(names, [&](mlir::Attribute argument) {
           return llvm::cast<mlir::StringAttr>(argument).getValue() == name;
         });
}

/// Reports what a function returns and does not have.
static void reportResult(UndefinedOp undefined, FunctionOp function) {
  ReturnOp result = function.getReturn();
  StringRef name = function.getSymName().value_or("");
  StringRef reference = undefined.getReference();
  if (!result || undefined.getValue().use_empty())
    return;
  bool isControl = llvm::isa<ControlType>(undefined.getValue().getType());
  if (isControl && hasArgument(function, reference))
    return;
  if (reference.empty())
    diag::DanglingInput::noResult(result.getLoc(), name);
  else
    diag::DanglingInput::result(result.getLoc(), reference, name);
}

void CheckInputs::checkReference(UndefinedOp undefined, NamedNodes &named) {
  llvm::SmallVector<Use> uses = usesOf(undefined);
  auto function = undefined->getParentOfType<FunctionOp>();
  if (uses.empty())
    return reportResult(undefined, function);
  StringRef reference = undefined.getReference();
  StringRef wanted = nodeOf(reference);
  if (reference.starts_with("^") && hasArgument(function, wanted))
    return;
  NodeOp producer = named.nodes.lookup(wanted);
  NodeOp first = uses.front().node;
  mlir::Location location = source().inputLocation(first, uses.front().operand);
  std::string user = nameOf(first, source());
  Report report =
      producer ? diag::DanglingInput::output(
                     location, reference, user, nameOf(producer, source()),
                     pluralize(producer.getOutputs().size(), "output"))
               : diag::DanglingInput::node(location, reference, user);
  if (producer)
    report.note(source().location(producer, NodePart::Name), "the node");
  else if (std::optional<NearMatch> near = named.names->find(wanted))
    report.help("did you mean `" + near->word + "`?");
  llvm::SmallVector<NodeOp> nodes;
  for (const Use &use : uses) {
    if (nodes.empty() || nodes.back() != use.node)
      nodes.push_back(use.node);
  }
  describe(report, nodes, source());
}

void CheckInputs::check(ModelOp model) {
  for (FunctionOp function : model.getFunctions()) {
    auto undefined = llvm::to_vector(function.getBody().getOps<UndefinedOp>());
    if (undefined.empty())
      continue;
    NamedNodes named(function, source());
    for (UndefinedOp input : undefined)
      checkReference(input, named);
  }
}

std::unique_ptr<mlir::Pass>
graph::createCheckInputs(const CheckContext &context) {
  return std::make_unique<CheckInputs>(context);
}
