//===- CollectiveGradients.cpp - Gradients of exchanges -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/CollectiveOps.h"
#include "Dialect/StableHLO/Transforms/GradientRules.h"
#include "mlir/IR/BuiltinOps.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using llvm::LogicalResult;
using llvm::SmallVector;
using llvm::success;
using mlir::Value;

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

static LogicalResult differentiateAllReduce(AllReduceOp op, Step &s) {
  if (combinationOf(op.getComputation()) != Combination::Add)
    return s.refuse("what it exchanges is not added up");
  for (auto [i, operand] : llvm::enumerate(op.getOperands())) {
    if (!s.gradient(i) || !s.wants(operand))
      continue;
    Value gradient = s.gradient(i);
    auto back = AllReduceOp::create(
        s.builder(), s.location(), gradient.getType(), gradient,
        op.getReplicaGroups(), newChannel(op, op.getChannelHandleAttr()),
        op.getUseGlobalDeviceIds());
    s.combine(back.getComputation(), ProgramBuilder::elementOf(gradient),
              Combination::Add);
    s.give(operand, back.getResult(0));
  }
  return success();
}

static void differentiateCrossReplicaSum(CrossReplicaSumOp op, Step &s) {
  s.give(op.getOperand(), [&] {
    return CrossReplicaSumOp::create(s.builder(), s.location(),
                                     op.getResult().getType(), s.gradient(),
                                     op.getReplicaGroups());
  });
}

/// Each process gets the sum of the gradients for its part.
static void differentiateAllGather(AllGatherOp op, Step &s) {
  for (auto [i, operand] : llvm::enumerate(op.getOperands())) {
    if (!s.gradient(i) || !s.wants(operand))
      continue;
    auto back = ReduceScatterOp::create(
        s.builder(), s.location(), operand.getType(), s.gradient(i),
        op.getAllGatherDim(), op.getReplicaGroups(),
        newChannel(op, op.getChannelHandleAttr()), op.getUseGlobalDeviceIds());
    s.combine(back.getComputation(), ProgramBuilder::elementOf(operand),
              Combination::Add);
    s.give(operand, back.getResult());
  }
}

static LogicalResult differentiateReduceScatter(ReduceScatterOp op, Step &s) {
  if (combinationOf(op.getComputation()) != Combination::Add)
    return s.refuse("what it exchanges is not added up");
  s.give(op.getOperand(), [&] {
    auto back = AllGatherOp::create(
        s.builder(), s.location(), op.getOperand().getType(), s.gradient(),
        op.getScatterDimension(), op.getReplicaGroups(),
        newChannel(op, op.getChannelHandleAttr()), op.getUseGlobalDeviceIds());
    return back.getResult(0);
  });
  return success();
}

/// The same exchange with the dimensions exchanged.
static void differentiateAllToAll(AllToAllOp op, Step &s) {
  for (auto [i, operand] : llvm::enumerate(op.getOperands())) {
    if (!s.gradient(i) || !s.wants(operand))
      continue;
    auto back = AllToAllOp::create(
        s.builder(), s.location(), operand.getType(), s.gradient(i),
        op.getConcatDimension(), op.getSplitDimension(), op.getSplitCount(),
        op.getReplicaGroups(), newChannel(op, op.getChannelHandleAttr()));
    s.give(operand, back.getResult(0));
  }
}

/// Gradients are sent from targets to sources.
static void differentiatePermute(CollectivePermuteOp op, Step &s) {
  s.give(op.getOperand(), [&] {
    mlir::DenseIntElementsAttr pairs = op.getSourceTargetPairs();
    SmallVector<int64_t> turned;
    auto numbers = llvm::to_vector(pairs.getValues<int64_t>());
    for (size_t i = 0; i + 1 < numbers.size(); i += 2)
      llvm::append_values(turned, numbers[i + 1], numbers[i]);
    return CollectivePermuteOp::create(
        s.builder(), s.location(), op.getOperand().getType(), s.gradient(),
        mlir::DenseIntElementsAttr::get(
            llvm::cast<mlir::ShapedType>(pairs.getType()),
            llvm::ArrayRef<int64_t>(turned)),
        newChannel(op, op.getChannelHandleAttr()));
  });
}

void stablehlo::addCollectiveGradients(GradientRules &rules) {
  rules.add<AllReduceOp>(differentiateAllReduce);
  rules.add<CrossReplicaSumOp>(differentiateCrossReplicaSum);
  rules.add<AllGatherOp>(differentiateAllGather);
  rules.add<ReduceScatterOp>(differentiateReduceScatter);
  rules.add<AllToAllOp>(differentiateAllToAll);
  rules.add<CollectivePermuteOp>(differentiatePermute);
}
