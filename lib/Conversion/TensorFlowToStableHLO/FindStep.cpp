//===- FindStep.cpp - What of a graph is a training step ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/FindStep.h"
#include "Conversion/TensorFlowToStableHLO/CalledFunctions.h"
#include "Conversion/TensorFlowToStableHLO/NodesAfter.h"
#include "Conversion/TensorFlowToStableHLO/ProgramFunctions.h"
#include "Diagnostics/Messages/Lowering.h"
#include "Support/LLVM.h"
#include "Support/Text.h"
#include "llvm/ADT/StringSet.h"

using namespace trainlint;
using namespace trainlint::tensorflow;
using graph::NodeOp;

bool tensorflow::usesOp(graph::ModelOp model, StringRef op) {
  for (graph::FunctionOp function : model.getFunctions()) {
    for (NodeOp node : function.getNodes()) {
      if (node.is(op))
        return true;
    }
  }
  return false;
}

namespace {
class StepFinder {
public:
  StepFinder(const FlatGraph &flat, const graph::NodeReader &source,
             const HostDevicePartition &partition)
      : flat(flat), functions(flat.getModel(), source, partition),
        source(source), partition(partition), main(flat.getMain()) {}

  llvm::FailureOr<FoundStep> find(const StepOptions &options);

private:
  Report reportName(StringRef name, StringRef option) {
    return reportUnknownName(flat, source, name, option);
  }
  llvm::SmallVector<NodeOp> findUpdates();
  void addWaiting(llvm::ArrayRef<NodeOp> updates,
                  llvm::SmallVectorImpl<NodeOp> &roots);

  const FlatGraph &flat;
  CalledFunctions functions;
  const graph::NodeReader &source;
  const HostDevicePartition &partition;
  graph::FunctionOp main;
};
} // namespace

/// Where something is said of the whole graph: at its first node.
static mlir::Location locationOf(const FlatGraph &flat,
                                 const graph::NodeReader &source) {
  if (graph::FunctionOp main = flat.getMain()) {
    for (NodeOp node : main.getNodes())
      return source.location(node, graph::NodePart::Name);
  }
  return flat.getModel().getLoc();
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

/// Of nodes that update variables by themselves, or in a function that they
/// branch to or loop over: a step may be the body of a loop.
llvm::SmallVector<NodeOp> StepFinder::findUpdates() {
  llvm::SmallVector<NodeOp> updates;
  for (NodeOp node : main.getNodes()) {
    if (functions.trains(node))
      updates.push_back(node);
  }
  return updates;
}

static bool isWriteOp(StringRef op) {
  return op.starts_with("Assign") || op.starts_with("Scatter") ||
         op.starts_with("ResourceScatter");
}

/// Adds what runs after all updates, such as the counter of steps and the node
/// that groups them.
void StepFinder::addWaiting(llvm::ArrayRef<NodeOp> updates,
                            llvm::SmallVectorImpl<NodeOp> &roots) {
  NodesAfter after = nodesAfter(updates, [&](NodeOp node) {
    llvm::SmallVector<NodeOp> users;
    for (mlir::Operation *user : node->getUsers()) {
      auto next = llvm::dyn_cast<NodeOp>(user);
      if (next && partition.placementOf(next) == Placement::Computed)
        users.push_back(next);
    }
    return users;
  });
  for (NodeOp node : main.getNodes()) {
    // A function that trains runs as a whole.
    bool trained = flat.isCallEnd(node) && after.any.contains(node);
    bool waits = node.is("NoOp") || isWriteOp(node.getOpName());
    if (trained || (waits && after.all.contains(node)))
      roots.push_back(node);
  }
}

//===----------------------------------------------------------------------===//
// Names of options
//===----------------------------------------------------------------------===//

template <typename T>
static llvm::SmallVector<StringRef> sortedNames(const llvm::StringMap<T> &map) {
  auto names = llvm::to_vector(map.keys());
  llvm::sort(names);
  return names;
}

Report tensorflow::reportUnknownName(const FlatGraph &flat,
                                     const graph::NodeReader &source,
                                     StringRef name, StringRef option,
                                     llvm::ArrayRef<StringRef> others) {
  Report report =
      diag::NameNotInGraph::node(locationOf(flat, source), name, option);
  auto [node, number] = name.rsplit(':');
  if (std::optional<size_t> count = flat.outputCount(node)) {
    report.help("`" + node + "` has " + pluralize(*count, "output"));
    return report;
  }
  std::string near = flat.nearName(node, others);
  if (!near.empty())
    report.help("did you mean `" + near + (number.empty() ? "" : ":") + number +
                "`?");
  return report;
}

bool tensorflow::hasNames(const FlatGraph &flat,
                          const graph::NodeReader &source,
                          const StepOptions &options) {
  graph::FunctionOp main = flat.getMain();
  llvm::StringSet<> variables;
  for (NodeOp node : main.getNodes()) {
    if (makesVariable(node, source))
      variables.insert(variableName(node, source));
  }
  bool hasAll = true;
  auto requireNodes = [&](llvm::ArrayRef<StringRef> names, StringRef option) {
    for (StringRef name : names) {
      if (flat.findNode(name.split(':').first))
        continue;
      (void)reportUnknownName(flat, source, name, option);
      hasAll = false;
    }
  };
  requireNodes(sortedNames(options.inputShapes), "--input-shape");
  requireNodes(sortedNames(options.feeds), "--feed");
  for (StringRef name : sortedNames(options.initialValues)) {
    if (variables.contains(name))
      continue;
    (void)diag::NameNotInGraph::variable(locationOf(flat, source), name,
                                         "--initial");
    hasAll = false;
  }
  return hasAll;
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

llvm::FailureOr<FoundStep> StepFinder::find(const StepOptions &options) {
  if (!main)
    return diag::NoTrainingStep::graph(locationOf(flat, source));
  bool isFunction = false;
  for (NodeOp node : main.getNodes())
    isFunction |= node.is("_Retval") || node.is("_Arg");
  if (!hasNames(flat, source, options))
    return llvm::failure();
  FoundStep found;
  if (!options.trainOp.empty()) {
    NodeOp node = flat.findNode(options.trainOp);
    if (!node)
      return reportName(options.trainOp, "--train-op");
    found.roots.push_back(node);
  } else {
    found.roots = findUpdates();
    if (found.roots.empty())
      return diag::NoTrainingStep::update(locationOf(flat, source));
    llvm::SmallVector<NodeOp> updates = found.roots;
    addWaiting(updates, found.roots);
    // What was a function is run as a whole.
    for (NodeOp node : main.getNodes()) {
      if (isFunction && isWriteOp(node.getOpName()))
        found.roots.push_back(node);
    }
  }
  if (options.loss.empty()) {
    found.loss = findLoss(main, source);
  } else {
    found.loss = flat.findTensor(options.loss);
    if (!found.loss || !found.loss.getDefiningOp<NodeOp>())
      return reportName(options.loss, "--loss");
  }
  return found;
}

llvm::FailureOr<FoundStep>
tensorflow::findStep(const FlatGraph &flat, const graph::NodeReader &source,
                     const HostDevicePartition &partition,
                     const StepOptions &options) {
  return StepFinder(flat, source, partition).find(options);
}
