//===- CheckBatch.cpp - The batch and the cores of a TPU ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Shapes/Sizes.h"
#include "Dialect/Graph/Transforms/CheckPass.h"
#include "Dialect/Graph/Transforms/MatrixTiles.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKBATCH
#include "Dialect/Graph/Transforms/Passes.h.inc"
} // namespace trainlint::graph

namespace {

class CheckBatch
    : public CheckPass<CheckBatch, impl::CheckBatchBase<CheckBatch>> {
public:
  using CheckPass::CheckPass;

  void check(ModelOp model);

private:
  /// True if there is a finding.
  bool checkGlobal(const Located<int64_t> &batch, int64_t replicas);
  void checkFed(ModelOp model);
  void finish(Report &report);
};

} // namespace

/// Larger batches are no batches, and would overflow.
static constexpr int64_t MaxBatch = int64_t(1) << 40;

void CheckBatch::finish(Report &report) {
  if (target().location)
    report.also(target().location, "the device that the graph runs on");
  cite(report, target().table);
}

bool CheckBatch::checkGlobal(const Located<int64_t> &batch, int64_t replicas) {
  mlir::Location place = mlir::UnknownLoc::get(&getContext());
  if (batch.location)
    place = mlir::Location(batch.location);
  if (batch.value <= 0 || batch.value > MaxBatch)
    return false;
  int64_t rest = batch.value % replicas;
  if (rest != 0) {
    Report report = diag::TpuBatchSize::notDivisible(place, batch.value,
                                                     replicas, target().name);
    int64_t above = batch.value - rest + replicas;
    if (batch.value > replicas)
      report.help("multiples of " + std::to_string(replicas) + " nearby are " +
                  std::to_string(batch.value - rest) + " and " +
                  std::to_string(above));
    else
      report.help("the least is " + std::to_string(replicas));
    finish(report);
    return true;
  }
  int64_t each = batch.value / replicas;
  if (each % TileRows == 0)
    return false;
  Report report =
      diag::TpuBatchSize::ofReplica(place, each, batch.value, replicas);
  int64_t full = (each / TileRows + 1) * TileRows;
  report.help("a batch of " + std::to_string(full * replicas) + " gives each " +
              "replica " + std::to_string(full));
  finish(report);
  return true;
}

/// The nodes that hand the input of a step to a replica.
static bool feedsReplica(NodeOp node) {
  return node.getCluster() &&
         (node.is("InfeedDequeue") || node.is("InfeedDequeueTuple"));
}

/// The batch of a replica that the graph itself fixes.
void CheckBatch::checkFed(ModelOp model) {
  for (FunctionOp function : model.getFunctions()) {
    for (NodeOp node : function.getNodes()) {
      if (!feedsReplica(node) || node.getOutputs().empty())
        continue;
      std::optional<int64_t> batch;
      bool isBatch = true;
      for (mlir::Value output : node.getOutputs()) {
        std::optional<Sizes> sizes = sizesOf(output.getType());
        isBatch &= sizes && !sizes->empty() && sizes->front() > 0 &&
                   sizes->front() <= MaxBatch &&
                   batch.value_or(sizes->front()) == sizes->front();
        if (isBatch)
          batch = sizes->front();
      }
      if (!isBatch || !batch || *batch % TileRows == 0)
        continue;
      Report report = diag::TpuBatchSize::fed(
          source().location(node, NodePart::Name), *batch);
      report.label("node " + source().name(node));
      report.help("a batch of " +
                  std::to_string((*batch / TileRows + 1) * TileRows) +
                  " fills the tiles");
      finish(report);
      return;
    }
  }
}

/// The cores that one replica takes; more than 1 if the model is split.
static int64_t coresOfReplica(ModelOp model, const NodeSource &source) {
  for (FunctionOp function : model.getFunctions()) {
    for (NodeOp node : function.getNodes()) {
      if (!node.is("TPUReplicateMetadata"))
        continue;
      auto cores = llvm::dyn_cast_or_null<mlir::IntegerAttr>(
          source.attribute(node, "num_cores_per_replica"));
      return cores ? std::max<int64_t>(cores.getInt(), 1) : 1;
    }
  }
  return 1;
}

void CheckBatch::check(ModelOp model) {
  if (!target().isTpu())
    return;
  const auto &batch = context->values.batchSize;
  int64_t cores = coresOfReplica(model, source());
  int64_t replicas = target().devices.value_or(0) / cores;
  if (batch && replicas > 0 && checkGlobal(*batch, replicas))
    return;
  checkFed(model);
}

std::unique_ptr<mlir::Pass>
graph::createCheckBatch(const CheckContext &context) {
  return std::make_unique<CheckBatch>(context);
}
