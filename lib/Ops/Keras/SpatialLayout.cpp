//===- SpatialLayout.cpp - Where images have their dimensions -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Keras/SpatialLayout.h"
#include "Dialect/StableHLO/IR/Windows.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::keras;

std::optional<SpatialLayout> SpatialLayout::of(const LayerCall &call) {
  for (unsigned count : {1, 2, 3}) {
    if (llvm::StringRef(call.className).contains(std::to_string(count) + "D"))
      return SpatialLayout(count, call.isChannelsFirst());
  }
  return std::nullopt;
}

SmallVector<int64_t> SpatialLayout::dimensions() const {
  SmallVector<int64_t> result;
  for (unsigned i = 0; i < count; ++i)
    result.push_back(dimension(i));
  return result;
}

stablehlo::ConvDimensionsAttr
SpatialLayout::dimensionsAttr(mlir::MLIRContext *context) const {
  SmallVector<int64_t> images = dimensions();
  SmallVector<int64_t> kernels = llvm::to_vector(llvm::seq<int64_t>(0, count));
  return stablehlo::ConvDimensionsAttr::get(
      context, /*inputBatchDimension=*/0, channel(), images,
      /*kernelInputFeatureDimension=*/count,
      /*kernelOutputFeatureDimension=*/count + 1, kernels,
      /*outputBatchDimension=*/0, channel(), images);
}

std::optional<std::pair<int64_t, int64_t>>
WindowSize::padding(llvm::StringRef mode) const {
  // Whatever is put there, the output is as unknown.
  if (!stablehlo::isKnown(input))
    return std::pair<int64_t, int64_t>(0, 0);
  if (mode == "causal")
    return std::pair<int64_t, int64_t>(reach() - 1, 0);
  if (mode == "same")
    return stablehlo::samePadding(input, reach(), stride);
  if (reach() > input)
    return std::nullopt;
  return std::pair<int64_t, int64_t>(0, 0);
}

llvm::FailureOr<llvm::StringRef> keras::paddingMode(LayerCall &call) {
  llvm::StringRef mode = call.settings.word("padding", "valid");
  bool mayBeCausal = llvm::StringRef(call.className).contains("Conv1D") &&
                     !call.isChannelsFirst();
  if (mode == "valid" || mode == "same" || (mode == "causal" && mayBeCausal))
    return mode;
  return call.failSetting("padding", mode);
}
