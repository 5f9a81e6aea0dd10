//===- ExampleAxes.h - Where the examples of a batch are --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Examples enter a model along dimension 0 of its inputs. In what it computes
// they may be elsewhere: behind the steps of sequences, or together with them
// in one dimension. Following the ops of the program tells.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_EXAMPLEAXES_H
#define TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_EXAMPLEAXES_H

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"

namespace trainlint::tensorflow {

/// A dimension of size `outer * batch * inner`, whose element at `i` belongs to
/// example `i / inner % batch`.
struct ExampleAxis {
  int64_t dimension = 0;
  int64_t outer = 1;
  int64_t inner = 1;

  bool operator==(const ExampleAxis &other) const {
    return dimension == other.dimension && outer == other.outer &&
           inner == other.inner;
  }
};

/// What is known of the examples of a value.
struct ExamplePlace {
  enum class Kind : uint8_t {
    /// It is the same for all batches.
    Constant,
    /// Each element belongs to one example.
    Axis,
    /// Examples are combined, or it cannot be told.
    Mixed,
  };
  Kind kind = Kind::Constant;
  ExampleAxis axis;
  /// The op that combines them; null if that is not known.
  mlir::Operation *mixer = nullptr;

  static ExamplePlace along(ExampleAxis axis) {
    return {Kind::Axis, axis, nullptr};
  }
  static ExamplePlace mixedBy(mlir::Operation *op) {
    return {Kind::Mixed, {}, op};
  }
};

/// Follows the examples of a batch through the ops of a block, as far as it has
/// been built.
class ExampleAxes {
public:
  explicit ExampleAxes(mlir::Block &block) : block(block) {}

  /// Says that dimension 0 of an argument runs over examples.
  void addInput(mlir::BlockArgument input);
  /// The size of a batch; 0 before there is an input.
  int64_t batchSize() const { return batch; }

  const ExamplePlace &placeOf(mlir::Value value);

private:
  void visit(mlir::Operation &op);
  ExamplePlace placeOfResult(mlir::Operation &op);
  /// What is known of operands that are combined element by element.
  ExamplePlace join(mlir::Operation &op, mlir::ValueRange operands);
  ExamplePlace placeOfReshape(mlir::Operation &op, const ExampleAxis &axis);
  ExamplePlace placeOfContraction(mlir::Operation &op);
  ExamplePlace placeOfGather(mlir::Operation &op);
  ExamplePlace placeOfMoved(mlir::Operation &op, const ExampleAxis &axis);
  bool isWhole(mlir::Value operand, mlir::Value result,
               const ExampleAxis &axis) const;

  mlir::Block &block;
  int64_t batch = 0;
  /// The last op that was visited.
  mlir::Operation *last = nullptr;
  llvm::DenseMap<mlir::Value, ExamplePlace> places;
};

/// A value with its examples along dimension 0. The dimension where they are is
/// left out if it has nothing else, and has what it has besides otherwise.
mlir::Value withExamplesFirst(stablehlo::ProgramBuilder &p, mlir::Value value,
                              const ExampleAxis &axis, int64_t batch);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_EXAMPLEAXES_H
