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

/// The first size is that of the batch, and so is one of the same name.
static bool leavesSizesOpen(FunctionOp main, mlir::BlockArgument input) {
  auto type = llvm::dyn_cast<mlir::RankedTensorType>(input.getType());
  if (!type || input.use_empty())
    return false;
  StringRef batch = main.getBatchName();
  for (unsigned i = 1; i < type.getRank(); ++i) {
    StringRef name = main.getDimensionName(input.getArgNumber(), i);
    bool isBatch = !name.empty() && name == batch;
    if (type.isDynamicDim(i) && !isBatch)
      return true;
  }
  return false;
}

/// `[2, length, ?]`, where `?` is a size that has no name and is not known.
static std::string formatShape(FunctionOp main, mlir::BlockArgument input) {
  auto type = llvm::cast<mlir::RankedTensorType>(input.getType());
  std::string text = "[";
  for (auto [number, size] : llvm::enumerate(type.getShape())) {
    text += text.size() == 1 ? "" : ", ";
    StringRef name = main.getDimensionName(input.getArgNumber(), number);
    if (!mlir::ShapedType::isDynamic(size))
      text += std::to_string(size);
    else
      text += name.empty() ? StringRef("?") : name;
  }
  return text + "]";
}

void CheckOnnxTpu::checkInputs(FunctionOp main) {
  llvm::SmallVector<mlir::BlockArgument> open;
  llvm::copy_if(main.getBody().getArguments(), std::back_inserter(open),
                [main](mlir::BlockArgument input) {
                  return leavesSizesOpen(main, input);
                });
  if (open.empty())
    return;
  mlir::BlockArgument first = open.front();
  Report report = diag::TpuDynamicShape::input(
      first.getLoc(), inputName(first, source()), formatShape(main, first));
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
