//===- OpCall.h - A node of an ONNX model -----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_ONNX_OPCALL_H
#define TRAINLINT_OPS_ONNX_OPCALL_H

#include "Dialect/StableHLO/Builders/ForwardModule.h"
#include "Ops/Common/Broadcasting.h"
#include "Ops/Common/ForwardOptions.h"
#include "Ops/Common/Mismatch.h"

namespace trainlint::onnx {

using IndexVector = llvm::SmallVector<int64_t>;
using Shape = llvm::ArrayRef<int64_t>;

/// What a node takes or gives: a value, an initializer, of which each user says
/// what it is for, or a list of those.
struct Operand {
  mlir::Value value;
  /// The elements and the name of an initializer. Null if only types are
  /// computed: it is a value then, with a literal if its elements are few.
  mlir::DenseElementsAttr elements;
  std::string name;
  /// True for an initializer that is used in several places.
  bool isShared = false;
  /// True for one of which not even the type is known.
  bool isUnknown = false;
  /// Whether it depends on data that a program is given, and not only on
  /// shapes and constants. Known only if types are computed.
  bool isOfData = false;
  /// True for an optional that holds nothing. One that holds something is that.
  bool isEmptyOptional = false;

  /// The items of a sequence, in their order; null of a tensor.
  std::shared_ptr<const std::vector<Operand>> items;

  bool isGiven() const {
    return value || elements || isUnknown || isEmptyOptional ||
           items != nullptr;
  }
  bool isTensor() const { return value || elements; }
};

/// Why no program gives a value, for a message; empty if one may.
std::string programOutputProblem(const Operand &value);

/// Why a node has no result.
enum class Refusal : uint8_t {
  None,
  /// The model is wrong: every runtime refuses the node.
  Mismatch,
  /// The node fails whenever it runs, but ONNX's own checks of models do not
  /// look at what is wrong, so that there are models which nobody ran.
  AtRun,
  /// An input or attribute that the operator needs is not there, which the
  /// checks of their numbers and kinds say of a model.
  MissingInput,
  /// The model may be right, but there is no lowering for what it asks for.
  Unsupported,
  /// An input that has to be a constant depends on data.
  NotConstant,
};

/// Runs the graphs that are attributes of nodes.
class SubgraphRunner {
public:
  virtual ~SubgraphRunner();
  virtual unsigned count() = 0;
  /// How many inputs and results a subgraph of the node has.
  virtual unsigned inputCount(unsigned number) = 0;
  virtual unsigned resultCount(unsigned number) = 0;
  /// Runs a subgraph of the node, with all of its inputs, where the builder
  /// stands. Fails after it has reported why.
  virtual llvm::FailureOr<llvm::SmallVector<Operand>>
  run(unsigned number, llvm::ArrayRef<Operand> inputs) = 0;
  /// Calls a function that may fail without a word, and whose ops are put into
  /// a block outside of the program.
  virtual void attempt(mlir::Block &block,
                       llvm::function_ref<void()> function) = 0;
  /// True if a function changes what states of the model hold, which is taken
  /// back: a value that is computed inside of a region is none outside.
  virtual bool changesStates(llvm::function_ref<void()> function) = 0;
};

/// A node with what it takes. What an operator means is defined once, by a
/// function that appends to `results`, or says with `fail` what stands in its
/// way. The builder makes a program of it for the trainer, and computes types
/// for the linter: sizes may be unknown then, and what is unknown is never a
/// reason to fail.
class OpCall {
public:
  /// `module` is null if only types are computed.
  OpCall(stablehlo::ProgramBuilder builder, stablehlo::ForwardModule *module,
         llvm::StringRef op, std::string name, mlir::DictionaryAttr attributes,
         llvm::SmallVector<Operand> inputs, int64_t version)
      : builder(builder), op(op), name(std::move(name)), attributes(attributes),
        inputs(std::move(inputs)), version(version), module(module) {}

  stablehlo::ProgramBuilder builder;
  llvm::StringRef op;
  std::string name;
  mlir::DictionaryAttr attributes;
  llvm::SmallVector<Operand> inputs;
  /// Of the opset of the operator's domain.
  int64_t version;
  /// Outputs behind the last one that is used do not count.
  size_t outputs = 1;
  /// Of ONNX's operators only those of models take part in it: batch
  /// normalization, dropout, and weights, which are constants in inference.
  ModelForm form = ModelForm::Training;
  /// Null of a node without subgraphs.
  SubgraphRunner *subgraphs = nullptr;
  llvm::SmallVector<Operand> results;

  bool has(unsigned number) const {
    return number < inputs.size() && inputs[number].isGiven();
  }
  /// A value, a weight as a parameter if it is one.
  mlir::Value value(unsigned number) { return valueOf(inputs[number]); }
  /// The same of a tensor that is no input.
  mlir::Value valueOf(Operand &operand);
  /// A value, an initializer as it is.
  mlir::Value constant(unsigned number);
  /// The type of either, which makes a parameter of nothing.
  mlir::RankedTensorType type(unsigned number) const {
    const Operand &input = inputs[number];
    return llvm::cast<mlir::RankedTensorType>(
        input.value ? input.value.getType() : input.elements.getType());
  }
  Shape shape(unsigned number = 0) {
    return stablehlo::ProgramBuilder::shapeOf(value(number));
  }
  mlir::Type element(unsigned number = 0) {
    return stablehlo::ProgramBuilder::elementOf(value(number));
  }
  int64_t rank(unsigned number = 0) { return shape(number).size(); }

