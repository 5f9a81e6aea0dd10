//===- GraphShapes.h - Types of the values of a graph in text ---*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_GRAPHSHAPES_H
#define TRAINLINT_LSP_GRAPHSHAPES_H

#include "LSP/GraphText.h"
#include "mlir/IR/BuiltinOps.h"

namespace trainlint::lsp {

/// The element type and the sizes of a type: `float[32, ?]`, `float` if nothing
/// is known of the sizes, `?` if nothing is known at all.
std::string describeType(mlir::Type type);

/// The same, with names in place of what is not known, where there are any.
std::string describeType(mlir::Type type,
                         llvm::function_ref<llvm::StringRef(unsigned)> nameOf);

/// The types of values as they follow from a graph: that of the element, and
/// the sizes as far as they are known.
class GraphShapes {
public:
  /// The graphs, of which the shapes were inferred, live as long as this.
  explicit GraphShapes(mlir::ModuleOp module) : module(module) {}

  /// The types of the outputs of a node as `describeType` has them. Empty for a
  /// node that could not be imported.
  std::vector<std::string> outputsOf(const GraphBody &body,
                                     const tensorflow::NodeEntry &node) const;

private:
  mlir::ModuleOp module;
};

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_GRAPHSHAPES_H
