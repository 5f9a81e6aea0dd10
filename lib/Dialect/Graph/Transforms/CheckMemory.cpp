//===- CheckMemory.cpp - Graphs and the memory of a device ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Transforms/CheckPass.h"
#include "Dialect/Graph/Transforms/MemoryUse.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKMEMORY
#include "Dialect/Graph/Transforms/Passes.h.inc"
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

/// "1.5 GiB", "12 MiB".
static std::string formatBytes(uint64_t bytes) {
  static constexpr std::pair<unsigned, llvm::StringLiteral> Units[] = {
      {40, "TiB"}, {30, "GiB"}, {20, "MiB"}, {10, "KiB"}};
  for (auto [shift, unit] : Units) {
    uint64_t tenths = (bytes >> (shift - 10)) * 10 / 1024;
    if (tenths < 10)
      continue;
    std::string text = std::to_string(tenths / 10);
    if (tenths % 10 != 0)
      text += "." + std::to_string(tenths % 10);
    return text + " " + unit.str();
  }
  return std::to_string(bytes) + " B";
}

/// Sizes with crosses: "512x1024 float".
static std::string formatType(mlir::Type type) {
  auto tensor = llvm::cast<mlir::RankedTensorType>(type);
  std::string text;
  for (int64_t size : tensor.getShape())
    text += (text.empty() ? "" : "x") + std::to_string(size);
  return (text.empty() ? text : text + " ") +
         elementTypeName(tensor.getElementType());
}

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
        formatType(item.type) + ", of node " + source().name(item.node);
    if (number == 0)
      report.label(text);
    else
      report.also(source().location(item.node, NodePart::Name), text);
  }
  if (target().location)
    report.also(target().location, "the device that the graph runs on");
  cite(report, target().table);
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
              ", what lives during a step about " +
              formatBytes(use.stepValues) +
              "; a smaller batch needs less of the latter");
}

std::unique_ptr<mlir::Pass>
graph::createCheckMemory(const CheckContext &context) {
  return std::make_unique<CheckMemory>(context);
}
