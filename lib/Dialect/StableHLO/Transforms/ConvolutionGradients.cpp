//===- ConvolutionGradients.cpp - Gradients of convolutions ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/Windows.h"
#include "Dialect/StableHLO/Transforms/GradientRegistry.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

namespace {

/// A convolution with all that its attributes leave out.
struct Convolution {
  Value lhs, rhs, result;
  ConvDimensionsAttr numbers;
  SmallVector<Window> windows;
  SmallVector<bool> reversal;
  int64_t featureGroups, batchGroups;
  mlir::ArrayAttr precision;

  explicit Convolution(ConvolutionOp op)
      : lhs(op.getLhs()), rhs(op.getRhs()), result(op.getResult()),
        numbers(op.getDimensionNumbers()),
        featureGroups(op.getFeatureGroupCount()),
        batchGroups(op.getBatchGroupCount()),
        precision(op.getPrecisionConfigAttr()) {
    SmallVector<int64_t> sizes;
    for (int64_t d : numbers.getKernelSpatialDimensions())
      sizes.push_back(ProgramBuilder::shapeOf(rhs)[d]);
    auto padding =
        llvm::cast_if_present<mlir::DenseIntElementsAttr>(op.getPaddingAttr());
    windows = *makeWindows([&] { return op.emitError(); }, sizes,
                           {op.getWindowStrides(),
                            op.getLhsDilation(),
                            op.getRhsDilation(),
                            padding,
                            {}},
                           WindowConstraints());
    if (auto given = op.getWindowReversal())
      reversal.assign(given->begin(), given->end());
    reversal.resize(sizes.size(), false);
  }
};

/// Sizes in one spatial dimension once zeros are between the elements.
struct Spread {
  int64_t source, kernel, result;

  Spread(const Convolution &c, unsigned i) {
    const Window &w = c.windows[i];
    auto spread = [](int64_t size, int64_t dilation) {
      return size == 0 ? 0 : (size - 1) * dilation + 1;
    };
    auto size = [](Value value, int64_t d) {
      return ProgramBuilder::shapeOf(value)[d];
    };
    source = spread(size(c.lhs, c.numbers.getInputSpatialDimensions()[i]),
                    w.baseDilation);
    kernel = spread(w.size, w.windowDilation);
    result = spread(size(c.result, c.numbers.getOutputSpatialDimensions()[i]),
                    w.stride);
  }
};

} // namespace

/// Takes groups, which come first in a dimension, to the front of another
/// dimension.
static Value moveGroups(Pullback &p, Value value, int64_t from, int64_t to,
                        int64_t groups) {
  if (groups == 1)
    return value;
  SmallVector<int64_t> split(ProgramBuilder::shapeOf(value));
  int64_t rank = split.size();
  split[from] /= groups;
  split.insert(split.begin() + from, groups);
  // In the split shape the groups are at `from` and the rest one further.
  SmallVector<int64_t> order;
  for (int64_t d = 0; d < rank; ++d) {
    if (d == to)
      order.push_back(from);
    order.push_back(d < from ? d : d + 1);
  }
  SmallVector<int64_t> joined(ProgramBuilder::shapeOf(value));
  joined[from] /= groups;
  joined[to] *= groups;
  return p.reshape(p.transpose(p.reshape(value, split), order), joined);
}

/// Builds a convolution whose elements are of the type of the gradient.
static Value convolve(Pullback &p, Value lhs, Value rhs,
                      ConvolutionOptions options, mlir::ArrayAttr precision) {
  mlir::Type element = ProgramBuilder::elementOf(p.gradient());
  Value result =
      p.convolution(p.convert(lhs, element), p.convert(rhs, element), options);
  if (precision)
    result.getDefiningOp<ConvolutionOp>().setPrecisionConfigAttr(precision);
  return result;
}

