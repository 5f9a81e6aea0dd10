//===- IndexingVerifiers.cpp - Constraints at computed indices ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraints of the ops at computed indices: dynamic slices, gathers and
// scatters. Numbers such as (C3) are those of the specification. Lists of
// dimensions are checked first, for range, order and duplicates, so that shapes
// can be built from them afterwards; unknown sizes match any size.
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/Constants.h"
#include "Dialect/StableHLO/IR/RegionVerifiers.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// Checks the start indices of a slice: one for each dimension, of one type.
static LogicalResult checkStarts(Emit emit, mlir::ValueRange starts,
                                 int64_t rank, StringRef countConstraint,
                                 StringRef typeConstraint) {
  if (static_cast<int64_t>(starts.size()) != rank)
    return emit() << "has " << starts.size()
                  << " start indices for an operand of rank " << rank << " ("
                  << countConstraint << ")";
  if (!llvm::all_equal(starts.getTypes()))
    return emit() << "has start indices of different types (" << typeConstraint
                  << ")";
  return success();
}

LogicalResult DynamicSliceOp::infer(Emit emit, Adaptor op,
                                    SmallVectorImpl<Type> &types) {
  auto operand = tensorTypeOf(op.getOperand());
  ArrayRef<int64_t> sizes = op.getSliceSizes();
  if (failed(checkStarts(emit, op.getStartIndices(), operand.getRank(), "C2",
                         "C3")))
    return failure();
  if (static_cast<int64_t>(sizes.size()) != operand.getRank())
    return emit() << "has " << sizes.size()
                  << " slice sizes for an operand of rank " << operand.getRank()
                  << " (C2)";
  for (auto [i, size] : llvm::enumerate(sizes)) {
    int64_t limit = operand.getDimSize(i);
    if (size < 0 || (isKnown(limit) && size > limit))
      return emit() << "takes " << size << " elements of dimension " << i
                    << ", which has " << shapeText(limit) << " (C4)";
  }
  types.push_back(tensorOf(sizes, operand.getElementType()));
  return success();
}

LogicalResult DynamicUpdateSliceOp::infer(Emit emit, Adaptor op,
                                          SmallVectorImpl<Type> &types) {
  auto operand = tensorTypeOf(op.getOperand());
  auto update = tensorTypeOf(op.getUpdate());
  if (!sameBaseline(update.getElementType(), operand.getElementType()))
    return emit() << "updates elements of " << operand.getElementType()
                  << " with elements of " << update.getElementType() << " (C2)";
  if (update.getRank() != operand.getRank())
    return emit() << "updates a tensor of rank " << operand.getRank()
                  << " with one of rank " << update.getRank() << " (C3)";
  if (failed(checkStarts(emit, op.getStartIndices(), operand.getRank(), "C4",
                         "C5")))
    return failure();
  for (int64_t i = 0; i < operand.getRank(); ++i) {
    int64_t size = update.getDimSize(i), limit = operand.getDimSize(i);
    if (isKnown(size) && isKnown(limit) && size > limit)
      return emit() << "updates " << size << " elements of dimension " << i
                    << ", which has " << limit << " (C6)";
  }
  types.push_back(operand);
  return success();
}

//===----------------------------------------------------------------------===//
// Lists of dimensions
//===----------------------------------------------------------------------===//

static LogicalResult checkSorted(Emit emit, StringRef name,
                                 ArrayRef<int64_t> items,
                                 StringRef constraint) {
  if (llvm::is_sorted(items))
    return success();
  return emit() << name << " is " << shapeText(items)
                << ", which is not in order (" << constraint << ")";
}

static LogicalResult checkUnique(Emit emit, StringRef name,
                                 ArrayRef<int64_t> items,
                                 StringRef constraint) {
  std::optional<int64_t> twice = firstDuplicate(items);
  if (!twice)
    return success();
  return emit() << name << " has " << *twice << " twice (" << constraint << ")";
}

static LogicalResult checkRange(Emit emit, StringRef name,
                                ArrayRef<int64_t> items, int64_t limit,
                                StringRef constraint) {
  std::optional<int64_t> outside = firstOutside(items, limit);
  if (!outside)
    return success();
  return emit() << name << " has " << *outside << ", which is not in [0, "
                << limit << ") (" << constraint << ")";
}

