//===- OnnxToStableHLO.h - ONNX models as StableHLO -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_ONNXTOSTABLEHLO_ONNXTOSTABLEHLO_H
#define TRAINLINT_CONVERSION_ONNXTOSTABLEHLO_ONNXTOSTABLEHLO_H

#include "Dialect/Graph/IR/NodeReader.h"
#include "Ops/Common/ForwardOptions.h"
#include "mlir/IR/BuiltinOps.h"

namespace trainlint {

/// Adds the functions of a forward module to `module`. Initializers of floats
/// with a dimension at least are parameters, which begin with what the file
/// holds; normalizations and dropout have their form for training, whatever the
/// model was exported for.
///
/// Every node that cannot be lowered is emitted as an error at its place.
/// Nothing is added then.
llvm::LogicalResult lowerOnnx(graph::ModelOp model,
                              const graph::NodeReader &source,
                              const ForwardOptions &options,
                              mlir::ModuleOp module);

} // namespace trainlint

#endif // TRAINLINT_CONVERSION_ONNXTOSTABLEHLO_ONNXTOSTABLEHLO_H
