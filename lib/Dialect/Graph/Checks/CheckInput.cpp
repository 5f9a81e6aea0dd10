//===- CheckInput.cpp - The input of a TPU computation --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/GraphMemory.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Dialect/Graph/Shapes/PartialShape.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKINPUT
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {

class CheckInput
    : public CheckPass<CheckInput, impl::CheckInputBase<CheckInput>> {
public:
  using CheckPass::CheckPass;

  void check(ModelOp model);

private:
  void checkBatching(NodeOp node, bool becomesDynamic);
  void checkSource(NodeOp node, NodeOp feeder);
};

} // namespace

//===----------------------------------------------------------------------===//
// tpu-drop-remainder
//===----------------------------------------------------------------------===//

/// True of ops that make batches.
static bool makesBatches(StringRef op) {
  return op == "BatchDataset" || op == "PaddedBatchDataset" ||
         op == "BatchDatasetV2" || op == "PaddedBatchDatasetV2" ||
         op == "ParallelBatchDataset" || op == "MapAndBatchDataset" ||
         op == "MapAndBatchDatasetV2" || op == "ExperimentalMapAndBatchDataset";
}

/// The number of the input that says whether the rest is dropped, which is the
/// last one; none of ops that cannot drop it.
static std::optional<unsigned> dropInput(NodeOp node) {
  bool cannot = node.is("BatchDataset") || node.is("PaddedBatchDataset");
  if (cannot || node.getInputs().empty())
    return std::nullopt;
  return node.getInputs().size() - 1;
}

/// The scalar that a `Const` gives; none of other values.
static std::optional<int64_t> scalarOf(mlir::Value value,
                                       const NodeReader &source) {
  auto node = value.getDefiningOp<NodeOp>();
  // Functions read their arguments through one; edges may form a cycle.
  if (node && node.is("Identity") && node.getInputs().size() == 1)
    node = node.getInputs().front().getDefiningOp<NodeOp>();
  if (!node || !node.is("Const"))
    return std::nullopt;
  auto elements = llvm::dyn_cast_or_null<mlir::DenseElementsAttr>(
      source.attribute(node, "value"));
  if (!elements || elements.getNumElements() != 1 ||
      !elements.getElementType().isInteger())
    return std::nullopt;
  llvm::APInt element = *elements.getValues<llvm::APInt>().begin();
  return elements.getElementType().isInteger(1)
             ? static_cast<int64_t>(element.getZExtValue())
             : element.getSExtValue();
}

/// The boolean that a `Const` gives; none of other values.
static std::optional<bool> truthOf(mlir::Value value,
                                   const NodeReader &source) {
  mlir::Type element = elementTypeOf(value.getType());
  if (!element || !element.isInteger(1))
    return std::nullopt;
  std::optional<int64_t> scalar = scalarOf(value, source);
  return scalar ? std::optional(*scalar != 0) : std::nullopt;
}

/// True if what comes before never ends, as far as it is known.
static bool mayRepeatForever(NodeOp node, const NodeReader &source) {
  llvm::DenseSet<mlir::Operation *> seen;
  llvm::SmallVector<mlir::Value> work;
  if (!node.getInputs().empty())
    work.push_back(node.getInputs().front());
  while (!work.empty()) {
    mlir::Value value = work.pop_back_val();
    auto before = value.getDefiningOp<NodeOp>();
    // An argument may be anything.
    if (!before)
      return true;
    if (!seen.insert(before).second)
      continue;
    if (before.is("RepeatDataset") || before.is("ShuffleAndRepeatDataset") ||
        before.is("ShuffleAndRepeatDatasetV2")) {
      unsigned input = before.is("RepeatDataset") ? 1 : 4;
      if (input >= before.getInputs().size())
        return true;
      std::optional<int64_t> count =
          scalarOf(before.getInputs()[input], source);
      if (!count || *count < 0)
        return true;
    }
    for (mlir::Value input : before.getInputs()) {
      auto element =
          llvm::dyn_cast_or_null<ElementType>(elementTypeOf(input.getType()));
      if (element && element.getName() == "variant")
        work.push_back(input);
    }
  }
  return false;
}

void CheckInput::checkBatching(NodeOp node, bool becomesDynamic) {
  std::optional<unsigned> input = dropInput(node);
  if (input && truthOf(node.getInputs()[*input], source()) != false)
    return;
  if (mayRepeatForever(node, source()))
    return;
  mlir::Location place = input ? source().inputLocation(node, *input)
                               : source().location(node, NodePart::Op);
  Report report =
      becomesDynamic
          ? diag::TpuDropRemainder::dynamic(place, source().name(node))
          : diag::TpuDropRemainder::rest(place, source().name(node));
  if (input)
    report.label("`drop_remainder` is false");
  else
    report.label("this op keeps the remainder");
  report.help("pass drop_remainder=True, or repeat the dataset before it is "
              "batched");
}