/// The gradient of the source: the gradient of the result, dilated by the
/// strides, is convolved with the reversed kernel, whose input and output
/// features are exchanged (a transposed convolution).
static Value gradientForLhs(Pullback &p, const Convolution &c) {
  ConvDimensionsAttr n = c.numbers;
  ConvolutionOptions options;
  for (auto [i, w] : llvm::enumerate(c.windows)) {
    Spread spread(c, i);
    int64_t low = spread.kernel - 1 - w.paddingLow;
    int64_t high = spread.source + spread.kernel - 1 - spread.result - low;
    options.strides.push_back(w.baseDilation);
    options.lhsDilation.push_back(w.stride);
    options.rhsDilation.push_back(w.windowDilation);
    options.padding.push_back({low, high});
    options.reversal.push_back(!c.reversal[i]);
  }
  int64_t groups = std::max(c.featureGroups, c.batchGroups);
  options.featureGroups = groups;
  Value kernel = moveGroups(p, c.rhs, n.getKernelOutputFeatureDimension(),
                            n.getKernelInputFeatureDimension(), groups);
  options.dimensions = ConvDimensionsAttr::get(
      p.builder().getContext(), n.getOutputBatchDimension(),
      n.getOutputFeatureDimension(), n.getOutputSpatialDimensions(),
      n.getKernelOutputFeatureDimension(), n.getKernelInputFeatureDimension(),
      n.getKernelSpatialDimensions(), n.getInputBatchDimension(),
      n.getInputFeatureDimension(), n.getInputSpatialDimensions());
  Value result = convolve(p, p.gradient(), kernel, options, c.precision);
  Value placed = moveGroups(p, result, n.getInputFeatureDimension(),
                            n.getInputBatchDimension(), c.batchGroups);
  return p.convert(placed, ProgramBuilder::elementOf(c.lhs));
}

/// The gradient of the kernel: the source is convolved with the gradient of the
/// result, with the batch in the role of the features that are summed over.
static Value gradientForRhs(Pullback &p, const Convolution &c) {
  ConvDimensionsAttr n = c.numbers;
  ConvolutionOptions options;
  SmallVector<int64_t> turned;
  for (auto [i, w] : llvm::enumerate(c.windows)) {
    Spread spread(c, i);
    int64_t high =
        spread.result + spread.kernel - spread.source - 1 - w.paddingLow;
    options.strides.push_back(w.windowDilation);
    options.lhsDilation.push_back(w.baseDilation);
    options.rhsDilation.push_back(w.stride);
    options.padding.push_back({w.paddingLow, high});
    if (c.reversal[i])
      turned.push_back(n.getKernelSpatialDimensions()[i]);
  }
  // Groups of the one kind become groups of the other.
  options.featureGroups = c.batchGroups;
  options.batchGroups = c.featureGroups;
  options.dimensions = ConvDimensionsAttr::get(
      p.builder().getContext(), n.getInputFeatureDimension(),
      n.getInputBatchDimension(), n.getInputSpatialDimensions(),
      n.getOutputBatchDimension(), n.getOutputFeatureDimension(),
      n.getOutputSpatialDimensions(), n.getKernelInputFeatureDimension(),
      n.getKernelOutputFeatureDimension(), n.getKernelSpatialDimensions());
  Value result = convolve(p, c.lhs, p.gradient(), options, c.precision);
  if (!turned.empty())
    result = p.reverse(result, turned);
  return p.convert(result, ProgramBuilder::elementOf(c.rhs));
}

static void differentiateConvolution(ConvolutionOp op, Pullback &p) {
  Convolution convolution(op);
  bool isEmpty = ProgramBuilder::typeOf(op.getResult()).getNumElements() == 0;
  p.accumulate(op.getLhs(), [&] {
    return isEmpty ? p.like(op.getLhs(), 0) : gradientForLhs(p, convolution);
  });
  p.accumulate(op.getRhs(), [&] {
    return isEmpty ? p.like(op.getRhs(), 0) : gradientForRhs(p, convolution);
  });
}

void stablehlo::addConvolutionGradients(GradientRegistry &registry) {
  registry.add<ConvolutionOp>(differentiateConvolution);
}
