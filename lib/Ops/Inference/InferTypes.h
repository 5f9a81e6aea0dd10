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

namespace trainlint {

/// True for a framework whose ops are defined in lib/Ops, and run on types.
bool hasOpDefinitions(graph::Framework framework);

/// Gives the values of a model of such a framework the types that follow from
/// it, and reports nodes whose inputs and attributes contradict each other.
void inferTypes(graph::ModelOp model, const graph::NodeReader &source);

} // namespace trainlint

#endif // TRAINLINT_OPS_INFERENCE_INFERTYPES_H
