//===- WindowReader.cpp - Windows of ONNX operators -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/WindowReader.h"
#include "Dialect/StableHLO/IR/Windows.h"
#include "Support/LLVM.h"
#include "Support/Text.h"

using namespace trainlint;
using namespace trainlint::onnx;
using namespace trainlint::stablehlo;

int64_t NodeWindow::reach(size_t i) const {
  return isKnown(sizes[i]) ? (sizes[i] - 1) * dilations[i] + 1 : sizes[i];
}

int64_t onnx::productOf(int64_t size, int64_t factor) {
  return isKnown(size) && isKnown(factor) ? size * factor
                                          : mlir::ShapedType::kDynamic;
}

int64_t onnx::quotientOf(int64_t size, int64_t divisor) {
  return isKnown(size) && isKnown(divisor) && divisor != 0
             ? size / divisor
             : mlir::ShapedType::kDynamic;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

bool onnx::hasSizes(const OpCall &call, StringRef key) {
  std::optional<IndexVector> sizes = call.integers(key);
  return sizes && !sizes->empty();
}

FailureOr<IndexVector> onnx::readSizes(OpCall &call, StringRef key,
                                       size_t count, int64_t least,
                                       int64_t missing) {
  if (!hasSizes(call, key))
    return IndexVector(count, missing);
  IndexVector sizes = *call.integers(key);
  if (sizes.size() == count && OpCall::areSizes(sizes, least))
    return sizes;
  return call.fail(
      mismatch::sizes(key, mismatch::shapeText(sizes), int64_t(count), least));
}

FailureOr<AutoPad> onnx::readAutoPad(OpCall &call) {
  StringRef mode = call.word("auto_pad", "NOTSET");
  if (mode == "NOTSET" || mode.empty())
    return AutoPad::None;
  if (mode == "SAME_UPPER")
    return AutoPad::SameUpper;
  if (mode == "SAME_LOWER")
    return AutoPad::SameLower;
  if (mode == "VALID")
    return AutoPad::Valid;
  return call.fail("`auto_pad` is " + quoted(mode) +
                   "; NOTSET, SAME_UPPER, SAME_LOWER or VALID is required");
}

FailureOr<int64_t> onnx::readGroups(OpCall &call) {
  int64_t groups = call.integer("group", 1);
  if (!OpCall::isSize(groups) || groups < 1)
    return call.fail("`group` is " + llvm::Twine(groups));
  return groups;
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// What is put around an input; none if the window does not fit.
static std::optional<std::pair<int64_t, int64_t>>
sidesOf(int64_t input, int64_t reach, int64_t stride, AutoPad mode,
        std::pair<int64_t, int64_t> pads) {
  bool isSame = mode == AutoPad::SameUpper || mode == AutoPad::SameLower;
  bool areKnown = isKnown(input) && isKnown(reach);
  if (mode == AutoPad::Valid || (isSame && !areKnown))
    pads = {0, 0};
  if (!areKnown)
    return pads;
  if (isSame) {
    pads = samePadding(input, reach, stride);
    if (mode == AutoPad::SameLower)
      std::swap(pads.first, pads.second);
  }
  if (input + pads.first + pads.second < reach)
    return std::nullopt;
  return pads;
}

FailureOr<NodeWindow> onnx::readWindow(OpCall &call, Shape input,
                                       IndexVector sizes) {
  size_t count = sizes.size();
  if (input.size() != count + 2)
    return call.fail(mismatch::rank(input, int64_t(count) + 2));
  FailureOr<IndexVector> strides = readSizes(call, "strides", count, 1, 1);
  if (failed(strides))
    return llvm::failure();
  FailureOr<IndexVector> dilations = readSizes(call, "dilations", count, 1, 1);
  if (failed(dilations))
    return llvm::failure();
  FailureOr<IndexVector> pads = readSizes(call, "pads", 2 * count, 0, 0);
  if (failed(pads))
    return llvm::failure();
  FailureOr<AutoPad> mode = readAutoPad(call);
  if (failed(mode))
    return llvm::failure();
  NodeWindow window;
  window.sizes = std::move(sizes);
  window.strides = std::move(*strides);
  window.dilations = std::move(*dilations);
  for (size_t i = 0; i < count; ++i) {
    std::pair<int64_t, int64_t> given = {(*pads)[i], (*pads)[count + i]};
    int64_t size = input[i + 2];
    int64_t reach = window.reach(i);
    std::optional<std::pair<int64_t, int64_t>> sides =
        sidesOf(size, reach, window.strides[i], *mode, given);
    if (!sides)
      return call.fail(mismatch::window(
          reach,
          *mode == AutoPad::Valid ? size : size + given.first + given.second));
    window.padding.push_back(*sides);
  }
  return window;
}

FailureOr<IndexVector> onnx::readKernel(OpCall &call, Shape input,
                                        Shape kernel) {
  if (kernel.size() < 3)
    return call.fail(mismatch::rankBelow(kernel, 3, "kernel"));
  if (input.size() != kernel.size())
    return call.fail(mismatch::rank(kernel, input.size(), "kernel"));
  IndexVector shape(kernel);
  Shape sizes = kernel.drop_front(2);
  if (!llvm::all_of(kernel, OpCall::maybeSize) || llvm::is_contained(sizes, 0))
    return call.fail(mismatch::invalidShape(kernel));
  if (!hasSizes(call, "kernel_shape"))
    return shape;
  FailureOr<IndexVector> given =
      readSizes(call, "kernel_shape", sizes.size(), 1, 1);
  if (failed(given))
    return llvm::failure();
  for (auto [number, size] : llvm::enumerate(*given)) {
    if (disagree(sizes[number], size))
      return call.fail("`kernel_shape` is " + mismatch::shapeText(*given) +
                       "; the kernel has shape " + mismatch::shapeText(kernel));
    shape[number + 2] = size;
  }
  return shape;
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

ConvDimensionsAttr onnx::convolutionDimensions(OpCall &call, size_t rank,
                                               int64_t kernelInput,
                                               int64_t kernelOutput) {
  SmallVector<int64_t> spatial = llvm::to_vector(llvm::seq<int64_t>(2, rank));
  return ConvDimensionsAttr::get(
      call.builder.builder().getContext(), /*inputBatchDimension=*/0,
      /*inputFeatureDimension=*/1, spatial, kernelInput, kernelOutput, spatial,
      /*outputBatchDimension=*/0, /*outputFeatureDimension=*/1, spatial);
}

FailureOr<ConvolutionOptions> onnx::readConvolution(OpCall &call, Shape input,
                                                    Shape kernel) {
  FailureOr<NodeWindow> window =
      readWindow(call, input, IndexVector(kernel.drop_front(2)));
  if (failed(window))
    return llvm::failure();
  FailureOr<int64_t> groups = readGroups(call);
  if (failed(groups))
    return llvm::failure();
  if (isKnown(kernel[0]) && kernel[0] % *groups != 0)
    return call.fail(mismatch::groups(kernel[0], *groups, "output channels"));
  int64_t wanted = productOf(kernel[1], *groups);
  if (disagree(input[1], wanted))
    return call.fail("the kernel has " + pluralize(wanted, "input channel") +
                     "; the input has " + llvm::Twine(input[1]));
  ConvolutionOptions options;
  options.dimensions =
      convolutionDimensions(call, kernel.size(), /*kernelInput=*/1,
                            /*kernelOutput=*/0);
  options.strides = window->strides;
  options.rhsDilation = window->dilations;
  options.padding = window->padding;
  options.featureGroups = *groups;
  return options;
}
