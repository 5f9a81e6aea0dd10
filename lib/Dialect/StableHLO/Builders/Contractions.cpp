//===- Contractions.cpp - Products of matrices ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "Dialect/StableHLO/IR/Windows.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

mlir::DenseIntElementsAttr trainlint::stablehlo::paddingAttr(
    mlir::OpBuilder &b, ArrayRef<std::pair<int64_t, int64_t>> padding) {
  if (padding.empty())
    return nullptr;
  SmallVector<int64_t> numbers;
  for (auto [low, high] : padding)
    numbers.append({low, high});
  return mlir::DenseIntElementsAttr::get(
      RankedTensorType::get({static_cast<int64_t>(padding.size()), 2},
                            b.getI64Type()),
      numbers);
}

/// The sizes of the dimensions that are in neither list.
static void appendOthers(llvm::SmallVectorImpl<int64_t> &shape,
                         ArrayRef<int64_t> sizes, ArrayRef<int64_t> first,
                         ArrayRef<int64_t> second) {
  for (auto [index, size] : llvm::enumerate(sizes)) {
    auto dimension = static_cast<int64_t>(index);
    if (!llvm::is_contained(first, dimension) &&
        !llvm::is_contained(second, dimension))
      shape.push_back(size);
  }
}

Value ProgramBuilder::dotGeneral(Value lhs, Value rhs,
                                 ArrayRef<int64_t> lhsContracting,
                                 ArrayRef<int64_t> rhsContracting,
                                 ArrayRef<int64_t> lhsBatching,
                                 ArrayRef<int64_t> rhsBatching) {
  SmallVector<int64_t> shape;
  for (int64_t dimension : lhsBatching)
    shape.push_back(shapeOf(lhs)[dimension]);
  appendOthers(shape, shapeOf(lhs), lhsBatching, lhsContracting);
  appendOthers(shape, shapeOf(rhs), rhsBatching, rhsContracting);
  // An attribute needs its dialect, which who computes types has no use for.
  if (abstract)
    return abstract->add(typeOf(lhs).clone(shape), loc);
  auto dimensions = DotDimensionsAttr::get(
      b.getContext(), lhsBatching, rhsBatching, lhsContracting, rhsContracting);
  return make<DotGeneralOp>(typeOf(lhs).clone(shape), lhs, rhs, dimensions,
                            /*precision_config=*/nullptr,
                            /*algorithm=*/nullptr);
}

Value ProgramBuilder::matmul(Value lhs, Value rhs) {
  return dotGeneral(lhs, rhs, {1}, {0});
}

/// The entry of a list of options, or what an empty list stands for.
template <typename T>
static T entry(ArrayRef<T> list, size_t index, T absent) {
  return list.empty() ? absent : list[index];
}

Value ProgramBuilder::convolution(Value lhs, Value rhs,
                                  const ConvolutionOptions &options) {
  ConvDimensionsAttr d = options.dimensions;
  SmallVector<int64_t> shape(shapeOf(lhs).size());
  int64_t batch = shapeOf(lhs)[d.getInputBatchDimension()];
  shape[d.getOutputBatchDimension()] =
      isKnown(batch) ? batch / options.batchGroups : batch;
  shape[d.getOutputFeatureDimension()] =
      shapeOf(rhs)[d.getKernelOutputFeatureDimension()];
  for (auto [index, spatial] :
       llvm::enumerate(d.getOutputSpatialDimensions())) {
    Window window;
    window.size = shapeOf(rhs)[d.getKernelSpatialDimensions()[index]];
    window.stride = entry<int64_t>(options.strides, index, 1);
    std::tie(window.paddingLow, window.paddingHigh) =
        entry<std::pair<int64_t, int64_t>>(options.padding, index, {0, 0});
    window.baseDilation = entry<int64_t>(options.lhsDilation, index, 1);
    window.windowDilation = entry<int64_t>(options.rhsDilation, index, 1);
    shape[spatial] =
        windowCount(shapeOf(lhs)[d.getInputSpatialDimensions()[index]], window);
  }
  auto numbers = [&](ArrayRef<int64_t> list) {
    return list.empty() ? nullptr : b.getDenseI64ArrayAttr(list);
  };
  mlir::DenseBoolArrayAttr reversal =
      options.reversal.empty() ? nullptr
                               : b.getDenseBoolArrayAttr(options.reversal);
  return make<ConvolutionOp>(
      typeOf(lhs).clone(shape), lhs, rhs, numbers(options.strides),
      paddingAttr(b, options.padding), numbers(options.lhsDilation),
      numbers(options.rhsDilation), reversal, d, options.featureGroups,
      options.batchGroups, /*precision_config=*/nullptr);
}
