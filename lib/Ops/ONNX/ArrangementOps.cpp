//===- ArrangementOps.cpp - ONNX operators that move elements -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/Operators.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;
using mlir::RankedTensorType;

static LogicalResult constant(OpCall &call) {
  ProgramBuilder &b = call.builder;
  mlir::OpBuilder &builder = b.builder();
  mlir::DictionaryAttr attributes = call.attributes;
  auto whole = attributes.getAs<mlir::DenseElementsAttr>("value");
  if (call.op == "ConstantOfShape") {
    std::optional<IndexVector> shape =
        call.has(0) ? call.knownIntegers(0) : std::nullopt;
    if (!shape)
      return call.failNotConstant("input");
    if (!OpCall::areSizes(*shape, 0) || ForwardModule::isTooLarge(*shape))
      return call.fail(mismatch::invalidShape(*shape));
    if (!whole)
      return call.setResult(
          b.splat(RankedTensorType::get(*shape, builder.getF32Type()), 0));
    if (whole.getNumElements() != 1 || !whole.getElementType().isIntOrFloat())
      return call.fail("`value` is " + mismatch::typeText(whole.getType()) +
                       "; one number is required");
    return call.setResult(b.constant(mlir::DenseElementsAttr::get(
        RankedTensorType::get(*shape, whole.getElementType()),
        whole.getValues<mlir::Attribute>()[0])));
  }
  if (whole && whole.getElementType().isIntOrFloat())
    return call.setResult(b.constant(whole));
  if (auto number = attributes.getAs<mlir::FloatAttr>("value_float"))
    return call.setResult(
        b.scalar(builder.getF32Type(), number.getValueAsDouble()));
  if (auto number = attributes.getAs<mlir::IntegerAttr>("value_int"))
    return call.setResult(b.constant(mlir::DenseElementsAttr::get(
        RankedTensorType::get({}, builder.getI64Type()), number)));
  if (std::optional<IndexVector> numbers = call.integers("value_ints"))
    return call.setResult(b.integers(*numbers, builder.getI64Type()));
  return call.fail("the constant is too large or not numeric");
}

void onnx::addArrangementOps(OpTable &table) {
  table.add(constant, {"Constant", "ConstantOfShape"});
}
