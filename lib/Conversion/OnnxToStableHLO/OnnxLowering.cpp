//===- OnnxLowering.cpp - A node of an ONNX model -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/OnnxToStableHLO/OnnxLowering.h"
#include "Diagnostics/Messages/Lowering.h"
#include "Support/LLVM.h"
#include "mlir/IR/Matchers.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;
using mlir::Value;

mlir::DenseElementsAttr onnx::knownElements(const Input &input) {
  if (input.elements)
    return input.elements;
  mlir::DenseElementsAttr elements;
  if (input.value && mlir::matchPattern(input.value, m_Constant(&elements)))
    return elements;
  return {};
}

/// None for a number that is too large.
static std::optional<int64_t> integerOf(mlir::Type element,
                                        const llvm::APInt &number) {
  if (!element.isUnsignedInteger() && !element.isInteger(1))
    return number.trySExtValue();
  std::optional<uint64_t> positive = number.tryZExtValue();
  if (!positive || *positive > INT64_MAX)
    return std::nullopt;
  return *positive;
}

std::optional<IndexVector> onnx::knownIntegers(const Input &input) {
  // Shapes and places are small.
  constexpr int64_t Most = 4096;
  mlir::DenseElementsAttr elements = knownElements(input);
  if (!elements || !elements.getElementType().isInteger() ||
      elements.getNumElements() > Most)
    return std::nullopt;
  IndexVector numbers;
  for (const llvm::APInt &number : elements.getValues<llvm::APInt>()) {
    std::optional<int64_t> integer =
        integerOf(elements.getElementType(), number);
    if (!integer)
      return std::nullopt;
    numbers.push_back(*integer);
  }
  return numbers;
}

std::optional<double> onnx::knownNumber(const Input &input) {
  mlir::DenseElementsAttr elements = knownElements(input);
  if (!elements || elements.getNumElements() != 1)
    return std::nullopt;
  if (elements.getElementType().isInteger()) {
    std::optional<int64_t> integer = integerOf(
        elements.getElementType(), *elements.getValues<llvm::APInt>().begin());
    return integer ? std::optional<double>(*integer) : std::nullopt;
  }
  if (!llvm::isa<mlir::FloatType>(elements.getElementType()))
    return std::nullopt;
  llvm::APFloat number = *elements.getValues<llvm::APFloat>().begin();
  return number.convertToDouble();
}

std::optional<SmallVector<double>> onnx::knownNumbers(const Input &input) {
  constexpr int64_t Most = 4096;
  mlir::DenseElementsAttr elements = knownElements(input);
  if (!elements || !llvm::isa<mlir::FloatType>(elements.getElementType()) ||
      elements.getNumElements() > Most)
    return std::nullopt;
  SmallVector<double> numbers;
  for (const llvm::APFloat &number : elements.getValues<llvm::APFloat>())
    numbers.push_back(number.convertToDouble());
  return numbers;
}

Initializer onnx::holding(mlir::DenseElementsAttr elements) {
  return [elements](ProgramBuilder &b, Value, mlir::RankedTensorType) {
    return b.constant(elements);
  };
}

Value OnnxLowering::constant(unsigned number) {
  Input &input = inputs[number];
  if (!input.value)
    input.value = builder.constant(input.elements);
  return input.value;
}

Value OnnxLowering::value(unsigned number) {
  Input &input = inputs[number];
  if (input.value)
    return input.value;
  auto type = llvm::cast<mlir::RankedTensorType>(input.elements.getType());
  // A scalar is a factor or the like, which is not trained.
  bool isWeight = llvm::isa<mlir::FloatType>(type.getElementType()) &&
                  type.getRank() > 0 && !input.name.empty();
  if (!isWeight)
    return constant(number);
  input.value = module.parameter(input.name, type, holding(input.elements));
  return input.value;
}

std::optional<int64_t> OnnxLowering::dimension(int64_t number, int64_t rank) {
  int64_t result = number < 0 ? number + rank : number;
  if (result < 0 || result >= rank)
    return std::nullopt;
  return result;
}

bool OnnxLowering::isSize(int64_t number) {
  return number >= 0 && number <= int64_t(1) << 30;
}

bool OnnxLowering::areSizes(llvm::ArrayRef<int64_t> numbers, int64_t least) {
  return llvm::all_of(numbers, [&](int64_t number) {
    return isSize(number) && number >= least;
  });
}

int64_t OnnxLowering::integer(StringRef key, int64_t missing) const {
  auto value = attributes.getAs<mlir::IntegerAttr>(key);
  return value ? value.getInt() : missing;
}

double OnnxLowering::number(StringRef key, double missing) const {
  auto value = attributes.getAs<mlir::FloatAttr>(key);
  return value ? value.getValueAsDouble() : missing;
}

StringRef OnnxLowering::word(StringRef key, StringRef missing) const {
  auto value = attributes.getAs<mlir::StringAttr>(key);
  return value ? value.getValue() : missing;
}

std::optional<IndexVector> OnnxLowering::integers(StringRef key) const {
  auto list = attributes.getAs<mlir::ArrayAttr>(key);
  if (!list)
    return std::nullopt;
  IndexVector numbers;
  for (mlir::Attribute element : list) {
    auto number = llvm::dyn_cast<mlir::IntegerAttr>(element);
    if (!number)
      return std::nullopt;
    numbers.push_back(number.getInt());
  }
  return numbers;
}

std::optional<SmallVector<double>> OnnxLowering::numbers(StringRef key) const {
  auto list = attributes.getAs<mlir::ArrayAttr>(key);
  if (!list)
    return std::nullopt;
  SmallVector<double> numbers;
  for (mlir::Attribute element : list) {
    auto number = llvm::dyn_cast<mlir::FloatAttr>(element);
    if (!number)
      return std::nullopt;
    numbers.push_back(number.getValueAsDouble());
  }
  return numbers;
}

std::optional<IndexVector> OnnxLowering::integers(StringRef key,
                                                  unsigned input) const {
  if (has(input))
    return knownIntegers(inputs[input]);
  return integers(key);
}

llvm::LogicalResult OnnxLowering::fail(const llvm::Twine &message) const {
  return diag::NodeNotLowered::node(builder.location(), name, op,
                                    message.str());
}

llvm::LogicalResult OnnxLowering::expectInputs(unsigned count) const {
  for (unsigned i = 0; i < count; ++i) {
    if (!has(i))
      return fail("input " + llvm::Twine(i) + " is missing");
  }
  return llvm::success();
}

llvm::LogicalResult OnnxLowering::failNotConstant(StringRef input) const {
  return fail("`" + input + "` is not a constant");
}

llvm::LogicalResult OnnxLowering::failUnsupported(StringRef key) const {
  return fail("`" + key + "` is not supported");
}
