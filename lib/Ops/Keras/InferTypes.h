//===- InferTypes.h - Types that follow from a Keras model ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_KERAS_INFERTYPES_H
#define TRAINLINT_OPS_KERAS_INFERTYPES_H

#include "Dialect/Graph/IR/NodeReader.h"

namespace trainlint::keras {

/// Gives the values of a Keras model the types that follow from its inputs and
/// settings, and its layers the numbers of their weights
/// (`graph::WeightsAttribute`); reports layers whose inputs and settings
/// contradict each other. The layers that no program can have get the attribute
/// `graph::NoLoweringAttribute`.
void inferTypes(graph::ModelOp model, const graph::NodeReader &source);

/// What an output of a model is called: like the layer that makes it. `number`
/// is its place among the outputs.
std::string outputName(const graph::NodeReader &source, mlir::Value value,
                       size_t number);

} // namespace trainlint::keras

#endif // TRAINLINT_OPS_KERAS_INFERTYPES_H
