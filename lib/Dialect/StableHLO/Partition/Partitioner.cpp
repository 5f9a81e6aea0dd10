//===- Partitioner.cpp - Ops rewritten to compute with parts --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Partition/Partitioner.h"
#include "Dialect/StableHLO/IR/ProcessGroups.h"
#include "Dialect/StableHLO/IR/SdyDialect.h"
#include "Support/MLIR.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

void Partitioner::define(Value whole, const Sharding &sharding, Value part) {
  parts[whole].push_back({sharding, part});
  made.push_back(whole);
}

Value Partitioner::partOf(Value whole, const Sharding &sharding) {
  auto known = parts.find(whole);
  if (known != parts.end())
    for (const Part &part : known->second)
      if (part.sharding == sharding)
        return part.value;
  Value value;
  if (known == parts.end() || known->second.empty()) {
    value = resharder.materialize(whole, sharding);
  } else {
    // What is there wholly needs no exchange.
    const Part *source = &known->second.front();
    for (const Part &part : known->second)
      if (part.sharding.isReplicated())
        source = &part;
    value = resharder.reshard(whole.getLoc(), source->value,
                              llvm::cast<RankedTensorType>(whole.getType()),
                              source->sharding, sharding);
  }
  define(whole, sharding, value);
  return value;
}

Value Partitioner::replicated(Value whole) {
  RankedTensorType type = tileableType(whole);
  return partOf(whole,
                Sharding::replicated(type ? type.getRank() : 0, partitions));
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Drops what is said of whole tensors, and fits the sizes that attributes name
/// to the parts. Only dimensions of which all is taken are tiled.
static void fitAttributes(Operation *op) {
  op->removeDiscardableAttr(HloShardingAttribute);
  op->removeDiscardableAttr(SdyShardingAttribute);
  auto shapeOf = [](Value value) {
    return llvm::cast<RankedTensorType>(value.getType()).getShape();
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](SliceOp slice) {
        SmallVector<int64_t> limits(slice.getLimitIndices());
        for (auto [limit, size] :
             llvm::zip_equal(limits, shapeOf(slice.getOperand())))
          limit = std::min(limit, size);
        slice.setLimitIndices(limits);
      })
      .Case([&](DynamicSliceOp slice) {
        SmallVector<int64_t> sizes(shapeOf(slice.getResult()));
        slice.setSliceSizes(sizes);
      })
      .Case([&](GatherOp gather) {
        SmallVector<int64_t> sizes(gather.getSliceSizes());
        for (auto [size, part] :
             llvm::zip_equal(sizes, shapeOf(gather.getOperand())))
          size = std::min(size, part);
        gather.setSliceSizes(sizes);
      });
}

/// Values of elsewhere that the regions of an op use are replicated.
Operation *Partitioner::cloneWithParts(Operation *op,
                                       ArrayRef<Value> operands) {
  mlir::IRMapping mapping;
  llvm::SetVector<Value> captured;
  mlir::getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (Value value : captured)
    mapping.map(value, replicated(value));
  Operation *copy = builder.clone(*op, mapping);
  copy->setOperands(mlir::ValueRange(operands));
  return copy;
}

/// Every partition computes the same of all.
LogicalResult Partitioner::copyWhole(Operation *op) {
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(replicated(operand));
  Operation *copy = cloneWithParts(op, operands);
  fitAttributes(copy);
  for (auto [whole, result] :
       llvm::zip_equal(op->getResults(), copy->getResults())) {
    RankedTensorType type = tileableType(whole);
    // What depends on what a device drew before is not the same on all.
    Value part = type && llvm::isa<RngOp>(op)
                     ? resharder.broadcast(op->getLoc(), result)
                     : Value(result);
    define(whole, Sharding::replicated(type ? type.getRank() : 0, partitions),
           part);
  }
  return success();
}

LogicalResult Partitioner::copyConstraint(Operation *op) {
  Value operand = op->getOperand(0), result = op->getResult(0);
  Sharding sharding = hints.get(result);
  define(result, sharding, partOf(operand, sharding));
  return success();
}

