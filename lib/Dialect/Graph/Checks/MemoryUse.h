//===- MemoryUse.h - The memory that training takes -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_CHECKS_MEMORYUSE_H
#define TRAINLINT_DIALECT_GRAPH_CHECKS_MEMORYUSE_H

#include "Dialect/Graph/Checks/Passes.h"

namespace trainlint::graph {

/// What a part of the memory is for.
enum class MemoryRole : uint8_t {
  Parameter,
  OptimizerSlot,
  /// A variable that no optimizer trains, such as a moving average.
  OtherVariable,
  /// A value of a step: activations, gradients, inputs.
  StepValue,
};

llvm::StringRef roleName(MemoryRole role);

/// One tensor in the memory of a device.
struct MemoryItem {
  uint64_t bytes = 0;
  /// The node that makes it, or that uses it if it is an argument of a
  /// function; null of what a model holds or takes beside its nodes.
  NodeOp node;
  /// Its type, with the batch in place of a size that was not known.
  mlir::Type type;
  MemoryRole role = MemoryRole::Parameter;
  mlir::Value value;
};

/// The memory of the device that has to hold the most. Tensors of unknown size
/// are left out, so it is never too much for that.
struct MemoryUse {
  /// In bytes; held from the first step to the last.
  uint64_t variables = 0;
  /// In bytes; what lives at the time when most does.
  uint64_t stepValues = 0;
  /// The variables, and the values that live at that time; the largest first.
  std::vector<MemoryItem> items;

  uint64_t total() const { return variables + stepValues; }
};

/// The memory that a TensorFlow model takes on one device, without that of
/// nodes on hosts and parameter servers. `batch` is put in place of a first
/// size that is not known. Types have to be inferred.
MemoryUse memoryOf(ModelOp model, tensorflow::OpRegistry &ops,
                   const NodeReader &source, std::optional<int64_t> batch);

/// The memory that an ONNX model takes: its weights, each once, and what lives
/// while its nodes run. The batch is in the types.
MemoryUse memoryOfOnnx(ModelOp model);

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_CHECKS_MEMORYUSE_H
