//===- Interpreter.h - Keras models run on types or as programs -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_KERAS_INTERPRETER_H
#define TRAINLINT_OPS_KERAS_INTERPRETER_H

#include "Diagnostics/Report.h"
#include "Dialect/Graph/IR/NodeReader.h"
#include "Ops/Common/ForwardOptions.h"
#include "Ops/Keras/LayerCall.h"
#include "llvm/ADT/DenseSet.h"

namespace trainlint::keras {

/// A layer that a program cannot have.
struct Unlowered {
  graph::NodeOp node;
  /// Empty for a class that is not there.
  std::string reason;
};

/// Runs the layers of a model, each call once and after those that it needs: on
/// values of a program that is built, or on types alone. Models in the model
/// are run where they are called.
class Interpreter {
public:
  /// Makes a value for an input of the model, of the type that it declares.
  using InputMaker = llvm::function_ref<llvm::FailureOr<mlir::Value>(
      llvm::StringRef name, mlir::Type type, mlir::Location place)>;

  /// Builds a program into the module.
  Interpreter(graph::ModelOp model, const graph::NodeReader &source,
              stablehlo::ForwardModule &module, ModelForm form);
  /// Computes types, and gives them to the values of the model.
  Interpreter(graph::ModelOp model, const graph::NodeReader &source,
              stablehlo::AbstractValues &values);

  /// What the model returns. Fails after it has reported what is wrong; goes on
  /// with the layers that do not need what failed.
  llvm::FailureOr<Values> run(graph::FunctionOp main, InputMaker makeInput);

  /// What no program can have, if only types are computed.
  llvm::ArrayRef<Unlowered> unlowered() const { return notLowered; }

private:
  /// Where a layer is called.
  struct CallSite {
    /// The names of the models around it, each with a slash.
    std::string path;
    unsigned depth = 0;
    bool isTraining = true;
    bool isTrainable = true;
    /// False of a function that ran before: its nodes have types, and what is
    /// wrong with them was reported.
    bool isFirst = true;
  };

  /// What the values of a function are in one call of it.
  class Frame;

  llvm::FailureOr<Values> runFunction(graph::FunctionOp function,
                                      const Values &arguments, CallSite site);
  /// What a call gives; values that are null are unknown. Fails after it has
  /// reported why.
  llvm::FailureOr<Values> runNode(graph::NodeOp node, const Values &inputs,
                                  const CallSite &site);
  llvm::FailureOr<Values> runInput(graph::NodeOp node, const Values &inputs,
                                   llvm::StringRef path,
                                   mlir::DictionaryAttr settings);
  llvm::FailureOr<Values> runLayer(graph::NodeOp node, const Values &inputs,
                                   const CallSite &site,
                                   const std::string &path,
                                   mlir::DictionaryAttr settings);
  llvm::FailureOr<Values> runModel(graph::NodeOp node, llvm::StringRef name,
                                   const std::string &path,
                                   const Values &inputs, CallSite site);
  /// The name of a layer with those of the models around it; fails if another
  /// layer has it.
  llvm::FailureOr<std::string> pathOf(graph::NodeOp node, const CallSite &site);
  llvm::LogicalResult report(graph::NodeOp node, const LayerCall &call,
                             bool isFirst);
  llvm::LogicalResult refuse(graph::NodeOp node, llvm::StringRef path,
                             llvm::StringRef reason);
  void setWeights(graph::NodeOp node, const WeightCount &count);

  graph::ModelOp model;
  const graph::NodeReader &source;
  ModelForm form = ModelForm::Training;
  LayerContext context;
  InputMaker makeInput;
  /// Layers by their paths.
  llvm::StringMap<graph::NodeOp> layers;
  /// The last number behind a path that several layers would have, and that of
  /// each of them.
  llvm::StringMap<unsigned> lastNumbers;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
  /// Functions that ran, if only types are computed.
  llvm::DenseSet<mlir::Operation *> typed;
  /// Calls that may still run, if only types are computed: models that call
  /// the model in them twice have more than anyone waits for.
  int64_t runBudget = 1 << 16;
  llvm::SmallVector<Unlowered> notLowered;
};

/// The type of an input without a `dtype`: what Keras takes then.
mlir::Type withDefaultElement(mlir::Type type);

} // namespace trainlint::keras

#endif // TRAINLINT_OPS_KERAS_INTERPRETER_H
