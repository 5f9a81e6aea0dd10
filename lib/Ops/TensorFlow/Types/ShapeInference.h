//===- ShapeInference.h - Shapes that follow from a graph -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_TENSORFLOW_TYPES_SHAPEINFERENCE_H
#define TRAINLINT_OPS_TENSORFLOW_TYPES_SHAPEINFERENCE_H

#include "Dialect/Graph/IR/FunctionTable.h"
#include "Dialect/Graph/IR/NodeReader.h"
#include "Ops/TensorFlow/Types/NodeNumbers.h"
#include "Ops/TensorFlow/Types/NodeShapes.h"
#include "Ops/TensorFlow/Types/TypeRunner.h"
#include <deque>

namespace trainlint::tensorflow {

/// Infers the shapes of the values of a TensorFlow model, through loops,
/// branches and calls of functions, whatever the order of the nodes is.
///
/// Every value starts as not reached, and only loses of what is known of it: a
/// merge is what its inputs have in common, first of those that were reached
/// only. So what is known in the end holds for any trip count of a loop.
/// A function is inferred once, with what its calls have in common. The time is
/// linear in the number of nodes, as each is looked at a bounded number of
/// times.
class ShapeInference {
public:
  ShapeInference(graph::ModelOp model, const graph::NodeReader &source,
                 graph::GivenShapes given);

  /// Infers all. To be called once.
  void run();

  /// Gives all values the types that follow.
  void apply();

private:
  struct NodeWork {
    uint16_t visits = 0;
    bool isQueued = false;
  };

  /// How the types of an op follow: by a rule of its own if no step computes
  /// it, by what it means if one does. Null of others.
  struct OpTypes {
    ShapeRule rule = nullptr;
    const OpMeaning *meaning = nullptr;
  };

  /// The functions that a node calls.
  struct Call {
    /// How the arguments of a function follow from the inputs.
    enum class Kind : uint8_t { Plain, Branches, Loop };
    Kind kind;
    llvm::SmallVector<graph::FunctionOp, 2> functions;
  };

  void findCalls();
  void addCall(graph::NodeOp node);
  void startFunction(graph::FunctionOp function);
  void enqueueAll(graph::FunctionOp function);
  void enqueue(graph::NodeOp node);
  void visit(graph::NodeOp node);
  void setMismatch(graph::NodeOp node, std::string mismatch);
  /// False if the outputs cannot be told yet.
  bool visitCall(const Call &call, NodeShapes &node);
  bool visitMerge(NodeShapes &node);
  void passArguments(graph::FunctionOp function,
                     llvm::ArrayRef<graph::AbstractValue> arguments);
  void update(mlir::Value value, graph::AbstractValue state);
  /// Null for what is no output of a node and no argument of a function.
  const graph::AbstractValue *find(mlir::Value value) const;
  graph::AbstractValue stateOf(mlir::Value value) const;
  graph::AbstractValue unknown() const;

  graph::ModelOp model;
  graph::FunctionTable modelFunctions;
  const graph::NodeReader &source;
  graph::GivenShapes given;
  graph::ShapeAttr unranked;
  ShapeRules rules;
  llvm::DenseMap<mlir::StringAttr, OpTypes> typesOfOp;
  TypeRunner runner;
  /// By the node that contradicts itself, by what is known of its inputs now.
  llvm::DenseMap<mlir::Operation *, std::string> mismatches;
  llvm::DenseMap<mlir::Operation *, Call> calls;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<graph::NodeOp, 2>>
      callers;
  NodeNumbers numbers;
  /// By the number of the output.
  std::vector<graph::AbstractValue> outputStates;
  llvm::DenseMap<mlir::Value, graph::AbstractValue> argumentStates;
  /// By the number of the node.
  std::vector<NodeWork> work;
  std::deque<graph::NodeOp> queue;
};

/// Infers and applies the shapes of a model.
void inferTypes(graph::ModelOp model, const graph::NodeReader &source,
                graph::GivenShapes given);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_OPS_TENSORFLOW_TYPES_SHAPEINFERENCE_H
