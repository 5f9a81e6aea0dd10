//===- Graph.h - The graph dialect ------------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_IR_GRAPH_H
#define TRAINLINT_DIALECT_GRAPH_IR_GRAPH_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"

#include "Dialect/Graph/IR/GraphDialect.h.inc"
#include "Dialect/Graph/IR/GraphEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "Dialect/Graph/IR/GraphTypes.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Dialect/Graph/IR/GraphAttributes.h.inc"

namespace trainlint::graph {
class FunctionOp;
class NodeOp;
class ReturnOp;
} // namespace trainlint::graph

#define GET_OP_CLASSES
#include "Dialect/Graph/IR/GraphOps.h.inc"

namespace trainlint::graph {

/// The attribute of a node that says which definition of a function it calls.
inline constexpr llvm::StringLiteral OverloadAttribute = "graph.overload";

/// Why no program can have a node, an attribute of the node; empty of one whose
/// operator is not there.
inline constexpr llvm::StringLiteral NoLoweringAttribute = "graph.no_lowering";
/// The same of the values that a model is given or gives, an attribute of its
/// main graph or of the end of that: an array with a text for each, which is
/// empty for those that a program can have.
inline constexpr llvm::StringLiteral ValuesNotLoweredAttribute =
    "graph.values_not_lowered";
/// Of a node whose inputs and attributes contradict each other: how. A model
/// that has such nodes has it as well.
inline constexpr llvm::StringLiteral MismatchAttribute = "graph.mismatch";

/// The element type of a tensor or of a reference to one; null of a control
/// edge, and where it is not known.
mlir::Type elementTypeOf(mlir::Type type);

/// What a framework calls an element type: `float`, `int32`, `resource`.
std::string elementTypeName(mlir::Type element);

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_IR_GRAPH_H
