//===- PartitionLookups.cpp - Rows of tables in parts ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table whose rows are divided, such as that of an embedding. A gather takes
// the rows that a partition has, and zeros for the others, so that the sum over
// the partitions is what was looked up. A scatter leaves out what is for rows
// of others.
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"
#include "Dialect/StableHLO/Partition/Partitioner.h"
#include "Support/MLIR.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

/// Numbers of rows counted from the first one of a tile. A gather takes those
/// that are none to be the nearest.
Value Partitioner::shiftIndices(Location loc, Value indices,
                                const Tiling &tiling, int64_t tile,
                                std::optional<int64_t> rows) {
  ProgramBuilder b(builder, loc);
  Type number = builder.getI64Type();
  Value all = b.convert(indices, number);
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(all);
  auto fill = [&](Value scalar) { return b.broadcast(scalar, shape, {}); };
  if (rows) {
    all = b.maximum(all, fill(b.scalar(number, 0)));
    all = b.minimum(all, fill(b.scalar(number, *rows - 1)));
  }
  return b.subtract(all, fill(resharder.startOf(tiling, tile)));
}

Operation *Partitioner::cloneGather(GatherOp op, ArrayRef<Value> operands,
                                    RankedTensorType result,
                                    const Tiling &rows) {
  GatherDimensionsAttr dims = op.getDimensionNumbers();
  unsigned row = dims.getStartIndexMap()[0];
  int64_t tile = ProgramBuilder::shapeOf(operands[0])[row];
  int64_t all = ProgramBuilder::shapeOf(op.getOperand())[row];
  Value places = shiftIndices(op.getLoc(), operands[1], rows, tile, all);
  ProgramBuilder b(builder, op.getLoc());
  Value zero = b.like(places, 0);
  Value isBehind = b.compare(places, zero, ComparisonDirection::GE);
  Value isBefore =
      b.compare(places, b.like(places, double(tile)), ComparisonDirection::LT);
  Value isHere = b.binary<AndOp>(isBehind, isBefore);
  places = b.minimum(places, b.like(places, double(tile - 1)));
  places = b.maximum(places, zero);
  Operation *copy = cloneWithParts(op, {operands[0], places});
  copy->getResult(0).setType(result);
  auto gather = llvm::cast<GatherOp>(copy);
  SmallVector<int64_t> sizes(gather.getSliceSizes());
  for (auto [size, part] :
       llvm::zip_equal(sizes, ProgramBuilder::shapeOf(operands[0])))
    size = std::min(size, part);
  gather.setSliceSizes(sizes);
  copy->removeDiscardableAttr(HloShardingAttribute);
  copy->removeDiscardableAttr(SdyShardingAttribute);

  // A place is a list of one number, or that number.
  SmallVector<int64_t> batch(ProgramBuilder::shapeOf(isHere)), batchDims;
  if (dims.getIndexVectorDim() < static_cast<int64_t>(batch.size()))
    batch.erase(batch.begin() + dims.getIndexVectorDim());
  for (int64_t dim = 0; dim < result.getRank(); ++dim)
    if (!llvm::is_contained(dims.getOffsetDims(), dim))
      batchDims.push_back(dim);
  Value mask =
      b.broadcast(b.reshape(isHere, batch), result.getShape(), batchDims);
  // Sums with -0.0 leave every number as it is, those with 0.0 not -0.0.
  Value found = copy->getResult(0);
  bool isReal = llvm::isa<mlir::FloatType>(result.getElementType());
  return b.select(mask, found, b.like(found, isReal ? -0.0 : 0.0))
      .getDefiningOp();
}

Operation *Partitioner::cloneScatter(ScatterOp op, ArrayRef<Value> operands,
                                     const Tiling &rows) {
  unsigned row =
      op.getScatterDimensionNumbers().getScatterDimsToOperandDims()[0];
  int64_t tile = ProgramBuilder::shapeOf(operands[0])[row];
  SmallVector<Value> parts(operands);
  Value &places = parts[op.getInputs().size()];
  places = shiftIndices(op.getLoc(), places, rows, tile, std::nullopt);
  return cloneWithParts(op, parts);
}

/// An op that looks up places in tiles; null for others.
Operation *Partitioner::cloneLookup(Operation *op, const ShardingRule &rule,
                                    ArrayRef<Tiling> tilings,
                                    ArrayRef<Value> operands) {
  for (auto [factor, tiling] : llvm::zip_equal(rule.factors, tilings)) {
    if (!factor.isLookedUp || !tiling.isTiled())
      continue;
    if (auto scatter = llvm::dyn_cast<ScatterOp>(op))
      return cloneScatter(scatter, operands, tiling);
    return cloneGather(
        llvm::cast<GatherOp>(op), operands,
        partTypeOf(tileableType(op->getResult(0)),
                   shardingOfResult(op, 0, rule, tilings, partitions)),
        tiling);
  }
  return nullptr;
}
