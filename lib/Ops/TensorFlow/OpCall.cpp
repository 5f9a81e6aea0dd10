//===- OpCall.cpp - A node of a TensorFlow graph --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/TensorFlow/OpCall.h"
#include "Ops/Common/Broadcasting.h"
#include "Support/LLVM.h"
#include "llvm/Support/CheckedArithmetic.h"

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

/// Sizes and places are smaller, so that no sum of a few of them overflows.
static constexpr int64_t MaxNumber = int64_t(1) << 40;

/// The highest rank that follows from the size of a vector.
static constexpr int64_t MaxRank = 32;

static bool isWhole(llvm::ArrayRef<int64_t> numbers) {
  return llvm::all_of(numbers, stablehlo::isKnown);
}

/// What is known of an integer tensor where types are computed.
static std::optional<Integers> integersOfType(OpCall &call, unsigned number) {
  mlir::Value value = call.inputs[number].tensor;
  std::optional<stablehlo::Literal> literal =
      value ? call.builder.literalOf(value) : std::nullopt;
  bool isKnown = literal && !literal->isReal() &&
                 llvm::any_of(literal->integers, stablehlo::isKnown);
  if (!isKnown) {
    // What is no vector is read where it stands.
    auto constant =
        call.node.getInputs()[number].getDefiningOp<graph::NodeOp>();
    auto elements = constant && constant.is("Const")
                        ? llvm::dyn_cast_or_null<mlir::DenseElementsAttr>(
                              call.source.attribute(constant, "value"))
                        : mlir::DenseElementsAttr();
    if (elements)
      literal = stablehlo::Literal::read(elements);
  }
  if (!literal || literal->isReal())
    return std::nullopt;
  Integers numbers(literal->integers);
  for (int64_t &element : numbers) {
    if (stablehlo::isKnown(element))
      element = std::clamp(element, -MaxNumber, MaxNumber);
  }
  return numbers;
}

std::optional<Integers> OpCall::partial(unsigned number) {
  if (number >= inputs.size())
    return std::nullopt;
  if (!builder.buildsOps()) {
    if (std::optional<Integers> numbers = integersOfType(*this, number))
      return numbers;
    if (!isRanked(number) || rank(number) != 1 || shape(number)[0] < 0 ||
        shape(number)[0] > MaxRank)
      return std::nullopt;
    return unknownSizes(shape(number)[0]);
  }
  mlir::DenseElementsAttr constant = inputs[number].constant;
  if (!constant || !llvm::isa<mlir::IntegerType>(constant.getElementType()))
    return std::nullopt;
  return integersOf(constant);
}

std::optional<Integers> OpCall::known(unsigned number) {
  std::optional<Integers> numbers = partial(number);
  return numbers && isWhole(*numbers) ? numbers : std::nullopt;
}

std::optional<int64_t> OpCall::knownScalar(unsigned number) {
  std::optional<Integers> all = known(number);
  if (!all || all->size() != 1)
    return std::nullopt;
  return all->front();
}

std::optional<double> OpCall::knownNumber(unsigned number) {
  mlir::DenseElementsAttr constant = inputs[number].constant;
  std::optional<stablehlo::Literal> literal =
      constant ? stablehlo::Literal::read(constant) : std::nullopt;
  if (!literal || literal->size() != 1)
    return std::nullopt;
  return literal->isReal() ? literal->reals[0] : double(literal->integers[0]);
}

void OpCall::assumeSizes(unsigned number, llvm::ArrayRef<int64_t> sizes) {
  if (builder.buildsOps() || isRanked(number))
    return;
  mlir::Type element = elementOrUnknown(node.getInputs()[number].getType());
  inputs[number].tensor =
      builder.unknown(mlir::RankedTensorType::get(sizes, element));
}

void OpCall::assumeRank(unsigned number, int64_t rank) {
  assumeSizes(number, unknownSizes(rank));
}

