//===- NameSizesPass.cpp - Writes down the sizes that have names ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Inference/NamedSizes.h"
#include "Support/MLIR.h"
#include "mlir/IR/Builders.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"

using namespace trainlint;

namespace {

class NameSizes
    : public mlir::PassWrapper<NameSizes, mlir::OperationPass<graph::ModelOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NameSizes)

  explicit NameSizes(const graph::NodeReader *const &source)
      : source(&source) {}
  NameSizes(const NameSizes &other)
      : PassWrapper(other), source(other.source) {}

  StringRef getArgument() const override { return "graph-name-sizes"; }
  StringRef getDescription() const override {
    return "tell the sizes of outputs in the names that inputs have for them";
  }

  void runOnOperation() override {
    graph::ModelOp model = getOperation();
    if (model.getFunctions().empty())
      return;
    NamedSizes sizes(model, **source);
    mlir::Builder b(&getContext());
    for (graph::NodeOp node : (*model.getFunctions().begin()).getNodes()) {
      auto lists = llvm::map_to_vector(
          node.getOutputs(), [&](Value output) -> mlir::Attribute {
            auto type = llvm::dyn_cast<RankedTensorType>(output.getType());
            SmallVector<StringRef> names;
            for (unsigned i = 0; type && i < type.getRank(); ++i)
              names.push_back(sizes.nameOf(output, i));
            return b.getStrArrayAttr(names);
          });
      node->setDiscardableAttr("graph.sizes", b.getArrayAttr(lists));
    }
  }

private:
  const graph::NodeReader *const *source;
};

} // namespace

void trainlint::registerNameSizesPass(const graph::NodeReader *const &source) {
  mlir::registerPass([&source] { return std::make_unique<NameSizes>(source); });
}
