//===- Interpreter.h - Runs nodes to build a program ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_INTERPRETER_H
#define TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_INTERPRETER_H

#include "Conversion/TensorFlowToStableHLO/HostDevicePartition.h"
#include "Conversion/TensorFlowToStableHLO/LoweringDiagnostics.h"
#include "Conversion/TensorFlowToStableHLO/NodeOrder.h"
#include "Dialect/Graph/IR/FunctionTable.h"
#include "Ops/TensorFlow/OpCall.h"

namespace trainlint::tensorflow {

/// What a run of nodes asks of the function that it builds.
class FunctionBuilder : public LoweringContext {
public:
  /// The variable that a node makes; null, which was reported, if nothing tells
  /// its shape.
  virtual Variable *variableOf(graph::NodeOp node) = 0;
  /// The value of a node that the host gives; failed if its shape is not known,
  /// which was reported. `rows` is its first size if the graph leaves it open.
  virtual StepValue fed(graph::NodeOp node, unsigned output,
                        std::optional<int64_t> rows = std::nullopt) = 0;
  /// What `IsVariableInitialized` gives.
  virtual bool isInitialized() const = 0;
  /// The values of all variables that were used, to go back to.
  virtual llvm::SmallVector<std::pair<Variable *, mlir::Value>>
  variableValues() = 0;
};

/// Runs the nodes of a graph as TensorFlow would, with tensors that are values
/// of a program or known numbers. What depends on known numbers only is done at
/// once: shapes are worked out, branches are chosen and loops are unrolled.
class Interpreter {
public:
  Interpreter(graph::ModelOp model, const HostDevicePartition &partition,
              const graph::NodeReader &source, LoweringDiagnostics &problems,
              FunctionBuilder &function, mlir::OpBuilder &builder);

  /// Runs what the roots need, and the roots. Values of the main graph that
  /// were computed before are not computed again.
  void run(llvm::ArrayRef<graph::NodeOp> roots);

  /// The value of the main graph, after it was run; failed if it was not.
  StepValue valueOf(mlir::Value value) const;
  mlir::Value materialize(const StepValue &value, mlir::Location location);

private:
  using Environment = llvm::DenseMap<mlir::Value, StepValue>;

  /// A loop of `Enter`, `Merge`, `Switch`, `NextIteration` and `Exit`.
  struct Frame {
    std::string name;
    llvm::SmallVector<graph::NodeOp> nodes;
    llvm::SmallVector<graph::NodeOp> enters;
    Frame *parent = nullptr;
    unsigned depth = 0;
    bool hasRun = false;
  };

  /// Nodes in an order in which they can run: reads of variables before writes
  /// that do not come before them.
  llvm::SmallVector<graph::NodeOp> orderOf(llvm::ArrayRef<graph::NodeOp> roots);
  llvm::SmallVector<graph::NodeOp>
  neededFor(llvm::ArrayRef<graph::NodeOp> roots) const;
  graph::NodeOp placesProducer(mlir::Value operand) const;
  void waitForLoops(NodeOrder &order) const;
  void sortFrames(llvm::ArrayRef<graph::NodeOp> order);
  bool isWrite(graph::NodeOp node) const;
  void reportCycle(llvm::ArrayRef<graph::NodeOp> needed,
                   llvm::ArrayRef<graph::NodeOp> order);

  void runNodes(llvm::ArrayRef<graph::NodeOp> nodes);
  void runNode(graph::NodeOp node);
  void runLowering(graph::NodeOp node, llvm::MutableArrayRef<StepValue> inputs,
                   llvm::ArrayRef<Guard> guards);
  void runConstant(graph::NodeOp node, llvm::ArrayRef<Guard> guards);
  StepValue passOn(graph::NodeOp node, StepValue value,
                   llvm::ArrayRef<Guard> guards);
  mlir::DenseElementsAttr forBatch(mlir::DenseElementsAttr constant) const;
  void setOutputs(graph::NodeOp node, const StepValue &value);
  void setFailed(graph::NodeOp node);
  void reportNotTensor(graph::NodeOp node, unsigned input);
  /// Reports inputs with rows that may be missing; false if there are some.
  bool requireRows(graph::NodeOp node, llvm::ArrayRef<StepValue> inputs);
  StepValue fedValue(graph::NodeOp node, unsigned output) const;
  void report(graph::NodeOp node, const Problem &problem);
  mlir::Location locationOf(graph::NodeOp node);

  // Control flow.
  void runSwitch(graph::NodeOp node, llvm::ArrayRef<StepValue> inputs,
                 llvm::ArrayRef<Guard> guards);
  void runMerge(graph::NodeOp node);
  graph::FunctionOp calledFunction(graph::NodeOp node,
                                   llvm::StringRef attribute);
  void reportUndefinedFunction(graph::NodeOp node, llvm::StringRef attribute);
  /// Reports that a function cannot be run, unless that was said of a node in
  /// it.
  void reportFunction(graph::NodeOp node, graph::FunctionOp called);
  /// Runs a function in an environment of its own; false if it failed.
  bool runFunction(graph::FunctionOp function,
                   llvm::ArrayRef<StepValue> arguments,
                   llvm::SmallVectorImpl<StepValue> &results);
  void runCall(graph::NodeOp node, graph::FunctionOp function,
               llvm::ArrayRef<StepValue> inputs, llvm::ArrayRef<Guard> guards);
  void runIf(graph::NodeOp node, llvm::ArrayRef<StepValue> inputs,
             llvm::ArrayRef<Guard> guards);
  void runWhile(graph::NodeOp node, llvm::ArrayRef<StepValue> inputs,
                llvm::ArrayRef<Guard> guards);
  bool buildBranch(graph::NodeOp node, graph::FunctionOp function,
                   llvm::ArrayRef<StepValue> arguments, mlir::Region &region,
                   llvm::SmallVectorImpl<StepValue> &results,
                   llvm::DenseMap<Variable *, mlir::Value> &written);

  // Loops of single nodes.
  void findFrames(llvm::ArrayRef<graph::NodeOp> nodes);
  void runFrame(Frame &frame);

  graph::ModelOp model;
  graph::FunctionTable modelFunctions;
  const HostDevicePartition &partition;
  const graph::NodeReader &source;
  LoweringDiagnostics &problems;
  FunctionBuilder &function;
  mlir::OpBuilder &builder;
  /// The innermost environment is the last one.
  llvm::SmallVector<Environment> environments;
  llvm::DenseSet<mlir::Operation *> finished;
  std::vector<std::unique_ptr<Frame>> frames;
  llvm::DenseMap<mlir::Operation *, Frame *> frameOf;
  llvm::DenseMap<mlir::Operation *, Frame *> enteredFrame;
  Frame *currentFrame = nullptr;
  unsigned depth = 0;
};

} // namespace trainlint::tensorflow

#endif // TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_INTERPRETER_H