LogicalResult OpCall::unify(unsigned first, unsigned second) {
  if (builder.buildsOps()) {
    if (type(first) == type(second))
      return llvm::success();
    return fail(mismatch::types(type(first), type(second)));
  }
  for (auto [one, other] : {std::pair(first, second), {second, first}}) {
    if (isRanked(other))
      assumeSizes(one, shape(other));
  }
  if (!isRanked(first) || !isRanked(second))
    return llvm::success();
  Integers sizes(shape(first));
  if (!stablehlo::mayEqual(sizes, shape(second)))
    return fail(mismatch::types(type(first), type(second)));
  for (auto [size, other] : llvm::zip(sizes, shape(second)))
    size = stablehlo::isKnown(size) ? size : other;
  for (unsigned number : {first, second})
    inputs[number].tensor = builder.reshape(inputs[number].tensor, sizes);
  return llvm::success();
}

bool OpCall::elementsDiffer(unsigned first, unsigned second) {
  return builder.buildsOps() && element(first) != element(second);
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
  if (!builder.buildsOps())
    return set(output, builder.constant(constant));
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
    return failUnsupported("output " + llvm::Twine(output) +
                           " has element type " + mismatch::typeText(element) +
                           "; an integer type is required");
  stablehlo::Literal literal;
  literal.type =
      isScalar
          ? mlir::RankedTensorType::get({}, element)
          : mlir::RankedTensorType::get({int64_t(numbers.size())}, element);
  literal.integers.assign(numbers.begin(), numbers.end());
  if (builder.buildsOps())
    return set(output, literal.attribute());
  return set(output, stablehlo::Literal::canHold(literal.type)
                         ? builder.literal(literal)
                         : builder.unknown(literal.type));
}

LogicalResult OpCall::setSizes(unsigned output, llvm::ArrayRef<int64_t> sizes) {
  if (output >= node.getOutputs().size())
    return llvm::success();
  mlir::Type element = elementOrUnknown(node.getOutputs()[output].getType());
  Integers known(sizes);
  for (int64_t &size : known)
    size = size < 0 ? mlir::ShapedType::kDynamic : size;
  return set(output,
             builder.unknown(mlir::RankedTensorType::get(known, element)));
}

LogicalResult OpCall::fail(const Problem &reason) {
  problem = reason;
  return llvm::failure();
}

LogicalResult OpCall::failAsSecondary(const Problem &reason) {
  isSecondaryError = true;
  return fail(reason);
}

LogicalResult OpCall::failUnknown(unsigned number,
                                  const std::optional<Integers> &sizes) {
  if (!builder.buildsOps())
    return sizes ? setSizes(0, *sizes) : llvm::success();
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

mlir::Type tensorflow::elementOrUnknown(mlir::Type type) {
  mlir::Type element = graph::elementTypeOf(type);
  return element ? element : graph::UnknownType::get(type.getContext());
}

std::optional<Integers>
tensorflow::broadcastShape(llvm::ArrayRef<int64_t> first,
                           llvm::ArrayRef<int64_t> second) {
  Integers shape(first);
  if (!broadcastWith(shape, second))
    return std::nullopt;
  return shape;
}

int64_t tensorflow::productOf(int64_t first, int64_t second) {
  bool areKnown = stablehlo::isKnown(first) && stablehlo::isKnown(second);
  return (areKnown ? llvm::checkedMul(first, second) : std::nullopt)
      .value_or(mlir::ShapedType::kDynamic);
}

int64_t tensorflow::sumOf(int64_t first, int64_t second) {
  bool areKnown = stablehlo::isKnown(first) && stablehlo::isKnown(second);
  return (areKnown ? llvm::checkedAdd(first, second) : std::nullopt)
      .value_or(mlir::ShapedType::kDynamic);
}

mlir::Type tensorflow::accumulationType(mlir::Type element) {
  if (element.isF16() || element.isBF16())
    return mlir::Float32Type::get(element.getContext());
  return element;
}
