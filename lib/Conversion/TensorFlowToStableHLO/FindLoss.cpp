//===- FindLoss.cpp - Which value of a graph is minimized -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names tell what was differentiated (GradientNames.h); within the scope that a
// tape has, it is what follows from trained variables without steps.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/CalledFunctions.h"
#include "Conversion/TensorFlowToStableHLO/FindStep.h"
#include "Conversion/TensorFlowToStableHLO/GradientNames.h"
#include "Conversion/TensorFlowToStableHLO/NodesAfter.h"
#include "Dialect/Graph/Checks/Computation.h"
#include "Dialect/Graph/Checks/Optimizers.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringSet.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using graph::NodeOp;

/// A shape that the graph leaves open may be that of a scalar.
static bool isScalarFloat(NodeOp node, bool mayBeOpen) {
  if (node.getOutputs().empty())
    return false;
  mlir::Type type = node.getOutputs().front().getType();
  auto ranked = llvm::dyn_cast<mlir::RankedTensorType>(type);
  bool isScalar = ranked ? ranked.getRank() == 0 : mayBeOpen;
  return isScalar &&
         llvm::isa_and_present<mlir::FloatType>(graph::elementTypeOf(type));
}

/// The scope of a name, without its last part.
static StringRef scopeOf(StringRef name) {
  size_t slash = name.rfind('/');
  return slash == StringRef::npos ? StringRef() : name.take_front(slash);
}

namespace {
class LossFinder {
public:
  LossFinder(graph::FunctionOp main, const graph::NodeReader &source);

  NodeOp find(bool mayBeOpen);

private:
  void addGradient(StringRef name);
  void followVariables();
  bool isDifferentiated(mlir::Operation *node) const;
  /// Users of what a node computes, but for those that compute gradients.
  llvm::SmallVector<NodeOp> forwardUsers(NodeOp node) const;
  NodeOp findSum(bool mayBeOpen);
  NodeOp findDifferentiated(bool mayBeOpen);

  graph::FunctionOp main;
  llvm::StringSet<> differentiated;
  /// The scopes, or names, of nodes whose gradients a tape has.
  llvm::StringSet<> tapedScopes;
  /// What follows from trained variables, in numbers that have gradients.
  llvm::DenseSet<mlir::Operation *> smooth;
  llvm::DenseMap<mlir::Operation *, std::string> names;
};
} // namespace

void LossFinder::addGradient(StringRef name) {
  size_t taped = name.find(GradientTape);
  if (taped != StringRef::npos)
    tapedScopes.insert(scopeOf(name.drop_front(taped + GradientTape.size())));
  size_t begin = name.find("gradients");
  size_t end = name.rfind("_grad/");
  if (begin == StringRef::npos || end == StringRef::npos)
    return;
  StringRef rest = name.slice(begin, end);
  size_t slash = rest.find('/');
  if (slash == StringRef::npos)
    return;
  // Optimizers of Keras put a scope of this name around the other.
  rest = rest.drop_front(slash + 1);
  while (rest.consume_front("gradients/"))
    ;
  differentiated.insert(rest);
}

/// Comparisons, integers and counts end what has a gradient.
void LossFinder::followVariables() {
  llvm::SmallVector<mlir::Value> pending;
  auto add = [&](NodeOp node) {
    if (!isGradientName(names.lookup(node)) && smooth.insert(node).second)
      llvm::append_range(pending, node.getOutputs());
  };
  bool hasOptimizer = llvm::any_of(main.getNodes(), [](NodeOp node) {
    return graph::isOptimizerUpdate(node.getOpName());
  });
  for (NodeOp node : main.getNodes()) {
    bool isUpdate = hasOptimizer ? graph::isOptimizerUpdate(node.getOpName())
                                 : isAssignment(node.getOpName());
    if (!isUpdate || node.getInputs().empty())
      continue;
    mlir::Value variable = graph::variableBehind(node.getInputs().front());
    if (auto made = variable.getDefiningOp<NodeOp>())
      add(made);
  }
  while (!pending.empty()) {
    for (mlir::Operation *user : pending.pop_back_val().getUsers()) {
      auto node = llvm::dyn_cast<NodeOp>(user);
      if (!node || node.getOutputs().empty())
        continue;
      mlir::Type element =
          graph::elementTypeOf(node.getOutputs().front().getType());
      if (!element || llvm::isa<mlir::FloatType>(element))
        add(node);
    }
  }
}

