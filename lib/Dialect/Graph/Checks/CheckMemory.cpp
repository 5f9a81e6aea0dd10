//===- CheckMemory.cpp - Graphs and the memory of a device ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/GraphMemory.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Dialect/Graph/Checks/MemoryText.h"
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

  void check(ModelOp model);

private:
  std::optional<int64_t> batchOfDevice() const;
  void describe(Report &report, const MemoryUse &use) const;
};

} // namespace

/// The most tensors that a finding names.
static constexpr size_t MaxNamed = 5;

std::optional<int64_t> CheckMemory::batchOfDevice() const {
  const auto &batch = context->values.batchSize;
  if (!batch || !target().devices || *target().devices <= 0)
    return std::nullopt;
  return batch->value / *target().devices;
}

void CheckMemory::describe(Report &report, const MemoryUse &use) const {
  for (auto [number, item] : llvm::enumerate(use.items)) {
    if (number == MaxNamed)
      break;
    std::string text =
        formatBytes(item.bytes) + ": " + roleName(item.role).str() + ", " +
        formatTensor(item.type) + ", of node " + source().name(item.node);
    if (number == 0)
      report.label(text);
    else
      report.note(source().location(item.node, NodePart::Name), text);
  }
  citeTarget(report, target(), "the device that the graph runs on");
}

void CheckMemory::check(ModelOp model) {
  if (!target().memory)
    return;
  MemoryUse use = memoryOf(model, *context->ops, source(), batchOfDevice());
  if (use.total() <= *target().memory)
    return;
  mlir::Location place =
      source().location(use.items.front().node, NodePart::Name);
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
