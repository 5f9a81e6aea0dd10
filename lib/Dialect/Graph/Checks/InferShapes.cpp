//===- InferShapes.cpp - Types of values that follow from the graph -------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Checks/CheckPass.h"
#include "Dialect/Graph/Checks/Contraction.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DECL_INFERSHAPES
#define GEN_PASS_DEF_INFERSHAPES
#include "Dialect/Graph/Checks/Passes.h.inc"
} // namespace trainlint::graph

namespace {

class InferShapes : public impl::InferShapesBase<InferShapes> {
public:
  InferShapes(const CheckContext &context, bool onlyForChecks)
      : context(&context), onlyForChecks(onlyForChecks) {}

  void runOnOperation() override {
    ModelOp model = getOperation();
    // Only types change, and what is said of nodes without a lowering.
    markAllAnalysesPreserved();
    if (isCancelled())
      return;
    bool isOptional = model.getFramework() == Framework::TensorFlow;
    if (isOptional && onlyForChecks && !isAsked())
      return;
    inferTypes(model);
  }

private:
  /// A model that is checked for several devices is inferred once.
  void inferTypes(ModelOp model) {
    InferredModels *known = ignoreGiven ? nullptr : context->inferred;
    if (!context->inferTypes || (known && known->contains(model)))
      return;
    context->inferTypes(model, *context->source,
                        ignoreGiven ? GivenShapes::Ignore : GivenShapes::Keep);
    if (known && !isCancelled())
      known->insert(model);
  }

  bool isAsked() {
    return context->target.isTpu() || context->target.kind == DeviceKind::Gpu ||
           llvm::any_of(getAnalysis<OpUses>().all(), [](const OpUse &use) {
             return isContraction(use.op()) ||
                    use.op().starts_with("InfeedEnqueue") ||
                    use.op() == "TPUReplicateMetadata";
           });
  }

  const CheckContext *context;
  bool onlyForChecks;
};

} // namespace

std::unique_ptr<mlir::Pass>
graph::createInferShapes(const CheckContext &context) {
  return std::make_unique<InferShapes>(context, /*onlyForChecks=*/false);
}

std::unique_ptr<mlir::Pass>
graph::createInferShapesForChecks(const CheckContext &context) {
  return std::make_unique<InferShapes>(context, /*onlyForChecks=*/true);
}
