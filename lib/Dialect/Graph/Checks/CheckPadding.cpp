//===- CheckPadding.cpp - Matrices and the tiles of a TPU -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Checks/BatchedModel.h"
#include "Dialect/Graph/Checks/CheckPass.h"
#include "Dialect/Graph/Checks/Contraction.h"
#include "Dialect/Graph/Checks/StepValues.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DEF_CHECKPADDING
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {

class CheckPadding
    : public CheckPass<CheckPadding, impl::CheckPaddingBase<CheckPadding>> {
public:
  using CheckPass::CheckPass;

  static bool appliesTo(Framework) { return true; }

  void check(ModelOp model);

private:
  std::vector<Contraction> productsOfGraph();
  std::vector<Contraction> productsOfModel(ModelOp model);
};

} // namespace

/// Of a graph of TensorFlow, where only a part may be for the TPU.
std::vector<Contraction> CheckPadding::productsOfGraph() {
  llvm::SmallVector<NodeOp> nodes;
  for (const OpUse &use : uses().all()) {
    if (isContraction(use.op()))
      llvm::append_range(nodes, use.nodes);
  }
  sortByPlace(nodes);
  // Where a part is marked for the TPU, the rest runs elsewhere.
  bool isMarked = computation().isMarked();
  std::vector<Contraction> products;
  for (NodeOp node : nodes) {
    if (isOnHost(node) || node.getOutsideCompilation() ||
        (isMarked && !node.getCluster()))
      continue;
    if (std::optional<Contraction> product = contractionOf(node, source()))
      products.push_back(*product);
  }
  return products;
}

std::vector<Contraction> CheckPadding::productsOfModel(ModelOp model) {
  auto productOf = model.getFramework() == Framework::ONNX ? onnxContractionOf
                                                           : kerasContractionOf;
  std::vector<Contraction> products;
  for (FunctionOp function :
       getAnalysis<BatchedModel>().of(*context).getFunctions()) {
    for (NodeOp node : function.getNodes()) {
      if (std::optional<Contraction> product = productOf(node, source()))
        products.push_back(*product);
    }
  }
  return products;
}

void CheckPadding::check(ModelOp model) {
  if (!target().isTpu() || !target().matrixUnit || *target().matrixUnit <= 0)
    return;
  std::vector<Contraction> products =
      model.getFramework() == Framework::TensorFlow ? productsOfGraph()
                                                    : productsOfModel(model);
  std::vector<ProductSizes> sizes(products.begin(), products.end());
  reportPadding(sizes, "node", target(), tables(), [&](size_t number) {
    NodeOp node = products[number].node;
    return ProductPlace{namePlace(node, source()), nameOf(node, source())};
  });
}

std::unique_ptr<mlir::Pass>
graph::createCheckPadding(const CheckContext &context) {
  return std::make_unique<CheckPadding>(context);
}
