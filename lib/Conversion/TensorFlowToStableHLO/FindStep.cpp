//===- FindStep.cpp - What of a graph is a training step ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TensorFlowToStableHLO/FindStep.h"
#include "Conversion/TensorFlowToStableHLO/ProgramFunctions.h"
#include "Diagnostics/Messages/Lowering.h"
#include "Dialect/Graph/Checks/Computation.h"
#include "Dialect/Graph/IR/FunctionTable.h"
#include "Support/LLVM.h"
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
  StepFinder(graph::ModelOp model, const graph::NodeReader &source,
             const HostDevicePartition &partition)
      : model(model), modelFunctions(model), source(source),
        partition(partition) {
    for (graph::FunctionOp function : model.getFunctions()) {
      if (function.isMain())
        main = function;
    }
  }

  llvm::FailureOr<FoundStep> find(const StepOptions &options);

private:
  mlir::Location graphLocation();
  bool hasNames(const StepOptions &options,
                const llvm::StringMap<NodeOp> &named);
  llvm::SmallVector<NodeOp> findUpdates();
  bool trains(NodeOp node);
  bool trains(mlir::Attribute called);
  bool trains(graph::FunctionOp function);
  void addWaiting(llvm::ArrayRef<NodeOp> updates,
                  llvm::SmallVectorImpl<NodeOp> &roots);

  graph::ModelOp model;
  graph::FunctionTable modelFunctions;
  const graph::NodeReader &source;
  const HostDevicePartition &partition;
  graph::FunctionOp main;
  llvm::DenseMap<mlir::Operation *, bool> functionTrains;
};
} // namespace

/// Where something is said of the whole graph: at its first node.
mlir::Location StepFinder::graphLocation() {
  if (main) {
    for (NodeOp node : main.getNodes())
      return source.location(node, graph::NodePart::Name);
  }
  return model.getLoc();
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

bool StepFinder::trains(graph::FunctionOp function) {
  auto [known, isNew] = functionTrains.try_emplace(function, false);
  if (!isNew)
    return known->second;
  bool found = false;
  for (NodeOp node : function.getNodes())
    found |= trains(node);
  return functionTrains[function] = found;
}

bool StepFinder::trains(mlir::Attribute called) {
  if (auto list = llvm::dyn_cast_or_null<mlir::ArrayAttr>(called))
    return llvm::any_of(list,
                        [&](mlir::Attribute each) { return trains(each); });
  auto name = llvm::dyn_cast_or_null<graph::FunctionAttr>(called);
  graph::FunctionOp function =
      name ? modelFunctions.lookup(name.getName()) : graph::FunctionOp();
  return function && trains(function);
}

/// True if a node updates variables by itself, or in a function that it calls:
/// a step may be the body of a loop.
bool StepFinder::trains(NodeOp node) {
  StringRef op = node.getOpName();
  if (graph::isOptimizerUpdate(op))
    return true;
  llvm::ArrayRef<llvm::StringLiteral> attributes =
      graph::functionAttributes(op);
  if (attributes.empty()) {
    graph::FunctionOp called = modelFunctions.lookup(op);
    return called && trains(called);
  }
  return llvm::any_of(attributes, [&](StringRef attribute) {
    return trains(source.attribute(node, attribute));
  });
}

llvm::SmallVector<NodeOp> StepFinder::findUpdates() {
  llvm::SmallVector<NodeOp> updates;
  for (NodeOp node : main.getNodes()) {
    if (trains(node))
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
  llvm::DenseMap<mlir::Operation *, unsigned> reachedBy;
  for (NodeOp update : updates) {
    llvm::SmallVector<NodeOp> pending = {update};
    llvm::DenseSet<mlir::Operation *> seen;
    while (!pending.empty()) {
      for (mlir::Operation *user : pending.pop_back_val()->getUsers()) {
        auto node = llvm::dyn_cast<NodeOp>(user);
        if (!node || partition.placementOf(node) != Placement::Computed ||
            !seen.insert(node).second)
          continue;
        ++reachedBy[node];
        pending.push_back(node);
      }
    }
  }
  for (NodeOp node : main.getNodes()) {
    bool waits = node.is("NoOp") || isWriteOp(node.getOpName());
    if (waits && reachedBy.lookup(node) == updates.size())
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

/// Reports names of the options that the graph does not have.
bool StepFinder::hasNames(const StepOptions &options,
                          const llvm::StringMap<NodeOp> &named) {
  llvm::StringSet<> variables;
  for (NodeOp node : main.getNodes()) {
    if (makesVariable(node, source))
      variables.insert(variableName(node, source));
  }
  bool hasAll = true;
  for (StringRef name : sortedNames(options.inputShapes)) {
    if (named.contains(name.split(':').first))
      continue;
    (void)diag::NameNotInGraph::node(graphLocation(), name, "--input-shape");
    hasAll = false;
  }
  for (StringRef name : sortedNames(options.feeds)) {
    if (named.contains(name.split(':').first))
      continue;
    (void)diag::NameNotInGraph::node(graphLocation(), name, "--feed");
    hasAll = false;
  }
  for (StringRef name : sortedNames(options.initialValues)) {
    if (variables.contains(name))
      continue;
    (void)diag::NameNotInGraph::variable(graphLocation(), name, "--initial");
    hasAll = false;
  }
  return hasAll;
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

llvm::FailureOr<FoundStep> StepFinder::find(const StepOptions &options) {
  if (!main)
    return diag::NoTrainingStep::graph(graphLocation());
  llvm::StringMap<NodeOp> named;
  bool isFunction = false;
  for (NodeOp node : main.getNodes()) {
    named[source.name(node)] = node;
    isFunction |= node.is("_Retval") || node.is("_Arg");
  }
  if (!hasNames(options, named))
    return llvm::failure();
  FoundStep found;
  if (!options.trainOp.empty()) {
    NodeOp node = named.lookup(options.trainOp);
    if (!node)
      return diag::NameNotInGraph::node(graphLocation(), options.trainOp,
                                        "--train-op");
    found.roots.push_back(node);
  } else {
    found.roots = findUpdates();
    if (found.roots.empty())
      return diag::NoTrainingStep::update(graphLocation());
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
    auto [name, number] = StringRef(options.loss).split(':');
    NodeOp node = named.lookup(name);
    unsigned output = 0;
    if (!node || (!number.empty() && number.getAsInteger(10, output)) ||
        output >= node.getOutputs().size())
      return diag::NameNotInGraph::node(graphLocation(), options.loss,
                                        "--loss");
    found.loss = node.getOutputs()[output];
  }
  return found;
}

llvm::FailureOr<FoundStep>
tensorflow::findStep(graph::ModelOp model, const graph::NodeReader &source,
                     const HostDevicePartition &partition,
                     const StepOptions &options) {
  return StepFinder(model, source, partition).find(options);
}
