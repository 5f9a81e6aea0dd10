//===- CheckOnnxTpu.cpp - ONNX models on TPUs -----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/TpuGraphs.h"
#include "Dialect/Graph/Checks/BatchedModel.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Dialect/Graph/Checks/OnnxNodes.h"
#include "Support/LLVM.h"
#include "llvm/ADT/MapVector.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKONNXTPU
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {
class CheckOnnxTpu
    : public CheckPass<CheckOnnxTpu, impl::CheckOnnxTpuBase<CheckOnnxTpu>> {
public:
  using CheckPass::CheckPass;

  static bool appliesTo(Framework framework) {
    return framework == Framework::ONNX;
  }

  void check(ModelOp model);

private:
  void checkInputs(FunctionOp main);
  void checkResults(ModelOp model);
  void checkPrecision(ModelOp model);
};
} // namespace

/// What a device is to these findings.
static constexpr llvm::StringLiteral Role = "the device that the model runs on";

//===----------------------------------------------------------------------===//
// tpu-dynamic-shape
//===----------------------------------------------------------------------===//

/// The first size is that of the batch.
static bool leavesSizesOpen(mlir::BlockArgument input) {
  auto type = llvm::dyn_cast<mlir::RankedTensorType>(input.getType());
  return type && !input.use_empty() && type.getRank() > 1 &&
         llvm::any_of(type.getShape().drop_front(),
                      mlir::ShapedType::isDynamic);
}

/// `[2, ?, 3]`, where `?` is a size that is not known.
static std::string formatShape(llvm::ArrayRef<int64_t> sizes) {
  std::string text = "[";
  for (int64_t size : sizes) {
    text += text.size() == 1 ? "" : ", ";
    text += size < 0 ? "?" : std::to_string(size);
  }
  return text + "]";
}

void CheckOnnxTpu::checkInputs(FunctionOp main) {
  llvm::SmallVector<mlir::BlockArgument> open;
  llvm::copy_if(main.getBody().getArguments(), std::back_inserter(open),
                leavesSizesOpen);
  if (open.empty())
    return;
  mlir::BlockArgument first = open.front();
  auto shape = llvm::cast<mlir::RankedTensorType>(first.getType()).getShape();
  Report report = diag::TpuDynamicShape::input(
      first.getLoc(), inputName(first, source()), formatShape(shape));
  for (mlir::BlockArgument other : llvm::drop_begin(open))
    report.note(other.getLoc(), "so does `" + inputName(other, source()) + "`");
  citeTarget(report, target(), Role);
}

void CheckOnnxTpu::checkResults(ModelOp model) {
  llvm::MapVector<mlir::StringAttr, llvm::SmallVector<NodeOp>> nodesOfOp;
  model->walk([&](NodeOp node) {
    if (hasSizesOfData(node))
      nodesOfOp[node.getOpNameAttr()].push_back(node);
  });
  for (const auto &[op, nodes] : nodesOfOp) {
    Report report = diag::TpuDynamicShape::result(
        source().location(nodes.front(), NodePart::Op), op.getValue(),
        nameOf(nodes.front(), source()));
    describe(report, nodes, source());
    citeTarget(report, target(), Role);
  }
}

//===----------------------------------------------------------------------===//
// tpu-double-precision
//===----------------------------------------------------------------------===//

/// True for a node that computes `double`. A constant costs nothing until it is
/// used.
static bool computesDouble(NodeOp node) {
  return !node.is("Constant") &&
         llvm::any_of(node.getOutputs(), [](mlir::Value output) {
           return llvm::isa_and_nonnull<mlir::Float64Type>(
               elementTypeOf(output.getType()));
         });
}

/// Reports what is computed in `double`, once for all.
void CheckOnnxTpu::checkPrecision(ModelOp model) {
  llvm::SmallVector<NodeOp> nodes;
  model->walk([&](NodeOp node) {
    if (computesDouble(node))
      nodes.push_back(node);
  });
  if (nodes.empty())
    return;
  NodeOp node = nodes.front();
  Report report = diag::TpuDoublePrecision::inside(
      source().location(node, NodePart::Op), node.getOpName(),
      nameOf(node, source()));
  describe(report, nodes, source());
  citeTarget(report, target(), Role);
}

void CheckOnnxTpu::check(ModelOp model) {
  if (!target().isTpu())
    return;
  auto functions = model.getFunctions();
  if (!functions.empty())
    checkInputs(*functions.begin());
  checkResults(model);
  checkPrecision(model);
}

std::unique_ptr<mlir::Pass>
graph::createCheckOnnxTpu(const CheckContext &context) {
  return std::make_unique<CheckOnnxTpu>(context);
}
