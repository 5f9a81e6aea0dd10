//===- ShapeInference.h - Shapes that follow from a graph -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_SHAPES_SHAPEINFERENCE_H
#define TRAINLINT_DIALECT_GRAPH_SHAPES_SHAPEINFERENCE_H

#include "Dialect/Graph/IR/FunctionTable.h"
#include "Dialect/Graph/IR/NodeReader.h"
#include "Dialect/Graph/Shapes/NodeNumbers.h"
#include "Dialect/Graph/Shapes/NodeShapes.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <deque>

namespace trainlint::graph {

/// What the types of values say before anything is inferred.
enum class GivenShapes : uint8_t {
  /// It holds, and what is inferred only adds to it.
  Keep,
  /// It is left out, so that what is inferred can be compared with it.
  Ignore,
};

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
  ShapeInference(ModelOp model, const NodeReader &source,
                 GivenShapes given = GivenShapes::Keep);

  /// Infers all. To be called once.
  void run();

  /// Gives all values the types that follow.
  void apply();

private:
  struct NodeWork {
    uint16_t visits = 0;
    bool isQueued = false;
  };

  /// The functions that a node calls.
  struct Call {
    /// How the arguments of a function follow from the inputs.
    enum class Kind : uint8_t { Plain, Branches, Loop };
    Kind kind;
    llvm::SmallVector<FunctionOp, 2> functions;
  };

  void findCalls();
  void addCall(NodeOp node);
  void startFunction(FunctionOp function);
  void enqueueAll(FunctionOp function);
  void enqueue(NodeOp node);
  void visit(NodeOp node);
  /// False if the outputs cannot be told yet.
  bool visitCall(const Call &call, NodeShapes &node);
  bool visitMerge(NodeShapes &node);
  void passArguments(FunctionOp function,
                     llvm::ArrayRef<AbstractValue> arguments);
  void update(mlir::Value value, AbstractValue state);
  /// Null for what is no output of a node and no argument of a function.
  const AbstractValue *find(mlir::Value value) const;
  AbstractValue stateOf(mlir::Value value) const;
  AbstractValue unknown() const;

  ModelOp model;
  FunctionTable modelFunctions;
  const NodeReader &source;
  GivenShapes given;
  ShapeAttr unranked;
  ShapeRules rules;
  llvm::DenseMap<mlir::StringAttr, ShapeRule> ruleOfOp;
  llvm::DenseMap<mlir::Operation *, Call> calls;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<NodeOp, 2>> callers;
  NodeNumbers numbers;
  /// By the number of the output.
  std::vector<AbstractValue> outputStates;
  llvm::DenseMap<mlir::Value, AbstractValue> argumentStates;
  /// By the number of the node.
  std::vector<NodeWork> work;
  std::deque<NodeOp> queue;
};

/// The models whose shapes were inferred from what they say themselves.
using InferredModels = llvm::SmallPtrSet<mlir::Operation *, 1>;

/// Infers and applies the shapes of a model that is not among the `inferred`,
/// which it joins unless the inference is cancelled.
void inferShapes(ModelOp model, const NodeReader &source,
                 InferredModels &inferred);

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_SHAPES_SHAPEINFERENCE_H
