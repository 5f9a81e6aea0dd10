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

/// What the nodes of a framework do to the memory of a device.
class NodeMemory {
public:
  virtual ~NodeMemory();
  /// True if the outputs of a node are written to memory; elementwise ops are
  /// taken to be fused with what reads them.
  virtual bool isWritten(NodeOp node) const = 0;
  /// True for a node that takes no memory of the device.
  virtual bool isElsewhere(NodeOp node) const = 0;
};

const NodeMemory &tensorFlowMemory();
const NodeMemory &onnxMemory();

/// What lives at the time of a step when most does, while the nodes run that
/// lead to `results`: each as early as its inputs allow. The `given` values
/// live from the start to their last reader.
std::vector<MemoryItem> stepValuesOf(llvm::ArrayRef<mlir::Value> results,
                                     llvm::ArrayRef<mlir::Value> given,
                                     const NodeMemory &memory,
                                     std::optional<int64_t> batch);

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_CHECKS_STEPVALUES_H
