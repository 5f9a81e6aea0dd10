//===- SpectralOps.cpp - Fourier transforms of ONNX -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Common/Accumulation.h"
#include "Ops/ONNX/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

/// Matrices of more elements are none that a transform is computed by.
static constexpr int64_t MostElements = int64_t(1) << 26;

static int64_t frequencies(int64_t length, bool isOneSided) {
  return isKnown(length) && isOneSided ? length / 2 + 1 : length;
}

namespace {
/// The cosines and sines of a transform, [samples, frequencies].
struct Waves {
  Value cosines;
  Value sines;
};
} // namespace

static Waves wavesOf(ProgramBuilder &b, mlir::Type element, int64_t length,
                     int64_t samples, int64_t bins) {
  auto type = RankedTensorType::get({samples, bins}, b.builder().getI64Type());
  // Whole turns say nothing, and would cost digits.
  Value product = b.multiply(b.iota(type, 0), b.iota(type, 1));
  Value turn = b.binary<RemainderOp>(
      product, b.like(product, static_cast<double>(length)));
  // Digits that cosines lack would be missed where they cancel each other.
  constexpr double FullTurn = 6.283185307179586;
  Value angle = b.scale(b.convert(turn, b.builder().getF64Type()),
                        FullTurn / static_cast<double>(length));
  return {b.convert(b.function<CosineOp>(angle), element),
          b.convert(b.function<SineOp>(angle), element)};
}

/// An integer that is an input; none if it is not known, or no scalar.
static std::optional<int64_t> scalarInput(OpCall &call, unsigned input) {
  std::optional<IndexVector> known = call.knownIntegers(input);
  if (!known || known->size() != 1)
    return std::nullopt;
  return known->front();
}

/// A result of which the types are computed only.
static LogicalResult setResultType(OpCall &call, Shape shape) {
  auto type = RankedTensorType::get(shape, call.element());
  return call.setResult(call.builder.unknown(type));
}

/// Signals end with a dimension of a real part, or a real and an imaginary one.
static LogicalResult checkSignal(OpCall &call) {
  Shape shape = call.shape();
  if (!llvm::isa<mlir::FloatType>(call.element()))
    return call.fail(mismatch::notFloat(call.element()));
  if (shape.size() < 2)
    return call.fail(mismatch::rankBelow(shape, 2));
  if (disagree(shape.back(), 1) && disagree(shape.back(), 2))
    return call.fail("the last size of shape " + mismatch::shapeText(shape) +
                     " is not 1 or 2");
  return llvm::success();
}

//===----------------------------------------------------------------------===//
// Discrete Fourier transforms
//===----------------------------------------------------------------------===//

/// One of the parts that the last dimension has, without that dimension.
static Value partOf(ProgramBuilder &b, Value signal, int64_t number) {
  return b.at(signal, ProgramBuilder::typeOf(signal).getRank() - 1, number);
}

/// Contracts a dimension with the rows of a matrix, whose columns take its
/// place.
static Value contract(ProgramBuilder &b, Value value, int64_t axis,
                      Value matrix) {
  Value product = b.dotGeneral(value, matrix, axis, 0);
  int64_t rank = ProgramBuilder::shapeOf(product).size();
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::rotate(order.begin() + axis, order.end() - 1, order.end());
  return b.transpose(product, order);
}

static Value transform(ProgramBuilder &b, Value signal, int64_t axis,
                       int64_t length, int64_t bins, bool isInverse) {
  // What is missing is zero, and what is too much is left out.
  SmallVector<int64_t> limits(ProgramBuilder::shapeOf(signal));
  SmallVector<int64_t> starts(limits.size(), 0);
  limits[axis] = std::min(limits[axis], length);
  signal = b.slice(signal, starts, limits);
  Waves waves =
      wavesOf(b, ProgramBuilder::elementOf(signal), length, limits[axis], bins);
  if (!isInverse)
    waves.sines = b.negate(waves.sines);
  Value real = partOf(b, signal, 0);
  Value parts[] = {contract(b, real, axis, waves.cosines),
                   contract(b, real, axis, waves.sines)};
  if (limits.back() == 2) {
    Value other = partOf(b, signal, 1);
    parts[0] = b.subtract(parts[0], contract(b, other, axis, waves.sines));
    parts[1] = b.add(parts[1], contract(b, other, axis, waves.cosines));
  }
  limits[axis] = bins;
  limits.back() = 1;
  for (Value &part : parts) {
    if (isInverse)
      part = b.scale(part, 1 / static_cast<double>(length));
    part = b.reshape(part, limits);
  }
  return b.concatenate(parts, static_cast<int64_t>(limits.size()) - 1);
}

