//===- KerasNodes.h - What nodes of Keras say beside the rest ---*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_IR_KERASNODES_H
#define TRAINLINT_DIALECT_GRAPH_IR_KERASNODES_H

#include "llvm/ADT/StringRef.h"

namespace trainlint::graph {

/// The attribute of a node that counts the layer's weights: those that are
/// trained and those that are not, as an array of two. It stands at the first
/// call of a layer, if they are known.
inline constexpr llvm::StringLiteral WeightsAttribute = "graph.weights";

/// The number of the call, at the nodes of a layer that is shared.
inline constexpr llvm::StringLiteral CallAttribute = "graph.call";

/// A unit at the nodes of layers that are the user's, as their module says.
inline constexpr llvm::StringLiteral CustomAttribute = "graph.custom";

/// A dictionary of the arguments of a call that have names and are no tensors,
/// such as `training`.
inline constexpr llvm::StringLiteral ArgumentsAttribute = "graph.arguments";

/// The names of the arguments that the operands of a node are, if one has a
/// name; empty for the others.
inline constexpr llvm::StringLiteral OperandNamesAttribute =
    "graph.operand_names";

/// The setting that names the function which a layer is that is a model, and
/// that of a wrapper whose layer is one.
inline constexpr llvm::StringLiteral FunctionSetting = "function";
inline constexpr llvm::StringLiteral InnerFunctionSetting = "inner_function";

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_IR_KERASNODES_H