static SmallVector<int64_t> joined(ArrayRef<int64_t> left,
                                   ArrayRef<int64_t> right) {
  SmallVector<int64_t> all(left);
  llvm::append_range(all, right);
  return all;
}

/// Sizes of the indices but for the dimension that the vectors of indices lie
/// along, which may be one past the last.
static SmallVector<int64_t> batchSizes(RankedTensorType indices,
                                       int64_t vectorDim) {
  SmallVector<int64_t> sizes(indices.getShape());
  if (vectorDim < indices.getRank())
    sizes.erase(sizes.begin() + vectorDim);
  return sizes;
}

/// The length of the vectors of indices.
static int64_t vectorSize(RankedTensorType indices, int64_t vectorDim) {
  return vectorDim < indices.getRank() ? indices.getDimSize(vectorDim) : 1;
}

/// Puts window sizes at the given dimensions of a shape and batch sizes at the
/// others, in order.
static SmallVector<int64_t> combine(ArrayRef<int64_t> batch,
                                    ArrayRef<int64_t> windows,
                                    ArrayRef<int64_t> windowDims) {
  SmallVector<int64_t> shape;
  size_t nextBatch = 0, nextWindow = 0;
  for (size_t i = 0; i < batch.size() + windows.size(); ++i) {
    bool isWindow = llvm::is_contained(windowDims, static_cast<int64_t>(i));
    shape.push_back(isWindow ? windows[nextWindow++] : batch[nextBatch++]);
  }
  return shape;
}

//===----------------------------------------------------------------------===//
// gather
//===----------------------------------------------------------------------===//

namespace {
/// The constraints that the gathers share, under each one's numbers.
struct GatherConstraints {
  StringRef rank, vectorDim, mapSize, offsets, offsetRange, collapsedUnique,
      collapsedSorted, collapsedRange, mapUnique, mapRange;
};
} // namespace

static constexpr GatherConstraints staticConstraints = {
    "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C18", "C19"};
static constexpr GatherConstraints dynamicConstraints = {
    "C1", "C2", "C3", "C4", "C5", "C6", "C6", "C7", "C9", "C10"};

static LogicalResult checkGather(Emit emit, GatherDimensionsAttr dims,
                                 RankedTensorType operand,
                                 RankedTensorType indices,
                                 const GatherConstraints &constraints) {
  ArrayRef<int64_t> offsets = dims.getOffsetDims();
  ArrayRef<int64_t> collapsed = dims.getCollapsedSliceDims();
  ArrayRef<int64_t> batching = dims.getOperandBatchingDims();
  int64_t named = offsets.size() + collapsed.size() + batching.size();
  if (operand.getRank() != named)
    return emit() << "has " << offsets.size() << " offset_dims, "
                  << collapsed.size() << " collapsed_slice_dims and "
                  << batching.size()
                  << " operand_batching_dims for an operand of rank "
                  << operand.getRank() << " (" << constraints.rank << ")";
  int64_t vectorDim = dims.getIndexVectorDim();
  if (vectorDim < 0 || vectorDim > indices.getRank())
    return emit() << "index_vector_dim is " << vectorDim
                  << ", which is not in [0, " << indices.getRank() << "] ("
                  << constraints.vectorDim << ")";
  int64_t map = dims.getStartIndexMap().size();
  if (!mayEqual(map, vectorSize(indices, vectorDim)))
    return emit() << "start_index_map has " << map
                  << " dimensions for vectors of "
                  << vectorSize(indices, vectorDim) << " indices ("
                  << constraints.mapSize << ")";
  int64_t rank = operand.getRank();
  int64_t resultRank = offsets.size() + batchSizes(indices, vectorDim).size();
  if (failed(checkUnique(emit, "offset_dims", offsets, constraints.offsets)) ||
      failed(checkSorted(emit, "offset_dims", offsets, constraints.offsets)) ||
      failed(checkRange(emit, "offset_dims", offsets, resultRank,
                        constraints.offsetRange)) ||
      failed(checkUnique(emit,
                         "the list of collapsed_slice_dims and "
                         "operand_batching_dims",
                         joined(collapsed, batching),
                         constraints.collapsedUnique)) ||
      failed(checkSorted(emit, "collapsed_slice_dims", collapsed,
                         constraints.collapsedSorted)) ||
      failed(checkRange(emit, "collapsed_slice_dims", collapsed, rank,
                        constraints.collapsedRange)) ||
      failed(checkUnique(
          emit, "the list of start_index_map and operand_batching_dims",
          joined(dims.getStartIndexMap(), batching), constraints.mapUnique)))
    return failure();
  return checkRange(emit, "start_index_map", dims.getStartIndexMap(), rank,
                    constraints.mapRange);
}

