//===- Interpreter.h - Models run on types or as programs -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_ONNX_INTERPRETER_H
#define TRAINLINT_OPS_ONNX_INTERPRETER_H

#include "Diagnostics/Report.h"
#include "Dialect/Graph/IR/NodeReader.h"
#include "Ops/ONNX/Operators.h"

namespace trainlint::onnx {

/// A node that a program cannot have.
struct Unlowered {
  graph::NodeOp node;
  /// Empty for an operator that is not there.
  std::string reason;
};

/// Runs the nodes of a model, each once and after those that it needs: on
/// values of a program that is built, or on types alone, as its builder says.
/// Subgraphs and functions of the model are run where they are called.
class Interpreter {
public:
  /// Builds a program into the module.
  Interpreter(graph::ModelOp model, const graph::NodeReader &source,
              stablehlo::ForwardModule &module, ModelForm form);
  /// Computes types, and gives them to the values of the model.
  Interpreter(graph::ModelOp model, const graph::NodeReader &source,
              stablehlo::AbstractValues &values);

  /// Says what a value is, as an argument of the main graph.
  void write(mlir::Value value, Operand operand);
  /// Runs the initializers and nodes of the main graph. Fails after it has
  /// reported what is wrong; goes on with the nodes that do not need what
  /// failed.
  llvm::LogicalResult run(graph::FunctionOp main);
  /// What a value is; null if it was not computed.
  const Operand *find(mlir::Value value) const;
  /// The same for one that is used: nothing may be known of it where only types
  /// are computed. None if something that it needs failed.
  std::optional<Operand> read(mlir::Value value);
  /// A tensor as a value of the program: a weight as a parameter.
  mlir::Value materialize(const Operand &tensor, mlir::Location place);

  /// What no program can have, if only types are computed.
  llvm::ArrayRef<Unlowered> unlowered() const { return notLowered; }

private:
  class Subgraphs;
  /// What is known of a value between nodes, if only types are computed.
  struct Known {
    Operand operand;
    mlir::RankedTensorType type;
    std::shared_ptr<const stablehlo::Literal> literal;
    std::vector<Known> items;
  };

  void listFunctions();
  /// True if only types are computed and enough nodes have run for them: what
  /// is behind them is unknown.
  bool isSpent() const { return abstract && runBudget <= 0; }
  stablehlo::ProgramBuilder builderAt(mlir::Location place);
  llvm::LogicalResult addInitializer(graph::InitializerOp op);
  llvm::StringRef weightName(graph::InitializerOp op);
  llvm::LogicalResult runBlock(mlir::Block &block);
  llvm::LogicalResult runNode(graph::NodeOp node);
  llvm::FailureOr<llvm::SmallVector<Operand>> readInputs(graph::NodeOp node);
  llvm::LogicalResult runOperator(graph::NodeOp node,
                                  llvm::SmallVector<Operand> inputs,
                                  uint64_t readsBefore);
  llvm::LogicalResult runCall(graph::FunctionOp function, graph::NodeOp node,
                              llvm::ArrayRef<Operand> inputs);
  graph::FunctionOp calledFunction(graph::NodeOp node);
  llvm::ArrayRef<graph::NodeOp> orderOf(mlir::Block &block);
  llvm::LogicalResult runFunction(graph::FunctionOp function,
                                  graph::NodeOp node,
                                  llvm::ArrayRef<Operand> inputs,
                                  mlir::DictionaryAttr attributes);
  llvm::LogicalResult call(graph::NodeOp node, const OpDefinition &definition,
                           OpCall &op);
  /// The results of a block that ran, by its `graph.return`.
  llvm::FailureOr<llvm::SmallVector<Operand>> resultsOf(mlir::Block &block);
  llvm::LogicalResult report(graph::NodeOp node, OpCall &op);
  llvm::LogicalResult refuse(graph::NodeOp node, llvm::StringRef reason);
  Report mismatch(graph::NodeOp node, llvm::StringRef reason,
                  bool onlyAtRun = false);

  /// Says what an argument of a subgraph or a function is this time.
  void bind(mlir::Value argument, Operand operand);
  void setUnknown(graph::NodeOp node);
  bool takeItems(const Operand &operand);
  Known forget(Operand operand);
  Operand remember(const Known &known, mlir::Location place);
  mlir::DictionaryAttr attributesOf(graph::NodeOp node);
  int64_t versionOf(llvm::StringRef domain) const;

  graph::ModelOp model;
  const graph::NodeReader &source;
  /// Null if only types are computed.
  stablehlo::ForwardModule *module = nullptr;
  stablehlo::AbstractValues *abstract = nullptr;
  ModelForm form = ModelForm::Training;
  mlir::DictionaryAttr opsets;
  llvm::DenseMap<mlir::Value, Operand> values;
  llvm::DenseMap<mlir::Value, Known> known;
  /// How often a value that depends on data was read, if only types are
  /// computed.
  uint64_t dataReads = 0;
  /// The functions of the model by their names.
  llvm::StringMap<graph::FunctionOp> functions;
  /// The names of the initializers that are weights: those of several graphs
  /// may be called the same in the file.
  llvm::DenseMap<mlir::Operation *, llvm::StringRef> weightNames;
  /// The names that are taken, and the last number that was put behind each.
  llvm::StringMap<unsigned> takenNames;
  /// The attributes of the function that is called.
  mlir::DictionaryAttr arguments;
  /// The functions that run inside of each other.
  llvm::SmallVector<graph::FunctionOp> active;
  llvm::DenseMap<mlir::Block *, std::vector<graph::NodeOp>> orders;
  /// How many subgraphs and functions run inside of each other.
  unsigned depth = 0;
  /// Items of sequences that may still be copied, so that a model of lists does
  /// not take more than a multiple of its size.
  int64_t itemBudget = 1 << 18;
  /// Nodes of subgraphs and functions that may still run, if only types are
  /// computed: few functions that call each other often are many nodes.
  int64_t runBudget = 1 << 16;
  llvm::SmallVector<Unlowered> notLowered;
};

} // namespace trainlint::onnx

#endif // TRAINLINT_OPS_ONNX_INTERPRETER_H
