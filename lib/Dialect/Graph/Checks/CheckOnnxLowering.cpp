//===- CheckOnnxLowering.cpp - Nodes of ONNX without a program ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/OnnxGraphs.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Dialect/Graph/Checks/OnnxNodes.h"
#include "Support/LLVM.h"
#include "llvm/ADT/MapVector.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKONNXLOWERING
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {
class CheckOnnxLowering
    : public CheckPass<CheckOnnxLowering,
                       impl::CheckOnnxLoweringBase<CheckOnnxLowering>> {
public:
  using CheckPass::CheckPass;

  static bool appliesTo(Framework framework) {
    return framework == Framework::ONNX;
  }

  void check(ModelOp model);

private:
  llvm::DenseSet<mlir::Operation *> unknownNodes(ModelOp model) const;
  void report(llvm::ArrayRef<NodeOp> nodes, StringRef reason);
};
} // namespace

/// The nodes of operators that ONNX does not have, which is a finding of its
/// own.
llvm::DenseSet<mlir::Operation *>
CheckOnnxLowering::unknownNodes(ModelOp model) const {
  llvm::DenseSet<mlir::Operation *> nodes;
  const OnnxOps &table = tables().onnxOps;
  for (const OnnxUse &use : findUses(model, table)) {
    if (use.set && use.found.status == onnx::OpStatus::Unknown &&
        *use.set <= onnx::newestSet(use.domain, table))
      nodes.insert(use.nodes.begin(), use.nodes.end());
  }
  return nodes;
}

void CheckOnnxLowering::report(llvm::ArrayRef<NodeOp> nodes, StringRef reason) {
  NodeOp node = nodes.front();
  mlir::Location place = source().location(node, NodePart::Op);
  std::string name = nameOf(node, source());
  Report report =
      reason.empty()
          ? diag::OnnxOpWithoutLowering::op(place, node.getOpName(), name)
          : diag::OnnxOpWithoutLowering::reason(place, node.getOpName(), name,
                                                reason);
  describe(report, nodes, source());
  citeTarget(report, target(), "the device that the model runs on");
}

void CheckOnnxLowering::check(ModelOp model) {
  if (target().kind == DeviceKind::Unknown)
    return;
  llvm::DenseSet<mlir::Operation *> unknown = unknownNodes(model);
  using Key = std::pair<mlir::StringAttr, mlir::StringAttr>;
  llvm::MapVector<Key, llvm::SmallVector<NodeOp>> nodesOfOp;
  model->walk([&](NodeOp node) {
    // What no TPU can have was said of the device.
    bool isReported =
        unknown.contains(node) || (target().isTpu() && hasSizesOfData(node));
    if (node->hasAttr(NoLoweringAttribute) && !isReported)
      nodesOfOp[{node.getDomainAttr(), node.getOpNameAttr()}].push_back(node);
  });
  for (const auto &[op, nodes] : nodesOfOp) {
    NodeOp node = nodes.front();
    report(
        nodes,
        node->getAttrOfType<mlir::StringAttr>(NoLoweringAttribute).getValue());
  }
}

std::unique_ptr<mlir::Pass>
graph::createCheckOnnxLowering(const CheckContext &context) {
  return std::make_unique<CheckOnnxLowering>(context);
}
