//===- ImportModel.h - A Keras model in the graph dialect -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_KERAS_IMPORT_IMPORTMODEL_H
#define TRAINLINT_FRONTEND_KERAS_IMPORT_IMPORTMODEL_H

#include "Frontend/Keras/Import/LayerNodeReader.h"
#include "Tables/Tables.h"
#include "mlir/IR/Builders.h"

namespace trainlint::keras {

/// The attribute of a node that counts the layer's weights: those that are
/// trained and those that are not, as an array of two. It stands at the first
/// call of a layer, if they are known.
inline constexpr llvm::StringLiteral WeightsAttribute = "graph.weights";

/// The elements that a window spans and the size of its input, at the first
/// call of a layer whose window is larger than that.
inline constexpr llvm::StringLiteral WindowAttribute = "graph.window";

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

/// Imports a model as a `graph.model`. Each call of a layer is a node under the
/// layer's class, with the configuration as its attributes and the inferred
/// shapes as its types. Models in the model are functions, which their nodes
/// name in the attribute `function`.
///
/// Nodes have, unless the IR is to stand alone (`materialize`), the number
/// under which `source` finds their places. Fails if the file is malformed,
/// which is reported.
llvm::LogicalResult importModel(const ModelFile &file, LayerNodeReader &source,
                                const Tables &tables, bool materialize,
                                mlir::OpBuilder &builder);

/// A value of a configuration. `null` is a unit.
mlir::Attribute importValue(mlir::Builder &builder, const json::Value &value);

} // namespace trainlint::keras

#endif // TRAINLINT_FRONTEND_KERAS_IMPORT_IMPORTMODEL_H
