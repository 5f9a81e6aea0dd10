//===- ConvolutionOps.cpp - Convolutions of ONNX --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/Operators.h"
#include "Ops/ONNX/WindowReader.h"
#include "Support/MLIR.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

/// Fails unless the first inputs are there, floats and of one type.
static LogicalResult expectFloats(OpCall &call, unsigned count) {
  if (failed(call.expectInputs(count)))
    return llvm::failure();
  if (!llvm::isa<mlir::FloatType>(call.element()))
    return call.fail(mismatch::notFloat(call.element()));
  for (unsigned i = 1; i < call.inputs.size(); ++i) {
    if (call.has(i) && call.element(i) != call.element())
      return call.fail(mismatch::elements(call.element(), call.element(i)));
  }
  return llvm::success();
}

/// Gives what a convolution computes, with the bias that the node may have.
static LogicalResult setResultWithBias(OpCall &call, Value result) {
  if (!call.has(2))
    return call.setResult(result);
  SmallVector<int64_t> shape(ProgramBuilder::shapeOf(result));
  if (call.rank(2) != 1 || disagree(call.shape(2)[0], shape[1]))
    return call.fail(mismatch::shape("the bias", call.shape(2), shape[1]));
  ProgramBuilder &b = call.builder;
  Value bias = b.broadcast(call.value(2), shape, {1});
  return call.setResult(b.add(result, bias));
}

static LogicalResult conv(OpCall &call) {
  if (failed(expectFloats(call, 2)))
    return llvm::failure();
  FailureOr<IndexVector> shape = readKernel(call, call.shape(0), call.shape(1));
  if (failed(shape))
    return llvm::failure();
  FailureOr<ConvolutionOptions> options =
      readConvolution(call, call.shape(0), *shape);
  if (failed(options))
    return llvm::failure();
  ProgramBuilder &b = call.builder;
  Value kernel = b.reshape(call.value(1), *shape);
  return setResultWithBias(call,
                           b.convolution(call.value(0), kernel, *options));
}

//===----------------------------------------------------------------------===//
// Transposed convolutions
//===----------------------------------------------------------------------===//

namespace {
/// How a transposed convolution goes along one dimension.
struct TransposedWindow {
  int64_t input;
  int64_t reach;
  int64_t stride;
  /// More elements behind.
  int64_t more;

  bool areKnown() const { return OpCall::isSize(input) && isKnown(reach); }
  /// The size without any padding, which cuts it.
  int64_t whole() const { return (input - 1) * stride + reach + more; }
};

/// Its attributes.
struct TransposedReader {
  explicit TransposedReader(OpCall &call) : call(call) {}

  OpCall &call;
  AutoPad mode = AutoPad::None;
  IndexVector strides, dilations, pads, more;
  /// The spatial sizes of the result, if they are given.
  std::optional<IndexVector> wanted;

  LogicalResult read(size_t count);
  /// What is cut before and behind; none if nothing is left. Only of known
  /// sizes.
  std::optional<std::pair<int64_t, int64_t>>
  cutSides(const TransposedWindow &window, size_t i) const;
  /// The size of the result, unknown if it follows from unknown sizes.
  int64_t resultSize(const TransposedWindow &window, size_t i) const;
};
} // namespace

LogicalResult TransposedReader::read(size_t count) {
  const std::tuple<IndexVector *, StringRef, size_t, int64_t> lists[] = {
      {&strides, "strides", count, 1},
      {&dilations, "dilations", count, 1},
      {&pads, "pads", 2 * count, 0},
      {&more, "output_padding", count, 0}};
  for (auto [list, key, size, least] : lists) {
    FailureOr<IndexVector> found =
        readSizes(call, key, size, least, /*missing=*/least);
    if (failed(found))
      return llvm::failure();
    *list = *found;
  }
  FailureOr<AutoPad> found = readAutoPad(call);
  if (failed(found))
    return llvm::failure();
  mode = *found;
  if (!hasSizes(call, "output_shape"))
    return llvm::success();
  // Some name the batch and the channels as well.
  bool isWhole = call.integers("output_shape")->size() == count + 2;
  FailureOr<IndexVector> sizes = readSizes(
      call, "output_shape", isWhole ? count + 2 : count, isWhole ? 0 : 1, 1);
  if (failed(sizes))
    return llvm::failure();
  wanted = IndexVector(llvm::ArrayRef(*sizes).take_back(count));
  return llvm::success();
}

