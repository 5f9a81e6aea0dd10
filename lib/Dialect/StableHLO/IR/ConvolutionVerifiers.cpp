//===- ConvolutionVerifiers.cpp - Constraints of convolutions -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/QuantizedDot.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/Windows.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::quant::UniformQuantizedPerAxisType;

/// The specification numbers both convolutions alike.
static constexpr WindowConstraints windowConstraints = {
    {"C17", ""}, {"C2", "C3"}, {"C5", "C6"}, {"C7", "C8"}, "C4", "C9"};

/// Checks that numbers name each dimension once.
static LogicalResult checkNumbers(mlir::Operation *op, StringRef what,
                                  int64_t first, int64_t second,
                                  ArrayRef<int64_t> spatial, int64_t rank,
                                  StringRef countConstraint,
                                  StringRef constraint) {
  if (static_cast<int64_t>(spatial.size()) != rank - 2)
    return op->emitOpError()
           << "has " << spatial.size() << " spatial dimensions of the " << what
           << ", which has rank " << rank << " (" << countConstraint << ")";
  SmallVector<int64_t> all = {first, second};
  llvm::append_range(all, spatial);
  if (auto outside = firstOutside(all, rank))
    return op->emitOpError()
           << "names dimension " << *outside << " of the " << what
           << ", which has rank " << rank << " (" << constraint << ")";
  if (auto twice = firstDuplicate(all))
    return op->emitOpError() << "names dimension " << *twice << " of the "
                             << what << " twice (" << constraint << ")";
  return success();
}

template <typename ConvOp>
static LogicalResult checkDimensions(ConvOp op) {
  auto lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
  int64_t rank = lhs.getRank();
  if (rank != rhs.getRank() || rank < 2)
    return op.emitOpError()
           << "has operands of the ranks " << rank << " and " << rhs.getRank()
           << ", which should be the same and at least 2 (C1)";
  if (op.getResult().getType().getRank() != rank)
    return op.emitOpError()
           << "has operands of rank " << rank << ", but a result of rank "
           << op.getResult().getType().getRank() << " (C26)";
  ConvDimensionsAttr d = op.getDimensionNumbers();
  if (failed(checkNumbers(op, "input", d.getInputBatchDimension(),
                          d.getInputFeatureDimension(),
                          d.getInputSpatialDimensions(), rank, "C12", "C13")) ||
      failed(checkNumbers(op, "kernel", d.getKernelInputFeatureDimension(),
                          d.getKernelOutputFeatureDimension(),
                          d.getKernelSpatialDimensions(), rank, "C17", "C18")))
    return failure();
  return checkNumbers(op, "output", d.getOutputBatchDimension(),
                      d.getOutputFeatureDimension(),
                      d.getOutputSpatialDimensions(), rank, "C19", "C20");
}

/// Checks that a size is a multiple of a count.
static LogicalResult checkMultiple(mlir::Operation *op, StringRef what,
                                   int64_t size, StringRef by, int64_t count,
                                   StringRef constraint) {
  if (!isKnown(size) || size % count == 0)
    return success();
  return op->emitOpError() << "has " << size << " " << what
                           << ", which is no multiple of " << by << ", "
                           << count << " (" << constraint << ")";
}

template <typename ConvOp>
static LogicalResult checkGroups(ConvOp op) {
  auto lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
  ConvDimensionsAttr d = op.getDimensionNumbers();
  int64_t features = op.getFeatureGroupCount();
  int64_t batches = op.getBatchGroupCount();
  if (features <= 0)
    return op.emitOpError() << "has the feature_group_count " << features
                            << ", which has to be positive (C21)";
  if (batches <= 0)
    return op.emitOpError() << "has the batch_group_count " << batches
                            << ", which has to be positive (C22)";
  if (features != 1 && batches != 1)
    return op.emitOpError() << "has the feature_group_count " << features
                            << " and the batch_group_count " << batches
                            << ", one of which has to be 1 (C23)";
  int64_t inputBatch = lhs.getDimSize(d.getInputBatchDimension());
  int64_t inputFeatures = lhs.getDimSize(d.getInputFeatureDimension());
  int64_t kernelInput = rhs.getDimSize(d.getKernelInputFeatureDimension());
  int64_t kernelOutput = rhs.getDimSize(d.getKernelOutputFeatureDimension());
  if (failed(checkMultiple(op, "batches", inputBatch, "batch_group_count",
                           batches, "C10")) ||
      failed(checkMultiple(op, "input features", inputFeatures,
                           "feature_group_count", features, "C11")))
    return failure();
  if (isKnown(inputFeatures) &&
      !mayEqual(kernelInput, inputFeatures / features))
    return op.emitOpError()
           << "has " << inputFeatures << " input features in " << features
           << " groups, but a kernel for " << kernelInput << " (C14)";
  if (failed(checkMultiple(op, "output features of the kernel", kernelOutput,
                           "batch_group_count", batches, "C15")))
    return failure();
  return checkMultiple(op, "output features of the kernel", kernelOutput,
                       "feature_group_count", features, "C16");
}

