//===- CastOps.cpp - ONNX operators that change element types -------------===//
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

/// The element type of `to`.
static FailureOr<mlir::Type> targetType(OpCall &call) {
  FailureOr<mlir::Type> element = elementAttribute(call, "to");
  if (succeeded(element) && !*element)
    return call.failMissing("`to` is missing");
  return element;
}

static LogicalResult castOp(OpCall &call) {
  if (failed(call.expectInputs(1)) ||
      failed(expectElements(call, 0, AnyElement)))
    return llvm::failure();
  FailureOr<mlir::Type> element = targetType(call);
  if (failed(element))
    return llvm::failure();
  return call.setResult(call.builder.convert(call.value(0), *element));
}

static LogicalResult castLike(OpCall &call) {
  if (failed(call.expectInputs(2)) ||
      failed(expectElements(call, 0, AnyElement)) ||
      failed(expectElements(call, 1, AnyElement)))
    return llvm::failure();
  mlir::Type element = call.type(1).getElementType();
  return call.setResult(call.builder.convert(call.value(0), element));
}

static LogicalResult bitCast(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  // A boolean takes a byte there, and a bit here.
  if (call.element().isInteger(1))
    return call.failUnsupported("bits are not taken of i1");
  if (failed(expectElements(call, 0, Numeric)))
    return llvm::failure();
  FailureOr<mlir::Type> element = targetType(call);
  if (failed(element))
    return llvm::failure();
  Value x = call.value(0);
  mlir::Type given = ProgramBuilder::elementOf(x);
  if (element->isInteger(1))
    return call.failUnsupported("bits are not taken for i1");
  if (given.getIntOrFloatBitWidth() != element->getIntOrFloatBitWidth())
    return call.fail("element types " + mismatch::typeText(given) + " and " +
                     mismatch::typeText(*element) +
                     " have different numbers of bits");
  if (given == *element)
    return call.setResult(x);
  return call.setResult(call.builder.make<BitcastConvertOp>(
      ProgramBuilder::typeOf(x).clone(*element), x));
}

void onnx::addCastOps(OpTable &table) {
  table.add(bitCast, {"BitCast"});
  table.add(castOp, {"Cast"});
  table.add(castLike, {"CastLike"});
}
