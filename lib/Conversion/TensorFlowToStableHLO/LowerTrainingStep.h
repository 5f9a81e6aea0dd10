//===- LowerTrainingStep.h - A training graph as a step ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_LOWERTRAININGSTEP_H
#define TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_LOWERTRAININGSTEP_H

#include "Dialect/Graph/IR/NodeReader.h"
#include "Dialect/Graph/Ops/OpRegistry.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace trainlint::tensorflow {

/// What a graph does not say of a step.
struct StepOptions {
  /// The node that does a step; found if empty.
  std::string trainOp;
  /// The node whose value is the loss; found if empty.
  std::string loss;
  /// The tensors that a model gives, `NODE` or `NODE:OUTPUT`; those that its
  /// loss compares with labels if empty.
  std::vector<std::string> outputs;
  /// Other names of tensors, such as signatures give them.
  llvm::StringMap<std::string> tensorNames;
  /// The shapes of inputs, by the name of the node; `NAME:1` is its second
  /// output.
  llvm::StringMap<llvm::SmallVector<int64_t>> inputShapes;
  /// The examples of one replica: the first size of inputs that leave it open.
  std::optional<int64_t> batchSize;
  /// The batch for which shapes were folded into constants, which stand for
  /// `batchSize` then.
  std::optional<int64_t> foldedBatch;
  /// How many replicas run the step; if it is not given, as many as the graph
  /// says.
  std::optional<int64_t> replicas;
  /// Inputs that are the same number in each step, by name as above.
  llvm::StringMap<double> feeds;
  /// What variables begin with that the graph does not initialize, or instead
  /// of what it gives them, by name: one number for all elements.
  llvm::StringMap<double> initialValues;
  /// True for variables that begin with values which the graph does not know:
  /// what is made up for them is never seen. May be null.
  std::function<bool(llvm::StringRef name)> isGiven;
};

/// Reads `NODE=SIZE,SIZE` into the shapes of inputs, as `parseNamedShape` does.
llvm::Error readInputShape(llvm::StringRef text, StepOptions &options);

/// Reads `NODE=NUMBER` into the feeds.
llvm::Error readFeed(llvm::StringRef text, StepOptions &options);

/// Reads `VARIABLE=NUMBER` into the initial values.
llvm::Error readInitialValue(llvm::StringRef text, StepOptions &options);

/// The training step of a TensorFlow graph as a module of StableHLO with the
/// functions @init and @main; docs/training-graphs.md shows its form. The
/// shapes of the model's values have been inferred.
///
/// Reports an error at each node that cannot be lowered, all of them at once,
/// and a warning for what the graph leaves open.
llvm::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>>
lowerTrainingStep(graph::ModelOp model, const graph::NodeReader &source,
                  tensorflow::OpRegistry &ops, const StepOptions &options);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_LOWERTRAININGSTEP_H
