//===- ImportModel.h - An ONNX model in the graph dialect -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_ONNX_IMPORT_IMPORTMODEL_H
#define TRAINLINT_FRONTEND_ONNX_IMPORT_IMPORTMODEL_H

#include "Frontend/ONNX/Import/ModelNodeReader.h"
#include "mlir/IR/Builders.h"

namespace trainlint::onnx {

/// Imports a model as a `graph.model`: its graph as the main function, its
/// functions under `DOMAIN.NAME`, the graphs of attributes as regions, whose
/// attribute is the region's number.
///
/// Nodes have their names and attributes and, unless the IR is to stand alone
/// (`materialize`), the number under which `source` finds their places. Fails
/// if the file is malformed, which is reported; what was read is there.
llvm::LogicalResult importModel(const ModelFile &file, ModelNodeReader &source,
                                bool materialize, mlir::OpBuilder &builder);

} // namespace trainlint::onnx

#endif // TRAINLINT_FRONTEND_ONNX_IMPORT_IMPORTMODEL_H
