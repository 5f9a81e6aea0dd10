//===- CheckShapes.cpp - Sizes do not depend on data ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/TpuGraphs.h"
#include "Dialect/Graph/Checks/CheckPass.h"

using namespace trainlint;
using namespace trainlint::graph;
using tensorflow::TpuKernelConstraint;
using tensorflow::TpuOpSupport;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKSHAPES
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {
struct CheckShapes
    : CheckPass<CheckShapes, graph::impl::CheckShapesBase<CheckShapes>> {
  using CheckPass::CheckPass;
  void check(ModelOp model);
  void checkResults(const OpUse &use);
  void checkInfeed(const OpUse &use, llvm::StringRef attribute);
};
} // namespace

void CheckShapes::checkResults(const OpUse &use) {
  const TpuOpSupport *support = registry().support(use.op());
  if (!support || !llvm::is_contained(support->constraints,
                                      TpuKernelConstraint::DynamicShape))
    return;
  llvm::SmallVector<NodeOp> nodes = computation().inside(use);
  if (nodes.empty())
    return;
  NodeOp node = nodes.front();
  Report report = diag::TpuDynamicShape::result(
      source().location(node, NodePart::Op), use.op(), nameOf(node, source()));
  computation().describe(report, nodes);
  cite(std::move(report), tables().tfOpsTpu);
}

/// True if a shape, or one of a list, leaves a size open.
static bool isOpen(mlir::Attribute attribute) {
  if (auto shape = llvm::dyn_cast_or_null<ShapeAttr>(attribute))
    return !shape.getRanked() ||
           llvm::any_of(shape.getSizes(),
                        [](int64_t size) { return size < 0; });
  auto list = llvm::dyn_cast_or_null<mlir::ArrayAttr>(attribute);
  return list && llvm::any_of(list, isOpen);
}

void CheckShapes::checkInfeed(const OpUse &use, llvm::StringRef attribute) {
  llvm::SmallVector<NodeOp> nodes;
  for (NodeOp node : computation().inside(use)) {
    if (isOpen(source().attribute(node, attribute)))
      nodes.push_back(node);
  }
  if (nodes.empty())
    return;
  NodeOp node = nodes.front();
  Report report = diag::TpuDynamicShape::infeed(
      source().attributeLocation(node, attribute), nameOf(node, source()));
  report.help("batches of one size come from `batch(..., "
              "drop_remainder=True)`");
  computation().describe(report, nodes);
}

void CheckShapes::check(ModelOp model) {
  if (computation().empty())
    return;
  for (const OpUse &use : uses().all()) {
    checkResults(use);
    if (use.op() == "InfeedDequeue")
      checkInfeed(use, "shape");
    else if (use.op() == "InfeedDequeueTuple")
      checkInfeed(use, "shapes");
  }
}

std::unique_ptr<mlir::Pass>
graph::createCheckShapes(const CheckContext &context) {
  return std::make_unique<CheckShapes>(context);
}