std::optional<std::pair<int64_t, int64_t>>
TransposedReader::cutSides(const TransposedWindow &window, size_t i) const {
  std::pair<int64_t, int64_t> sides = {pads[i], pads[pads.size() / 2 + i]};
  if (mode == AutoPad::Valid)
    sides = {0, 0};
  bool isSame = mode == AutoPad::SameUpper || mode == AutoPad::SameLower;
  if (wanted || isSame) {
    int64_t size = wanted ? (*wanted)[i] : window.input * window.stride;
    int64_t total = window.whole() - size;
    int64_t half = total / 2;
    sides = mode == AutoPad::SameUpper ? std::pair(half, total - half)
                                       : std::pair(total - half, half);
    // What is wanted beyond the whole is behind it.
    if (total < 0)
      sides = {0, total};
  }
  if (window.input < 1 || window.whole() - sides.first - sides.second < 1)
    return std::nullopt;
  return sides;
}

int64_t TransposedReader::resultSize(const TransposedWindow &window,
                                     size_t i) const {
  if (wanted)
    return (*wanted)[i];
  bool isSame = mode == AutoPad::SameUpper || mode == AutoPad::SameLower;
  return isSame ? productOf(window.input, window.stride)
                : mlir::ShapedType::kDynamic;
}

/// A kernel [in, out / groups, ...] as one of [in / groups, out, ...], turned.
static Value turnedKernel(ProgramBuilder &b, Value kernel, int64_t groups) {
  SmallVector<int64_t> shape(ProgramBuilder::shapeOf(kernel));
  SmallVector<int64_t> spatial =
      llvm::to_vector(llvm::seq<int64_t>(2, shape.size()));
  kernel = b.reverse(kernel, spatial);
  SmallVector<int64_t> split = {groups, quotientOf(shape[0], groups)};
  split.append(shape.begin() + 1, shape.end());
  SmallVector<int64_t> order = {1, 0};
  for (int64_t i = 2; i < int64_t(split.size()); ++i)
    order.push_back(i);
  SmallVector<int64_t> joined = {quotientOf(shape[0], groups),
                                 productOf(shape[1], groups)};
  joined.append(shape.begin() + 2, shape.end());
  return b.reshape(b.transpose(b.reshape(kernel, split), order), joined);
}

static LogicalResult convTranspose(OpCall &call) {
  if (failed(expectFloats(call, 2)))
    return llvm::failure();
  SmallVector<int64_t> input(call.shape(0));
  FailureOr<IndexVector> shape = readKernel(call, input, call.shape(1));
  if (failed(shape))
    return llvm::failure();
  Shape kernel = *shape;
  size_t count = kernel.size() - 2;
  TransposedReader reader(call);
  if (failed(reader.read(count)))
    return llvm::failure();
  FailureOr<int64_t> groups = readGroups(call);
  if (failed(groups))
    return llvm::failure();
  if (disagree(input[1], kernel[0]))
    return call.fail("the kernel has " + pluralize(kernel[0], "input channel") +
                     "; the input has " + llvm::Twine(input[1]));
  int64_t channels = isKnown(kernel[0]) ? kernel[0] : input[1];
  if (isKnown(channels) && channels % *groups != 0)
    return call.fail(mismatch::groups(channels, *groups, "input channels"));
  ConvolutionOptions options;
  options.dimensions =
      convolutionDimensions(call, kernel.size(), /*kernelInput=*/0,
                            /*kernelOutput=*/1);
  options.lhsDilation = reader.strides;
  options.rhsDilation = reader.dilations;
  options.featureGroups = *groups;
  SmallVector<int64_t> result = {input[0], productOf(kernel[1], *groups)};
  for (size_t i = 0; i < count; ++i) {
    int64_t size = kernel[i + 2];
    int64_t reach = isKnown(size) ? (size - 1) * reader.dilations[i] + 1 : size;
    TransposedWindow window = {input[i + 2], reach, reader.strides[i],
                               reader.more[i]};
    if (!window.areKnown()) {
      options.padding.push_back({0, 0});
      result.push_back(reader.resultSize(window, i));
      continue;
    }
    std::optional<std::pair<int64_t, int64_t>> cut = reader.cutSides(window, i);
    if (!cut)
      return call.fail("`pads` " + mismatch::shapeText(reader.pads) +
                       " leave nothing of an output of " +
                       llvm::Twine(window.whole()));
    options.padding.push_back(
        {reach - 1 - cut->first, reach - 1 - cut->second + window.more});
    result.push_back(window.whole() - cut->first - cut->second);
  }
  ProgramBuilder &b = call.builder;
  Value weights = b.reshape(call.value(1), kernel);
  Value found =
      b.convolution(call.value(0), turnedKernel(b, weights, *groups), options);
  // The attributes may know more than the sizes of the inputs.
  return setResultWithBias(call, b.reshape(found, result));
}

