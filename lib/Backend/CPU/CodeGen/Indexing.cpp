//===- Indexing.cpp - Operations at computed indices ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Slices, gathers and scatters at computed indices, as loops over the slices
// that are moved. The start of a dynamic slice or of a gather is clamped so
// that all of the slice is inside; a scatter leaves out updates that are not.
// Updates of a scatter are applied one after the other, since several may be
// for the same element.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Elements.h"
#include "Backend/CPU/CodeGen/Lowering.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/LLVM.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

namespace trainlint::cpu {

/// Start of a slice in each dimension, moved so that all of it is inside.
static SmallVector<Value> clampedStarts(Lowering &lowering, Location loc,
                                        ValueRange starts,
                                        ArrayRef<int64_t> shape,
                                        ArrayRef<int64_t> sizes) {
  SmallVector<Value> result;
  for (auto [i, start] : llvm::enumerate(starts)) {
    Value index = lowering.loadIndex(loc, lowering.bufferOf(start), {},
                                     elementTypeIn(start));
    result.push_back(lowering.clamp(loc, index, 0, shape[i] - sizes[i]));
  }
  return result;
}

/// Moves a block of elements between a place that is computed and a buffer.
static void moveBlock(Lowering &lowering, Location loc, ArrayRef<int64_t> sizes,
                      ValueRange starts, Value from, Value to,
                      bool startsInSource) {
  lowering.loops(loc, sizes, [&](ValueRange indices) {
    SmallVector<Value> moved;
    for (auto [start, index] : llvm::zip(starts, indices))
      moved.push_back(lowering.add(loc, start, index));
    if (startsInSource)
      lowering.move(loc, from, moved, to, indices);
    else
      lowering.move(loc, from, indices, to, moved);
  });
}

static LogicalResult lowerDynamicSlice(Lowering &lowering, DynamicSliceOp op) {
  Location loc = op.getLoc();
  Value operand = lowering.bufferOf(op.getOperand());
  SmallVector<Value> starts =
      clampedStarts(lowering, loc, op.getStartIndices(),
                    shapeOf(op.getOperand()), op.getSliceSizes());
  Value result = lowering.allocateResult(op.getResult());
  moveBlock(lowering, loc, op.getSliceSizes(), starts, operand, result,
            /*startsInSource=*/true);
  return success();
}

static LogicalResult lowerDynamicUpdateSlice(Lowering &lowering,
                                             DynamicUpdateSliceOp op) {
  Location loc = op.getLoc();
  Value operand = lowering.bufferOf(op.getOperand());
  Value update = lowering.bufferOf(op.getUpdate());
  SmallVector<Value> starts =
      clampedStarts(lowering, loc, op.getStartIndices(),
                    shapeOf(op.getOperand()), shapeOf(op.getUpdate()));
  Value result = lowering.allocateResult(op.getResult());
  lowering.copy(loc, operand, result);
  moveBlock(lowering, loc, shapeOf(op.getUpdate()), starts, update, result,
            /*startsInSource=*/false);
  return success();
}

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

namespace {

/// How the indices of a gather's result, or of a scatter's updates, lead to an
/// element of the operand.
struct Places {
  ArrayRef<int64_t> operandShape, indicesShape;
  /// Dimensions of the result that lead within a slice; the others choose a
  /// slice.
  ArrayRef<int64_t> windowDims;
  /// Dimensions of the operand that a slice lacks.
  SmallVector<int64_t> absentDims;
  ArrayRef<int64_t> operandBatchingDims, indicesBatchingDims;
  /// Dimension of the operand that each part of an index is for.
  ArrayRef<int64_t> indexMap;
  int64_t indexVectorDim;
  Value indices;
  Type indexElement;

