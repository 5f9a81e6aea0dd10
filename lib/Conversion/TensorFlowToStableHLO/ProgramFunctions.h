//===- ProgramFunctions.h - The functions of a step -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_PROGRAMFUNCTIONS_H
#define TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_PROGRAMFUNCTIONS_H

#include "Conversion/TensorFlowToStableHLO/EvaluationForm.h"
#include "Conversion/TensorFlowToStableHLO/Interpreter.h"
#include "Conversion/TensorFlowToStableHLO/LowerTrainingStep.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <deque>

namespace trainlint::tensorflow {

/// What all parts of a lowering use.
struct StepContext {
  graph::ModelOp model;
  const graph::NodeReader &source;
  const HostDevicePartition &partition;
  const StepOptions &options;
  LoweringDiagnostics &problems;
  tensorflow::OpRegistry &ops;
};

/// The type that a node says its variable has; null if it leaves it open.
mlir::RankedTensorType variableType(graph::NodeOp node,
                                    const graph::NodeReader &source);

/// The name of a variable: nodes that share it have the same.
std::string variableName(graph::NodeOp node, const graph::NodeReader &source);

/// @init: the values that variables begin with.
class InitFunction final : public FunctionBuilder {
public:
  InitFunction(StepContext context, mlir::ModuleOp module);

  /// The initial value of a variable of the main graph. Where the graph gives
  /// none it is made up, for which `finish` warns. Null if its shape is not
  /// known or it cannot be lowered.
  mlir::Value initialValue(graph::NodeOp node);
  /// Returns the values of these variables.
  void finish(llvm::ArrayRef<Variable *> variables);

  mlir::Value read(Variable &variable) override;
  LogicalResult write(Variable &variable, mlir::Value value,
                      llvm::ArrayRef<Guard> guards) override;
  mlir::Value randomKey(stablehlo::ProgramBuilder &p) override;
  Variable *variableOf(graph::NodeOp node) override;
  StepValue fed(graph::NodeOp node, unsigned output,
                std::optional<int64_t> rows) override;
  bool isInitialized() const override { return true; }
  llvm::SmallVector<std::pair<Variable *, mlir::Value>>
  variableValues() override {
    return {};
  }

private:
  mlir::Value initializerOf(graph::NodeOp node);
  bool isInitializer(graph::NodeOp assign, graph::NodeOp variable);
  mlir::Value defaultInitialValue(graph::NodeOp node,
                                  mlir::RankedTensorType type);

  StepContext context;
  mlir::func::FuncOp function;
  mlir::OpBuilder builder;
  Interpreter interpreter;
  std::deque<Variable> variables;
  llvm::StringMap<mlir::Value> values;
  llvm::StringMap<bool> pending;
  llvm::SmallVector<graph::NodeOp> defaulted;
  uint64_t randomCount = 0;
};

/// What the function of a model gives.
struct ModelResult {
  mlir::Value value;
  llvm::StringRef role;
  std::string name;
};

/// @main, one step, or @forward, the model of it.
class MainFunction final : public FunctionBuilder {
public:
  MainFunction(StepContext context, mlir::ModuleOp module, InitFunction &init,
               int64_t replicas, bool sumsItself);
  /// @forward, in the form of evaluation.
  MainFunction(StepContext context, mlir::ModuleOp module, InitFunction &init,
               const EvaluationForm &form);

  mlir::OpBuilder &getBuilder() { return builder; }
  /// Puts arguments in order and returns the state and the loss, if there is
  /// one. To be called when all nodes have run.
  void finish(mlir::Value loss, llvm::StringRef lossName);
  /// The same for a model, of which variables are parameters. What the results
  /// do not need is left out, arguments included.
  void finishModel(llvm::MutableArrayRef<ModelResult> results);
  /// What the host gives.
  llvm::SmallVector<mlir::BlockArgument> inputArguments() const;
  /// The variables in the order of arguments and results.
  llvm::SmallVector<Variable *> state();

  mlir::Value read(Variable &variable) override;
  LogicalResult write(Variable &variable, mlir::Value value,
                      llvm::ArrayRef<Guard> guards) override;
  mlir::Value randomKey(stablehlo::ProgramBuilder &p) override;
  int64_t batchFor(int64_t size) const override;
  int64_t replicas() const override { return replicaCount; }
  mlir::Value meanGradient(stablehlo::ProgramBuilder &p,
                           mlir::Value gradient) override;
  mlir::Value sharedState(stablehlo::ProgramBuilder &p,
                          mlir::Value value) override;
  Variable *variableOf(graph::NodeOp node) override;
  StepValue fed(graph::NodeOp node, unsigned output,
                std::optional<int64_t> rows) override;
  bool isInitialized() const override { return true; }
  bool isEvaluation() const override { return form; }
  mlir::Value averageOf(mlir::Value value) override;
  llvm::SmallVector<std::pair<Variable *, mlir::Value>>
  variableValues() override;

private:
  struct Argument {
    llvm::StringRef role;
    std::string name;
    mlir::BlockArgument value;
    /// The place in the file, by which arguments of a role are sorted.
    unsigned order = 0;
    Variable *variable = nullptr;
  };

  mlir::DenseElementsAttr shapeOfText(graph::NodeOp node) const;
  mlir::BlockArgument addArgument(llvm::StringRef role, llvm::StringRef name,
                                  mlir::RankedTensorType type,
                                  graph::NodeOp node, Variable *variable);
  /// Returns the results. Each argument has its attributes.
  void finishFunction(llvm::ArrayRef<mlir::Value> results,
                      llvm::ArrayRef<mlir::Attribute> argumentAttributes,
                      llvm::ArrayRef<mlir::Attribute> resultAttributes);
  mlir::Value mean(stablehlo::ProgramBuilder &p, mlir::Value value);
  bool dependsOnBatch(mlir::Value value);
  /// Values that are arguments follow them.
  void sortArguments(llvm::ArrayRef<mlir::Value *> values);

  StepContext context;
  mlir::func::FuncOp function;
  mlir::OpBuilder builder;
  InitFunction &init;
  int64_t replicaCount;
  bool sumsItself;
  /// Null in a training.
  const EvaluationForm *form = nullptr;
  std::deque<Variable> variables;
  llvm::StringMap<Variable *> named;
  std::vector<Argument> arguments;
  llvm::DenseMap<mlir::Value, mlir::Value> inputs;
  llvm::DenseMap<mlir::Operation *, unsigned> orders;
  llvm::DenseMap<mlir::Operation *, bool> batchDependent;
  mlir::Value seed;
  uint64_t randomCount = 0;
};

} // namespace trainlint::tensorflow

#endif // TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_PROGRAMFUNCTIONS_H
