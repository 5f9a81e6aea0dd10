//===- GradientRules.h - How gradients pass an op ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_GRADIENTRULES_H
#define TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_GRADIENTRULES_H

#include "Dialect/StableHLO/Build/ProgramBuilder.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <functional>

namespace trainlint::stablehlo {

class Activity;

/// Goes back through ops that were run in order, and collects what the loss
/// changes by with each value.
class Reverse {
public:
  /// New ops are put where the builder is.
  Reverse(Activity &activity, mlir::OpBuilder &b) : activity(activity), b(b) {}

  /// The gradient of a value so far; null if the loss was not found to depend
  /// on it.
  mlir::Value of(mlir::Value value) const { return gradients.lookup(value); }

  /// Adds to the gradient of a value, unless it depends on nothing that is
  /// differentiated for.
  void add(mlir::Location loc, mlir::Value value, mlir::Value gradient);

  /// Applies the rules of ops, the last one first. Emits what has none.
  llvm::LogicalResult run(llvm::ArrayRef<mlir::Operation *> ops);

  /// Copies what a block computes and goes back through the copy. The gradients
  /// are those of what the block returns, null for none. The mapping says what
  /// arguments are, where the block uses them.
  llvm::LogicalResult replay(mlir::Block &block, mlir::IRMapping &mapping,
                             mlir::ValueRange gradients);

  Activity &activity;

private:
  mlir::OpBuilder &b;
  llvm::DenseMap<mlir::Value, mlir::Value> gradients;
};

/// One op on the way back: builds ops at its location, reads the gradients of
/// its results and gives those of its operands.
class Step : public ProgramBuilder {
public:
  Step(Reverse &way, mlir::Operation *op, mlir::OpBuilder &b)
      : ProgramBuilder(b, op->getLoc()), way(way), op(op) {}

  /// The gradient of a result, never null for an op that has only one.
  mlir::Value gradient(unsigned result = 0) const {
    return way.of(op->getResult(result));
  }
  /// The same, with zeros where the loss does not depend on the result.
  mlir::Value gradientOrZero(unsigned result);

  bool wants(mlir::Value operand) const;

  /// Adds to the gradient of an operand, which is computed only if it is
  /// wanted.
  void give(mlir::Value operand, llvm::function_ref<mlir::Value()> gradient);
  void give(mlir::Value operand, mlir::Value gradient) {
    give(operand, [&] { return gradient; });
  }

  /// Zeros of a type, which may be one of complex numbers.
  mlir::Value zeros(mlir::Type type);

  /// The values from outside that regions of the op compute with and that
  /// gradients are wanted for.
  llvm::SmallVector<mlir::Value> wantedCaptures() const;

  /// Emits that the op has no gradient for a reason.
  llvm::LogicalResult refuse(const llvm::Twine &reason) const;

  /// Puts other values in the place of the results and erases the op.
  void replaceWith(mlir::ValueRange values);

  Reverse &way;

private:
  mlir::Operation *op;
};

/// The rules by the names of ops.
class GradientRules {
public:
  using Rule =
      std::function<llvm::LogicalResult(mlir::Operation *, Step &step)>;

  static const GradientRules &all();

  /// Adds a rule that holds for real numbers, or for complex ones, too.
  enum Elements { OfReals, OfComplex };
  template <typename Op>
  void add(llvm::LogicalResult (*rule)(Op, Step &),
           Elements elements = OfReals) {
    rules[Op::getOperationName()] = {[rule](mlir::Operation *op, Step &step) {
                                       return rule(llvm::cast<Op>(op), step);
                                     },
                                     elements};
  }
  /// Adds a rule that never fails.
  template <typename Op>
  void add(void (*rule)(Op, Step &), Elements elements = OfReals) {
    rules[Op::getOperationName()] = {[rule](mlir::Operation *op, Step &step) {
                                       rule(llvm::cast<Op>(op), step);
                                       return llvm::success();
                                     },
                                     elements};
  }
  /// Adds ops whose results do not change with small changes of operands.
  template <typename... Ops>
  void addZero() {
    (zero.insert(Ops::getOperationName()), ...);
  }

  bool isZero(mlir::Operation *op) const {
    return zero.contains(op->getName().getStringRef());
  }

  /// Gives gradients to the operands of an op, or emits that it has none.
  llvm::LogicalResult apply(mlir::Operation *op, Step &step) const;

private:
  struct Entry {
    Rule rule;
    Elements elements;
  };
  llvm::StringMap<Entry> rules;
  llvm::StringSet<> zero;
};

// The families of rules.
void addFunctionGradients(GradientRules &rules);
void addArithmeticGradients(GradientRules &rules);
void addChoiceGradients(GradientRules &rules);
void addMovementGradients(GradientRules &rules);
void addReductionGradients(GradientRules &rules);
void addWindowGradients(GradientRules &rules);
void addProductGradients(GradientRules &rules);
void addConvolutionGradients(GradientRules &rules);
void addIndexingGradients(GradientRules &rules);
void addSortGradients(GradientRules &rules);
void addBranchGradients(GradientRules &rules);
void addLoopGradients(GradientRules &rules);
void addCollectiveGradients(GradientRules &rules);
void addNormalizationGradients(GradientRules &rules);

/// The conjugates of complex numbers; real ones as they are.
mlir::Value conjugate(ProgramBuilder &p, mlir::Value value);

/// How a body of one op combines its two arguments, if it is such a body.
std::optional<Combination> combinationOf(mlir::Region &body);

/// Whether a value is a constant that a maximum or a minimum with any other
/// number is that number.
bool isLimit(mlir::Value value, Combination combination);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_TRANSFORMS_GRADIENTRULES_H
