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
#include "Ops/TensorFlow/Types/ShapeInference.h"

using namespace trainlint;

void trainlint::inferTypes(graph::ModelOp model,
                           const graph::NodeReader &source,
                           graph::GivenShapes given) {
  switch (model.getFramework()) {
  case graph::Framework::TensorFlow:
    return tensorflow::inferTypes(model, source, given);
  case graph::Framework::Keras:
    return keras::inferTypes(model, source);
  case graph::Framework::ONNX:
    return onnx::inferTypes(model, source);
  }
}
