//===- InferTypes.cpp - Types that follow from a model --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops/Inference/InferTypes.h"
#include "Ops/Keras/InferTypes.h"
#include "Ops/ONNX/InferTypes.h"

using namespace trainlint;

bool trainlint::hasOpDefinitions(graph::Framework framework) {
  return framework == graph::Framework::Keras ||
         framework == graph::Framework::ONNX;
}

void trainlint::inferTypes(graph::ModelOp model,
                           const graph::NodeReader &source) {
  if (model.getFramework() == graph::Framework::Keras)
    keras::inferTypes(model, source);
  if (model.getFramework() == graph::Framework::ONNX)
    onnx::inferTypes(model, source);
}
