//===- IndexingRules.cpp - Gathers, scatters and slices of parts ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/Partition/ShardingRule.h"
#include "Support/MLIR.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

static int64_t sizeAt(Value value, unsigned dim) {
  return tileableType(value).getDimSize(dim);
}

/// The numbers below a limit that none of the lists has, in order.
static SmallVector<unsigned> othersThan(int64_t limit, ArrayRef<int64_t> first,
                                        ArrayRef<int64_t> second = {}) {
  SmallVector<unsigned> others;
  for (int64_t dim = 0; dim < limit; ++dim)
    if (!llvm::is_contained(first, dim) && !llvm::is_contained(second, dim))
      others.push_back(dim);
  return others;
}

/// A slice that runs through all of a dimension starts at 0, wherever it is
/// asked to.
static void addDynamicSlice(DynamicSliceOp op, ShardingRule &rule) {
  for (auto [dim, size] : llvm::enumerate(op.getSliceSizes()))
    if (size == sizeAt(op.getOperand(), dim))
      rule.add({{0, unsigned(dim)}}, {{0, unsigned(dim)}});
}

static void addDynamicUpdateSlice(DynamicUpdateSliceOp op, ShardingRule &rule) {
  int64_t rank = tileableType(op.getOperand()).getRank();
  for (unsigned dim = 0; dim < rank; ++dim)
    if (sizeAt(op.getUpdate(), dim) == sizeAt(op.getOperand(), dim))
      rule.add({{0, dim}, {1, dim}}, {{0, dim}});
}

/// Adds the dimensions that indices have beside those of a place: of a gather
/// they become dimensions of the result, of a scatter they are those of the
/// updates. Those of batches run through the operand, too.
static void addBatches(Value indices, int64_t indexVectorDim,
                       ArrayRef<int64_t> indexBatches,
                       ArrayRef<int64_t> operandBatches,
                       ArrayRef<unsigned> batchDims,
                       llvm::function_ref<void(std::optional<unsigned> operand,
                                               unsigned index, unsigned batch)>
                           add) {
  unsigned place = 0;
  int64_t rank = tileableType(indices).getRank();
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (dim == indexVectorDim)
      continue;
    const int64_t *found = llvm::find(indexBatches, dim);
    std::optional<unsigned> operand;
    if (found != indexBatches.end())
      operand = operandBatches[found - indexBatches.begin()];
    add(operand, dim, batchDims[place++]);
  }
}

/// True for a list of the one dimension of which rows are looked up, by numbers
/// that 64 bits with a sign can hold.
static bool areRows(ArrayRef<int64_t> map, ArrayRef<int64_t> left,
                    Value indices) {
  auto element =
      llvm::dyn_cast<mlir::IntegerType>(tileableType(indices).getElementType());
  return map.size() == 1 && left == map && element &&
         !(element.isUnsigned() && element.getWidth() >= 64);
}

/// True for numbers of which one leaves each other as it is in a sum.
static bool hasZero(Type element) {
  if (auto real = llvm::dyn_cast<mlir::FloatType>(element))
    return llvm::APFloat::semanticsHasZero(real.getFloatSemantics());
  return llvm::isa<mlir::IntegerType>(element);
}

/// Where a table is in parts, each partition takes the rows that it has, and
/// zeros for the others.
static void addTable(GatherOp op, ShardingRule &rule) {
  GatherDimensionsAttr dims = op.getDimensionNumbers();
  Type element = tileableType(op.getOperand()).getElementType();
  if (!dims.getOperandBatchingDims().empty() || !hasZero(element) ||
      !areRows(dims.getStartIndexMap(), dims.getCollapsedSliceDims(),
               op.getStartIndices()))
    return;
  rule.add({{0, unsigned(dims.getStartIndexMap()[0])}}, {});
  rule.factors.back().isLookedUp = true;
}

static void addGather(GatherOp op, ShardingRule &rule) {
  GatherDimensionsAttr dims = op.getDimensionNumbers();
  int64_t operandRank = tileableType(op.getOperand()).getRank();
  int64_t resultRank = tileableType(op.getResult()).getRank();
  // Slices that run through all of a dimension.
  auto windows = othersThan(operandRank, dims.getCollapsedSliceDims(),
                            dims.getOperandBatchingDims());
  for (auto [operand, offset] : llvm::zip_equal(windows, dims.getOffsetDims()))
    if (op.getSliceSizes()[operand] == sizeAt(op.getOperand(), operand))
      rule.add({{0, operand}}, {{0, unsigned(offset)}});
  addBatches(
      op.getStartIndices(), dims.getIndexVectorDim(),
      dims.getStartIndicesBatchingDims(), dims.getOperandBatchingDims(),
      othersThan(resultRank, dims.getOffsetDims()),
      [&](std::optional<unsigned> operand, unsigned index, unsigned batch) {
        SmallVector<DimPlace, 3> operands = {{1, index}};
        if (operand)
          operands.push_back({0, *operand});
        rule.add(std::move(operands), {{0, batch}});
      });
  addTable(op, rule);
}

/// Updates of all places go to each tile, which leaves out those that are not
/// in it; of windows and of batches only their own ones do.
static void addScatter(ScatterOp op, ShardingRule &rule) {
  ScatterDimensionsAttr dims = op.getScatterDimensionNumbers();
  unsigned count = op.getInputs().size();
  Value input = op.getInputs()[0], update = op.getUpdates()[0];
  int64_t inputRank = tileableType(input).getRank();
  int64_t updateRank = tileableType(update).getRank();
  auto addForAll = [&](unsigned inputDim, std::optional<unsigned> indexDim,
                       unsigned updateDim) {
    Factor factor;
    for (unsigned number = 0; number < count; ++number) {
      factor.operands.push_back({number, inputDim});
      factor.operands.push_back({count + 1 + number, updateDim});
      factor.results.push_back({number, inputDim});
    }
    if (indexDim)
      factor.operands.push_back({count, *indexDim});
    rule.factors.push_back(std::move(factor));
  };
  auto windows = othersThan(inputRank, dims.getInsertedWindowDims(),
                            dims.getInputBatchingDims());
  for (auto [inputDim, updateDim] :
       llvm::zip_equal(windows, dims.getUpdateWindowDims()))
    if (sizeAt(update, updateDim) == sizeAt(input, inputDim))
      addForAll(inputDim, std::nullopt, updateDim);
  addBatches(
      op.getScatterIndices(), dims.getIndexVectorDim(),
      dims.getScatterIndicesBatchingDims(), dims.getInputBatchingDims(),
      othersThan(updateRank, dims.getUpdateWindowDims()),
      [&](std::optional<unsigned> operand, unsigned index, unsigned batch) {
        if (operand)
          addForAll(*operand, index, batch);
      });
  if (!dims.getInputBatchingDims().empty() ||
      !areRows(dims.getScatterDimsToOperandDims(), dims.getInsertedWindowDims(),
               op.getScatterIndices()))
    return;
  unsigned row = dims.getScatterDimsToOperandDims()[0];
  Factor rows;
  for (unsigned number = 0; number < count; ++number) {
    rows.operands.push_back({number, row});
    rows.results.push_back({number, row});
  }
  rows.isLookedUp = true;
  rule.factors.push_back(std::move(rows));
}

void stablehlo::addIndexingFactors(Operation *op, ShardingRule &rule) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](DynamicSliceOp op) { addDynamicSlice(op, rule); })
      .Case([&](DynamicUpdateSliceOp op) { addDynamicUpdateSlice(op, rule); })
      .Case([&](GatherOp op) { addGather(op, rule); })
      .Case([&](ScatterOp op) { addScatter(op, rule); });
}
