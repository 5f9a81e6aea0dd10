//===- Passes.h - The checks on graphs --------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_CHECKS_PASSES_H
#define TRAINLINT_DIALECT_GRAPH_CHECKS_PASSES_H

#include "Device/Target.h"
#include "Dialect/Graph/IR/NodeReader.h"
#include "Dialect/Graph/Ops/OpRegistry.h"
#include "Dialect/Graph/Shapes/PartialShape.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace trainlint::graph {

class OpUses;

/// Gives the values of a model their types, and reports what contradicts
/// itself, by what the operators of its framework mean. They are defined above
/// this library.
using InferModelTypes = void (*)(ModelOp model, const NodeReader &source,
                                 GivenShapes given);

/// The nodes of a training step of TensorFlow for which there is no lowering.
using FindUnlowered = llvm::SmallVector<NodeOp> (*)(
    ModelOp model, const OpUses &uses, const NodeReader &source,
    tensorflow::OpRegistry &ops);

/// The models whose types were inferred from what they say themselves.
using InferredModels = llvm::SmallPtrSet<mlir::Operation *, 1>;

/// What the checks read beside the graph. Never null while checks run.
struct CheckContext {
  const Tables *tables = &Tables::builtIn();
  /// Gives the names, attributes and places of the nodes.
  const NodeReader *source = nullptr;
  /// The ops of TensorFlow.
  tensorflow::OpRegistry *ops = nullptr;
  Target target;
  TrainingValues values;
  /// The models whose types were inferred by somebody; null if nobody else asks
  /// for them.
  InferredModels *inferred = nullptr;
  /// Null if nothing is to be inferred.
  InferModelTypes inferTypes = nullptr;
  /// Null if nobody wants to know.
  FindUnlowered findUnlowered = nullptr;
};

/// Adds all checks on `graph.model` ops, in the order in which one finding
/// takes precedence over another.
void addChecks(mlir::OpPassManager &manager, const CheckContext &context);

/// Registers each check with MLIR under its own name, and all of them as the
/// pipeline `graph-checks`. The context has to live as long as the passes that
/// are created.
void registerChecks(const CheckContext &context);

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_CHECKS_PASSES_H
