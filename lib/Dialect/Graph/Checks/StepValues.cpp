//===- StepValues.cpp - What lives during a step of training --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Checks/StepValues.h"
#include "Device/Memory.h"
#include "Dialect/Graph/Checks/DeviceName.h"
#include "Dialect/Graph/Shapes/PartialShape.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::graph;

std::optional<uint64_t> graph::bytesOf(mlir::Type &type,
                                       std::optional<int64_t> batch) {
  std::optional<PartialShape> sizes = sizesOf(type);
  if (!sizes)
    return std::nullopt;
  if (!sizes->empty() && sizes->front() < 0 && batch)
    sizes->front() = *batch;
  mlir::Type element = elementTypeOf(type);
  std::optional<uint64_t> bytes = tensorBytes(*sizes, element);
  if (bytes)
    type = mlir::RankedTensorType::get(*sizes, element);
  return bytes;
}

bool graph::isOnHost(NodeOp node) {
  std::optional<StringRef> device = node.getDevice();
  if (!device)
    return false;
  DeviceName name = parseDeviceName(*device);
  return name.kind == DeviceKind::Host || name.job == "ps";
}

//===----------------------------------------------------------------------===//
// Frameworks
//===----------------------------------------------------------------------===//

NodeMemory::~NodeMemory() = default;

static bool hasPart(StringRef op, llvm::ArrayRef<llvm::StringLiteral> parts) {
  return llvm::any_of(parts, [&](StringRef part) { return op.contains(part); });
}

namespace {
class TensorFlowMemory : public NodeMemory {
public:
  bool isWritten(NodeOp node) const override {
    static constexpr llvm::StringLiteral Parts[] = {
        "MatMul", "Conv",   "Pool",   "BatchNorm", "Einsum",
        "Gather", "Random", "Concat", "LRN",       "LSTM"};
    static constexpr llvm::StringLiteral Inputs[] = {
        "Placeholder",   "IteratorGetNext",    "IteratorGetNextSync",
        "InfeedDequeue", "InfeedDequeueTuple", "TPUReplicatedInput"};
    StringRef op = node.getOpName();
    return llvm::is_contained(Inputs, op) || hasPart(op, Parts);
  }
  bool isElsewhere(NodeOp node) const override { return isOnHost(node); }
};

class OnnxMemory : public NodeMemory {
public:
  bool isWritten(NodeOp node) const override {
    static constexpr llvm::StringLiteral Parts[] = {
        "MatMul", "Gemm",   "Conv", "Pool", "Normalization", "Einsum",
        "Gather", "Concat", "LRN",  "LSTM", "GRU",           "RNN"};
    return hasPart(node.getOpName(), Parts);
  }
  bool isElsewhere(NodeOp) const override { return false; }
};
} // namespace

const NodeMemory &graph::tensorFlowMemory() {
  static const TensorFlowMemory memory;
  return memory;
}

const NodeMemory &graph::onnxMemory() {
  static const OnnxMemory memory;
  return memory;
}

//===----------------------------------------------------------------------===//
// Lifetimes
//===----------------------------------------------------------------------===//

namespace {
/// The nodes that lead to the results, and when they run.
class Schedule {
public:
  Schedule(llvm::ArrayRef<mlir::Value> results, const NodeMemory &memory);

  /// When the value is read for the last time, through nodes that write
  /// nothing.
  unsigned endOf(mlir::Value value) const;

  struct Run {
    NodeOp node;
    /// The nodes with this number run at the same time.
    unsigned begin = 0;
    unsigned end = 0;
  };
  llvm::ArrayRef<Run> all() const { return runs; }

private:
  void add(mlir::Value result);

  const NodeMemory &memory;
  std::vector<Run> runs;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
  llvm::DenseSet<mlir::Operation *> seen;
};
} // namespace

void Schedule::add(mlir::Value result) {
  llvm::SmallVector<std::pair<NodeOp, unsigned>> path;
  auto enter = [&](mlir::Value value) {
    auto node = value.getDefiningOp<NodeOp>();
    if (node && seen.insert(node).second)
      path.emplace_back(node, 0);
  };
  enter(result);
  while (!path.empty()) {
    NodeOp node = path.back().first;
    unsigned next = path.back().second++;
    if (next < node.getInputs().size()) {
      enter(node.getInputs()[next]);
      continue;
    }
    Run run{node, 0, 0};
    for (mlir::Value input : node.getInputs()) {
      // What a loop hands back comes from the iteration before.
      auto known = numbers.find(input.getDefiningOp());
      if (known != numbers.end())
        run.begin = std::max(run.begin, runs[known->second].begin + 1);
    }
    numbers[node] = runs.size();
    runs.push_back(run);
    path.pop_back();
  }
}

unsigned Schedule::endOf(mlir::Value value) const {
  unsigned end = 0;
  for (mlir::Operation *user : value.getUsers()) {
    auto known = numbers.find(user);
    if (known == numbers.end())
      continue;
    const Run &run = runs[known->second];
    end = std::max(end, memory.isWritten(run.node) ? run.begin : run.end);
  }
  return end;
}

Schedule::Schedule(llvm::ArrayRef<mlir::Value> results,
                   const NodeMemory &memory)
    : memory(memory) {
  for (mlir::Value result : results)
    add(result);
  for (Run &run : llvm::reverse(runs)) {
    run.end = run.begin;
    for (mlir::Value output : run.node.getOutputs())
      run.end = std::max(run.end, endOf(output));
  }
}

std::vector<MemoryItem> graph::stepValuesOf(llvm::ArrayRef<mlir::Value> results,
                                            llvm::ArrayRef<mlir::Value> given,
                                            const NodeMemory &memory,
                                            std::optional<int64_t> batch) {
  Schedule schedule(results, memory);
  std::vector<Lifetime> lifetimes;
  std::vector<MemoryItem> all;
  auto add = [&](NodeOp node, mlir::Value value, unsigned begin) {
    mlir::Type type = value.getType();
    std::optional<uint64_t> bytes = bytesOf(type, batch);
    if (!bytes)
      return;
    unsigned end = std::max(begin, schedule.endOf(value));
    lifetimes.push_back({begin, end, *bytes});
    all.push_back({*bytes, node, type, MemoryRole::StepValue, value});
  };
  for (mlir::Value value : given)
    add(NodeOp(), value, /*begin=*/0);
  for (const Schedule::Run &run : schedule.all()) {
    if (!memory.isWritten(run.node) || memory.isElsewhere(run.node))
      continue;
    NodeOp node = run.node;
    for (mlir::Value output : node.getOutputs())
      add(node, output, run.begin);
  }
  MemoryPeak peak = peakOf(lifetimes);
  std::vector<MemoryItem> items;
  for (auto [lifetime, item] : llvm::zip_equal(lifetimes, all)) {
    if (peak.includes(lifetime))
      items.push_back(item);
  }
  return items;
}