/// Checks that batching dimensions of an operand and of the indices belong
/// together, under the constraints of a gather or of a scatter.
static LogicalResult
checkBatching(Emit emit, StringRef operandName, StringRef indicesName,
              RankedTensorType operand, RankedTensorType indices,
              ArrayRef<int64_t> operandDims, ArrayRef<int64_t> indicesDims,
              int64_t vectorDim, ArrayRef<StringRef> constraints) {
  if (failed(checkSorted(emit, operandName, operandDims, constraints[0])) ||
      failed(checkRange(emit, operandName, operandDims, operand.getRank(),
                        constraints[1])) ||
      failed(checkUnique(emit, indicesName, indicesDims, constraints[2])) ||
      failed(checkRange(emit, indicesName, indicesDims, indices.getRank(),
                        constraints[3])))
    return failure();
  if (llvm::is_contained(indicesDims, vectorDim))
    return emit() << indicesName << " has index_vector_dim, " << vectorDim
                  << " (" << constraints[4] << ")";
  if (operandDims.size() != indicesDims.size())
    return emit() << operandName << " has " << operandDims.size()
                  << " dimensions, but " << indicesName << " has "
                  << indicesDims.size() << " (" << constraints[5] << ")";
  for (auto [left, right] : llvm::zip(operandDims, indicesDims)) {
    if (!mayEqual(operand.getDimSize(left), indices.getDimSize(right)))
      return emit() << "pairs dimension " << left << " of size "
                    << operand.getDimSize(left) << " with dimension " << right
                    << " of the indices, of size " << indices.getDimSize(right)
                    << " (" << constraints[6] << ")";
  }
  return success();
}

/// Slice sizes of the dimensions that the result keeps.
static SmallVector<int64_t> offsetSizes(GatherDimensionsAttr dims,
                                        ArrayRef<int64_t> sliceSizes) {
  SmallVector<int64_t> sizes;
  for (auto [i, size] : llvm::enumerate(sliceSizes)) {
    auto dimension = static_cast<int64_t>(i);
    if (!llvm::is_contained(dims.getCollapsedSliceDims(), dimension) &&
        !llvm::is_contained(dims.getOperandBatchingDims(), dimension))
      sizes.push_back(size);
  }
  return sizes;
}

/// Checks slice sizes under the constraints on their number, on collapsed
/// dimensions, on batching dimensions and on their range.
static LogicalResult checkSliceSizes(Emit emit, RankedTensorType operand,
                                     GatherDimensionsAttr dims,
                                     ArrayRef<int64_t> sizes,
                                     ArrayRef<StringRef> constraints) {
  if (static_cast<int64_t>(sizes.size()) != operand.getRank())
    return emit() << "has " << sizes.size()
                  << " slice sizes for an operand of rank " << operand.getRank()
                  << " (C20)";
  auto checkSingle = [&](StringRef name, ArrayRef<int64_t> list,
                         StringRef constraint) -> LogicalResult {
    for (int64_t dimension : list) {
      if (sizes[dimension] > 1)
        return emit() << "takes slices of size " << sizes[dimension]
                      << " in dimension " << dimension << ", which is in "
                      << name << " (" << constraint << ")";
    }
    return success();
  };
  if (failed(checkSingle("collapsed_slice_dims", dims.getCollapsedSliceDims(),
                         constraints[1])) ||
      failed(checkSingle("operand_batching_dims", dims.getOperandBatchingDims(),
                         constraints[2])))
    return failure();
  for (auto [i, size] : llvm::enumerate(sizes)) {
    int64_t limit = operand.getDimSize(i);
    if (size < 0 || (isKnown(limit) && size > limit))
      return emit() << "takes slices of size " << size << " in dimension " << i
                    << ", which has " << shapeText(limit) << " ("
                    << constraints[3] << ")";
  }
  return success();
}

