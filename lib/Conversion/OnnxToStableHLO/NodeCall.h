//===- NodeCall.h - A node of an ONNX model ---------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_ONNXTOSTABLEHLO_NODECALL_H
#define TRAINLINT_CONVERSION_ONNXTOSTABLEHLO_NODECALL_H

#include "Dialect/StableHLO/Builders/ForwardModule.h"

namespace trainlint::onnx {

using Numbers = llvm::SmallVector<int64_t>;
using Shape = llvm::ArrayRef<int64_t>;

/// What a node takes: a value, or an initializer, of which each user says what
/// it is for.
struct Input {
  mlir::Value value;
  /// The elements and the name of an initializer.
  mlir::DenseElementsAttr elements;
  std::string name;

  bool isGiven() const { return value || elements; }
};

/// The integers of a value that is known; none of others.
std::optional<Numbers> knownIntegers(const Input &input);
/// The number of a scalar, or of a tensor of one element.
std::optional<double> knownNumber(const Input &input);
/// Those of an initializer or a constant; null if they are computed.
mlir::DenseElementsAttr knownElements(const Input &input);
/// The numbers of a list of floats; none if they are not known.
std::optional<llvm::SmallVector<double>> knownNumbers(const Input &input);

/// A node with what it takes. Functions that legalise an operator set
/// `results`, and report what stands in their way with `fail`.
class NodeCall {
public:
  NodeCall(stablehlo::ForwardModule &module, llvm::StringRef op,
           std::string name, mlir::DictionaryAttr attributes,
           llvm::SmallVector<Input> inputs, int64_t version, mlir::Location loc)
      : b(module.builder(), loc), module(module), op(op), name(std::move(name)),
        attributes(attributes), inputs(std::move(inputs)), version(version) {}

  stablehlo::ProgramBuilder b;
  stablehlo::ForwardModule &module;
  llvm::StringRef op;
  std::string name;
  mlir::DictionaryAttr attributes;
  llvm::SmallVector<Input> inputs;
  /// Of the operator set of ONNX itself.
  int64_t version;
  size_t outputs = 1;
  llvm::SmallVector<mlir::Value> results;

  bool has(unsigned number) const {
    return number < inputs.size() && inputs[number].isGiven();
  }
  /// A value, a weight as a parameter if it is one.
  mlir::Value value(unsigned number);
  /// A value, an initializer as it is.
  mlir::Value constant(unsigned number);
  Shape shape(unsigned number = 0) {
    return stablehlo::ProgramBuilder::shapeOf(value(number));
  }
  /// True for the sizes that nothing is larger than, so that no sum and no
  /// product of two overflows.
  static bool isSize(int64_t number);
  static bool areSizes(llvm::ArrayRef<int64_t> numbers, int64_t least);
  /// A dimension of so many, counted from the end if it is negative.
  static std::optional<int64_t> dimension(int64_t number, int64_t rank);

  int64_t integer(llvm::StringRef key, int64_t missing) const;
  double number(llvm::StringRef key, double missing) const;
  llvm::StringRef word(llvm::StringRef key, llvm::StringRef missing) const;
  std::optional<Numbers> integers(llvm::StringRef key) const;
  std::optional<llvm::SmallVector<double>> numbers(llvm::StringRef key) const;
  /// Integers that newer sets of operators take as an input.
  std::optional<Numbers> integers(llvm::StringRef key, unsigned input) const;

  llvm::LogicalResult give(mlir::Value result) {
    results.push_back(result);
    return llvm::success();
  }
  llvm::LogicalResult fail(const llvm::Twine &message) const;
};

/// The attribute of a constant as an initializer of a forward module.
stablehlo::Initializer holding(mlir::DenseElementsAttr elements);

using Legalise = llvm::LogicalResult (*)(NodeCall &);
/// Null for an operator that is not legalised.
Legalise findLegalisation(llvm::StringRef op);

/// Computes a node of shapes: an operator on integers that are known. False if
/// it is none.
bool foldIntegers(NodeCall &call);

// The operators.
llvm::LogicalResult legaliseUnary(NodeCall &call);
llvm::LogicalResult legaliseBinary(NodeCall &call);
llvm::LogicalResult legaliseWhere(NodeCall &call);
llvm::LogicalResult legaliseClip(NodeCall &call);
llvm::LogicalResult legaliseCast(NodeCall &call);
llvm::LogicalResult legaliseDropout(NodeCall &call);
llvm::LogicalResult legaliseSoftmax(NodeCall &call);
llvm::LogicalResult legaliseReduction(NodeCall &call);
llvm::LogicalResult legaliseMatMul(NodeCall &call);
llvm::LogicalResult legaliseGemm(NodeCall &call);
llvm::LogicalResult legaliseConv(NodeCall &call);
llvm::LogicalResult legaliseConvTranspose(NodeCall &call);
llvm::LogicalResult legalisePool(NodeCall &call);
llvm::LogicalResult legaliseGlobalPool(NodeCall &call);
llvm::LogicalResult legaliseBatchNormalization(NodeCall &call);
llvm::LogicalResult legaliseLayerNormalization(NodeCall &call);
llvm::LogicalResult legaliseGroupNormalization(NodeCall &call);
llvm::LogicalResult legaliseLRN(NodeCall &call);
llvm::LogicalResult legaliseRecurrent(NodeCall &call);
llvm::LogicalResult legaliseTile(NodeCall &call);
llvm::LogicalResult legaliseResize(NodeCall &call);
llvm::LogicalResult legaliseDepthToSpace(NodeCall &call);
llvm::LogicalResult legaliseReshape(NodeCall &call);
llvm::LogicalResult legaliseFlatten(NodeCall &call);
llvm::LogicalResult legaliseSqueeze(NodeCall &call);
llvm::LogicalResult legaliseTranspose(NodeCall &call);
llvm::LogicalResult legaliseConcat(NodeCall &call);
llvm::LogicalResult legaliseSplit(NodeCall &call);
llvm::LogicalResult legaliseSlice(NodeCall &call);
llvm::LogicalResult legaliseExpand(NodeCall &call);
llvm::LogicalResult legalisePad(NodeCall &call);
llvm::LogicalResult legaliseGather(NodeCall &call);
llvm::LogicalResult legaliseConstant(NodeCall &call);

} // namespace trainlint::onnx

#endif // TRAINLINT_CONVERSION_ONNXTOSTABLEHLO_NODECALL_H
