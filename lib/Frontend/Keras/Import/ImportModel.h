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
#include "mlir/IR/Builders.h"

namespace trainlint::keras {

/// Imports a model as a `graph.model`. Each call of a layer is a node under the
/// layer's class, with the configuration as its attributes; inputs have the
/// types that they declare. Models in the model are functions, which their
/// nodes name (`graph::FunctionSetting`, `graph::InnerFunctionSetting`).
///
/// Nodes have, unless the IR is to stand alone (`materialize`), the number
/// under which `source` finds their places. Fails if the file is malformed,
/// which is reported.
llvm::LogicalResult importModel(const ModelFile &file, LayerNodeReader &source,
                                bool materialize, mlir::OpBuilder &builder);

/// A value of a configuration. `null` is a unit.
mlir::Attribute importValue(mlir::Builder &builder, const json::Value &value);

} // namespace trainlint::keras

#endif // TRAINLINT_FRONTEND_KERAS_IMPORT_IMPORTMODEL_H