  // What is known of an input; none if it is computed of data, or too large.
  /// All integers of a value.
  std::optional<IndexVector> knownIntegers(unsigned number);
  /// The same, where some may be unknown: `Literal::UnknownInteger`.
  std::optional<IndexVector> partialIntegers(unsigned number);
  /// The same of an input that a lowering has to know wholly, by its name.
  /// Where only types are computed, elements that depend on data are kept as a
  /// reason why there is none.
  std::optional<IndexVector> partialIntegers(unsigned number,
                                             llvm::StringRef name);
  std::optional<llvm::SmallVector<double>> knownNumbers(unsigned number);
  /// The number of a scalar, or of a tensor of one element.
  std::optional<double> knownNumber(unsigned number);
  /// Whole elements, however many; null if only types are computed.
  mlir::DenseElementsAttr knownElements(unsigned number);

  // Attributes.
  int64_t integer(llvm::StringRef key, int64_t missing) const;
  double number(llvm::StringRef key, double missing) const;
  llvm::StringRef word(llvm::StringRef key, llvm::StringRef missing) const;
  std::optional<IndexVector> integers(llvm::StringRef key) const;
  std::optional<llvm::SmallVector<double>> numbers(llvm::StringRef key) const;
  std::optional<llvm::SmallVector<llvm::StringRef>>
  words(llvm::StringRef key) const;
  /// Integers that newer opsets take as an input.
  std::optional<IndexVector> integers(llvm::StringRef key, unsigned input);

  /// True for the sizes that nothing is larger than, so that no sum and no
  /// product of two overflows.
  static bool isSize(int64_t number);
  static bool areSizes(llvm::ArrayRef<int64_t> numbers, int64_t least);
  /// The same, or not known.
  static bool maybeSize(int64_t number) {
    return !stablehlo::isKnown(number) || isSize(number);
  }
  /// A dimension of so many, counted from the end if it is negative.
  static std::optional<int64_t> dimension(int64_t number, int64_t rank);

  // What models keep.
  /// The key of this step; of random numbers that differ from all others.
  mlir::Value drawKey();
  /// What a state holds by now: an initializer that training changes.
  mlir::Value state(llvm::StringRef name, mlir::RankedTensorType type,
                    mlir::DenseElementsAttr initial);
  void setState(llvm::StringRef name, mlir::Value value);
  bool isKept(llvm::StringRef name) const {
    return module && module->isKept(name);
  }

  // Results.
  void addResult(mlir::Value result);
  void addResult(Operand result) { results.push_back(std::move(result)); }
  llvm::LogicalResult setResult(Operand result) {
    addResult(std::move(result));
    return llvm::success();
  }
  llvm::LogicalResult setResult(mlir::Value result) {
    addResult(result);
    return llvm::success();
  }
  /// A result of which nothing is known but the type of its elements and its
  /// rank. Only if types are computed.
  llvm::LogicalResult setUnknownShape(int64_t rank, mlir::Type element);
  /// Results of which nothing is known. Only if types are computed.
  llvm::LogicalResult setUnknown();

  // Refusals.
  /// The inputs or attributes contradict each other or the standard.
  llvm::LogicalResult fail(const llvm::Twine &message);
  /// An input or attribute is missing, or is of a kind that its operator does
  /// not have, which other checks say of a model.
  llvm::LogicalResult failMissing(const llvm::Twine &message);
  /// The same where only a run shows it, as with elements of inputs.
  llvm::LogicalResult failAtRun(const llvm::Twine &message);
  /// An attribute, an input or a case is not lowered.
  llvm::LogicalResult failUnsupported(const llvm::Twine &message);
  /// The same of a node whose types are known all the same: where only types
  /// are computed, it succeeds, and the reason is kept.
  llvm::LogicalResult requireLowering(const llvm::Twine &message);
  /// For an input that is not known and has to be: an initializer, a constant
  /// or computed of those. Where only types are computed, it succeeds, and is
  /// kept as the reason if the input depends on data.
  llvm::LogicalResult requireConstant(unsigned input, llvm::StringRef name);
  /// The same, after which there is nothing to do: where only types are
  /// computed, no more is known of the results, or only the rank and the
  /// element type of one.
  llvm::LogicalResult failNotConstant(unsigned input, llvm::StringRef name);
  llvm::LogicalResult failNotConstant(unsigned input, llvm::StringRef name,
                                      int64_t rank, mlir::Type element);
  /// Fails unless the first inputs are there.
  llvm::LogicalResult expectInputs(unsigned count);
  Refusal refusal() const { return refused; }
  llvm::StringRef reason() const { return why; }

private:
  llvm::LogicalResult refuse(Refusal kind, const llvm::Twine &message);

  stablehlo::ForwardModule *module;
  Refusal refused = Refusal::None;
  std::string why;
};

/// The element type of a number of ONNX; null for one that is not computed
/// with.
mlir::Type elementType(mlir::OpBuilder &b, int64_t number);

/// What an operator means.
using OpFunction = llvm::LogicalResult (*)(OpCall &);

} // namespace trainlint::onnx

#endif // TRAINLINT_OPS_ONNX_OPCALL_H
