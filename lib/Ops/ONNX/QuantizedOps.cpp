//===- QuantizedOps.cpp - Numbers to integers and back in ONNX ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Activations.h"
#include "Ops/ONNX/Operators.h"
#include "Ops/ONNX/Quantization.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

bool onnx::isQuantizedElement(Type element) {
  auto integer = llvm::dyn_cast<mlir::IntegerType>(element);
  return integer && integer.getWidth() >= 8;
}

bool onnx::isSingle(Shape parameter) {
  return llvm::all_of(parameter, [](int64_t size) { return size == 1; });
}

Value onnx::spreadParameter(ProgramBuilder &b, Value parameter, Shape shape,
                            int64_t axis) {
  if (isSingle(ProgramBuilder::shapeOf(parameter)))
    return b.broadcast(b.reshape(parameter, {}), shape, {});
  return b.broadcast(parameter, shape, {axis});
}

Value onnx::toQuantized(ProgramBuilder &b, Value multiples, Value zeroPoint,
                        Type element) {
  // A zero point of 16 bits is more than some floats have.
  Type f32 = b.builder().getF32Type();
  Value rounded = b.convert(b.unary<RoundNearestEvenOp>(multiples), f32);
  if (zeroPoint)
    rounded = b.add(rounded, b.convert(zeroPoint, f32));
  unsigned width = element.getIntOrFloatBitWidth();
  bool isUnsigned = element.isUnsignedInteger();
  double steps = std::ldexp(1.0, isUnsigned ? width : width - 1);
  Value kept = clip(b, rounded, isUnsigned ? 0 : -steps, steps - 1);
  return b.convert(kept, element);
}

Value onnx::lessZeroPoint(ProgramBuilder &b, Value integers, Value zeroPoint) {
  Type i32 = b.builder().getI32Type();
  Value wide = b.convert(integers, i32);
  return zeroPoint ? b.subtract(wide, b.convert(zeroPoint, i32)) : wide;
}

//===----------------------------------------------------------------------===//
// Scales and zero points
//===----------------------------------------------------------------------===//

namespace {
/// How a node gives scales and zero points for its first input.
struct ParameterReader {
  OpCall &call;
  /// Of parameters that are not single.
  int64_t axis = 0;
  /// How many elements along the axis share one; 0 if each has its own.
  int64_t blockSize = 0;

  LogicalResult read();
  /// A scale or zero point for each element of the first input.
  Value of(unsigned input);

private:
  LogicalResult check(unsigned input, StringRef name);
};
} // namespace

LogicalResult ParameterReader::check(unsigned input, StringRef name) {
  Shape shape = call.shape(input);
  Shape whole = call.shape(0);
  if (isSingle(shape) && blockSize == 0)
    return llvm::success();
  if (blockSize > 0) {
    if (shape.size() != whole.size())
      return call.fail(mismatch::rank(shape, whole.size(), name));
    for (auto [number, size] : llvm::enumerate(whole)) {
      bool isAxis = int64_t(number) == axis;
      int64_t wanted = size;
      if (isAxis && OpCall::isSize(size))
        wanted = (size + blockSize - 1) / blockSize;
      if (disagree(shape[number], wanted))
        return call.fail("`" + name + "` has shape " +
                         mismatch::shapeText(shape) + "; the input has shape " +
                         mismatch::shapeText(whole) + " in blocks of " +
                         llvm::Twine(blockSize));
    }
    return llvm::success();
  }
  if (shape.size() != 1)
    return call.fail(mismatch::rank(shape, 1, name));
  // An unknown size may be 1.
  if (!isKnown(shape[0]))
    return llvm::success();
  std::optional<int64_t> dimension =
      OpCall::dimension(axis, int64_t(whole.size()));
  if (!dimension)
    return call.fail(mismatch::axis(axis, int64_t(whole.size())));
  if (disagree(shape[0], whole[*dimension]))
    return call.fail(mismatch::shape(name, shape, whole[*dimension]));
  return llvm::success();
}

LogicalResult ParameterReader::read() {
  axis = call.integer("axis", 1);
  blockSize = call.version < 21 ? 0 : call.integer("block_size", 0);
  if (blockSize < 0 || !OpCall::isSize(blockSize))
    return call.fail("`block_size` is " + llvm::Twine(blockSize));
  bool isPerTensor = isSingle(call.shape(1)) && blockSize == 0;
  std::optional<int64_t> dimension = OpCall::dimension(axis, call.rank());
  if (!dimension && blockSize > 0)
    return call.fail(mismatch::axis(axis, call.rank()));
  if (dimension)
    axis = *dimension;
  bool isQuantizing = call.op == "QuantizeLinear";
  if (!isPerTensor && failed(check(1, isQuantizing ? "y_scale" : "x_scale")))
    return llvm::failure();
  if (!call.has(2))
    return llvm::success();
  return check(2, isQuantizing ? "y_zero_point" : "x_zero_point");
}

