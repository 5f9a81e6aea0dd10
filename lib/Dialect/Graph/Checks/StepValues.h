//===- StepValues.h - What lives during a step of training ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_CHECKS_STEPVALUES_H
#define TRAINLINT_DIALECT_GRAPH_CHECKS_STEPVALUES_H

#include "Dialect/Graph/Checks/MemoryUse.h"

namespace trainlint::graph {

/// The size of a tensor in bytes; none if it is not known or it has no elements
/// of known size. A first size that is not known is `batch`, which `type` is
/// then given.
std::optional<uint64_t> bytesOf(mlir::Type &type, std::optional<int64_t> batch);

/// True if a device string puts a node on a host or a parameter server.
bool isOnHost(NodeOp node);

/// What lives at the time of a step when most does, while the nodes run that
/// lead to `gradients`: each as early as its inputs allow. Only what ops such
/// as convolutions make takes memory; elementwise ops are taken to be fused
/// with what reads them.
std::vector<MemoryItem> stepValuesOf(llvm::ArrayRef<mlir::Value> gradients,
                                     std::optional<int64_t> batch);

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_CHECKS_STEPVALUES_H
