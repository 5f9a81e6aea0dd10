//===- CheckMemory.cpp - Programs and the memory of a device --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/Memory.h"
#include "Device/TargetReport.h"
#include "Diagnostics/Messages/GraphMemory.h"
#include "Dialect/Graph/IR/Graph.h"
#include "Dialect/StableHLO/Builders/Roles.h"
#include "Dialect/StableHLO/Checks/ProgramChecks.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/MathExtras.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

/// The part of all, one in so many, that a tensor needs to be named.
static constexpr uint64_t SmallestNamed = 50;

/// True for ops whose results are written to memory. Others are taken to be
/// fused with what reads them.
static bool isWritten(mlir::Operation *op) {
  return llvm::isa<DotOp, DotGeneralOp, ConvolutionOp, ReduceOp, ReduceWindowOp,
                   SelectAndScatterOp, SortOp, GatherOp, ScatterOp,
                   ConcatenateOp, FftOp, CholeskyOp, TriangularSolveOp,
                   BatchNormTrainingOp, BatchNormGradOp, WhileOp, IfOp, CaseOp,
                   AllReduceOp, AllGatherOp, ReduceScatterOp, AllToAllOp,
                   CollectivePermuteOp, CustomCallOp, mlir::func::CallOp>(op);
}

static uint64_t bytesOf(Value value) {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(value.getType());
  return tensor ? graph::tensorBytes(tensor.getShape(), tensor.getElementType())
                      .value_or(0)
                : 0;
}

static std::string textOf(mlir::Type type) {
  auto tensor = llvm::cast<mlir::RankedTensorType>(type);
  return graph::formatTensor(tensor.getShape(),
                             graph::elementTypeName(tensor.getElementType()));
}

namespace {
/// What lives while `main` runs, op after op.
class Lifetimes {
public:
  explicit Lifetimes(mlir::func::FuncOp main);

  uint64_t argumentBytes = 0;
  /// Of all that lives at the time when most does, the arguments among it.
  uint64_t peakBytes = 0;
  /// The arguments, and what lives at that time; the largest first.
  std::vector<Value> items;

private:
  using Roots = llvm::SmallVector<Value, 2>;

  void findRoots(mlir::Operation &op);

  /// What is in memory that a value is computed from.
  llvm::DenseMap<Value, Roots> roots;
};
} // namespace

/// Notes what a value is computed from, through ops that write nothing.
void Lifetimes::findRoots(mlir::Operation &op) {
  if (isWritten(&op)) {
    for (Value result : op.getResults())
      roots[result] = {result};
    return;
  }
  Roots all;
  for (Value operand : op.getOperands())
    for (Value root : roots.lookup(operand))
      if (!llvm::is_contained(all, root))
        all.push_back(root);
  // A chain over everything would make this quadratic, and says little.
  constexpr size_t MostRoots = 16;
  if (all.size() > MostRoots)
    all.clear();
  for (Value result : op.getResults())
    roots[result] = all;
}

Lifetimes::Lifetimes(mlir::func::FuncOp main) {
  for (Value argument : main.getArguments()) {
    argumentBytes = llvm::SaturatingAdd(argumentBytes, bytesOf(argument));
    items.push_back(argument);
  }
  llvm::DenseMap<Value, unsigned> ends;
  unsigned now = 0;
  for (mlir::Operation &op : main.getBody().front()) {
    findRoots(op);
    ++now;
    op.walk([&](mlir::Operation *inner) {
      for (Value operand : inner->getOperands())
        for (Value root : roots.lookup(operand))
          ends[root] = now;
    });
  }
  std::vector<graph::Lifetime> lifetimes;
  std::vector<Value> written;
  now = 0;
  for (mlir::Operation &op : main.getBody().front()) {
    ++now;
    if (!isWritten(&op))
      continue;
    for (Value result : op.getResults()) {
      auto end = ends.find(result);
      if (end == ends.end())
        continue;
      lifetimes.push_back({now, end->second, bytesOf(result)});
      written.push_back(result);
    }
  }
  graph::MemoryPeak peak = graph::peakOf(lifetimes);
  peakBytes = llvm::SaturatingAdd(peak.bytes, argumentBytes);
  for (auto [lifetime, value] : llvm::zip_equal(lifetimes, written))
    if (peak.includes(lifetime))
      items.push_back(value);
  llvm::stable_sort(items, [](Value first, Value second) {
    return bytesOf(first) > bytesOf(second);
  });
}

static int64_t partitionsOf(mlir::ModuleOp program) {
  auto count =
      program->getAttrOfType<mlir::IntegerAttr>(role::PartitionsAttribute);
  return count ? count.getInt() : 1;
}

void stablehlo::checkMemory(mlir::ModuleOp program, const graph::Target &target,
                            Locate locate, LocateArgument locateArgument) {
  auto main = program.lookupSymbol<mlir::func::FuncOp>("main");
  if (!main || main.isExternal() || !target.memory || partitionsOf(program) > 1)
    return;
  Lifetimes lifetimes(main);
  if (lifetimes.peakBytes <= *target.memory)
    return;
  std::string memory = graph::formatBytes(*target.memory);
  bool isCertain = lifetimes.argumentBytes > *target.memory;
  mlir::Location place = locate(main);
  Report report = isCertain
                      ? diag::DeviceMemory::arguments(
                            place, graph::formatBytes(lifetimes.argumentBytes),
                            target.name, memory)
                      : diag::DeviceMemory::run(
                            place, graph::formatBytes(lifetimes.peakBytes),
                            target.name, memory);
  for (Value item :
       llvm::ArrayRef(lifetimes.items).take_front(graph::MostNamedTensors)) {
    uint64_t bytes = bytesOf(item);
    if (bytes < lifetimes.peakBytes / SmallestNamed)
      break;
    auto argument = llvm::dyn_cast<mlir::BlockArgument>(item);
    report.note(argument ? locateArgument(argument)
                         : locate(item.getDefiningOp()),
                graph::formatBytes(bytes) + ": " + textOf(item.getType()));
  }
  if (!isCertain)
    report.help(
        "arguments take " + graph::formatBytes(lifetimes.argumentBytes) +
        "; elementwise operations are counted as if they wrote nothing");
  graph::citeTarget(report, target, "the device that the program runs on");
}