Value ParameterReader::of(unsigned input) {
  ProgramBuilder &b = call.builder;
  Value parameter = call.constant(input);
  SmallVector<int64_t> shape(call.shape());
  if (blockSize == 0)
    return spreadParameter(b, parameter, shape, axis);
  // Each is repeated along the axis, of which the last block may be a part.
  SmallVector<int64_t> repeated(ProgramBuilder::shapeOf(parameter));
  SmallVector<int64_t> joined = repeated;
  joined[axis] *= blockSize;
  repeated.insert(repeated.begin() + axis + 1, blockSize);
  SmallVector<int64_t> dimensions;
  for (int64_t i = 0; i < int64_t(repeated.size()); ++i) {
    if (i != axis + 1)
      dimensions.push_back(i);
  }
  Value all = b.reshape(b.broadcast(parameter, repeated, dimensions), joined);
  return b.slice(all, SmallVector<int64_t>(shape.size(), 0), shape);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// The element type that an attribute names, or the one that is meant if there
/// is none.
static FailureOr<Type> readElement(OpCall &call, Type missing) {
  int64_t number = call.integer("output_dtype", 0);
  if (number == 0)
    return missing;
  Type element = elementType(call.builder.builder(), number);
  if (!element)
    return call.failUnsupported("`output_dtype` is " + llvm::Twine(number) +
                                ", a type that is not computed with");
  return element;
}

/// Gives the type alone if no ops are built.
static bool setType(OpCall &call, Type element) {
  if (call.builder.buildsOps())
    return false;
  auto type = RankedTensorType::get(call.shape(), element);
  return succeeded(call.setResult(call.builder.splat(type, 0)));
}

static LogicalResult quantizeLinear(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Type byte = b.builder().getIntegerType(8, /*isSigned=*/false);
  FailureOr<Type> element =
      readElement(call, call.has(2) ? call.element(2) : byte);
  if (failed(element))
    return llvm::failure();
  if (call.has(2) && *element != call.element(2))
    return call.fail(mismatch::elements(*element, call.element(2)));
  bool isLowered =
      isQuantizedElement(*element) && element->getIntOrFloatBitWidth() <= 16;
  if (!isLowered && failed(call.requireLowering("quantization to " +
                                                mismatch::typeText(*element) +
                                                " is not supported")))
    return llvm::failure();
  if (!llvm::isa<mlir::FloatType>(call.element(1)))
    return call.failUnsupported(mismatch::notFloat(call.element(1)));
  ParameterReader parameters = {call};
  if (failed(parameters.read()))
    return llvm::failure();
  if (setType(call, *element))
    return llvm::success();
  Value x = b.convert(call.value(0), call.element(1));
  Value zeroPoint = call.has(2) ? parameters.of(2) : Value();
  return call.setResult(
      toQuantized(b, b.divide(x, parameters.of(1)), zeroPoint, *element));
}

static LogicalResult dequantizeLinear(OpCall &call) {
  if (failed(call.expectInputs(2)))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  if (!isQuantizedElement(call.element()) &&
      failed(call.requireLowering("quantization to " +
                                  mismatch::typeText(call.element()) +
                                  " is not supported")))
    return llvm::failure();
  if (!llvm::isa<mlir::FloatType>(call.element(1)))
    return call.fail(mismatch::notFloat(call.element(1)));
  if (call.has(2) && call.element(2) != call.element())
    return call.fail(mismatch::elements(call.element(), call.element(2)));
  FailureOr<Type> element = readElement(call, call.element(1));
  if (failed(element))
    return llvm::failure();
  ParameterReader parameters = {call};
  if (failed(parameters.read()))
    return llvm::failure();
  if (setType(call, *element))
    return llvm::success();
  Type f32 = b.builder().getF32Type();
  Value zeroPoint = call.has(2) ? parameters.of(2) : Value();
  Value steps = lessZeroPoint(b, call.value(0), zeroPoint);
  Value scale = b.convert(parameters.of(1), f32);
  return call.setResult(
      b.convert(b.multiply(b.convert(steps, f32), scale), *element));
}

/// The scale and the zero point are such that the range of the input, with 0,
/// takes all of the range of the integers.
static LogicalResult dynamicQuantizeLinear(OpCall &call) {
  if (failed(call.expectInputs(1)))
    return llvm::failure();
  if (!llvm::isa<mlir::FloatType>(call.element()))
    return call.fail(mismatch::notFloat(call.element()));
  ProgramBuilder &b = call.builder;
  Type byte = b.builder().getIntegerType(8, /*isSigned=*/false);
  Value x = call.value(0);
  SmallVector<int64_t> shape(call.shape());
  SmallVector<int64_t> all =
      llvm::to_vector(llvm::seq<int64_t>(0, call.rank()));
  Value zero = b.scalar(call.element(), 0);
  Value low = b.minimum(b.reduce(x, all, Combination::Minimum), zero);
  Value high = b.maximum(b.reduce(x, all, Combination::Maximum), zero);
  Value range = b.subtract(high, low);
  Value scale = b.divide(range, b.like(range, 255));
  // Zeros alone have any scale.
  Value isFlat = b.compare(range, zero, ComparisonDirection::EQ);
  scale = b.select(isFlat, b.like(scale, 1), scale);
  Value zeroPoint =
      toQuantized(b, b.divide(b.negate(low), scale), /*zeroPoint=*/{}, byte);
  Value multiples = b.divide(x, b.broadcast(scale, shape, {}));
  call.addResult(
      toQuantized(b, multiples, b.broadcast(zeroPoint, shape, {}), byte));
  call.addResult(scale);
  call.addResult(zeroPoint);
  return llvm::success();
}

void onnx::addQuantizedOps(OpTable &table) {
  table.add(quantizeLinear, {"QuantizeLinear"});
  table.add(dequantizeLinear, {"DequantizeLinear"});
  table.add(dynamicQuantizeLinear, {"DynamicQuantizeLinear"});
}
