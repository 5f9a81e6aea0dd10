//===- CheckKerasTpu.cpp - Keras models that train on TPUs ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device/Memory.h"
#include "Diagnostics/Messages/GraphMemory.h"
#include "Diagnostics/Messages/TpuGraphs.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Dialect/Graph/IR/KerasNodes.h"
#include "Support/LLVM.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKKERASTPU
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {
class CheckKerasTpu
    : public CheckPass<CheckKerasTpu, impl::CheckKerasTpuBase<CheckKerasTpu>> {
public:
  using CheckPass::CheckPass;

  static bool appliesTo(Framework framework) {
    return framework == Framework::Keras;
  }

  void check(ModelOp model);

private:
  void checkHostLayers(ModelOp model);
  void checkPrecision(ModelOp model);
  void checkMemory(ModelOp model);
};
} // namespace

/// The nodes of a model by the class of their layer, each layer once.
static llvm::MapVector<mlir::StringAttr, llvm::SmallVector<NodeOp>>
nodesByClass(ModelOp model, llvm::function_ref<bool(NodeOp)> isMeant) {
  llvm::MapVector<mlir::StringAttr, llvm::SmallVector<NodeOp>> nodes;
  for (FunctionOp function : model.getFunctions()) {
    for (NodeOp node : function.getNodes()) {
      auto call = node->getAttrOfType<mlir::IntegerAttr>(CallAttribute);
      bool isFirst = !call || call.getInt() == 0;
      if (isFirst && !node->hasAttr(CustomAttribute) && isMeant(node))
        nodes[node.getOpNameAttr()].push_back(node);
    }
  }
  return nodes;
}

//===----------------------------------------------------------------------===//
// tpu-host-op, tpu-double-precision
//===----------------------------------------------------------------------===//

void CheckKerasTpu::checkHostLayers(ModelOp model) {
  const KerasLayers &table = tables().kerasLayers;
  auto workOf = [&](NodeOp node) {
    const KerasLayers::Row *row = table.find(node.getOpName());
    return row ? row->hostWork : StringRef();
  };
  auto found =
      nodesByClass(model, [&](NodeOp node) { return !workOf(node).empty(); });
  for (const auto &[className, nodes] : found) {
    NodeOp node = nodes.front();
    mlir::Location place = source().location(node, NodePart::Op);
    std::string name = nameOf(node, source());
    Report report = context->values.softPlacement
                        ? diag::TpuHostOp::moved(place, className.getValue(),
                                                 workOf(node), name)
                        : diag::TpuHostOp::inside(place, className.getValue(),
                                                  workOf(node), name);
    report.help("use the layer in the input pipeline, such as with "
                "`dataset.map`");
    describe(report, nodes, source());
    cite(report, table.info);
  }
}

void CheckKerasTpu::checkPrecision(ModelOp model) {
  auto isDouble = [](NodeOp node) {
    return !node.getOutputs().empty() && !node.is("InputLayer") &&
           !node->hasAttr(FunctionSetting) &&
           llvm::isa_and_nonnull<mlir::Float64Type>(
               elementTypeOf(node.getOutputs().front().getType()));
  };
  for (const auto &[className, nodes] : nodesByClass(model, isDouble)) {
    Report report = diag::TpuDoublePrecision::inside(
        source().location(nodes.front(), NodePart::Op), className.getValue(),
        nameOf(nodes.front(), source()));
    describe(report, nodes, source());
  }
}

//===----------------------------------------------------------------------===//
// device-memory
//===----------------------------------------------------------------------===//

/// The bytes of a layer's weights; none if their number is not known. Weights
/// of mixed precision are counted as the smaller ones.
static std::optional<uint64_t> bytesOfWeights(NodeOp node) {
  auto counts = node->getAttrOfType<mlir::DenseI64ArrayAttr>(WeightsAttribute);
  if (!counts || counts.size() != 2 || node.getOutputs().empty())
    return std::nullopt;
  mlir::Type element = elementTypeOf(node.getOutputs().front().getType());
  auto type = llvm::dyn_cast_or_null<mlir::FloatType>(element);
  uint64_t width = type ? type.getWidth() / 8 : 2;
  return llvm::checkedMulAddUnsigned<uint64_t>(
      counts[0], width, static_cast<uint64_t>(counts[1]) * width);
}

void CheckKerasTpu::checkMemory(ModelOp model) {
  if (!target().memory)
    return;
  uint64_t total = 0;
  llvm::SmallVector<std::pair<uint64_t, NodeOp>> layers;
  for (FunctionOp function : model.getFunctions()) {
    // What a model in the model has counts at its node.
    if (!function.isMain())
      continue;
    for (NodeOp node : function.getNodes()) {
      std::optional<uint64_t> bytes = bytesOfWeights(node);
      if (!bytes || *bytes == 0)
        continue;
      layers.emplace_back(*bytes, node);
      total = llvm::SaturatingAdd(total, *bytes);
    }
  }
  if (total <= *target().memory)
    return;
  llvm::stable_sort(
      layers, [](const auto &a, const auto &b) { return a.first > b.first; });
  Report report = diag::DeviceMemory::variables(
      source().location(layers.front().second, NodePart::Name),
      formatBytes(total), target().name, formatBytes(*target().memory));
  constexpr size_t MostNamed = 3;
  for (auto [number, layer] :
       llvm::enumerate(llvm::ArrayRef(layers).take_front(MostNamed))) {
    auto [bytes, node] = layer;
    std::string text =
        formatBytes(bytes) + ": weights of layer " + source().name(node);
    if (number == 0)
      report.label(text);
    else
      report.note(source().location(node, NodePart::Name), text);
  }
  citeTarget(report, target(), "the device that the model runs on");
}

void CheckKerasTpu::check(ModelOp model) {
  checkMemory(model);
  if (!target().isTpu())
    return;
  checkHostLayers(model);
  checkPrecision(model);
}

std::unique_ptr<mlir::Pass>
graph::createCheckKerasTpu(const CheckContext &context) {
  return std::make_unique<CheckKerasTpu>(context);
}
