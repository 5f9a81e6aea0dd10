//===- InferTypes.cpp - Types that follow from a model --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/ONNX/InferTypes.h"
#include "Support/LLVM.h"

using namespace trainlint;

void onnx::inferTypes(graph::ModelOp model, const graph::NodeReader &source) {
  auto functions = model.getFunctions();
  if (functions.empty())
    return;
  stablehlo::AbstractValues values(model.getContext());
  Interpreter interpreter(model, source, values);
  (void)interpreter.run(*functions.begin());
  for (const Unlowered &found : interpreter.unlowered()) {
    graph::NodeOp node = found.node;
    node->setDiscardableAttr(
        graph::NoLoweringAttribute,
        mlir::StringAttr::get(model.getContext(), found.reason));
  }
}
