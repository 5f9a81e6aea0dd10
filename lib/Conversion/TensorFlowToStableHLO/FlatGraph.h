//===- FlatGraph.h - A graph without calls ----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Since TensorFlow 2 a training is a function that the main graph calls, and
// its model and gradients are functions of that one. What a loss consists of is
// followed through all of them, so the nodes of the functions take the places
// of the calls. They keep their names and places in the file.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_FLATGRAPH_H
#define TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_FLATGRAPH_H

#include "Conversion/TensorFlowToStableHLO/HostDevicePartition.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"

namespace trainlint::tensorflow {

/// What a graph is flattened for.
enum class FlatUse : uint8_t {
  /// A step: the nodes of a function wait for what its call waits for. A loop
  /// whose turns each take a batch from the host and train is one turn of it.
  Training,
  /// The model: nothing is written, so that nodes need only their inputs. Any
  /// loop that trains is one turn of it.
  Model,
};

/// The main graph of a model with the nodes of the functions that it calls.
class FlatGraph {
public:
  /// The model is copied if something has to be replaced in it.
  FlatGraph(graph::ModelOp model, const graph::NodeReader &source,
            const HostDevicePartition &partition, FlatUse use);

  graph::ModelOp getModel() const { return model; }
  /// Null if the model has none.
  graph::FunctionOp getMain() const { return main; }
  /// True for a node that has run when a call has, under the name of the call.
  bool isCallEnd(graph::NodeOp node) const { return callEnds.contains(node); }

  /// The node of a name; null if there is none. Nodes of the main graph go
  /// first; those of functions have the names that they have there, and
  /// `CALL/NODE` besides.
  graph::NodeOp findNode(llvm::StringRef name) const;
  /// The tensor of a name, `NODE` or `NODE:OUTPUT`, of a call what it returns;
  /// null if there is none.
  mlir::Value findTensor(llvm::StringRef name) const;
  /// How many tensors the node of a name gives; none if there is no such node.
  std::optional<size_t> outputCount(llvm::StringRef name) const;
  /// The name of a node, or one of others, that somebody who wrote another name
  /// may have meant; empty if none is like it.
  std::string nearName(llvm::StringRef name,
                       llvm::ArrayRef<llvm::StringRef> others = {}) const;

private:
  friend class CallFlattener;

  const llvm::StringMap<graph::NodeOp> &names() const;

  mlir::OwningOpRef<graph::ModelOp> copy;
  graph::ModelOp model;
  graph::FunctionOp main;
  const graph::NodeReader *source;
  /// The nodes that end calls; their inputs are what the calls return.
  llvm::DenseSet<mlir::Operation *> callEnds;
  /// The calls that nodes of functions come from, by their number.
  llvm::DenseMap<mlir::Operation *, unsigned> callOf;
  std::vector<std::string> callNames;
  mutable std::optional<llvm::StringMap<graph::NodeOp>> named;
};

} // namespace trainlint::tensorflow

#endif // TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_FLATGRAPH_H
