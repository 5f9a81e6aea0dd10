//===- ElementTypes.cpp - Element types that operators take ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/ElementTypes.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

/// The number of strings in the standard.
static constexpr int64_t StringElements = 8;

static StringRef textOf(unsigned kinds) {
  switch (kinds) {
  case kBoolean:
    return "i1";
  case kFloat:
    return "a float type";
  case kInteger:
    return "an integer type";
  case kUnsigned:
    return "an unsigned integer type";
  case SignedNumeric:
    return "a signed numeric type";
  default:
    return "a numeric type";
  }
}

static bool isComputedWith(mlir::Type element) {
  if (element.isInteger(1))
    return true;
  return isElementOf(element, Numeric) && element.getIntOrFloatBitWidth() >= 8;
}

LogicalResult onnx::expectElements(OpCall &call, unsigned input,
                                   unsigned kinds) {
  mlir::Type element = call.type(input).getElementType();
  if (!isComputedWith(element))
    return call.failUnsupported("element type " + mismatch::typeText(element) +
                                " is not computed with");
  if (isElementOf(element, kinds))
    return llvm::success();
  return call.fail(mismatch::otherElement(element, textOf(kinds)));
}

/// What the first opsets call an element type; 0 for another word.
static int64_t numberOf(StringRef word) {
  static constexpr StringRef Words[] = {
      "",      "FLOAT",  "UINT8", "INT8",    "UINT16", "INT16",  "INT32",
      "INT64", "STRING", "BOOL",  "FLOAT16", "DOUBLE", "UINT32", "UINT64"};
  const auto *found = llvm::find(Words, word);
  return found == std::end(Words) ? 0 : found - std::begin(Words);
}

FailureOr<mlir::Type> onnx::elementAttribute(OpCall &call, StringRef key) {
  if (!call.attributes.contains(key))
    return mlir::Type();
  StringRef word = call.word(key, "");
  int64_t number = word.empty() ? call.integer(key, 0) : numberOf(word);
  if (mlir::Type element = elementType(call.builder.builder(), number))
    return element;
  if (number == StringElements)
    return call.failUnsupported("strings are not computed with");
  if (number <= 0)
    return call.fail("`" + key + "` is " +
                     (word.empty() ? llvm::Twine(number).str() : word.str()) +
                     ", which is no element type");
  return call.failUnsupported("element type " + llvm::Twine(number) + " in `" +
                              key + "` is not computed with");
}

LogicalResult onnx::expectShape(OpCall &call, Shape shape) {
  for (int64_t size : shape) {
    if (isKnown(size) && size < 0)
      return call.fail(mismatch::invalidShape(shape));
    if (!OpCall::maybeSize(size))
      return call.failUnsupported("the size " + llvm::Twine(size) +
                                  " is too large");
  }
  bool areKnown = llvm::all_of(shape, isKnown);
  if (areKnown && ForwardModule::isTooLarge(shape))
    return call.failUnsupported("the shape " + mismatch::shapeText(shape) +
                                " is too large");
  return llvm::success();
}
