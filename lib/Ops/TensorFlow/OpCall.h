//===- OpCall.h - A node of a TensorFlow graph ------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_TENSORFLOW_OPCALL_H
#define TRAINLINT_OPS_TENSORFLOW_OPCALL_H

#include "Dialect/Graph/IR/NodeReader.h"
#include "Dialect/StableHLO/Builders/ProgramBuilder.h"
#include "Ops/Common/Mismatch.h"
#include "Ops/TensorFlow/Problem.h"
#include "Ops/TensorFlow/StepValue.h"

namespace trainlint::tensorflow {

using llvm::LogicalResult;
using Integers = llvm::SmallVector<int64_t>;

/// What surrounds a node: variables, random numbers, replicas. Of these there
/// is one, unless somebody says otherwise.
class LoweringContext {
public:
  virtual ~LoweringContext() = default;

  /// True where the model of a training is used and not trained.
  virtual bool isEvaluation() const { return false; }
  /// Of a value that a node computes of each batch, the moving average that the
  /// training keeps, where the model is used; null if there is none.
  virtual mlir::Value averageOf(mlir::Value) { return {}; }

  /// The value of a variable at this place; null if it cannot be known, which
  /// was reported.
  virtual mlir::Value read(Variable &variable) = 0;
  /// Gives a variable a value, if the guards hold.
  virtual LogicalResult write(Variable &variable, mlir::Value value,
                              llvm::ArrayRef<Guard> guards) = 0;
  /// A key for random numbers that no other node has: `tensor<2xui64>`.
  virtual mlir::Value randomKey(stablehlo::ProgramBuilder &p) = 0;
  /// A first size of a shape that the graph gives: another one if the graph was
  /// folded for another batch.
  virtual int64_t batchFor(int64_t size) const { return size; }
  /// How many replicas run the program.
  virtual int64_t replicas() const { return 1; }
  /// The mean over replicas of a gradient, unless the graph sums gradients
  /// itself.
  virtual mlir::Value meanGradient(stablehlo::ProgramBuilder &p,
                                   mlir::Value gradient) {
    return gradient;
  }
  /// What all replicas store in a variable: the mean over them, if the value
  /// depends on their part of the batch.
  virtual mlir::Value sharedState(stablehlo::ProgramBuilder &p,
                                  mlir::Value value) {
    return value;
  }
};

/// A node with what it takes. What an op means is defined once, by a function
/// that sets the outputs of a call, or says with `fail` what stands in its way.
/// The builder makes a program of it for the trainer, where all shapes are
/// known, and computes types for the linter: ranks, sizes and elements may be
/// unknown then, and what is unknown is never a reason to fail.
class OpCall {
public:
  OpCall(graph::NodeOp node, const graph::NodeReader &source,
         llvm::MutableArrayRef<StepValue> inputs, mlir::OpBuilder &builder,
         mlir::Location location, LoweringContext &context)
      : builder(builder, location), node(node), source(source), inputs(inputs),
        context(context),
        outputs(std::max<size_t>(node.getOutputs().size(), 1)) {}
  /// Computes types. A live input that is no tensor is one of unknown rank.
  OpCall(graph::NodeOp node, const graph::NodeReader &source,
         llvm::MutableArrayRef<StepValue> inputs,
         stablehlo::AbstractValues &values, LoweringContext &context)
      : builder(values, node.getLoc()), node(node), source(source),
        inputs(inputs), context(context),
        outputs(std::max<size_t>(node.getOutputs().size(), 1)) {}

  stablehlo::ProgramBuilder builder;
  graph::NodeOp node;
  const graph::NodeReader &source;
  llvm::MutableArrayRef<StepValue> inputs;
  LoweringContext &context;
  llvm::SmallVector<StepValue, 2> outputs;
  llvm::SmallVector<Guard, 0> guards;
  /// Why it cannot be lowered; nothing as long as nobody has said it.
  std::optional<Problem> problem;
  /// The problem follows from another one, if there is another.
  bool isSecondaryError = false;

  llvm::StringRef op() { return node.getOpName(); }

  // Attributes.
  int64_t integer(llvm::StringRef name, int64_t absent = 0) const;
  double number(llvm::StringRef name, double absent = 0) const;
  bool getBool(llvm::StringRef name, bool absent = false) const;
  std::string word(llvm::StringRef name, llvm::StringRef absent = "") const;
  Integers integers(llvm::StringRef name) const;
  /// The element type of an output; null if MLIR has none.
  mlir::Type outputElement(unsigned number = 0);

