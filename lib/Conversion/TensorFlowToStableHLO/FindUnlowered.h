//===- FindUnlowered.h - Nodes of a step without a lowering -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_FINDUNLOWERED_H
#define TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_FINDUNLOWERED_H

#include "Dialect/Graph/Checks/OpUses.h"
#include "Dialect/Graph/IR/NodeReader.h"
#include "Dialect/Graph/Ops/OpRegistry.h"

namespace trainlint::tensorflow {

/// The nodes that the updates of an optimizer need and whose ops have no
/// lowering, those of functions included, in the order of the graph. Nothing is
/// built. What a branch needs that is never taken counts for nothing.
llvm::SmallVector<graph::NodeOp> findUnlowered(graph::ModelOp model,
                                               const graph::OpUses &uses,
                                               const graph::NodeReader &source,
                                               OpRegistry &ops);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_FINDUNLOWERED_H
