//===- FindLoss.cpp - Which value of a graph is minimized -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// TensorFlow calls the gradient of a node `SCOPE/gradients/NODE_grad/...`, so
// names tell what was differentiated.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/FindStep.h"
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

namespace {
class LossFinder {
public:
  LossFinder(graph::FunctionOp main, const graph::NodeReader &source);

  NodeOp find(bool mayBeOpen);

private:
  bool isDifferentiated(mlir::Operation *node) const {
    return differentiated.contains(names.lookup(node));
  }
  /// Users of what a node computes, but for those that compute gradients.
  llvm::SmallVector<NodeOp> forwardUsers(NodeOp node) const;
  NodeOp findSum(bool mayBeOpen);
  NodeOp findDifferentiated(bool mayBeOpen);

  graph::FunctionOp main;
  llvm::StringSet<> differentiated;
  llvm::DenseMap<mlir::Operation *, std::string> names;
};
} // namespace

LossFinder::LossFinder(graph::FunctionOp main, const graph::NodeReader &source)
    : main(main) {
  for (NodeOp node : main.getNodes()) {
    std::string &name = names[node] = source.name(node);
    StringRef text = name;
    size_t begin = text.find("gradients");
    size_t end = text.rfind("_grad/");
    if (begin == StringRef::npos || end == StringRef::npos)
      continue;
    StringRef rest = text.slice(begin, end);
    size_t slash = rest.find('/');
    if (slash != StringRef::npos)
      differentiated.insert(rest.drop_front(slash + 1));
  }
}

llvm::SmallVector<NodeOp> LossFinder::forwardUsers(NodeOp node) const {
  llvm::SmallVector<NodeOp> users;
  for (mlir::Value output : node.getOutputs()) {
    for (mlir::Operation *user : output.getUsers()) {
      auto found = names.find(user);
      if (found != names.end() &&
          !StringRef(found->second).contains("gradients"))
        users.push_back(llvm::cast<NodeOp>(user));
    }
  }
  return users;
}

/// What has a gradient, and is no part of what has one, is the loss. Optimizers
/// of graphs fold the gradients of sums and means into constants, which leaves
/// its terms: it is the first scalar that all of them are a part of.
NodeOp LossFinder::findSum(bool mayBeOpen) {
  unsigned termCount = 0;
  llvm::DenseMap<mlir::Operation *, unsigned> termsOf;
  for (NodeOp node : main.getNodes()) {
    if (!isDifferentiated(node) ||
        llvm::any_of(forwardUsers(node),
                     [&](NodeOp user) { return isDifferentiated(user); }))
      continue;
    ++termCount;
    llvm::SmallVector<NodeOp> pending = {node};
    llvm::DenseSet<mlir::Operation *> seen = {node};
    while (!pending.empty()) {
      NodeOp next = pending.pop_back_val();
      ++termsOf[next];
      for (NodeOp user : forwardUsers(next))
        if (seen.insert(user).second)
          pending.push_back(user);
    }
  }
  auto hasAll = [&](NodeOp node) {
    return node && isScalarFloat(node, mayBeOpen) &&
           termsOf.lookup(node) == termCount;
  };
  NodeOp loss;
  for (NodeOp node : main.getNodes()) {
    if (termCount == 0 || !hasAll(node) ||
        llvm::any_of(node.getInputs(), [&](mlir::Value input) {
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
