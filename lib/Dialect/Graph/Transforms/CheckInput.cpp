//===- CheckInput.cpp - The input of a TPU computation --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Shapes/Sizes.h"
#include "Dialect/Graph/Transforms/CheckPass.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::graph;
using llvm::StringRef;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKINPUT
#include "Dialect/Graph/Transforms/Passes.h.inc"
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

/// The number of the input that says whether the rest is dropped; 0 of ops that
/// cannot, none of ops that make no batches.
static std::optional<unsigned> dropInput(StringRef op) {
  return llvm::StringSwitch<std::optional<unsigned>>(op)
      .Case("BatchDataset", 0)
      .Case("PaddedBatchDataset", 0)
      .Case("BatchDatasetV2", 2)
      .Case("ParallelBatchDataset", 3)
      .Default(std::nullopt);
}

/// The scalar that a `Const` gives; none of other values.
static std::optional<int64_t> scalarOf(mlir::Value value,
                                       const NodeSource &source) {
  auto node = value.getDefiningOp<NodeOp>();
  // Functions read their arguments through one; edges may form a circle.
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

/// True if what comes before never ends, as far as it is known.
static bool mayRepeatForever(NodeOp node, const NodeSource &source) {
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
  std::optional<unsigned> input = dropInput(node.getOpName());
  if (!input)
    return;
  bool isFlag = *input != 0;
  if (isFlag && (*input >= node.getInputs().size() ||
                 scalarOf(node.getInputs()[*input], source()) != 0))
    return;
  if (mayRepeatForever(node, source()))
    return;
  mlir::Location place = isFlag ? source().inputLocation(node, *input)
                                : source().location(node, NodePart::Op);
  Report report =
      becomesDynamic
          ? diag::TpuDropRemainder::dynamic(place, source().name(node))
          : diag::TpuDropRemainder::rest(place, source().name(node));
  if (isFlag)
    report.label("`drop_remainder` is false");
  else
    report.label("this op keeps what is left over");
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
      .Default("");
}

void CheckInput::checkSource(NodeOp node, NodeOp feeder) {
  Report report = diag::InfeedNotDataset::source(
      source().location(node, NodePart::Op), source().name(node),
      otherSource(node.getOpName()));
  report.also(source().location(feeder, NodePart::Name),
              "hands it to the TPU: node " + source().name(feeder));
  report.help(
      "read the input with tf.data, which runs on the hosts of the TPU");
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

/// True for nodes that take what the TPU is fed with.
static bool takesInput(NodeOp node) {
  return node.is("InfeedEnqueue") || node.is("InfeedEnqueueTuple") ||
         node.getCluster();
}

/// True if the first size of a value is left open.
static bool isOpen(mlir::Value value) {
  std::optional<Sizes> sizes = sizesOf(value.getType());
  return sizes && !sizes->empty() && sizes->front() < 0;
}

void CheckInput::check(ModelOp model) {
  if (!target().isTpu())
    return;
  llvm::SmallVector<NodeOp> batches;
  llvm::DenseMap<mlir::Operation *, NodeOp> feeders;
  llvm::SmallVector<NodeOp> work;
  for (FunctionOp function : model.getFunctions()) {
    for (NodeOp node : function.getNodes()) {
      if (dropInput(node.getOpName()))
        batches.push_back(node);
      if (takesInput(node) && feeders.try_emplace(node, node).second)
        work.push_back(node);
    }
  }
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
    if (!otherSource(node.getOpName()).empty() && !node.getCluster())
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
