//===- WindowReader.h - Windows of ONNX operators ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attributes that convolutions and pools share. A size may be unknown where
// only types are computed.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_ONNX_WINDOWREADER_H
#define TRAINLINT_OPS_ONNX_WINDOWREADER_H

#include "Ops/ONNX/OpCall.h"

namespace trainlint::onnx {

/// How a window moves: an entry for each spatial dimension.
struct NodeWindow {
  IndexVector sizes;
  IndexVector strides;
  IndexVector dilations;
  /// Before and behind. Nothing where it follows from an unknown size: the
  /// size of the result is unknown then, too.
  llvm::SmallVector<std::pair<int64_t, int64_t>> padding;

  size_t count() const { return sizes.size(); }
  /// From the first element to behind the last; unknown if the size is.
  int64_t reach(size_t i) const;
};

/// A list of numbers, one for each dimension, each of at least `least`. Other
/// than those fail; a list that is missing or empty has `missing` everywhere.
llvm::FailureOr<IndexVector> readSizes(OpCall &call, llvm::StringRef key,
                                       size_t count, int64_t least,
                                       int64_t missing);
/// True unless a list is missing or empty.
bool hasSizes(const OpCall &call, llvm::StringRef key);

/// What `auto_pad` says. Fails for a word that the standard does not have.
enum class AutoPad : uint8_t { None, SameUpper, SameLower, Valid };
llvm::FailureOr<AutoPad> readAutoPad(OpCall &call);

/// The window of a node over inputs of a shape, in which batch and features are
/// before space. Fails where a window does not fit.
llvm::FailureOr<NodeWindow> readWindow(OpCall &call, Shape input,
                                       IndexVector sizes);

/// The shape of a kernel [., ., ...], of which `kernel_shape` may know what its
/// type does not. Fails unless it is of inputs of the same rank.
llvm::FailureOr<IndexVector> readKernel(OpCall &call, Shape input,
                                        Shape kernel);

/// `group`. Fails for less than 1.
llvm::FailureOr<int64_t> readGroups(OpCall &call);

/// Sizes of which any may be unknown.
int64_t productOf(int64_t size, int64_t factor);
int64_t quotientOf(int64_t size, int64_t divisor);

/// The dimensions of a convolution: batch, features and then space, as in all
/// models; kernels have their inputs and outputs where the operator has them.
stablehlo::ConvDimensionsAttr convolutionDimensions(OpCall &call, size_t rank,
                                                    int64_t kernelInput,
                                                    int64_t kernelOutput);

/// The options of a convolution by a kernel [outputs, inputs / groups, ...].
/// Fails unless the channels fit.
llvm::FailureOr<stablehlo::ConvolutionOptions>
readConvolution(OpCall &call, Shape input, Shape kernel);

} // namespace trainlint::onnx

#endif // TRAINLINT_OPS_ONNX_WINDOWREADER_H