LogicalResult GatherOp::infer(Emit emit, Adaptor op,
                              SmallVectorImpl<Type> &types) {
  auto operand = tensorTypeOf(op.getOperand());
  auto indices = tensorTypeOf(op.getStartIndices());
  GatherDimensionsAttr dims = op.getDimensionNumbers();
  if (failed(checkGather(emit, dims, operand, indices, staticConstraints)) ||
      failed(checkBatching(
          emit, "operand_batching_dims", "start_indices_batching_dims", operand,
          indices, dims.getOperandBatchingDims(),
          dims.getStartIndicesBatchingDims(), dims.getIndexVectorDim(),
          {"C10", "C11", "C13", "C14", "C15", "C16", "C17"})) ||
      failed(checkSliceSizes(emit, operand, dims, op.getSliceSizes(),
                             {"C20", "C9", "C12", "C21"})))
    return failure();
  types.push_back(tensorOf(
      combine(batchSizes(indices, dims.getIndexVectorDim()),
              offsetSizes(dims, op.getSliceSizes()), dims.getOffsetDims()),
      operand.getElementType()));
  return success();
}

LogicalResult DynamicGatherOp::infer(Emit emit, Adaptor op,
                                     SmallVectorImpl<Type> &types) {
  auto operand = tensorTypeOf(op.getOperand());
  auto indices = tensorTypeOf(op.getStartIndices());
  GatherDimensionsAttr dims = op.getDimensionNumbers();
  if (failed(checkGather(emit, dims, operand, indices, dynamicConstraints)))
    return failure();
  int64_t sizes = tensorTypeOf(op.getSliceSizes()).getDimSize(0);
  if (!mayEqual(sizes, operand.getRank()))
    return emit() << "has " << sizes << " slice sizes for an operand of rank "
                  << operand.getRank() << " (C11)";
  SmallVector<int64_t> offsets(dims.getOffsetDims().size(),
                               ShapedType::kDynamic);
  if (auto given = constantNumbers(op.getSliceSizes())) {
    if (failed(checkSliceSizes(emit, operand, dims, *given,
                               {"C11", "C8", "C8", "C12"})))
      return failure();
    offsets = offsetSizes(dims, *given);
  }
  types.push_back(
      tensorOf(combine(batchSizes(indices, dims.getIndexVectorDim()), offsets,
                       dims.getOffsetDims()),
               operand.getElementType()));
  return success();
}

//===----------------------------------------------------------------------===//
// scatter
//===----------------------------------------------------------------------===//

static LogicalResult checkScatterLists(Emit emit, ScatterDimensionsAttr dims,
                                       RankedTensorType input,
                                       RankedTensorType indices,
                                       RankedTensorType update) {
  ArrayRef<int64_t> windows = dims.getUpdateWindowDims();
  ArrayRef<int64_t> inserted = dims.getInsertedWindowDims();
  ArrayRef<int64_t> batching = dims.getInputBatchingDims();
  int64_t named = windows.size() + inserted.size() + batching.size();
  if (input.getRank() != named)
    return emit() << "has " << windows.size() << " update_window_dims, "
                  << inserted.size() << " inserted_window_dims and "
                  << batching.size()
                  << " input_batching_dims for an input of rank "
                  << input.getRank() << " (C2)";
  if (failed(checkUnique(emit, "update_window_dims", windows, "C7")) ||
      failed(checkSorted(emit, "update_window_dims", windows, "C7")) ||
      failed(checkRange(emit, "update_window_dims", windows, update.getRank(),
                        "C8")) ||
      failed(checkUnique(
          emit, "the list of inserted_window_dims and input_batching_dims",
          joined(inserted, batching), "C9")) ||
      failed(checkSorted(emit, "inserted_window_dims", inserted, "C10")) ||
      failed(checkRange(emit, "inserted_window_dims", inserted, input.getRank(),
                        "C11")))
    return failure();
  int64_t vectorDim = dims.getIndexVectorDim();
  if (vectorDim < 0 || vectorDim > indices.getRank())
    return emit() << "index_vector_dim is " << vectorDim
                  << ", which is not in [0, " << indices.getRank() << "] (C22)";
  if (failed(checkBatching(
          emit, "input_batching_dims", "scatter_indices_batching_dims", input,
          indices, batching, dims.getScatterIndicesBatchingDims(), vectorDim,
          {"C12", "C13", "C14", "C15", "C16", "C17", "C18"})))
    return failure();
  ArrayRef<int64_t> targets = dims.getScatterDimsToOperandDims();
  int64_t length = vectorSize(indices, vectorDim);
  if (!mayEqual(targets.size(), length))
    return emit() << "scatter_dims_to_operand_dims has " << targets.size()
                  << " dimensions for vectors of " << length
                  << " indices (C19)";
  if (failed(checkUnique(
          emit,
          "the list of scatter_dims_to_operand_dims and input_batching_dims",
          joined(targets, batching), "C20")))
    return failure();
  return checkRange(emit, "scatter_dims_to_operand_dims", targets,
                    input.getRank(), "C21");
}

