//===- CollectiveGradients.cpp - Gradients of collectives -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/Transforms/GradientRegistry.h"
#include "Support/MLIR.h"
#include "mlir/IR/BuiltinOps.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

//
// The loss is the sum of the losses of all processes: a gradient is what that
// sum changes by with the value of one process. A sum over processes passes
// back the sum of their gradients.
//

/// A channel that no other op of the module has, if the op has a channel.
static ChannelHandleAttr newChannel(mlir::Operation *op,
                                    ChannelHandleAttr channel) {
  if (!channel)
    return channel;
  int64_t last = channel.getHandle();
  op->getParentOfType<mlir::ModuleOp>().walk([&](mlir::Operation *other) {
    if (auto handle = other->getAttrOfType<ChannelHandleAttr>("channel_handle"))
      last = std::max(last, handle.getHandle());
  });
  return ChannelHandleAttr::get(op->getContext(), last + 1, channel.getType());
}

static LogicalResult differentiateAllReduce(AllReduceOp op, Pullback &p) {
  if (combinationOf(op.getComputation()) != Combination::Add)
    return p.emitUnsupported("it combines in another way than by addition");
  for (auto [i, operand] : llvm::enumerate(op.getOperands())) {
    if (!p.gradient(i) || !p.wants(operand))
      continue;
    Value gradient = p.gradient(i);
    auto back = AllReduceOp::create(
        p.builder(), p.location(), gradient.getType(), gradient,
        op.getReplicaGroups(), newChannel(op, op.getChannelHandleAttr()),
        op.getUseGlobalDeviceIds());
    p.combine(back.getComputation(), ProgramBuilder::elementOf(gradient),
              Combination::Add);
    p.accumulate(operand, back.getResult(0));
  }
  return success();
}

static void differentiateCrossReplicaSum(CrossReplicaSumOp op, Pullback &p) {
  p.accumulate(op.getOperand(), [&] {
    return CrossReplicaSumOp::create(p.builder(), p.location(),
                                     op.getResult().getType(), p.gradient(),
                                     op.getReplicaGroups());
  });
}

/// Each process gets the sum of the gradients for its part.
static void differentiateAllGather(AllGatherOp op, Pullback &p) {
  for (auto [i, operand] : llvm::enumerate(op.getOperands())) {
    if (!p.gradient(i) || !p.wants(operand))
      continue;
    auto back = ReduceScatterOp::create(
        p.builder(), p.location(), operand.getType(), p.gradient(i),
        op.getAllGatherDim(), op.getReplicaGroups(),
        newChannel(op, op.getChannelHandleAttr()), op.getUseGlobalDeviceIds());
    p.combine(back.getComputation(), ProgramBuilder::elementOf(operand),
              Combination::Add);
    p.accumulate(operand, back.getResult());
  }
}

static LogicalResult differentiateReduceScatter(ReduceScatterOp op,
                                                Pullback &p) {
  if (combinationOf(op.getComputation()) != Combination::Add)
    return p.emitUnsupported("it combines in another way than by addition");
  p.accumulate(op.getOperand(), [&] {
    auto back = AllGatherOp::create(
        p.builder(), p.location(), op.getOperand().getType(), p.gradient(),
        op.getScatterDimension(), op.getReplicaGroups(),
        newChannel(op, op.getChannelHandleAttr()), op.getUseGlobalDeviceIds());
    return back.getResult(0);
  });
  return success();
}

/// The same exchange with the dimensions exchanged.
static void differentiateAllToAll(AllToAllOp op, Pullback &p) {
  for (auto [i, operand] : llvm::enumerate(op.getOperands())) {
    if (!p.gradient(i) || !p.wants(operand))
      continue;
    auto back = AllToAllOp::create(
        p.builder(), p.location(), operand.getType(), p.gradient(i),
        op.getConcatDimension(), op.getSplitDimension(), op.getSplitCount(),
        op.getReplicaGroups(), newChannel(op, op.getChannelHandleAttr()));
    p.accumulate(operand, back.getResult(0));
  }
}

/// Gradients are sent from targets to sources.
static void differentiatePermute(CollectivePermuteOp op, Pullback &p) {
  p.accumulate(op.getOperand(), [&] {
    mlir::DenseIntElementsAttr pairs = op.getSourceTargetPairs();
    SmallVector<int64_t> turned;
    auto numbers = llvm::to_vector(pairs.getValues<int64_t>());
    for (size_t i = 0; i + 1 < numbers.size(); i += 2)
      llvm::append_values(turned, numbers[i + 1], numbers[i]);
    return CollectivePermuteOp::create(
        p.builder(), p.location(), op.getOperand().getType(), p.gradient(),
        mlir::DenseIntElementsAttr::get(
            llvm::cast<mlir::ShapedType>(pairs.getType()),
            llvm::ArrayRef<int64_t>(turned)),
        newChannel(op, op.getChannelHandleAttr()));
  });
}

void stablehlo::addCollectiveGradients(GradientRegistry &registry) {
  registry.add<AllReduceOp>(differentiateAllReduce);
  registry.add<CrossReplicaSumOp>(differentiateCrossReplicaSum);
  registry.add<AllGatherOp>(differentiateAllGather);
  registry.add<ReduceScatterOp>(differentiateReduceScatter);
  registry.add<AllToAllOp>(differentiateAllToAll);
  registry.add<CollectivePermuteOp>(differentiatePermute);
}
