//===- StepValues.cpp - What lives during a step of training --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Checks/StepValues.h"
#include "Dialect/Graph/Checks/DeviceName.h"
#include "Dialect/Graph/Shapes/PartialShape.h"
#include "Support/LLVM.h"
#include "llvm/Support/MathExtras.h"

using namespace trainlint;
using namespace trainlint::graph;

/// The bits of an element; none if tensors of it lie elsewhere.
static std::optional<uint64_t> elementBits(mlir::Type element) {
  if (auto complex = llvm::dyn_cast_or_null<mlir::ComplexType>(element))
    return 2 * complex.getElementType().getIntOrFloatBitWidth();
  if (!element || !element.isIntOrFloat())
    return std::nullopt;
  // A boolean takes a byte.
  return std::max(8u, element.getIntOrFloatBitWidth());
}

std::optional<uint64_t> graph::bytesOf(mlir::Type &type,
                                       std::optional<int64_t> batch) {
  std::optional<PartialShape> sizes = sizesOf(type);
  std::optional<uint64_t> bits = elementBits(elementTypeOf(type));
  if (!sizes || !bits)
    return std::nullopt;
  if (!sizes->empty() && sizes->front() < 0 && batch)
    sizes->front() = *batch;
  std::optional<int64_t> count = elementCount(*sizes);
  if (!count)
    return std::nullopt;
  type = mlir::RankedTensorType::get(*sizes, elementTypeOf(type));
  return llvm::SaturatingMultiply(static_cast<uint64_t>(*count), *bits / 8);
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
  struct Lifetime {
    unsigned begin, end;
    MemoryItem item;
  };
  std::vector<Lifetime> lifetimes;
  unsigned last = 0;
  for (mlir::Value value : given) {
    mlir::Type type = value.getType();
    if (std::optional<uint64_t> bytes = bytesOf(type, batch))
      lifetimes.push_back(
          {0,
           schedule.endOf(value),
           {*bytes, NodeOp(), type, MemoryRole::StepValue, value}});
  }
  for (const Schedule::Run &run : schedule.all()) {
    last = std::max(last, run.end);
    if (!memory.isWritten(run.node) || memory.isElsewhere(run.node))
      continue;
    NodeOp node = run.node;
    for (mlir::Value output : node.getOutputs()) {
      mlir::Type type = output.getType();
      std::optional<uint64_t> bytes = bytesOf(type, batch);
      if (bytes)
        lifetimes.push_back(
            {run.begin,
             std::max(run.begin, schedule.endOf(output)),
             {*bytes, run.node, type, MemoryRole::StepValue, output}});
    }
  }
  // Unsigned, as sums of sizes that nobody has may overflow.
  std::vector<uint64_t> changes(last + 2, 0);
  for (const Lifetime &lifetime : lifetimes) {
    changes[lifetime.begin] += lifetime.item.bytes;
    changes[lifetime.end + 1] -= lifetime.item.bytes;
  }
  uint64_t current = 0, most = 0;
  unsigned when = 0;
  for (auto [time, change] : llvm::enumerate(changes)) {
    current += change;
    if (current <= most)
      continue;
    most = current;
    when = time;
  }
  std::vector<MemoryItem> items;
  for (const Lifetime &lifetime : lifetimes) {
    if (lifetime.begin <= when && when <= lifetime.end)
      items.push_back(lifetime.item);
  }
  return items;
}
