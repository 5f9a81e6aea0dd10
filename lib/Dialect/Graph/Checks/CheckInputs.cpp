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
class NamedNodes {
public:
  /// For one input, such as one that is being typed, the names are searched as
  /// they are, which costs less than an index of them.
  NamedNodes(FunctionOp function, const NodeReader &source, bool isForOne);

  /// The first node of a name; null if there is none.
  NodeOp find(StringRef name) const;
  /// The name that may be meant; none in a large graph.
  std::optional<NearMatch> findNear(StringRef name);

private:
  /// In the order of the file.
  std::vector<std::pair<std::string, NodeOp>> nodes;
  std::vector<StringRef> candidates;
  /// What only several inputs need.
  llvm::StringMap<NodeOp> byName;
  std::optional<NearMatcher> matcher;
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

NamedNodes::NamedNodes(FunctionOp function, const NodeReader &source,
                       bool isForOne) {
  for (NodeOp node : function.getNodes())
    nodes.emplace_back(source.name(node), node);
  for (const auto &[name, node] : nodes) {
    if (!name.empty())
      candidates.push_back(name);
  }
  if (candidates.size() > MaxSearchedNodes)
    candidates.clear();
  if (isForOne)
    return;
  for (const auto &[name, node] : nodes)
    byName.try_emplace(name, node);
  matcher.emplace(candidates);
}

NodeOp NamedNodes::find(StringRef name) const {
  if (matcher)
    return byName.lookup(name);
  auto found = llvm::find_if(
      nodes, [&](const auto &named) { return named.first == name; });
  return found == nodes.end() ? NodeOp() : found->second;
}

std::optional<NearMatch> NamedNodes::findNear(StringRef name) {
  return matcher ? matcher->find(name) : findNearMatch(name, candidates);
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
  NodeOp producer = named.find(wanted);
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
  else if (std::optional<NearMatch> near = named.findNear(wanted))
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
    NamedNodes named(function, source(), undefined.size() == 1);
    for (UndefinedOp input : undefined)
      checkReference(input, named);
  }
}

std::unique_ptr<mlir::Pass>
graph::createCheckInputs(const CheckContext &context) {
  return std::make_unique<CheckInputs>(context);
}