  bool isWindow(int64_t dimension) const {
    return llvm::is_contained(windowDims, dimension);
  }
};

} // namespace

/// The first element of a slice: indices, batch dimensions, and zero elsewhere.
static SmallVector<Value> sliceStart(Lowering &lowering, Location loc,
                                     const Places &places, ValueRange at) {
  SmallVector<Value> batch;
  for (auto [i, index] : llvm::enumerate(at))
    if (!places.isWindow(i))
      batch.push_back(index);
  auto batchAt = [&](int64_t indicesDim) {
    return batch[indicesDim - (indicesDim > places.indexVectorDim ? 1 : 0)];
  };
  SmallVector<Value> start(places.operandShape.size());
  for (auto [part, dimension] : llvm::enumerate(places.indexMap)) {
    SmallVector<Value> indexPlace(batch);
    if (places.indexVectorDim < int64_t(places.indicesShape.size()))
      indexPlace.insert(indexPlace.begin() + places.indexVectorDim,
                        lowering.index(loc, part));
    start[dimension] = lowering.loadIndex(loc, places.indices, indexPlace,
                                          places.indexElement);
  }
  for (auto [dimension, indicesDim] :
       llvm::zip(places.operandBatchingDims, places.indicesBatchingDims))
    start[dimension] = batchAt(indicesDim);
  for (Value &index : start)
    if (!index)
      index = lowering.index(loc, 0);
  return start;
}

/// Place within a slice; zero in dimensions that it lacks.
static SmallVector<Value> offsetInSlice(Lowering &lowering, Location loc,
                                        const Places &places, ValueRange at) {
  SmallVector<Value> offsets;
  auto next = places.windowDims.begin();
  for (size_t i = 0; i < places.operandShape.size(); ++i) {
    bool isAbsent = llvm::is_contained(places.absentDims, int64_t(i)) ||
                    llvm::is_contained(places.operandBatchingDims, int64_t(i));
    offsets.push_back(isAbsent ? lowering.index(loc, 0) : at[*next++]);
  }
  return offsets;
}

static LogicalResult emitGather(Lowering &lowering, Operation *op,
                                Value operandTensor, Value indicesTensor,
                                GatherDimensionsAttr dimensions,
                                ArrayRef<int64_t> sliceSizes) {
  Location loc = op->getLoc();
  Value operand = lowering.bufferOf(operandTensor);
  Places places{shapeOf(operandTensor),
                shapeOf(indicesTensor),
                dimensions.getOffsetDims(),
                SmallVector<int64_t>(dimensions.getCollapsedSliceDims()),
                dimensions.getOperandBatchingDims(),
                dimensions.getStartIndicesBatchingDims(),
                dimensions.getStartIndexMap(),
                dimensions.getIndexVectorDim(),
                lowering.bufferOf(indicesTensor),
                elementTypeIn(indicesTensor)};
  Value result = lowering.allocateResult(op->getResult(0));
  lowering.loops(loc, shapeOf(op->getResult(0)), [&](ValueRange at) {
    SmallVector<Value> place = sliceStart(lowering, loc, places, at);
    SmallVector<Value> offsets = offsetInSlice(lowering, loc, places, at);
    for (size_t i = 0; i < place.size(); ++i) {
      if (llvm::is_contained(places.indexMap, int64_t(i)))
        place[i] = lowering.clamp(loc, place[i], 0,
                                  places.operandShape[i] - sliceSizes[i]);
      place[i] = lowering.add(loc, place[i], offsets[i]);
    }
    lowering.move(loc, operand, place, result, at);
  });
  return success();
}

/// Updates are applied one after the other; those outside the operand are left
/// out.
static LogicalResult lowerScatter(Lowering &lowering, ScatterOp op) {
  Location loc = op.getLoc();
  ScatterDimensionsAttr dimensions = op.getScatterDimensionNumbers();
  Places places{shapeOf(op.getInputs().front()),
                shapeOf(op.getScatterIndices()),
                dimensions.getUpdateWindowDims(),
                SmallVector<int64_t>(dimensions.getInsertedWindowDims()),
                dimensions.getInputBatchingDims(),
                dimensions.getScatterIndicesBatchingDims(),
                dimensions.getScatterDimsToOperandDims(),
                dimensions.getIndexVectorDim(),
                lowering.bufferOf(op.getScatterIndices()),
                elementTypeIn(op.getScatterIndices())};
  SmallVector<Value> inputs = lowering.buffersOfAll(op.getInputs());
  SmallVector<Value> updates = lowering.buffersOfAll(op.getUpdates());
  SmallVector<Value> results = lowering.allocateResults(op);
  for (auto [input, result] : llvm::zip(inputs, results))
    lowering.copy(loc, input, result);
  bool hasFailed = false;
  lowering.loops(loc, shapeOf(op.getUpdates().front()), [&](ValueRange at) {
    SmallVector<Value> place = sliceStart(lowering, loc, places, at);
    SmallVector<Value> offsets = offsetInSlice(lowering, loc, places, at);
    Value inside;
    for (size_t i = 0; i < place.size(); ++i) {
      place[i] = lowering.add(loc, place[i], offsets[i]);
      inside = lowering.isAnd(
          loc, inside,
          lowering.isWithin(loc, place[i], places.operandShape[i]));
    }
    if (!inside) // a scalar has one place
      inside = number(lowering.b, loc, lowering.b.getI1Type(), 1);
    lowering.when(loc, inside, [&] {
      SmallVector<Value> elements =
          lowering.loadAll(loc, op.getResults(), results, place);
      llvm::append_range(elements,
                         lowering.loadAll(loc, op.getUpdates(), updates, at));
      auto next = lowering.emitBody(op.getUpdateComputation(), elements);
      hasFailed |= failed(next);
      if (!hasFailed)
        lowering.storeAll(loc, *next, op.getResults(), results, place);
    });
  });
  return llvm::failure(hasFailed);
}

static LogicalResult lowerDynamicGather(Lowering &lowering,
                                        DynamicGatherOp op) {
  // The shape of the result is known, and with it the sizes that lead to it.
  GatherDimensionsAttr dimensions = op.getDimensionNumbers();
  SmallVector<int64_t> sizes;
  auto next = dimensions.getOffsetDims().begin();
  for (size_t i = 0; i < shapeOf(op.getOperand()).size(); ++i) {
    bool isAbsent =
        llvm::is_contained(dimensions.getCollapsedSliceDims(), int64_t(i)) ||
        llvm::is_contained(dimensions.getOperandBatchingDims(), int64_t(i));
    sizes.push_back(isAbsent ? 1 : shapeOf(op.getResult())[*next++]);
  }
  return emitGather(lowering, op, op.getOperand(), op.getStartIndices(),
                    dimensions, sizes);
}

/// result[batch, outer, indices, inner] = operand[batch, outer, index, inner]
static LogicalResult lowerIndexSelect(Lowering &lowering,
                                      TorchIndexSelectOp op) {
  Location loc = op.getLoc();
  Value operand = lowering.bufferOf(op.getOperand());
  Value index = lowering.bufferOf(op.getIndex());
  Type indexElement = elementTypeIn(op.getIndex());
  int64_t dimension = op.getDim(), batch = op.getBatchDims();
  int64_t indexRank = shapeOf(op.getIndex()).size();
  int64_t size = shapeOf(op.getOperand())[dimension];
  Value result = lowering.allocateResult(op.getResult());
  lowering.loops(loc, shapeOf(op.getResult()), [&](ValueRange at) {
    SmallVector<Value> indexPlace(at.take_front(batch));
    llvm::append_range(indexPlace, at.slice(dimension, indexRank - batch));
    Value selected = lowering.loadIndex(loc, index, indexPlace, indexElement);
    SmallVector<Value> place(at.take_front(dimension));
    place.push_back(lowering.clamp(loc, selected, 0, size - 1));
    llvm::append_range(place, at.drop_front(dimension + indexRank - batch));
    lowering.move(loc, operand, place, result, at);
  });
  return success();
}

Lowered lowerIndexing(Lowering &lowering, Operation *op) {
  return llvm::TypeSwitch<Operation *, Lowered>(op)
      .Case([&](DynamicSliceOp slice) {
        return lowerDynamicSlice(lowering, slice);
      })
      .Case([&](DynamicUpdateSliceOp update) {
        return lowerDynamicUpdateSlice(lowering, update);
      })
      .Case([&](GatherOp gather) {
        return emitGather(lowering, gather, gather.getOperand(),
                          gather.getStartIndices(),
                          gather.getDimensionNumbers(), gather.getSliceSizes());
      })
      .Case([&](DynamicGatherOp gather) {
        return lowerDynamicGather(lowering, gather);
      })
      .Case([&](ScatterOp scatter) { return lowerScatter(lowering, scatter); })
      .Case([&](TorchIndexSelectOp select) {
        return lowerIndexSelect(lowering, select);
      })
      .Default(Lowered());
}

} // namespace trainlint::cpu