static LogicalResult dft(OpCall &call) {
  if (failed(call.expectInputs(1)) ||
      (call.value(0), failed(checkSignal(call))))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  int64_t rank = call.rank();
  std::optional<int64_t> number;
  if (call.version < 20)
    number = call.integer("axis", 1);
  else
    number = call.has(2) ? scalarInput(call, 2) : std::optional<int64_t>(-2);
  if (!number)
    return call.failNotConstant(2, "axis", rank, call.element());
  std::optional<int64_t> axis = OpCall::dimension(*number, rank);
  if (!axis)
    return call.fail(mismatch::axis(*number, rank));
  if (*axis == rank - 1)
    return call.fail("`axis` is " + llvm::Twine(*number) +
                     ", which is that of real and imaginary parts");
  SmallVector<int64_t> shape(call.shape());
  int64_t length = shape[*axis];
  if (call.has(1)) {
    std::optional<int64_t> given = scalarInput(call, 1);
    if (!given && failed(call.requireConstant(1, "dft_length")))
      return llvm::failure();
    length = given.value_or(mlir::ShapedType::kDynamic);
  }
  if (isKnown(length) && (!OpCall::isSize(length) || length < 1))
    return call.fail("`dft_length` is " + llvm::Twine(length));
  bool isOneSided = call.integer("onesided", 0) != 0;
  bool isInverse = call.integer("inverse", 0) != 0;
  if (isOneSided && isInverse)
    return call.failUnsupported("`inverse` with `onesided` is not supported");
  int64_t bins = frequencies(length, isOneSided);
  int64_t samples = shape[*axis];
  shape[*axis] = bins;
  shape.back() = 2;
  if (!b.buildsOps())
    return setResultType(call, shape);
  if (std::min(samples, length) > MostElements / bins)
    return call.failUnsupported("a transform of length " + llvm::Twine(length) +
                                " is too large");
  Value result =
      transform(b, widen(b, call.value(0)), *axis, length, bins, isInverse);
  return call.setResult(b.convert(result, call.element()));
}

//===----------------------------------------------------------------------===//
// Short-time Fourier transforms
//===----------------------------------------------------------------------===//

/// A convolution with windows of cosines and sines: signals are [batch,
/// samples, parts], the result is [batch, frames, frequencies, 2].
static Value transformFrames(OpCall &call, int64_t length, int64_t step,
                             int64_t bins) {
  ProgramBuilder &b = call.builder;
  Value signal = widen(b, call.value(0));
  mlir::Type element = ProgramBuilder::elementOf(signal);
  Waves waves = wavesOf(b, element, length, length, bins);
  if (call.has(2)) {
    Value window = b.convert(call.constant(2), element);
    window = b.broadcast(window, {length, bins}, {0});
    waves = {b.multiply(waves.cosines, window),
             b.multiply(waves.sines, window)};
  }
  Value sines = b.negate(waves.sines);
  int64_t both = 2 * bins;
  Value kernel =
      b.reshape(b.concatenate({waves.cosines, sines}, 1), {length, 1, both});
  if (call.shape().back() == 2) {
    Value other = b.reshape(b.concatenate({waves.sines, waves.cosines}, 1),
                            {length, 1, both});
    kernel = b.concatenate({kernel, other}, 1);
  }
  ConvolutionOptions options;
  options.dimensions = ConvDimensionsAttr::get(
      b.builder().getContext(), /*inputBatchDimension=*/0,
      /*inputFeatureDimension=*/2, /*inputSpatialDimensions=*/{1},
      /*kernelInputFeatureDimension=*/1, /*kernelOutputFeatureDimension=*/2,
      /*kernelSpatialDimensions=*/{0}, /*outputBatchDimension=*/0,
      /*outputFeatureDimension=*/2, /*outputSpatialDimensions=*/{1});
  options.strides = {step};
  Value frames = b.convolution(signal, kernel, options);
  SmallVector<int64_t> shape(ProgramBuilder::shapeOf(frames));
  Value parts = b.reshape(frames, {shape[0], shape[1], 2, bins});
  return b.transpose(parts, {0, 1, 3, 2});
}

static LogicalResult stft(OpCall &call) {
  if (failed(call.expectInputs(2)) ||
      (call.value(0), failed(checkSignal(call))))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Shape shape = call.shape();
  if (shape.size() != 3)
    return call.fail(mismatch::rank(shape, 3));
  std::optional<int64_t> step = scalarInput(call, 1);
  if (!step && failed(call.requireConstant(1, "frame_step")))
    return llvm::failure();
  if (step && (!OpCall::isSize(*step) || *step < 1))
    return call.fail("`frame_step` is " + llvm::Twine(*step));
  int64_t length = shape[1];
  if (call.has(2)) {
    (void)call.constant(2);
    if (call.rank(2) != 1)
      return call.fail(mismatch::rank(call.shape(2), 1, "window"));
    length = call.shape(2)[0];
  }
  if (call.has(3)) {
    std::optional<int64_t> given = scalarInput(call, 3);
    if (!given && failed(call.requireConstant(3, "frame_length")))
      return llvm::failure();
    if (given && call.has(2) && disagree(*given, length))
      return call.fail(mismatch::shape("the window", call.shape(2), *given));
    length = given.value_or(length);
  }
  if (isKnown(length) && (!OpCall::isSize(length) || length < 1))
    return call.fail("`frame_length` is " + llvm::Twine(length));
  bool areKnown = isKnown(length) && isKnown(shape[1]);
  if (areKnown && length > shape[1])
    return call.fail(mismatch::window(length, shape[1]));
  int64_t bins = frequencies(length, call.integer("onesided", 1) != 0);
  int64_t frames = areKnown && step ? (shape[1] - length) / *step + 1
                                    : mlir::ShapedType::kDynamic;
  if (!b.buildsOps())
    return setResultType(call, {shape[0], frames, bins, 2});
  if (length > MostElements / bins)
    return call.failUnsupported("a frame of length " + llvm::Twine(length) +
                                " is too large");
  Value result = transformFrames(call, length, *step, bins);
  return call.setResult(b.convert(result, call.element()));
}

void onnx::addSpectralOps(OpTable &table) {
  table.add(dft, {"DFT"});
  table.add(stft, {"STFT"});
}
