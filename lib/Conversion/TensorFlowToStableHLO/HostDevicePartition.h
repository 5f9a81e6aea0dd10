//===- HostDevicePartition.h - What the host does of a step -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_HOSTDEVICEPARTITION_H
#define TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_HOSTDEVICEPARTITION_H

#include "Dialect/Graph/IR/NodeReader.h"
#include "Dialect/Graph/Ops/OpRegistry.h"

namespace trainlint::tensorflow {

/// What a node is for a training step.
enum class Placement : uint8_t {
  /// Computed by the step.
  Computed,
  /// Gives what the host has: batches of examples, and what is made of text.
  Input,
  /// Does something for people or files, which a step leaves out.
  Dropped,
};

/// Tells what belongs to a step. Remembers what it was asked.
class HostDevicePartition {
public:
  HostDevicePartition(tensorflow::OpRegistry &ops,
                      const graph::NodeReader &source)
      : ops(&ops), source(&source) {}

  Placement placementOf(graph::NodeOp node) const;

private:
  Placement roleOfOp(llvm::StringRef op) const;

  tensorflow::OpRegistry *ops;
  const graph::NodeReader *source;
  mutable llvm::DenseMap<mlir::StringAttr, Placement> roles;
};

/// True for elements that only the host has.
bool isHostElement(mlir::Type type);

/// True for nodes that make variables, arguments of a main graph that was a
/// function included.
bool makesVariable(graph::NodeOp node, const graph::NodeReader &source);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_HOSTDEVICEPARTITION_H