/// Of the terms that partitions have, each gets all, or the tile that it is to
/// have of the result.
void Partitioner::combineTerms(Operation *op, const ShardingRule &rule,
                               ArrayRef<Tiling> tilings, Value term) {
  Value result = op->getResult(0);
  SmallVector<Tiling> alike;
  Tiling differ;
  for (auto [factor, tiling] : llvm::zip_equal(rule.factors, tilings)) {
    if (factor.isReduced())
      differ = joined(differ, tiling, partitions);
    else if (tiling.isTiled())
      alike.push_back(tiling);
  }
  Sharding sharding = shardingOfResult(op, 0, rule, tilings, partitions);
  if (!differ.isTiled()) {
    define(result, sharding, term);
    return;
  }
  Sharding wanted = hints.get(result);
  for (unsigned dim = 0; dim < wanted.getRank(); ++dim) {
    if (wanted.getDim(dim) != differ || sharding.getDim(dim).isTiled())
      continue;
    SmallVector<Tiling> dims(sharding.getDims());
    dims[dim] = differ;
    define(result, Sharding(std::move(dims), partitions),
           resharder.reduceScatter(op->getLoc(), term, alike, differ, dim,
                                   combinerOf(op)));
    return;
  }
  define(
      result, sharding,
      resharder.allReduce(op->getLoc(), term, alike, differ, combinerOf(op)));
}

LogicalResult Partitioner::copyByRule(Operation *op, const ShardingRule &rule) {
  auto find = [&](Value value) -> const Sharding * {
    auto known = parts.find(value);
    if (value.getDefiningOp() != op && known != parts.end() &&
        !known->second.empty())
      return &known->second.front().sharding;
    return hints.find(value);
  };
  SmallVector<Tiling> tilings = chooseTilings(op, rule, find, partitions);
  SmallVector<Value> operands;
  for (auto [number, operand] : llvm::enumerate(op->getOperands()))
    operands.push_back(partOf(
        operand, shardingOfOperand(op, number, rule, tilings, partitions)));
  Operation *copy = cloneLookup(op, rule, tilings, operands);
  if (!copy)
    copy = cloneWithParts(op, operands);
  for (auto [number, whole] : llvm::enumerate(op->getResults()))
    copy->getResult(number).setType(
        partTypeOf(llvm::cast<RankedTensorType>(whole.getType()),
                   shardingOfResult(op, number, rule, tilings, partitions)));
  fitAttributes(copy);
  if (op->getNumResults() == 1) {
    combineTerms(op, rule, tilings, copy->getResult(0));
    return success();
  }
  for (auto [number, whole] : llvm::enumerate(op->getResults()))
    define(whole, shardingOfResult(op, number, rule, tilings, partitions),
           copy->getResult(number));
  return success();
}

/// What one partition tells others in a program that does not know that it is
/// divided: which one is meant cannot be known.
LogicalResult Partitioner::refuseCollective(Operation *op) {
  return op->emitError("a program that is divided by its shardings cannot name "
                       "partitions itself outside of a manual computation");
}

static bool namesPartitions(Operation *op) {
  if (llvm::isa<PartitionIdOp>(op))
    return true;
  auto channel = op->getAttrOfType<ChannelHandleAttr>("channel_handle");
  return channel && channel.getHandle() > 0 && isCollective(op);
}

LogicalResult Partitioner::copy(Operation *op) {
  bool isRefused = false;
  if (!llvm::isa<sdy::ManualComputationOp, WhileOp, IfOp, CaseOp>(op))
    op->walk([&](Operation *inner) { isRefused |= namesPartitions(inner); });
  if (isRefused)
    return refuseCollective(op);
  if (op->getNumResults() == 1 && Resharder::canMaterialize(op->getResult(0)))
    return success();
  if (isShardingConstraint(op))
    return copyConstraint(op);
  if (llvm::isa<WhileOp>(op))
    return copyLoop(op);
  if (llvm::isa<IfOp, CaseOp>(op))
    return copyBranches(op);
  if (llvm::isa<sdy::ManualComputationOp>(op))
    return copyManual(op);
  if (auto call = llvm::dyn_cast<CustomCallOp>(op);
      call && (call.getCallTargetName() == "SPMDFullToShardShape" ||
               call.getCallTargetName() == "SPMDShardToFullShape"))
    return call.emitError("manual shardings of `mhlo.sharding` are not "
                          "supported; those of `sdy.manual_computation` are");
  ShardingRule rule = ruleOf(op);
  return rule.factors.empty() ? copyWhole(op) : copyByRule(op, rule);
}

LogicalResult Partitioner::copyBody(mlir::Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(copy(&op)))
      return failure();
  return success();
}
