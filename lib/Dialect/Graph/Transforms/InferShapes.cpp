//===- InferShapes.cpp - Types of values that follow from the graph -------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Shapes/ShapeInference.h"
#include "Dialect/Graph/Transforms/CheckPass.h"

using namespace trainlint;
using namespace trainlint::graph;

namespace trainlint::graph {
#define GEN_PASS_DECL_INFERSHAPES
#define GEN_PASS_DEF_INFERSHAPES
#include "Dialect/Graph/Transforms/Passes.h.inc"
} // namespace trainlint::graph

namespace {

class InferShapes : public impl::InferShapesBase<InferShapes> {
public:
  explicit InferShapes(const CheckContext &context) : context(&context) {}

  void runOnOperation() override {
    ModelOp model = getOperation();
    if (model.getFramework() != Framework::TensorFlow)
      return markAllAnalysesPreserved();
    ShapeInference inference(model, *context->source,
                             ignoreGiven ? GivenShapes::Ignore
                                         : GivenShapes::Keep);
    inference.run();
    inference.apply();
  }

private:
  const CheckContext *context;
};

} // namespace

std::unique_ptr<mlir::Pass>
graph::createInferShapes(const CheckContext &context) {
  return std::make_unique<InferShapes>(context);
}
