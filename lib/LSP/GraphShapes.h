//===- GraphShapes.h - Types of the values of a graph in text ---*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_GRAPHSHAPES_H
#define TRAINLINT_LSP_GRAPHSHAPES_H

#include "Dialect/Graph/Ops/OpRegistry.h"
#include "LSP/GraphText.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace trainlint::lsp {

/// The types of values as they follow from a graph: that of the element, and
/// the sizes as far as they are known.
class GraphShapes {
public:
  /// Imports the graphs and infers the shapes, in a time linear in the number
  /// of nodes. The buffer, the text that was read of it and the context live as
  /// long as the result.
  GraphShapes(const SourceBuffer &buffer, const GraphText &text,
              const Tables &tables, mlir::MLIRContext *context);

  /// The types of the outputs of a node: `float[32, ?]`, `float` if nothing is
  /// known of the sizes, `?` if nothing is known at all. Empty for a node that
  /// could not be imported.
  std::vector<std::string> outputsOf(const GraphBody &body,
                                     const tensorflow::NodeEntry &node) const;

private:
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_GRAPHSHAPES_H
