//===- Collectives.cpp - Collective ops -----------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collective operations become calls of the runtime with a number, under which
// the program holds what is known of them: kind, groups, element type and
// count. Operations that combine elements get a compiled function
// `combine_<number>` besides. The runtime passes on whole buffers, part by
// part, so an operation that splits or joins a dimension lays its parts out one
// after the other first, `[part, operand dimensions...]`.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Elements.h"
#include "Backend/CPU/CodeGen/Lowering.h"
#include "Dialect/StableHLO/IR/Combiner.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace arith = mlir::arith;
using namespace trainlint::stablehlo;
using llvm::ArrayRef;
using llvm::cast;
using llvm::failed;
using llvm::failure;
using llvm::LogicalResult;
using llvm::SmallVector;
using llvm::success;

namespace trainlint::cpu {

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

static GroupMode modeOf(std::optional<ChannelHandleAttr> channel,
                        bool globalIds) {
  bool hasChannel = channel && channel->getHandle() > 0;
  if (!hasChannel)
    return GroupMode::CrossReplica;
  return globalIds ? GroupMode::FlattenedIds
                   : GroupMode::CrossReplicaAndPartition;
}

/// Groups of operations that have no such mode: a channel means partitions.
static GroupMode simpleModeOf(std::optional<ChannelHandleAttr> channel) {
  bool hasChannel = channel && channel->getHandle() > 0;
  return hasChannel ? GroupMode::CrossPartition : GroupMode::CrossReplica;
}

static LogicalResult readGroups(Lowering &lowering, Operation *op,
                                mlir::Attribute attribute,
                                CollectiveOp &collective) {
  auto groups =
      llvm::dyn_cast_if_present<mlir::DenseIntElementsAttr>(attribute);
  if (!groups)
    return lowering.emitUnsupported(op, "its groups are axes of a mesh");
  auto shape = groups.getType().getShape();
  int64_t size = shape.size() == 2 ? shape[1] : groups.getNumElements();
  int64_t place = 0;
  for (const llvm::APInt &number : groups.getValues<llvm::APInt>()) {
    if (place++ % size == 0)
      collective.groups.emplace_back();
    collective.groups.back().push_back(number.getSExtValue());
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// `root` is the rank of the process that an operation has one for.
static void emitCollective(Lowering &lowering, Location loc,
                           CollectiveOp collective, Value input, Value output,
                           Value root = {}) {
  int64_t number = lowering.program.collectives.size();
  lowering.program.collectives.push_back(std::move(collective));
  if (!root)
    root = lowering.index(loc, 0);
  callRuntime(lowering.b, loc, "trainlint_cpu_collective",
              {lowering.context, lowering.index(loc, number),
               lowering.address(loc, input), lowering.address(loc, output),
               root});
}

/// The root of operand `number`: the last operand holds one for each other one,
/// if they are computed.
template <typename Op>
static Value rootOf(Lowering &lowering, Op op, int64_t number) {
  Location loc = op.getLoc();
  if (!op.getHasDynamicRoot())
    return lowering.index(loc, 0);
  Value roots = op.getOperands().back();
  Value buffer = lowering.bufferOf(roots);
  SmallVector<Value> place;
  if (!shapeOf(roots).empty())
    place.push_back(lowering.index(loc, number));
  return lowering.loadIndex(loc, buffer, place, elementTypeIn(roots));
}

/// What a body of one operation on its two arguments does.
static Reduction reductionOf(mlir::Region &region) {
  Operation *op = combiningOp(region);
  if (!op)
    return Reduction::Custom;
  bool isBool = elementTypeIn(op->getResult(0)).isInteger(1);
  return llvm::TypeSwitch<Operation *, Reduction>(op)
      .Case([&](AddOp) { return isBool ? Reduction::Or : Reduction::Sum; })
      .Case([&](MultiplyOp) {
        return isBool ? Reduction::And : Reduction::Product;
      })
      .Case([&](MaximumOp) {
        return isBool ? Reduction::Or : Reduction::Maximum;
      })
      .Case([&](MinimumOp) {
        return isBool ? Reduction::And : Reduction::Minimum;
      })
      .Case([](AndOp) { return Reduction::And; })
      .Case([](OrOp) { return Reduction::Or; })
      .Default(Reduction::Custom);
}

/// The function `combine_<number>` of the next collective.
static LogicalResult emitCombine(Lowering &lowering, mlir::Region &region,
                                 Type element, int64_t count) {
  mlir::OpBuilder &b = lowering.b;
  Location loc = region.getLoc();
  mlir::OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(lowering.program.module->getBody());
  auto buffer = mlir::MemRefType::get(count, storedType(element));
  auto type = b.getFunctionType({buffer, buffer, b.getIndexType()}, {});
  std::string name =
      "combine_" + std::to_string(lowering.program.collectives.size());
  auto function = mlir::func::FuncOp::create(b, loc, name, type);
  b.setInsertionPointToStart(function.addEntryBlock());
  if (!lowering.isScalarBody(region))
    return lowering.emitUnsupported(region.getParentOp(),
                                    "its body is no operation on elements");
  auto arguments = function.getArguments();
  LogicalResult result = success();
  lowering.loop(
      loc, lowering.index(loc, 0), arguments[2], {}, [&](Value i, ValueRange) {
        Value left = lowering.load(loc, arguments[0], i, element);
        Value right = lowering.load(loc, arguments[1], i, element);
        auto next = lowering.emitBody(region, {left, right});
        result = next;
        if (!failed(next))
          lowering.store(loc, next->front(), arguments[0], i, element);
        return SmallVector<Value>();
      });
  mlir::func::ReturnOp::create(b, loc);
  return result;
}

static CollectiveOp describe(CollectiveKind kind, GroupMode mode,
                             Value tensor) {
  CollectiveOp collective;
  collective.kind = kind;
  collective.mode = mode;
  collective.element = *elementTypeOf(elementTypeIn(tensor));
  collective.count = tensorTypeOf(tensor).getNumElements();
  return collective;
}

/// Describes a collective that combines tensors, and emits what combines two.
template <typename Op>
static llvm::FailureOr<CollectiveOp>
describeReduction(Lowering &lowering, Op op, CollectiveKind kind,
                  Value tensor) {
  CollectiveOp collective = describe(
      kind, modeOf(op.getChannelHandle(), op.getUseGlobalDeviceIds()), tensor);
  collective.reduction = reductionOf(op.getComputation());
  if (failed(readGroups(lowering, op, op.getReplicaGroupsAttr(), collective)) ||
      failed(emitCombine(lowering, op.getComputation(), elementTypeIn(tensor),
                         collective.count)))
    return failure();
  return collective;
}

/// Tensors are exchanged as bytes, so a result must not be the operand's
/// buffer.
static LogicalResult lowerAllReduce(Lowering &lowering, AllReduceOp op) {
  for (auto [operand, result] : llvm::zip(op.getOperands(), op.getResults())) {
    auto collective =
        describeReduction(lowering, op, CollectiveKind::AllReduce, operand);
    if (failed(collective))
      return failure();
    Value input = lowering.bufferOf(operand);
    emitCollective(lowering, op.getLoc(), std::move(*collective), input,
                   lowering.allocateResult(result));
  }
  return success();
}

/// Copies a tensor while a dimension is cut into parts that come first, or
/// parts that come first are put together along a dimension.
static void moveParts(Lowering &lowering, Location loc, Value whole,
                      Value parts, int64_t dimension, bool cuts) {
  ArrayRef<int64_t> shape = cast<mlir::MemRefType>(parts.getType()).getShape();
  int64_t size = shape[dimension + 1];
  lowering.loops(loc, shape, [&](ValueRange at) {
    SmallVector<Value> place(at.drop_front());
    place[dimension] = lowering.add(loc, place[dimension],
                                    lowering.linear(loc, at[0], size, 0));
    if (cuts)
      lowering.move(loc, whole, place, parts, at);
    else
      lowering.move(loc, parts, at, whole, place);
  });
}

/// A buffer of `count` parts like a tensor of a shape.
static Value allocateParts(Lowering &lowering, Location loc, int64_t count,
                           ArrayRef<int64_t> part, Type element) {
  SmallVector<int64_t> shape = {count};
  llvm::append_range(shape, part);
  return lowering.allocate(loc,
                           mlir::MemRefType::get(shape, storedType(element)));
}

static LogicalResult lowerAllGather(Lowering &lowering, AllGatherOp op) {
  Location loc = op.getLoc();
  int64_t dimension = op.getAllGatherDim();
  for (auto [operand, result] : llvm::zip(op.getOperands(), op.getResults())) {
    CollectiveOp collective = describe(
        CollectiveKind::AllGather,
        modeOf(op.getChannelHandle(), op.getUseGlobalDeviceIds()), operand);
    if (failed(readGroups(lowering, op, op.getReplicaGroupsAttr(), collective)))
      return failure();
    int64_t size = std::max<int64_t>(shapeOf(operand)[dimension], 1);
    Value input = lowering.bufferOf(operand);
    Value parts =
        allocateParts(lowering, loc, shapeOf(result)[dimension] / size,
                      shapeOf(operand), elementTypeIn(operand));
    emitCollective(lowering, loc, std::move(collective), input, parts);
    moveParts(lowering, loc, lowering.allocateResult(result), parts, dimension,
              /*cuts=*/false);
  }
  return success();
}

static LogicalResult lowerReduceScatter(Lowering &lowering,
                                        ReduceScatterOp op) {
  Location loc = op.getLoc();
  int64_t dimension = op.getScatterDimension();
  Value operand = op.getOperand(), result = op.getResult();
  auto collective =
      describeReduction(lowering, op, CollectiveKind::ReduceScatter, result);
  if (failed(collective))
    return failure();
  int64_t size = std::max<int64_t>(shapeOf(result)[dimension], 1);
  Value parts = allocateParts(lowering, loc, shapeOf(operand)[dimension] / size,
                              shapeOf(result), elementTypeIn(operand));
  moveParts(lowering, loc, lowering.bufferOf(operand), parts, dimension,
            /*cuts=*/true);
  emitCollective(lowering, loc, std::move(*collective), parts,
                 lowering.allocateResult(result));
  return success();
}

static LogicalResult lowerAllToAll(Lowering &lowering, AllToAllOp op) {
  Location loc = op.getLoc();
  int64_t count = op.getSplitCount();
  for (auto [operand, result] : llvm::zip(op.getOperands(), op.getResults())) {
    CollectiveOp collective = describe(
        CollectiveKind::AllToAll, simpleModeOf(op.getChannelHandle()), operand);
    collective.count /= count;
    if (failed(readGroups(lowering, op, op.getReplicaGroupsAttr(), collective)))
      return failure();
    SmallVector<int64_t> part(shapeOf(operand));
    part[op.getSplitDimension()] /= count;
    Type element = elementTypeIn(operand);
    Value sent = allocateParts(lowering, loc, count, part, element);
    Value received = allocateParts(lowering, loc, count, part, element);
    moveParts(lowering, loc, lowering.bufferOf(operand), sent,
              op.getSplitDimension(),
              /*cuts=*/true);
    emitCollective(lowering, loc, std::move(collective), sent, received);
    moveParts(lowering, loc, lowering.allocateResult(result), received,
              op.getConcatDimension(), /*cuts=*/false);
  }
  return success();
}

static LogicalResult lowerPermute(Lowering &lowering, CollectivePermuteOp op) {
  CollectiveOp collective =
      describe(CollectiveKind::CollectivePermute,
               simpleModeOf(op.getChannelHandle()), op.getOperand());
  auto pairs = llvm::to_vector(
      cast<mlir::DenseIntElementsAttr>(op.getSourceTargetPairsAttr())
          .getValues<int64_t>());
  for (size_t i = 0; i + 1 < pairs.size(); i += 2)
    collective.pairs.push_back({pairs[i], pairs[i + 1]});
  Value input = lowering.bufferOf(op.getOperand());
  emitCollective(lowering, op.getLoc(), std::move(collective), input,
                 lowering.allocateResult(op.getResult()));
  return success();
}

static LogicalResult lowerCollectiveBroadcast(Lowering &lowering,
                                              CollectiveBroadcastOp op) {
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    Value operand = op.getOperands()[i];
    CollectiveOp collective =
        describe(CollectiveKind::CollectiveBroadcast,
                 simpleModeOf(op.getChannelHandle()), operand);
    if (failed(readGroups(lowering, op, op.getReplicaGroupsAttr(), collective)))
      return failure();
    Value input = lowering.bufferOf(operand);
    Value root = rootOf(lowering, op, i);
    emitCollective(lowering, op.getLoc(), std::move(collective), input,
                   lowering.allocateResult(result), root);
  }
  return success();
}

/// All but the root get zeros.
static LogicalResult lowerCollectiveReduce(Lowering &lowering,
                                           CollectiveReduceOp op) {
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    Value operand = op.getOperands()[i];
    auto collective = describeReduction(
        lowering, op, CollectiveKind::CollectiveReduce, operand);
    if (failed(collective))
      return failure();
    Value input = lowering.bufferOf(operand);
    Value root = rootOf(lowering, op, i);
    emitCollective(lowering, op.getLoc(), std::move(*collective), input,
                   lowering.allocateResult(result), root);
  }
  return success();
}

/// The number of this replica or partition.
static LogicalResult lowerId(Lowering &lowering, Operation *op,
                             llvm::StringRef function) {
  Location loc = op->getLoc();
  Value id = callRuntime(lowering.b, loc, function, lowering.context,
                         lowering.b.getIndexType());
  id = arith::IndexCastOp::create(lowering.b, loc, lowering.b.getI32Type(), id);
  lowering.fill(loc, lowering.allocateResult(op->getResult(0)), id);
  return success();
}

Lowered lowerCollective(Lowering &lowering, Operation *op) {
  return llvm::TypeSwitch<Operation *, Lowered>(op)
      .Case(
          [&](AllReduceOp reduce) { return lowerAllReduce(lowering, reduce); })
      .Case(
          [&](AllGatherOp gather) { return lowerAllGather(lowering, gather); })
      .Case([&](ReduceScatterOp scatter) {
        return lowerReduceScatter(lowering, scatter);
      })
      .Case([&](AllToAllOp collective) {
        return lowerAllToAll(lowering, collective);
      })
      .Case([&](CollectivePermuteOp permute) {
        return lowerPermute(lowering, permute);
      })
      .Case([&](CollectiveBroadcastOp broadcast) {
        return lowerCollectiveBroadcast(lowering, broadcast);
      })
      .Case([&](CollectiveReduceOp reduce) {
        return lowerCollectiveReduce(lowering, reduce);
      })
      .Case([&](ReplicaIdOp id) {
        return lowerId(lowering, id, "trainlint_cpu_replica");
      })
      .Case([&](PartitionIdOp id) {
        return lowerId(lowering, id, "trainlint_cpu_partition");
      })
      .Default(Lowered());
}

} // namespace trainlint::cpu