//===----------------------------------------------------------------------===//
// infeed-not-dataset
//===----------------------------------------------------------------------===//

/// What a node that makes the input is, in words; empty of others.
static StringRef otherSource(StringRef op) {
  return llvm::StringSwitch<StringRef>(op)
      .Cases({"QueueDequeue", "QueueDequeueV2", "QueueDequeueMany",
              "QueueDequeueManyV2", "QueueDequeueUpTo", "QueueDequeueUpToV2"},
             "a queue")
      .Cases({"PyFunc", "PyFuncStateless", "EagerPyFunc"}, "a Python function")
      .Cases(
          {"ReaderRead", "ReaderReadV2", "ReaderReadUpTo", "ReaderReadUpToV2"},
          "a reader of files")
      .Cases({"Placeholder", "PlaceholderV2"}, "a placeholder")
      .Default("");
}

void CheckInput::checkSource(NodeOp node, NodeOp feeder) {
  Report report = diag::InfeedNotDataset::source(
      source().location(node, NodePart::Op), source().name(node),
      otherSource(node.getOpName()));
  report.note(source().location(feeder, NodePart::Name),
              "fed to the TPU by node " + source().name(feeder));
  report.help(
      "read the input with tf.data, which runs on the hosts of the TPU");
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

/// True for nodes that put the input into the queue of the TPU.
static bool enqueues(StringRef op) {
  return op == "InfeedEnqueue" || op == "InfeedEnqueueTuple";
}

/// True if a node that makes the input is one that should not. A computation
/// without an infeed may be called with what a session is fed with.
static bool isOtherSource(NodeOp node, NodeOp feeder) {
  if (node.getCluster() || otherSource(node.getOpName()).empty())
    return false;
  return !node.getOpName().starts_with("Placeholder") ||
         enqueues(feeder.getOpName());
}

/// True if the first size of a value is left open.
static bool isOpen(mlir::Value value) {
  std::optional<PartialShape> sizes = sizesOf(value.getType());
  return sizes && !sizes->empty() && sizes->front() < 0;
}

void CheckInput::check(ModelOp model) {
  // Marks alone say that there is a TPU.
  if (!target().isTpu() && target().kind != DeviceKind::Unknown)
    return;
  llvm::SmallVector<NodeOp> batches;
  llvm::DenseMap<mlir::Operation *, NodeOp> feeders;
  llvm::SmallVector<NodeOp> work;
  bool isMarked = computation().isMarked();
  for (const OpUse &use : uses().all()) {
    if (makesBatches(use.op()))
      llvm::append_range(batches, use.nodes);
    bool isFed = enqueues(use.op());
    if (!isFed && !isMarked)
      continue;
    for (NodeOp node : use.nodes) {
      if (isFed || node.getCluster())
        work.push_back(node);
    }
  }
  sortByPlace(batches);
  sortByPlace(work);
  for (NodeOp node : work)
    feeders.try_emplace(node, node);
  // Without a computation marked for the TPU, nothing tells what feeds it.
  if (work.empty())
    return;
  bool becomesDynamic = false;
  llvm::SmallVector<std::pair<NodeOp, NodeOp>> sources;
  while (!work.empty()) {
    NodeOp node = work.pop_back_val();
    NodeOp feeder = feeders.lookup(node);
    bool isIterator = node.getOpName().starts_with("IteratorGetNext");
    if (isIterator)
      becomesDynamic |= llvm::any_of(node.getOutputs(), isOpen);
    if (isOtherSource(node, feeder))
      sources.emplace_back(node, feeder);
    // What an iterator reads is a matter of the host.
    if (isIterator)
      continue;
    for (mlir::Value input : node.getInputs()) {
      auto before = input.getDefiningOp<NodeOp>();
      if (before && feeders.try_emplace(before, feeder).second)
        work.push_back(before);
    }
  }
  for (auto [node, feeder] : sources)
    checkSource(node, feeder);
  for (NodeOp node : batches)
    checkBatching(node, becomesDynamic);
}

std::unique_ptr<mlir::Pass>
graph::createCheckInput(const CheckContext &context) {
  return std::make_unique<CheckInput>(context);
}
