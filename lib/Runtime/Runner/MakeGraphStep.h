//===- MakeGraphStep.h - The step of a graph of any framework ---*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_RUNNER_MAKEGRAPHSTEP_H
#define TRAINLINT_RUNTIME_RUNNER_MAKEGRAPHSTEP_H

#include "Conversion/TrainingSettings/TrainingSettings.h"
#include "Driver/Graphs/GraphCompilation.h"
#include "Runtime/Runner/GraphTraining.h"
#include "Tables/Tables.h"
#include "llvm/ADT/StringMap.h"

namespace trainlint::run {

/// What a graph is trained with, from whoever says it.
struct StepRequest {
  const GraphTrainingOptions &options;
  const Tables &tables;
  /// What graphs without gradients are trained with.
  const TrainingSettings &given;
  /// Examples of one step on all replicas together.
  std::optional<int64_t> batchSize;
  int64_t replicas = 1;
};

/// What is made of a graph.
struct GraphStep {
  /// False if something of it cannot be made.
  bool isWhole = false;
  /// The step, or the forward module.
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// As those of GraphTraining.
  std::vector<std::string> modelStates;
  std::map<std::string, std::string> restoredKeys;
  /// The states with the running means of those that have one, by their names.
  llvm::StringMap<std::string> means;
  /// Null if they are not wanted.
  mlir::OwningOpRef<mlir::ModuleOp> evaluation, prediction;
  /// What the input function of the graph does with bytes of images; none if
  /// there is none, or it does something else.
  std::optional<data::ImageScale> scale;
};

/// Makes the step of a graph, or its forward module if the options ask for
/// that. The graph is not to be used any more. A graph of TensorFlow holds its
/// training; models of Keras and ONNX get what they lack from the options, the
/// configuration and, of Keras, what the file says that they were compiled
/// with, in this order. What cannot be is written to `err`.
GraphStep makeGraphStep(GraphCompilation &graph, const StepRequest &request,
                        mlir::MLIRContext &context, llvm::raw_ostream &err);

} // namespace trainlint::run

#endif // TRAINLINT_RUNTIME_RUNNER_MAKEGRAPHSTEP_H
