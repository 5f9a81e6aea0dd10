//===- CheckMemory.cpp - Graphs and the memory of a device ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/Checks/BatchSize.h"
#include "Device/Memory.h"
#include "Diagnostics/Messages/GraphMemory.h"
#include "Dialect/Graph/Checks/BatchedModel.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Dialect/Graph/Checks/MemoryUse.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKMEMORY
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {

class CheckMemory
    : public CheckPass<CheckMemory, impl::CheckMemoryBase<CheckMemory>> {
public:
  using CheckPass::CheckPass;

  static bool appliesTo(Framework framework) {
    return framework == Framework::TensorFlow || framework == Framework::ONNX;
  }

  void check(ModelOp model);

private:
  MemoryUse useOf(ModelOp model);
  std::string makerOf(const MemoryItem &item) const;
  mlir::Location placeOf(const MemoryItem &item) const;
  void describe(Report &report, const MemoryUse &use) const;
};

} // namespace

MemoryUse CheckMemory::useOf(ModelOp model) {
  if (model.getFramework() == Framework::ONNX)
    return memoryOfOnnx(getAnalysis<BatchedModel>().of(*context));
  return memoryOf(model, *context->ops, source(),
                  batchOfDevice(context->values, target()));
}

static std::string textOf(mlir::Type type) {
  auto tensor = llvm::cast<mlir::RankedTensorType>(type);
  return formatTensor(tensor.getShape(),
                      elementTypeName(tensor.getElementType()));
}

/// What the item comes from, in words.
std::string CheckMemory::makerOf(const MemoryItem &item) const {
  if (NodeOp node = item.node)
    return "node " + nameOf(node, source());
  if (auto initializer = item.value.getDefiningOp<InitializerOp>())
    return "initializer " + initializer.getName().str();
  return "input " + inputName(item.value, source());
}

mlir::Location CheckMemory::placeOf(const MemoryItem &item) const {
  return item.node ? namePlace(item.node, source()) : item.value.getLoc();
}

void CheckMemory::describe(Report &report, const MemoryUse &use) const {
  for (auto [number, item] : llvm::enumerate(use.items)) {
    if (number == MostNamedTensors)
      break;
    std::string text = formatBytes(item.bytes) + ": " +
                       roleName(item.role).str() + ", " + textOf(item.type) +
                       ", of " + makerOf(item);
    if (number == 0)
      report.label(text);
    else
      report.note(placeOf(item), text);
  }
  citeTarget(report, target(), "the device that the graph runs on");
}

void CheckMemory::check(ModelOp model) {
  if (!target().memory)
    return;
  MemoryUse use = useOf(model);
  if (use.total() <= *target().memory)
    return;
  mlir::Location place = placeOf(use.items.front());
  std::string memory = formatBytes(*target().memory);
  if (use.variables > *target().memory) {
    Report report = diag::DeviceMemory::variables(
        place, formatBytes(use.variables), target().name, memory);
    describe(report, use);
    return;
  }
  Report report = diag::DeviceMemory::step(place, formatBytes(use.total()),
                                           target().name, memory);
  describe(report, use);
  report.help("variables take " + formatBytes(use.variables) +
              ", values of a step about " + formatBytes(use.stepValues) +
              "; a smaller batch needs less of the latter");
}

std::unique_ptr<mlir::Pass>
graph::createCheckMemory(const CheckContext &context) {
  return std::make_unique<CheckMemory>(context);
}
