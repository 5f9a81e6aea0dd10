//===- InferTypes.h - Types that follow from a model ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_ONNX_INFERTYPES_H
#define TRAINLINT_OPS_ONNX_INFERTYPES_H

#include "Ops/ONNX/Interpreter.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace trainlint::onnx {

/// Gives the values of an ONNX model the types that follow from its inputs and
/// initializers, and reports nodes whose inputs and attributes contradict each
/// other. Types that follow from nothing stay as the file has them. The nodes
/// that no program can have get the attribute `graph::NoLoweringAttribute`.
void inferTypes(graph::ModelOp model, const graph::NodeReader &source);

} // namespace trainlint::onnx

#endif // TRAINLINT_OPS_ONNX_INFERTYPES_H