bool LossFinder::isDifferentiated(mlir::Operation *node) const {
  auto known = names.find(node);
  // What ends a call has its name, and no value.
  if (known == names.end() || node->getNumResults() < 2)
    return false;
  StringRef name = known->second;
  if (differentiated.contains(name))
    return true;
  return smooth.contains(node) && !isGradientName(name) &&
         (tapedScopes.contains(name) || tapedScopes.contains(scopeOf(name)));
}

LossFinder::LossFinder(graph::FunctionOp main, const graph::NodeReader &source)
    : main(main) {
  for (NodeOp node : main.getNodes()) {
    std::string &name = names[node] = source.name(node);
    addGradient(name);
  }
  if (!tapedScopes.empty())
    followVariables();
}

llvm::SmallVector<NodeOp> LossFinder::forwardUsers(NodeOp node) const {
  llvm::SmallVector<NodeOp> users;
  for (mlir::Value output : node.getOutputs()) {
    for (mlir::Operation *user : output.getUsers()) {
      auto found = names.find(user);
      if (found != names.end() && !isGradientName(found->second))
        users.push_back(llvm::cast<NodeOp>(user));
    }
  }
  return users;
}

/// What has a gradient, and is no part of what has one, is the loss. Optimizers
/// of graphs fold the gradients of sums and means into constants, which leaves
/// its terms: it is the first scalar that all of them are a part of.
NodeOp LossFinder::findSum(bool mayBeOpen) {
  llvm::SmallVector<NodeOp> terms;
  for (NodeOp node : main.getNodes()) {
    if (!isDifferentiated(node))
      continue;
    llvm::SmallVector<NodeOp> users = forwardUsers(node);
    // Nothing is made of what is read for a gradient.
    bool isTerm = !users.empty() || isScalarFloat(node, /*mayBeOpen=*/true);
    if (isTerm && llvm::none_of(users, [&](NodeOp user) {
          return isDifferentiated(user);
        }))
      terms.push_back(node);
  }
  if (terms.empty())
    return {};
  llvm::DenseSet<mlir::Operation *> sums =
      nodesAfter(terms, [&](NodeOp node) { return forwardUsers(node); }).all;
  auto hasAll = [&](NodeOp node) {
    return node && isScalarFloat(node, mayBeOpen) && sums.contains(node);
  };
  NodeOp loss;
  for (NodeOp node : main.getNodes()) {
    if (!hasAll(node) || llvm::any_of(node.getInputs(), [&](mlir::Value input) {
          return hasAll(input.getDefiningOp<NodeOp>());
        }))
      continue;
    if (loss)
      return {};
    loss = node;
  }
  return loss;
}

/// The last scalar that has a gradient, but is no part of what has one: of
/// losses that are not added up, one.
NodeOp LossFinder::findDifferentiated(bool mayBeOpen) {
  NodeOp loss;
  for (NodeOp node : main.getNodes()) {
    if (!isDifferentiated(node) || !isScalarFloat(node, mayBeOpen))
      continue;
    if (llvm::none_of(node.getOutputs().front().getUsers(),
                      [&](auto *user) { return isDifferentiated(user); }))
      loss = node;
  }
  return loss;
}

NodeOp LossFinder::find(bool mayBeOpen) {
  NodeOp loss = findSum(mayBeOpen);
  return loss ? loss : findDifferentiated(mayBeOpen);
}

mlir::Value tensorflow::findLoss(graph::FunctionOp main,
                                 const graph::NodeReader &source) {
  LossFinder finder(main, source);
  NodeOp loss = finder.find(/*mayBeOpen=*/false);
  if (!loss)
    loss = finder.find(/*mayBeOpen=*/true);
  return loss ? loss.getOutputs().front() : mlir::Value();
}
