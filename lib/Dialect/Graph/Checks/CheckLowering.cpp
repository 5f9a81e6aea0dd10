//===- CheckLowering.cpp - Nodes without a program ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/OnnxGraphs.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Dialect/Graph/Checks/Computation.h"
#include "Dialect/Graph/Checks/OnnxNodes.h"
#include "Support/LLVM.h"
#include "llvm/ADT/MapVector.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKLOWERING
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {
class CheckLowering
    : public CheckPass<CheckLowering, impl::CheckLoweringBase<CheckLowering>> {
public:
  using CheckPass::CheckPass;

  static bool appliesTo(Framework) { return true; }

  void check(ModelOp model);

private:
  llvm::DenseSet<mlir::Operation *> unknownNodes(ModelOp model) const;
  bool needsHost(NodeOp node) const;
  void report(llvm::ArrayRef<NodeOp> nodes, StringRef reason);
  void checkValues(FunctionOp main);
  llvm::SmallVector<NodeOp> unloweredNodes(ModelOp model);
};
} // namespace

/// The nodes of operators that ONNX does not have, which is a finding of its
/// own.
llvm::DenseSet<mlir::Operation *>
CheckLowering::unknownNodes(ModelOp model) const {
  llvm::DenseSet<mlir::Operation *> nodes;
  if (model.getFramework() != Framework::ONNX)
    return nodes;
  const OnnxOps &table = tables().onnxOps;
  for (const OnnxUse &use : findUses(model, table)) {
    if (use.set && use.found.status == onnx::OpStatus::Unknown &&
        *use.set <= onnx::newestSet(use.domain, table))
      nodes.insert(use.nodes.begin(), use.nodes.end());
  }
  return nodes;
}

/// True for layers of Keras that look up text and the like.
bool CheckLowering::needsHost(NodeOp node) const {
  const KerasLayers::Row *row = tables().kerasLayers.find(node.getOpName());
  return row && !row->hostWork.empty();
}

void CheckLowering::report(llvm::ArrayRef<NodeOp> nodes, StringRef reason) {
  NodeOp node = nodes.front();
  mlir::Location place = source().location(node, NodePart::Op);
  std::string name = nameOf(node, source());
  Report report =
      reason.empty()
          ? diag::ModelOpWithoutLowering::op(place, node.getOpName(), name)
          : diag::ModelOpWithoutLowering::reason(place, node.getOpName(), name,
                                                 reason);
  describe(report, nodes, source());
  citeTarget(report, target(), "the device that the model runs on");
}

/// Calls a function with the number, the name and the problem of each value
/// that has one.
static void forEachProblem(
    mlir::Operation *op, std::optional<mlir::ArrayAttr> names,
    llvm::function_ref<void(size_t number, StringRef name, StringRef problem)>
        function) {
  auto problems = op->getAttrOfType<mlir::ArrayAttr>(ValuesNotLoweredAttribute);
  if (!problems)
    return;
  for (auto [number, text] : llvm::enumerate(problems)) {
    StringRef problem = llvm::cast<mlir::StringAttr>(text).getValue();
    bool isNamed = names && number < names->size();
    if (!problem.empty() && isNamed)
      function(number,
               llvm::cast<mlir::StringAttr>((*names)[number]).getValue(),
               problem);
  }
}

/// What the model is given and what it gives.
void CheckLowering::checkValues(FunctionOp main) {
  auto cite = [&](Report report) {
    citeTarget(report, target(), "the device that the model runs on");
  };
  forEachProblem(
      main, main.getArgNames(),
      [&](size_t number, StringRef name, StringRef problem) {
        cite(diag::ModelOpWithoutLowering::input(
            main.getBody().getArgument(number).getLoc(), name, problem));
      });
  ReturnOp end = main.getReturn();
  if (!end)
    return;
  forEachProblem(
      end, main.getResultNames(),
      [&](size_t, StringRef name, StringRef problem) {
        cite(diag::ModelOpWithoutLowering::output(end.getLoc(), name, problem));
      });
}

/// The nodes that no program can have and of which nothing else was said.
llvm::SmallVector<NodeOp> CheckLowering::unloweredNodes(ModelOp model) {
  llvm::SmallVector<NodeOp> nodes;
  if (model.getFramework() == Framework::TensorFlow) {
    if (!context->findUnlowered)
      return nodes;
    // The registry is asked once for an op.
    llvm::DenseMap<mlir::StringAttr, bool> reportedOps;
    for (NodeOp node :
         context->findUnlowered(model, uses(), source(), registry())) {
      auto [known, isNew] = reportedOps.try_emplace(node.getOpNameAttr());
      StringRef op = node.getOpName();
      if (isNew)
        known->second = !registry().definition(op) ||
                        (target().isTpu() && !registry().support(op));
      // What no TPU runs was said of the device, and what the graph puts on a
      // host runs there.
      bool isOnHost = target().isTpu() && !computation().isInside(node);
      if (!known->second && !isOnHost)
        nodes.push_back(node);
    }
    return nodes;
  }
  llvm::DenseSet<mlir::Operation *> unknown = unknownNodes(model);
  model->walk([&](NodeOp node) {
    // What no TPU can have was said of the device.
    bool isReported =
        unknown.contains(node) ||
        (target().isTpu() && (hasSizesOfData(node) || needsHost(node)));
    if (node->hasAttr(NoLoweringAttribute) && !isReported)
      nodes.push_back(node);
  });
  return nodes;
}

void CheckLowering::check(ModelOp model) {
  if (target().kind == DeviceKind::Unknown)
    return;
  for (FunctionOp function : model.getFunctions()) {
    if (function.isMain())
      checkValues(function);
  }
  using Key = std::pair<mlir::StringAttr, mlir::StringAttr>;
  llvm::MapVector<Key, llvm::SmallVector<NodeOp>> nodesOfOp;
  for (NodeOp node : unloweredNodes(model))
    nodesOfOp[{node.getDomainAttr(), node.getOpNameAttr()}].push_back(node);
  for (const auto &[op, nodes] : nodesOfOp) {
    auto reason =
        nodes.front()->getAttrOfType<mlir::StringAttr>(NoLoweringAttribute);
    report(nodes, reason ? reason.getValue() : StringRef());
  }
}

std::unique_ptr<mlir::Pass>
graph::createCheckLowering(const CheckContext &context) {
  return std::make_unique<CheckLowering>(context);
}
