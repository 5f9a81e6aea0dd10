//===- NodeKind.h - Nodes that are no ops on tensors ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_NODEKIND_H
#define TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_NODEKIND_H

#include "Dialect/Graph/IR/NodeReader.h"

namespace trainlint::tensorflow {

/// What the interpreter does with a node by itself.
enum class NodeKind : uint8_t {
  /// Nothing: it has a meaning, calls a function by its name, or cannot be
  /// lowered.
  Other,
  Constant,
  Switch,
  Merge,
  Call,
  If,
  While,
  /// Asks whether a variable is initialized.
  IsInitialized,
  /// Hands on its first input.
  Identity,
};

NodeKind kindOf(llvm::StringRef op);

/// The value that nodes hand on as it is.
mlir::Value behindIdentities(mlir::Value value);

/// True for the input by which Keras tells that a model is being trained.
bool isLearningPhase(graph::NodeOp node, const graph::NodeReader &source);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_CONVERSION_TENSORFLOWTOSTABLEHLO_NODEKIND_H
