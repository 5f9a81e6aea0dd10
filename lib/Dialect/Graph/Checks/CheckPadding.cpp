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
};

} // namespace

void CheckPadding::check(ModelOp model) {
  if (!target().isTpu() || !target().matrixUnit || *target().matrixUnit <= 0)
    return;
  auto productOf = model.getFramework() == Framework::ONNX ? onnxContractionOf
                   : model.getFramework() == Framework::Keras
                       ? kerasContractionOf
                       : contractionOf;
  if (model.getFramework() != Framework::TensorFlow)
    model = getAnalysis<BatchedModel>().of(*context);
  std::vector<Contraction> products;
  bool hasClusters = false;
  for (FunctionOp function : model.getFunctions()) {
    for (NodeOp node : function.getNodes()) {
      hasClusters |= node.getCluster().has_value();
      std::optional<Contraction> product = productOf(node, source());
      if (product && !isOnHost(node) && !node.getOutsideCompilation())
        products.push_back(*product);
    }
  }
  // Where a part is marked for the TPU, the rest runs elsewhere.
  if (hasClusters)
    llvm::erase_if(products, [](Contraction &product) {
      return !product.node.getCluster();
    });
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
