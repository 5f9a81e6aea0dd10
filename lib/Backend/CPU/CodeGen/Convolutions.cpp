//===- Convolutions.cpp - Convolutions ------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Convolutions.h"
#include "Backend/CPU/CodeGen/Contractions.h"
#include "Backend/CPU/CodeGen/Elements.h"
#include "Support/LLVM.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::AffineExpr;
using mlir::utils::IteratorType;

namespace trainlint::cpu {

/// The left operand with its padding and with zeros between its elements, so
/// that windows lie inside.
static Value padded(Lowering &lowering, const Convolution &convolution) {
  Location loc = convolution.loc;
  Value lhs = lowering.bufferOf(convolution.lhs);
  Type element = elementTypeIn(convolution.lhs);
  SmallVector<int64_t> shape(shapeOf(convolution.lhs));
  bool isPlain = llvm::all_of(convolution.windows, [](const Window &window) {
    return window.paddingLow == 0 && window.paddingHigh == 0 &&
           window.baseDilation == 1;
  });
  if (isPlain)
    return lhs;
  SmallVector<int64_t> low(shape.size(), 0), step(shape.size(), 1);
  for (auto [i, window] : llvm::enumerate(convolution.windows)) {
    int64_t d = convolution.numbers.getInputSpatialDimensions()[i];
    int64_t dilated = shape[d] ? (shape[d] - 1) * window.baseDilation + 1 : 0;
    low[d] = window.paddingLow;
    step[d] = window.baseDilation;
    shape[d] =
        std::max<int64_t>(dilated + window.paddingLow + window.paddingHigh, 0);
  }
  Value result =
      lowering.allocate(loc, mlir::MemRefType::get(shape, storedType(element)));
  Value zero = number(lowering.b, loc, computedType(element), 0);
  surround(lowering, loc, lhs, result, low, step,
           pack(lowering.b, loc, zero, element));
  return result;
}

Value turned(Lowering &lowering, const Convolution &convolution,
             ArrayRef<bool> turns) {
  Location loc = convolution.loc;
  Value rhs = lowering.bufferOf(convolution.rhs);
  if (!llvm::is_contained(turns, true))
    return rhs;
  ArrayRef<int64_t> shape = shapeOf(convolution.rhs);
  Value result = lowering.allocate(loc, tensorTypeOf(convolution.rhs));
  lowering.loops(loc, shape, [&](ValueRange indices) {
    SmallVector<Value> from(indices);
    for (auto [d, turn] :
         llvm::zip(convolution.numbers.getKernelSpatialDimensions(), turns))
      if (turn)
        from[d] = lowering.linear(loc, from[d], -1, shape[d] - 1);
    lowering.move(loc, rhs, from, result, indices);
  });
  return result;
}

/// Shows a dimension as groups of a part of its size, in an additional
/// dimension before it.
static Value grouped(Lowering &lowering, Location loc, Value buffer,
                     int64_t dimension, int64_t groups) {
  SmallVector<int64_t> shape(
      llvm::cast<mlir::MemRefType>(buffer.getType()).getShape());
  shape[dimension] /= groups;
  shape.insert(shape.begin() + dimension, groups);
  return lowering.reshape(loc, buffer, shape);
}

/// Loops: group, batch, output places, window, input feature, output feature.
static LogicalResult emitLoops(Lowering &lowering,
                               const Convolution &convolution) {
  if (emitOneDnnConvolution(lowering, convolution))
    return success();
  mlir::OpBuilder &b = lowering.b;
  Location loc = convolution.loc;
  ConvDimensionsAttr numbers = convolution.numbers;
  unsigned spatial = convolution.windows.size();
  int64_t groups = std::max(convolution.featureGroups, convolution.batchGroups);
  int64_t lhsGrouped = convolution.batchGroups > 1
                           ? numbers.getInputBatchDimension()
                           : numbers.getInputFeatureDimension();
  Value lhs =
      grouped(lowering, loc, padded(lowering, convolution), lhsGrouped, groups);
  Value kernel = turned(lowering, convolution, convolution.reversal);
  Value rhs = grouped(lowering, loc, kernel,
                      numbers.getKernelOutputFeatureDimension(), groups);
  Value buffer = lowering.allocateResult(convolution.result);
  Value result = grouped(lowering, loc, buffer,
                         numbers.getOutputFeatureDimension(), groups);

  unsigned total = 4 + 2 * spatial;
  auto dim = [&](unsigned i) { return b.getAffineDimExpr(i); };
  AffineExpr group = dim(0), batch = dim(1), input = dim(total - 2),
             output = dim(total - 1);
  SmallVector<AffineExpr> lhsPlaces(2 + spatial), rhsPlaces(2 + spatial),
      resultPlaces(2 + spatial);
  lhsPlaces[numbers.getInputBatchDimension()] = batch;
  lhsPlaces[numbers.getInputFeatureDimension()] = input;
  rhsPlaces[numbers.getKernelInputFeatureDimension()] = input;
  rhsPlaces[numbers.getKernelOutputFeatureDimension()] = output;
  resultPlaces[numbers.getOutputBatchDimension()] = batch;
  resultPlaces[numbers.getOutputFeatureDimension()] = output;
  for (auto [i, window] : llvm::enumerate(convolution.windows)) {
    AffineExpr place = dim(2 + i), tap = dim(2 + spatial + i);
    lhsPlaces[numbers.getInputSpatialDimensions()[i]] =
        place * window.stride + tap * window.windowDilation;
    rhsPlaces[numbers.getKernelSpatialDimensions()[i]] = tap;
    resultPlaces[numbers.getOutputSpatialDimensions()[i]] = place;
  }
  lhsPlaces.insert(lhsPlaces.begin() + lhsGrouped, group);
  rhsPlaces.insert(
      rhsPlaces.begin() + numbers.getKernelOutputFeatureDimension(), group);
  resultPlaces.insert(
      resultPlaces.begin() + numbers.getOutputFeatureDimension(), group);
  SmallVector<IteratorType> iterators(total, IteratorType::parallel);
  for (unsigned i = 2 + spatial; i < total - 1; ++i)
    iterators[i] = IteratorType::reduction;
  auto map = [&](ArrayRef<AffineExpr> places) {
    return AffineMap::get(total, 0, places, b.getContext());
  };
  emitContraction(lowering, loc,
                  {lhs,
                   rhs,
                   result,
                   elementTypeIn(convolution.lhs),
                   elementTypeIn(convolution.rhs),
                   elementTypeIn(convolution.result),
                   {map(lhsPlaces), map(rhsPlaces), map(resultPlaces)},
                   iterators});
  return success();
}

template <typename Op>
static Convolution describe(Op op, mlir::DenseIntElementsAttr padding) {
  Convolution convolution{.loc = op.getLoc(),
                          .lhs = op.getLhs(),
                          .rhs = op.getRhs(),
                          .result = op.getResult(),
                          .numbers = op.getDimensionNumbers(),
                          .windows = {},
                          .reversal = {}};
  convolution.featureGroups = op.getFeatureGroupCount();
  convolution.batchGroups = op.getBatchGroupCount();
  SmallVector<int64_t> sizes;
  for (int64_t d : convolution.numbers.getKernelSpatialDimensions())
    sizes.push_back(shapeOf(convolution.rhs)[d]);
  convolution.windows = *makeWindows([&] { return op.emitError(); }, sizes,
                                     {op.getWindowStrides(),
                                      op.getLhsDilation(),
                                      op.getRhsDilation(),
                                      padding,
                                      {}},
                                     WindowConstraints());
  if (auto reversal = op.getWindowReversal())
    convolution.reversal = SmallVector<bool>(*reversal);
  convolution.reversal.resize(sizes.size(), false);
  return convolution;
}

static LogicalResult lowerDynamicConvolution(Lowering &lowering,
                                             DynamicConvOp op) {
  mlir::DenseIntElementsAttr padding;
  if (!mlir::matchPattern(op.getDPadding(), mlir::m_Constant(&padding)))
    return lowering.emitUnsupported(op, "its padding is not constant");
  return emitLoops(lowering, describe(op, padding));
}

Lowered lowerConvolution(Lowering &lowering, Operation *op) {
  return llvm::TypeSwitch<Operation *, Lowered>(op)
      .Case([&](ConvolutionOp plain) {
        auto padding = llvm::cast_if_present<mlir::DenseIntElementsAttr>(
            plain.getPaddingAttr());
        return emitLoops(lowering, describe(plain, padding));
      })
      .Case([&](DynamicConvOp dynamic) {
        return lowerDynamicConvolution(lowering, dynamic);
      })
      .Default(Lowered());
}

} // namespace trainlint::cpu
