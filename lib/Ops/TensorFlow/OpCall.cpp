//===- OpCall.cpp - A node as a lowering sees it --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/OpCall.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

int64_t OpCall::integer(StringRef name, int64_t absent) const {
  auto integer =
      llvm::dyn_cast_or_null<mlir::IntegerAttr>(source.attribute(node, name));
  return integer && integer.getType().isSignlessInteger(64) ? integer.getInt()
                                                            : absent;
}

double OpCall::number(StringRef name, double absent) const {
  auto number =
      llvm::dyn_cast_or_null<mlir::FloatAttr>(source.attribute(node, name));
  return number ? number.getValueAsDouble() : absent;
}

bool OpCall::getBool(StringRef name, bool absent) const {
  auto flag =
      llvm::dyn_cast_or_null<mlir::BoolAttr>(source.attribute(node, name));
  return flag ? flag.getValue() : absent;
}

std::string OpCall::word(StringRef name, StringRef absent) const {
  auto text =
      llvm::dyn_cast_or_null<mlir::StringAttr>(source.attribute(node, name));
  return text ? text.str() : absent.str();
}

Integers OpCall::integers(StringRef name) const {
  Integers values;
  auto list =
      llvm::dyn_cast_or_null<mlir::ArrayAttr>(source.attribute(node, name));
  if (!list)
    return values;
  for (mlir::Attribute item : list) {
    auto integer = llvm::dyn_cast<mlir::IntegerAttr>(item);
    if (!integer || !integer.getType().isSignlessInteger(64))
      return {};
    values.push_back(integer.getInt());
  }
  return values;
}

mlir::Type OpCall::outputElement(unsigned number) {
  if (number >= node.getOutputs().size())
    return {};
  mlir::Type element =
      graph::elementTypeOf(node.getOutputs()[number].getType());
  return element && element.isIntOrFloat() ? element : mlir::Type();
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

mlir::Value OpCall::input(unsigned number) {
  const StepValue &value = inputs[number];
  if (value.tensor)
    return value.tensor;
  if (value.constant)
    return builder.constant(value.constant);
  return context.read(*value.variable);
}

mlir::RankedTensorType OpCall::type(unsigned number) {
  const StepValue &value = inputs[number];
  if (value.tensor)
    return llvm::cast<mlir::RankedTensorType>(value.tensor.getType());
  if (value.constant)
    return llvm::cast<mlir::RankedTensorType>(value.constant.getType());
  return value.variable->type;
}

llvm::ArrayRef<int64_t> OpCall::shape(unsigned number) {
  return type(number).getShape();
}

mlir::Type OpCall::element(unsigned number) {
  return type(number).getElementType();
}

Integers tensorflow::integersOf(mlir::DenseElementsAttr constant) {
  Integers numbers;
  auto element = llvm::cast<mlir::IntegerType>(constant.getElementType());
  bool isSigned = !element.isUnsigned() && element.getWidth() > 1;
  for (const llvm::APInt &number : constant.getValues<llvm::APInt>())
    numbers.push_back(isSigned ? number.getSExtValue()
                               : static_cast<int64_t>(number.getZExtValue()));
  return numbers;
}

std::optional<Integers> OpCall::known(unsigned number) {
  if (number >= inputs.size())
    return std::nullopt;
  mlir::DenseElementsAttr constant = inputs[number].constant;
  if (!constant || !llvm::isa<mlir::IntegerType>(constant.getElementType()))
    return std::nullopt;
  return integersOf(constant);
}

std::optional<int64_t> OpCall::knownScalar(unsigned number) {
  std::optional<Integers> all = known(number);
  if (!all || all->size() != 1)
    return std::nullopt;
  return all->front();
}

std::optional<int64_t> OpCall::axis(int64_t axis, int64_t rank) {
  if (axis < -rank || axis >= rank)
    return std::nullopt;
  return axis < 0 ? axis + rank : axis;
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

LogicalResult OpCall::set(unsigned output, mlir::Value value) {
  if (!value)
    return llvm::failure();
  if (output < outputs.size())
    outputs[output] = StepValue::of(value);
  return llvm::success();
}

LogicalResult OpCall::set(unsigned output, mlir::DenseElementsAttr constant) {
  if (output < outputs.size())
    outputs[output] = StepValue::of(constant);
  return llvm::success();
}

LogicalResult OpCall::setIntegers(unsigned output,
                                  llvm::ArrayRef<int64_t> numbers,
                                  bool isScalar) {
  mlir::Type element = outputElement(output);
  if (!element)
    element = builder.builder().getI32Type();
  if (!llvm::isa<mlir::IntegerType>(element))
    return fail("output " + llvm::Twine(output) + " has element type " +
                mismatch::typeText(element) + "; an integer type is required");
  llvm::SmallVector<llvm::APInt> elements;
  for (int64_t number : numbers)
    elements.emplace_back(element.getIntOrFloatBitWidth(), number,
                          /*isSigned=*/false, /*implicitTrunc=*/true);
  int64_t count = numbers.size();
  auto type = isScalar ? mlir::RankedTensorType::get({}, element)
                       : mlir::RankedTensorType::get({count}, element);
  return set(output, mlir::DenseElementsAttr::get(type, elements));
}

LogicalResult OpCall::fail(const Problem &reason) {
  problem = reason;
  return llvm::failure();
}

LogicalResult OpCall::failAsSecondary(const Problem &reason) {
  isSecondaryError = true;
  return fail(reason);
}

LogicalResult OpCall::failUnknown(unsigned number) {
  return fail({ProblemKind::UnknownInput, "", number});
}

LogicalResult OpCall::failNotTensor(unsigned input) {
  return fail("input " + llvm::Twine(input) + " is not a tensor");
}

LogicalResult OpCall::failNotVariable(unsigned input) {
  return fail("input " + llvm::Twine(input) + " is not a variable");
}

LogicalResult OpCall::failShape(StringRef what, unsigned input,
                                llvm::ArrayRef<int64_t> wanted) {
  return fail(mismatch::shape(what, shape(input), wanted));
}

LogicalResult OpCall::failOutputElement(unsigned output) {
  std::string text = "output " + std::to_string(output);
  if (output >= node.getOutputs().size())
    return fail(text + " is missing");
  mlir::Type type = node.getOutputs()[output].getType();
  return fail(text + " has unsupported type " + mismatch::typeText(type));
}

LogicalResult OpCall::failDataDependentShape() {
  return fail(ProblemKind::DataDependentShape);
}

//===----------------------------------------------------------------------===//
// Shapes and types
//===----------------------------------------------------------------------===//

std::optional<Integers>
tensorflow::broadcastShape(llvm::ArrayRef<int64_t> first,
                           llvm::ArrayRef<int64_t> second) {
  if (first.size() < second.size())
    std::swap(first, second);
  Integers shape(first);
  size_t offset = first.size() - second.size();
  for (auto [i, size] : llvm::enumerate(second)) {
    int64_t &current = shape[offset + i];
    if (current == 1)
      current = size;
    else if (size != 1 && size != current)
      return std::nullopt;
  }
  return shape;
}

mlir::Type tensorflow::accumulationType(mlir::Type element) {
  if (element.isF16() || element.isBF16())
    return mlir::Float32Type::get(element.getContext());
  return element;
}