/// Checks the element types (C27 to C34).
template <typename ConvOp>
static LogicalResult checkElements(ConvOp op) {
  Type lhs = elementOf(op.getLhs().getType());
  Type rhs = elementOf(op.getRhs().getType());
  Type result = elementOf(op.getResult().getType());
  if (!isQuantized(lhs) && !isQuantized(rhs) && !isQuantized(result)) {
    // Results may be wider than the operands in practice.
    if (lhs == rhs || (isElementOf(lhs, kFloat) && isElementOf(rhs, kFloat)))
      return success();
    return op.emitOpError()
           << "has elements of " << lhs << " and " << rhs << " (C27)";
  }
  if (!isQuantized(rhs) || isQuantized(lhs) != isQuantized(result))
    return op.emitOpError() << "has elements of " << lhs << " and " << rhs
                            << " and a result of " << result
                            << ", but rhs has to be quantized, and lhs if and "
                               "only if the result is (C28)";
  ConvDimensionsAttr d = op.getDimensionNumbers();
  auto rhsAxis = llvm::dyn_cast<UniformQuantizedPerAxisType>(rhs);
  auto resultAxis = llvm::dyn_cast<UniformQuantizedPerAxisType>(result);
  if (rhsAxis &&
      rhsAxis.getQuantizedDimension() != d.getKernelOutputFeatureDimension())
    return op.emitOpError() << "has a kernel that is quantized along dimension "
                            << rhsAxis.getQuantizedDimension()
                            << " instead of that of the output features, "
                            << d.getKernelOutputFeatureDimension() << " (C29)";
  if (resultAxis &&
      resultAxis.getQuantizedDimension() != d.getOutputFeatureDimension())
    return op.emitOpError() << "has a result that is quantized along dimension "
                            << resultAxis.getQuantizedDimension()
                            << " instead of that of the features, "
                            << d.getOutputFeatureDimension() << " (C30)";
  if (failed(checkQuantizedElements(op, {lhs, rhs, result},
                                    {"C34", "C31", "C32"})))
    return failure();
  if (!rhsAxis && resultAxis)
    return op.emitOpError() << "has a kernel that is quantized as a whole, but "
                               "a result that is quantized along a dimension "
                               "(C33)";
  return success();
}

/// Checks everything but the padding that is computed, and the shape of the
/// result where that is known.
template <typename ConvOp>
static LogicalResult verifyConvolution(ConvOp op, bool paddingKnown) {
  if (failed(checkDimensions(op)) || failed(checkGroups(op)))
    return failure();
  // Fewer stand for DEFAULT in practice.
  if (op.getPrecisionConfig() && op.getPrecisionConfig()->size() > 2)
    return op.emitOpError() << "has " << op.getPrecisionConfig()->size()
                            << " precisions for two operands (C24)";
  auto lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
  ConvDimensionsAttr d = op.getDimensionNumbers();
  SmallVector<int64_t> sizes;
  for (int64_t dimension : d.getKernelSpatialDimensions())
    sizes.push_back(rhs.getDimSize(dimension));
  WindowAttributes attributes{op.getWindowStrides(), op.getLhsDilation(),
                              op.getRhsDilation(), op.getPaddingAttr(),
                              op.getWindowReversal()};
  auto emit = [&] { return op.emitOpError(); };
  auto windows = makeWindows(emit, sizes, attributes, windowConstraints);
  if (failed(windows) || failed(checkElements(op)))
    return failure();
  SmallVector<int64_t> shape(lhs.getRank(), ShapedType::kDynamic);
  int64_t batch = lhs.getDimSize(d.getInputBatchDimension());
  if (isKnown(batch))
    shape[d.getOutputBatchDimension()] = batch / op.getBatchGroupCount();
  shape[d.getOutputFeatureDimension()] =
      rhs.getDimSize(d.getKernelOutputFeatureDimension());
  if (paddingKnown) {
    for (auto [i, window] : llvm::enumerate(*windows))
      shape[d.getOutputSpatialDimensions()[i]] =
          windowCount(lhs.getDimSize(d.getInputSpatialDimensions()[i]), window);
  }
  auto result = op.getResult().getType();
  if (!mayEqual(shape, result.getShape()))
    return op.emitOpError()
           << "result has shape " << shapeText(result.getShape())
           << " instead of " << shapeText(shape) << " (C25)";
  return success();
}

LogicalResult ConvolutionOp::verify() {
  return verifyConvolution(*this, /*paddingKnown=*/true);
}

LogicalResult DynamicConvOp::verify() {
  auto padding = getDPadding().getType();
  int64_t spatial = getLhs().getType().getRank() - 2;
  if (padding.getRank() != 2 || !mayEqual(padding.getShape(), {spatial, 2}))
    return emitOpError() << "d_padding has the shape "
                         << shapeText(padding.getShape()) << " instead of ["
                         << spatial << ", 2] (C4)";
  return verifyConvolution(*this, /*paddingKnown=*/false);
}
