//===- StepValue.h - Values of a graph in a program -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_TENSORFLOW_STEPVALUE_H
#define TRAINLINT_OPS_TENSORFLOW_STEPVALUE_H

#include "Dialect/Graph/IR/Graph.h"
#include <memory>

namespace trainlint::tensorflow {

/// A variable of a graph while the program is built.
struct Variable {
  /// The node that makes it; in a function that is the main graph, its
  /// argument.
  graph::NodeOp node;
  std::string name;
  mlir::RankedTensorType type;
  /// What it holds where the program has got to; null before the first use.
  mlir::Value current;
};

struct StepValue;

/// A tensor array or a stack. Which elements it has is known when the program
/// is built, as loops over them are unrolled.
struct Sequence {
  /// Of an array; null where nothing was written.
  llvm::SmallVector<mlir::Value> elements;
  /// Of a stack.
  std::vector<StepValue> pushed;
  /// The gradients of an array, by the name of their source.
  llvm::SmallVector<std::pair<std::string, std::shared_ptr<Sequence>>, 1>
      gradients;
  /// Gradients that are written to one place are summed up.
  bool sumsUp = false;
};

/// What has to hold for a value to be there: the branch of a condition.
struct Guard {
  mlir::Value predicate;
  bool holds;
  bool operator==(const Guard &other) const = default;
};

/// A value of the graph. At most one of the first four is there.
struct StepValue {
  enum class State : uint8_t {
    /// It could not be lowered, which was reported.
    Failed,
    /// It is on a branch that is not taken, whatever is computed.
    Dead,
    Live,
  };

  /// Computed by the program.
  mlir::Value tensor;
  /// Known when the program is built.
  mlir::DenseElementsAttr constant;
  Variable *variable = nullptr;
  std::shared_ptr<Sequence> sequence;
  llvm::SmallVector<Guard, 0> guards;
  State state = State::Failed;

  /// Of a tensor with a number of rows that only a run knows: which of its rows
  /// are there, a boolean for each. The others hold anything.
  mlir::Value present;
  /// Of numbers of such rows: `present` of the tensor whose rows they are.
  mlir::Value rowsOf;
  /// The node to which it is due that rows may be missing.
  graph::NodeOp maker;
  /// Of numbers of rows that have each number below it; 0 if that is not known.
  int64_t segments = 0;

  /// True if what it says depends on how many rows there are.
  bool isPartial() const { return present || rowsOf; }

  static StepValue live() {
    StepValue value;
    value.state = State::Live;
    return value;
  }
  static StepValue dead() {
    StepValue value;
    value.state = State::Dead;
    return value;
  }
  static StepValue of(mlir::Value tensor) {
    StepValue value = live();
    value.tensor = tensor;
    return value;
  }
  static StepValue of(mlir::DenseElementsAttr constant) {
    StepValue value = live();
    value.constant = constant;
    return value;
  }
  bool isLive() const { return state == State::Live; }
  bool isTensor() const { return tensor || constant || variable; }
};

} // namespace trainlint::tensorflow

#endif // TRAINLINT_OPS_TENSORFLOW_STEPVALUE_H
