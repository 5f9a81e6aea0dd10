//===- CheckAllReduce.cpp - Replicas combine their gradients --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/TpuGraphs.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Dialect/Graph/Checks/NodeTypes.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKALLREDUCE
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {
struct CheckAllReduce
    : CheckPass<CheckAllReduce,
                graph::impl::CheckAllReduceBase<CheckAllReduce>> {
  using CheckPass::CheckPass;
  void check(ModelOp model);
};
} // namespace

/// True if an op combines values of replicas.
static bool combinesReplicas(llvm::StringRef op) {
  return op == "CrossReplicaSum" || op == "AllToAll" ||
         op == "CollectivePermute" || op.starts_with("CollectiveReduce") ||
         op.starts_with("XlaAllReduce") || op.starts_with("XlaReduceScatter");
}

void CheckAllReduce::check(ModelOp model) {
  if (!computation().isMarked())
    return;
  for (const OpUse &use : uses().all()) {
    if (combinesReplicas(use.op()))
      return;
  }
  NodeTypes types;
  NodeOp metadata;
  int64_t replicas = 0;
  for (NodeOp node : uses().of("TPUReplicateMetadata")) {
    SourceAttributes attributes(node, source(), types);
    bool isKnown = attributes.readInteger("num_replicas", replicas) ==
                   tensorflow::Given::Yes;
    if (isKnown && replicas > 1) {
      metadata = node;
      break;
    }
  }
  if (!metadata)
    return;
  llvm::SmallVector<NodeOp> updates;
  for (const OpUse &use : uses().all()) {
    if (isOptimizerUpdate(use.op()))
      llvm::append_range(updates, computation().inside(use));
  }
  if (updates.empty())
    return;
  sortByPlace(updates);
  NodeOp update = updates.front();
  Report report = diag::TpuMissingAllReduce::missing(
      source().location(update, NodePart::Op), update.getOpName(),
      nameOf(update, source()), replicas);
  report.note(source().attributeLocation(metadata, "num_replicas"),
              "the replicas");
  // Functions are compiled for strategies, TPUEstimator builds the main graph.
  bool isMain = update->getParentOfType<FunctionOp>().isMain();
  report.help(isMain ? "wrap the optimizer in "
                       "tf.compat.v1.tpu.CrossShardOptimizer"
                     : "make the optimizer in the scope of the strategy, which "
                       "adds the gradients up");
  computation().describe(report, updates);
}

std::unique_ptr<mlir::Pass>
graph::createCheckAllReduce(const CheckContext &context) {
  return std::make_unique<CheckAllReduce>(context);
}