/// Checks the shape of the updates (C4).
static LogicalResult checkUpdateShape(Emit emit, ScatterDimensionsAttr dims,
                                      RankedTensorType input,
                                      RankedTensorType indices,
                                      RankedTensorType update) {
  SmallVector<int64_t> batch = batchSizes(indices, dims.getIndexVectorDim());
  ArrayRef<int64_t> windowDims = dims.getUpdateWindowDims();
  if (update.getRank() !=
      static_cast<int64_t>(batch.size() + windowDims.size()))
    return emit() << "has updates of rank " << update.getRank()
                  << " instead of " << batch.size() + windowDims.size()
                  << " (C4)";
  SmallVector<int64_t> limits;
  for (int64_t i = 0; i < input.getRank(); ++i) {
    if (!llvm::is_contained(dims.getInsertedWindowDims(), i) &&
        !llvm::is_contained(dims.getInputBatchingDims(), i))
      limits.push_back(input.getDimSize(i));
  }
  SmallVector<int64_t> largest = combine(batch, limits, windowDims);
  for (int64_t i = 0; i < update.getRank(); ++i) {
    int64_t size = update.getDimSize(i);
    bool isWindow = llvm::is_contained(windowDims, i);
    bool fits =
        isWindow ? !isKnown(size) || !isKnown(largest[i]) || size <= largest[i]
                 : mayEqual(size, largest[i]);
    if (!fits)
      return emit() << "has updates of size " << size << " in dimension " << i
                    << (isWindow ? ", but a window of " : ", but indices for ")
                    << largest[i] << " (C4)";
  }
  return success();
}

LogicalResult ScatterOp::infer(Emit emit, Adaptor op,
                               SmallVectorImpl<Type> &types) {
  size_t operands = op.getOperands().size();
  if (operands < 3 || operands % 2 == 0)
    return emit() << "has " << operands
                  << " operands, but needs indices and as many updates as "
                     "inputs (C5)";
  auto input = tensorTypeOf(op.getInputs()[0]);
  auto update = tensorTypeOf(op.getUpdates()[0]);
  auto indices = tensorTypeOf(op.getScatterIndices());
  SmallVector<Type> elements;
  for (auto [i, pair] :
       llvm::enumerate(llvm::zip(op.getInputs(), op.getUpdates()))) {
    auto nextInput = tensorTypeOf(std::get<0>(pair));
    auto nextUpdate = tensorTypeOf(std::get<1>(pair));
    if (!sameShape(input, nextInput))
      return emit() << "input " << i << " has type " << nextInput
                    << ", but input 0 has the shape of " << input << " (C1)";
    if (!sameShape(update, nextUpdate))
      return emit() << "update " << i << " has type " << nextUpdate
                    << ", but update 0 has the shape of " << update << " (C3)";
    if (!sameBaseline(nextInput.getElementType(), nextUpdate.getElementType()))
      return emit() << "updates elements of " << nextInput.getElementType()
                    << " with elements of " << nextUpdate.getElementType()
                    << " (C6)";
    elements.push_back(nextInput.getElementType());
  }
  ScatterDimensionsAttr dims = op.getScatterDimensionNumbers();
  if (failed(checkScatterLists(emit, dims, input, indices, update)) ||
      failed(checkUpdateShape(emit, dims, input, indices, update)) ||
      failed(checkReducer(emit, op.getUpdateComputation(), "update_computation",
                          "C23", elements)))
    return failure();
  for (auto [value, element] : llvm::zip(op.getInputs(), elements)) {
    auto type = tensorTypeOf(value);
    types.push_back(tensorOf(type.getShape(), element, boundsOf(type)));
  }
  return success();
}
