//===- OnnxLowering.h - A node of an ONNX model -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_ONNXTOSTABLEHLO_ONNXLOWERING_H
#define TRAINLINT_CONVERSION_ONNXTOSTABLEHLO_ONNXLOWERING_H

#include "Conversion/Common/Mismatch.h"
#include "Dialect/StableHLO/Builders/ForwardModule.h"

namespace trainlint::onnx {

using IndexVector = llvm::SmallVector<int64_t>;
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
std::optional<IndexVector> knownIntegers(const Input &input);
/// The number of a scalar, or of a tensor of one element.
std::optional<double> knownNumber(const Input &input);
/// Those of an initializer or a constant; null if they are computed.
mlir::DenseElementsAttr knownElements(const Input &input);
/// The numbers of a list of floats; none if they are not known.
std::optional<llvm::SmallVector<double>> knownNumbers(const Input &input);

/// A node with what it takes. Functions that lower an opset
/// `results`, and report what stands in their way with `fail`.
class OnnxLowering {
public:
  OnnxLowering(stablehlo::ForwardModule &module, llvm::StringRef op,
               std::string name, mlir::DictionaryAttr attributes,
               llvm::SmallVector<Input> inputs, int64_t version,
               mlir::Location loc)
      : builder(module.builder(), loc), module(module), op(op),
        name(std::move(name)), attributes(attributes),
        inputs(std::move(inputs)), version(version) {}

  stablehlo::ProgramBuilder builder;
  stablehlo::ForwardModule &module;
  llvm::StringRef op;
  std::string name;
  mlir::DictionaryAttr attributes;
  llvm::SmallVector<Input> inputs;
  /// Of the opset of ONNX itself.
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
  std::optional<IndexVector> integers(llvm::StringRef key) const;
  std::optional<llvm::SmallVector<double>> numbers(llvm::StringRef key) const;
  /// Integers that newer opsets take as an input.
  std::optional<IndexVector> integers(llvm::StringRef key,
                                      unsigned input) const;

  llvm::LogicalResult setResult(mlir::Value result) {
    results.push_back(result);
    return llvm::success();
  }
  llvm::LogicalResult fail(const llvm::Twine &message) const;
  /// Fails unless the first inputs are there.
  llvm::LogicalResult expectInputs(unsigned count) const;
  /// Says that an input has to be an initializer or a constant.
  llvm::LogicalResult failNotConstant(llvm::StringRef input) const;
  /// Says that an attribute, an input or a case is not lowered.
  llvm::LogicalResult failUnsupported(llvm::StringRef key) const;
};

/// The attribute of a constant as an initializer of a forward module.
stablehlo::Initializer holding(mlir::DenseElementsAttr elements);

using LoweringFunction = llvm::LogicalResult (*)(OnnxLowering &);
/// Null for an operator that is not lowered.
LoweringFunction findLowering(llvm::StringRef op);

/// Computes a node of shapes: an operator on integers that are known. False if
/// it is none.
bool foldIntegers(OnnxLowering &call);

// The operators.
llvm::LogicalResult lowerUnary(OnnxLowering &call);
llvm::LogicalResult lowerBinary(OnnxLowering &call);
llvm::LogicalResult lowerWhere(OnnxLowering &call);
llvm::LogicalResult lowerClip(OnnxLowering &call);
llvm::LogicalResult lowerCast(OnnxLowering &call);
llvm::LogicalResult lowerDropout(OnnxLowering &call);
llvm::LogicalResult lowerSoftmax(OnnxLowering &call);
llvm::LogicalResult lowerReduction(OnnxLowering &call);
llvm::LogicalResult lowerMatMul(OnnxLowering &call);
llvm::LogicalResult lowerGemm(OnnxLowering &call);
llvm::LogicalResult lowerConv(OnnxLowering &call);
llvm::LogicalResult lowerConvTranspose(OnnxLowering &call);
llvm::LogicalResult lowerPool(OnnxLowering &call);
llvm::LogicalResult lowerGlobalPool(OnnxLowering &call);
llvm::LogicalResult lowerBatchNormalization(OnnxLowering &call);
llvm::LogicalResult lowerLayerNormalization(OnnxLowering &call);
llvm::LogicalResult lowerGroupNormalization(OnnxLowering &call);
llvm::LogicalResult lowerLRN(OnnxLowering &call);
llvm::LogicalResult lowerRecurrent(OnnxLowering &call);
llvm::LogicalResult lowerTile(OnnxLowering &call);
llvm::LogicalResult lowerResize(OnnxLowering &call);
llvm::LogicalResult lowerDepthToSpace(OnnxLowering &call);
llvm::LogicalResult lowerReshape(OnnxLowering &call);
llvm::LogicalResult lowerFlatten(OnnxLowering &call);
llvm::LogicalResult lowerSqueeze(OnnxLowering &call);
llvm::LogicalResult lowerTranspose(OnnxLowering &call);
llvm::LogicalResult lowerConcat(OnnxLowering &call);
llvm::LogicalResult lowerSplit(OnnxLowering &call);
llvm::LogicalResult lowerSlice(OnnxLowering &call);
llvm::LogicalResult lowerExpand(OnnxLowering &call);
llvm::LogicalResult lowerPad(OnnxLowering &call);
llvm::LogicalResult lowerGather(OnnxLowering &call);
llvm::LogicalResult lowerConstant(OnnxLowering &call);

} // namespace trainlint::onnx

#endif // TRAINLINT_CONVERSION_ONNXTOSTABLEHLO_ONNXLOWERING_H