//===----------------------------------------------------------------------===//
// Convolutions of what came before
//===----------------------------------------------------------------------===//

/// A convolution of each channel of [batch, channels, length] with what came
/// before, of which the state is the end.
static LogicalResult causalConvWithState(OpCall &call) {
  if (failed(expectFloats(call, 2)))
    return llvm::failure();
  StringRef activation = call.word("activation", "none");
  bool isSwish = activation == "silu" || activation == "swish";
  if (!isSwish && activation != "none")
    return call.fail("`activation` is " + quoted(activation) +
                     "; none, silu or swish is required");
  SmallVector<int64_t> input(call.shape(0));
  if (input.size() != 3)
    return call.fail(mismatch::rank(input, 3));
  SmallVector<int64_t> kernel(call.shape(1));
  const int64_t wanted[] = {input[1], 1, mlir::ShapedType::kDynamic};
  if (!mayEqual(kernel, wanted))
    return call.fail(mismatch::shape("the kernel", kernel, wanted));
  if (isKnown(kernel[2]) && kernel[2] < 1)
    return call.fail(mismatch::invalidShape(kernel));
  // One of the two knows how many channels there are.
  int64_t channels = isKnown(input[1]) ? input[1] : kernel[0];
  int64_t before =
      isKnown(kernel[2]) ? kernel[2] - 1 : mlir::ShapedType::kDynamic;
  const int64_t past[] = {input[0], channels, before};
  if (call.has(3) && !mayEqual(call.shape(3), past))
    return call.fail(mismatch::shape("past_state", call.shape(3), past));
  if (call.has(2) &&
      (call.rank(2) != 1 || disagree(call.shape(2)[0], channels)))
    return call.fail(mismatch::shape("the bias", call.shape(2), channels));
  ProgramBuilder &b = call.builder;
  if (!b.buildsOps()) {
    auto type = mlir::RankedTensorType::get({input[0], channels, input[2]},
                                            call.element());
    call.addResult(b.splat(type, 0));
    call.addResult(b.splat(type.clone(past), 0));
    return llvm::success();
  }
  Value state =
      call.has(3)
          ? call.value(3)
          : b.splat(mlir::RankedTensorType::get(past, call.element()), 0);
  Value whole = b.concatenate({state, call.value(0)}, 2);
  ConvolutionOptions options;
  options.dimensions =
      convolutionDimensions(call, /*rank=*/3, /*kernelInput=*/1,
                            /*kernelOutput=*/0);
  options.featureGroups = channels;
  Value result = b.convolution(whole, call.value(1), options);
  if (call.has(2))
    result = b.add(result, b.broadcast(call.value(2), input, {1}));
  call.addResult(isSwish ? b.multiply(result, b.logistic(result)) : result);
  call.addResult(b.slice(whole, {0, 0, input[2]},
                         {input[0], channels, input[2] + before}));
  return llvm::success();
}

void onnx::addConvolutionOps(OpTable &table) {
  table.add(conv, {"Conv"});
  table.add(convTranspose, {"ConvTranspose"});
  table.add(causalConvWithState, {"CausalConvWithState"});
}
