//===- KerasToStableHLO.h - Keras models as StableHLO -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_KERASTOSTABLEHLO_KERASTOSTABLEHLO_H
#define TRAINLINT_CONVERSION_KERASTOSTABLEHLO_KERASTOSTABLEHLO_H

#include "Dialect/Graph/IR/NodeReader.h"
#include "Ops/Common/ForwardOptions.h"
#include "mlir/IR/BuiltinOps.h"

namespace trainlint {

/// Adds the functions of a forward module to `module`: the model in its form
/// for training, with the weights that its layers make. Parameters are named by
/// the layer and the weight, as `dense/kernel`; those of models in the model
/// have the name of its layer before them.
///
/// Every layer that cannot be lowered is emitted as an error at its place.
/// Nothing is added then.
llvm::LogicalResult lowerKeras(graph::ModelOp model,
                               const graph::NodeReader &source,
                               const ForwardOptions &options,
                               mlir::ModuleOp module);

} // namespace trainlint

#endif // TRAINLINT_CONVERSION_KERASTOSTABLEHLO_KERASTOSTABLEHLO_H
