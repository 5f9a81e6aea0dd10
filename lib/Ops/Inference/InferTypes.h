//===- InferTypes.h - Types that follow from a model ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_INFERENCE_INFERTYPES_H
#define TRAINLINT_OPS_INFERENCE_INFERTYPES_H

#include "Dialect/Graph/IR/NodeReader.h"
#include "Dialect/Graph/Shapes/PartialShape.h"

namespace trainlint {

/// Gives the values of a model the types that follow from it, by what the ops
/// of its framework mean, and reports nodes whose inputs and attributes
/// contradict each other. Only graphs of TensorFlow have something to ignore.
void inferTypes(graph::ModelOp model, const graph::NodeReader &source,
                graph::GivenShapes given = graph::GivenShapes::Keep);

} // namespace trainlint

#endif // TRAINLINT_OPS_INFERENCE_INFERTYPES_H
