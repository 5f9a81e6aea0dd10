//===- ConstantOps.cpp - ONNX constants, and shapes as values -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/ElementTypes.h"
#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

static LogicalResult constantReals(OpCall &call, ArrayRef<double> numbers) {
  mlir::OpBuilder &builder = call.builder.builder();
  auto type =
      RankedTensorType::get({int64_t(numbers.size())}, builder.getF32Type());
  std::vector<float> reals(numbers.begin(), numbers.end());
  return call.setResult(call.builder.constant(
      mlir::DenseElementsAttr::get(type, ArrayRef<float>(reals))));
}

/// A tensor whose elements are too many for the graph, are strings, or are
/// mostly left out.
static LogicalResult constantElsewhere(OpCall &call, StringRef key) {
  auto content = call.attributes.getAs<mlir::TypedAttr>(key);
  auto type = content ? llvm::dyn_cast<RankedTensorType>(content.getType())
                      : RankedTensorType();
  if (type && !call.builder.buildsOps())
    return call.setResult(call.builder.unknown(
        RankedTensorType::get(type.getShape(), type.getElementType())));
  return call.failUnsupported(
      "the elements of `" + key +
      (key == "value" ? "` cannot be read as numbers" : "` are sparse"));
}

static LogicalResult constant(OpCall &call) {
  ProgramBuilder &b = call.builder;
  mlir::OpBuilder &builder = b.builder();
  mlir::DictionaryAttr attributes = call.attributes;
  auto whole = attributes.getAs<mlir::DenseElementsAttr>("value");
  if (whole && whole.getElementType().isIntOrFloat())
    return call.setResult(b.constant(whole));
  for (StringRef key : {"value", "sparse_value"}) {
    if (attributes.contains(key))
      return constantElsewhere(call, key);
  }
  for (StringRef key : {"value_string", "value_strings"}) {
    if (attributes.contains(key))
      return call.failUnsupported("strings are not computed with");
  }
  if (auto number = attributes.getAs<mlir::FloatAttr>("value_float"))
    return call.setResult(
        b.scalar(builder.getF32Type(), number.getValueAsDouble()));
  if (auto number = attributes.getAs<mlir::IntegerAttr>("value_int"))
    return call.setResult(b.constant(mlir::DenseElementsAttr::get(
        RankedTensorType::get({}, builder.getI64Type()), number)));
  if (std::optional<SmallVector<double>> numbers = call.numbers("value_floats"))
    return constantReals(call, *numbers);
  if (std::optional<IndexVector> numbers = call.integers("value_ints"))
    return call.setResult(b.integers(*numbers, builder.getI64Type()));
  return call.failMissing("it has no value");
}

static LogicalResult constantOfShape(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  RankedTensorType given = call.type(0);
  if (given.getRank() != 1)
    return call.fail(mismatch::rank(given.getShape(), 1));
  auto value = call.attributes.getAs<mlir::DenseElementsAttr>("value");
  if (!value && call.attributes.contains("value"))
    return call.failUnsupported("`value` is not numeric");
  mlir::Type element =
      value ? value.getElementType() : mlir::Type(b.builder().getF32Type());
  if (value && (value.getNumElements() != 1 || !element.isIntOrFloat()))
    return call.fail("`value` is " + mismatch::typeText(value.getType()) +
                     "; one number is required");
  std::optional<IndexVector> shape = call.partialIntegers(0, "input");
  if (!shape && !b.buildsOps() && isKnown(given.getDimSize(0)) &&
      given.getDimSize(0) <= Literal::MostElements)
    return call.failNotConstant(0, "input", given.getDimSize(0), element);
  if (!shape)
    return call.failNotConstant(0, "input");
  if (failed(expectShape(call, *shape)))
    return llvm::failure();
  if (!llvm::all_of(*shape, isKnown))
    return call.setResult(
        call.builder.unknown(RankedTensorType::get(*shape, element)));
  auto type = RankedTensorType::get(*shape, element);
  if (!value)
    return call.setResult(b.splat(type, 0));
  return call.setResult(b.constant(mlir::DenseElementsAttr::get(
      type, value.getValues<mlir::Attribute>()[0])));
}

/// Integers of which some may be unknown, as a list or a scalar.
static LogicalResult setIntegers(OpCall &call, Shape numbers, bool isScalar) {
  mlir::Type element = call.builder.builder().getI64Type();
  Literal literal;
  literal.type =
      isScalar ? RankedTensorType::get({}, element)
               : RankedTensorType::get({int64_t(numbers.size())}, element);
  literal.integers.assign(numbers.begin(), numbers.end());
  Value result = call.builder.literal(literal);
  if (!result)
    return call.failUnsupported("the input has too many elements");
  return call.setResult(result);
}

static LogicalResult shapeOp(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  RankedTensorType type = call.type(0);
  int64_t rank = type.getRank();
  auto place = [&](StringRef key, int64_t missing) {
    int64_t number = call.integer(key, missing);
    return std::clamp<int64_t>(number < 0 ? number + rank : number, 0, rank);
  };
  int64_t begin = place("start", 0);
  int64_t end = std::max(place("end", rank), begin);
  return setIntegers(call, type.getShape().slice(begin, end - begin),
                     /*isScalar=*/false);
}

static LogicalResult sizeOp(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  int64_t count = elementCount(call.type(0).getShape());
  return setIntegers(call, {count}, /*isScalar=*/true);
}

void onnx::addConstantOps(OpTable &table) {
  table.add(constant, {"Constant"});
  table.add(constantOfShape, {"ConstantOfShape"});
  table.add(shapeOp, {"Shape"});
  table.add(sizeOp, {"Size"});
}