  // Inputs. Those of a rule are tensors, as many as it says.
  mlir::Value input(unsigned number);
  llvm::ArrayRef<int64_t> shape(unsigned number);
  int64_t rank(unsigned number) { return shape(number).size(); }
  mlir::Type element(unsigned number);
  mlir::RankedTensorType type(unsigned number);
  /// The elements of an input that is known when the program is built.
  std::optional<Integers> known(unsigned number);
  /// The same, where each may be unknown: `Literal::UnknownInteger`. Of a
  /// vector of which nothing else is known, all are. None if not even their
  /// number is known.
  std::optional<Integers> partial(unsigned number);
  /// The only element of such an input.
  std::optional<int64_t> knownScalar(unsigned number);
  std::optional<double> knownNumber(unsigned number);
  /// An axis that counts from the end if it is negative.
  static std::optional<int64_t> axis(int64_t axis, int64_t rank);

  // Inputs of which not all is known. In a program nothing is assumed.
  /// True for a tensor whose rank is known.
  bool isRanked(unsigned number) const {
    return number < inputs.size() && inputs[number].isTensor();
  }
  /// Gives an input of unknown rank a rank, or sizes.
  void assumeSizes(unsigned number, llvm::ArrayRef<int64_t> sizes);
  void assumeRank(unsigned number, int64_t rank);
  /// Fails unless two inputs have one type. What one leaves open, it has from
  /// the other from now on.
  LogicalResult unify(unsigned first, unsigned second);
  /// True if the elements of two inputs are of types that differ, which other
  /// checks say of a graph.
  bool elementsDiffer(unsigned first, unsigned second);

  // Outputs.
  LogicalResult set(unsigned output, mlir::Value value);
  LogicalResult set(mlir::Value value) { return set(0, value); }
  LogicalResult set(unsigned output, mlir::DenseElementsAttr constant);
  /// Integers of a vector, or of a scalar if `isScalar`, in the type of the
  /// output.
  LogicalResult setIntegers(unsigned output, llvm::ArrayRef<int64_t> numbers,
                            bool isScalar = false);
  /// An output of which only the sizes are known, as far as they are. Only if
  /// types are computed.
  LogicalResult setSizes(unsigned output, llvm::ArrayRef<int64_t> sizes);
  /// The same of an output of a node that fails: what holds of it all the same.
  void expectSizes(unsigned output, llvm::ArrayRef<int64_t> sizes) {
    if (!builder.buildsOps())
      (void)setSizes(output, sizes);
  }
  LogicalResult fail(const Problem &reason);
  /// Says that there is no lowering for what TensorFlow takes.
  LogicalResult failUnsupported(const llvm::Twine &reason) {
    return fail({ProblemKind::Unsupported, reason});
  }
  LogicalResult failAsSecondary(const Problem &reason);
  /// Says that an input has to be known when the program is built. Where types
  /// are computed, the first output has `sizes`, and that is no failure.
  LogicalResult
  failUnknown(unsigned input,
              const std::optional<Integers> &sizes = std::nullopt);
  /// The rank of an input is unknown, so that nothing follows where types are
  /// computed. In a program it is no tensor.
  LogicalResult failUnranked(unsigned input) {
    return builder.buildsOps() ? failNotTensor(input) : llvm::success();
  }
  /// Says that an input has to be a tensor, or a variable.
  LogicalResult failNotTensor(unsigned input);
  LogicalResult failNotVariable(unsigned input);
  /// Says which shape an input needs.
  LogicalResult failShape(llvm::StringRef what, unsigned input,
                          llvm::ArrayRef<int64_t> wanted);
  /// Says that an output is of a type that programs do not have.
  LogicalResult failOutputElement(unsigned output);
  /// Says that how much it gives is only known when the step runs.
  LogicalResult failDataDependentShape();
};

/// The elements of a type, `!graph.unknown` if it is no tensor.
mlir::Type elementOrUnknown(mlir::Type type);

/// As many sizes that are not known.
inline Integers unknownSizes(int64_t rank) {
  return Integers(rank, mlir::ShapedType::kDynamic);
}

/// A product or sum of sizes, unknown if one of them is, or if it is too large.
int64_t productOf(int64_t first, int64_t second);
int64_t sumOf(int64_t first, int64_t second);

/// The shape of two operands that are broadcast; none if they do not fit.
std::optional<Integers> broadcastShape(llvm::ArrayRef<int64_t> first,
                                       llvm::ArrayRef<int64_t> second);

/// A type with enough bits to sum up elements of another one.
mlir::Type accumulationType(mlir::Type element);

/// Says that the variable of an input cannot be written.
LogicalResult failWrite(OpCall &node, unsigned input);

/// Adds updates to slices of a tensor. `places` has the number of a slice for
/// each row of the updates, or, with `hasVectors`, the numbers of `depth`
/// leading dimensions.
mlir::Value scatterAdd(OpCall &node, mlir::Value into, mlir::Value places,
                       mlir::Value updates, int64_t depth, bool hasVectors);

/// The numbers of a constant.
Integers integersOf(mlir::DenseElementsAttr constant);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_OPS_TENSORFLOW_OPCALL_H
