//===- CheckBatch.cpp - The batch and the cores of a TPU ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/Checks/BatchSize.h"
#include "Device/MatrixTiles.h"
#include "Diagnostics/Messages/GraphMemory.h"
#include "Dialect/Graph/Checks/BatchedModel.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Dialect/Graph/Shapes/PartialShape.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKBATCH
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {

class CheckBatch
    : public CheckPass<CheckBatch, impl::CheckBatchBase<CheckBatch>> {
public:
  using CheckPass::CheckPass;

  static bool appliesTo(Framework) { return true; }

  void check(ModelOp model);

private:
  void reportFed(mlir::Location place, int64_t batch, const llvm::Twine &what);
  void checkFed();
  void checkInputs(ModelOp model);
};

} // namespace

/// The first size that all values share; none if one has another, or it is not
/// known.
static std::optional<int64_t> commonBatch(mlir::ValueRange values) {
  std::optional<int64_t> batch;
  for (mlir::Value value : values) {
    std::optional<PartialShape> sizes = sizesOf(value.getType());
    bool isBatch = sizes && !sizes->empty() && sizes->front() > 0 &&
                   sizes->front() <= MaxBatch &&
                   batch.value_or(sizes->front()) == sizes->front();
    if (!isBatch)
      return std::nullopt;
    batch = sizes->front();
  }
  return batch;
}

void CheckBatch::reportFed(mlir::Location place, int64_t batch,
                           const llvm::Twine &what) {
  Report report = diag::TpuBatchSize::fed(place, batch);
  report.label(what);
  report.help("a batch of " +
              std::to_string((batch / TileRows + 1) * TileRows) +
              " fills the tiles");
  citeTarget(report, target(), BatchRole);
}

/// The batch of a replica that the graph itself fixes.
void CheckBatch::checkFed() {
  llvm::SmallVector<NodeOp> fed;
  for (StringRef op : {"InfeedDequeue", "InfeedDequeueTuple"})
    llvm::append_range(fed, uses().of(op));
  sortByPlace(fed);
  for (NodeOp node : fed) {
    // Only what is marked is a replica.
    if (!node.getCluster() || node.getOutputs().empty())
      continue;
    std::optional<int64_t> batch = commonBatch(node.getOutputs());
    if (!batch || *batch % TileRows == 0)
      continue;
    return reportFed(source().location(node, NodePart::Name), *batch,
                     "node " + source().name(node));
  }
}

/// The same of a model that fixes the first size of its inputs. An input of one
/// dimension has none for examples.
void CheckBatch::checkInputs(ModelOp model) {
  auto functions = model.getFunctions();
  if (functions.empty())
    return;
  llvm::SmallVector<mlir::Value> inputs = inputsOf(*functions.begin());
  bool areExamples =
      !inputs.empty() && llvm::all_of(inputs, [](mlir::Value input) {
        std::optional<PartialShape> sizes = sizesOf(input.getType());
        return sizes && sizes->size() > 1;
      });
  std::optional<int64_t> batch = commonBatch(inputs);
  if (areExamples && batch && *batch % TileRows != 0)
    reportFed(inputs.front().getLoc(), *batch,
              "input " + inputName(inputs.front(), source()));
}

/// The cores that one replica takes; more than 1 if the model is split.
static int64_t coresOfReplica(const OpUses &uses, const NodeReader &source) {
  llvm::ArrayRef<NodeOp> metadata = uses.of("TPUReplicateMetadata");
  if (metadata.empty())
    return 1;
  auto cores = llvm::dyn_cast_or_null<mlir::IntegerAttr>(
      source.attribute(metadata.front(), "num_cores_per_replica"));
  return cores ? std::max<int64_t>(cores.getInt(), 1) : 1;
}

void CheckBatch::check(ModelOp model) {
  if (!target().isTpu())
    return;
  const TrainingValues &values = context->values;
  bool isStep = model.getFramework() == Framework::TensorFlow;
  int64_t cores = isStep ? coresOfReplica(uses(), source()) : 1;
  int64_t replicas = target().devices.value_or(0) / cores;
  if (values.evalBatchSize)
    checkGlobalBatch(*values.evalBatchSize, "an evaluation batch", target(),
                     replicas, &getContext());
  if (values.batchSize && checkGlobalBatch(*values.batchSize, "a batch",
                                           target(), replicas, &getContext()))
    return;
  if (isStep)
    checkFed();
  else
    checkInputs(model);
}

std::unique_ptr<mlir::Pass>
graph::createCheckBatch(const CheckContext &context) {
  return std::make_unique<CheckBatch>(context);
}
