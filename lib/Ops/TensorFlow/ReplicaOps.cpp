//===- ReplicaOps.cpp - Sums over replicas --------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Ops/TensorFlow/Operators.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

/// Sums within groups of replicas: a row of the second input each. A program
/// for one replica has nothing to sum up.
static LogicalResult crossReplicaSum(OpCall &node) {
  std::optional<Integers> groups = node.known(1);
  if (!groups)
    return node.failUnknown(1);
  int64_t replicas = node.context.replicas();
  if (replicas == 1)
    return node.set(node.input(0));
  llvm::ArrayRef<int64_t> shape = node.shape(1);
  if (groups->empty())
    return node.set(node.builder.allReduce(node.input(0), replicas).front());
  auto failGroups = [&] {
    return node.fail("groups " + mismatch::shapeText(*groups) +
                     " do not name each of " + llvm::Twine(replicas) +
                     " replicas once");
  };
  llvm::SmallVector<bool> isNamed(replicas, false);
  for (int64_t replica : *groups) {
    if (replica < 0 || replica >= replicas || isNamed[replica])
      return failGroups();
    isNamed[replica] = true;
  }
  if (shape.size() != 2 || int64_t(groups->size()) != replicas)
    return failGroups();
  auto &builder = node.builder.builder();
  auto numbers = mlir::DenseIntElementsAttr::get(
      mlir::RankedTensorType::get(shape, builder.getI64Type()),
      llvm::ArrayRef<int64_t>(*groups));
  Value value = node.input(0);
  auto sum = stablehlo::AllReduceOp::create(
      builder, node.builder.location(), mlir::TypeRange(value.getType()),
      mlir::ValueRange(value), numbers, /*channel_handle=*/nullptr,
      /*use_global_device_ids=*/nullptr);
  node.builder.combine(sum.getComputation(), node.element(0),
                       stablehlo::Combination::Add);
  return node.set(sum.getResult(0));
}

void tensorflow::addReplicaOps(OpTable &table) {
  table.addForState(2, crossReplicaSum, {"CrossReplicaSum"});
}
