//===- PartialShape.h - What is known of a value ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_GRAPH_SHAPES_PARTIALSHAPE_H
#define TRAINLINT_DIALECT_GRAPH_SHAPES_PARTIALSHAPE_H

#include "Dialect/Graph/IR/Graph.h"

namespace trainlint::graph {

/// A size of a shape that is not known.
inline constexpr int64_t UnknownSize = -1;
/// An element of a constant that is not known.
inline constexpr int64_t UnknownElement = mlir::ShapedType::kDynamic;

/// The shape of a tensor of known rank: its sizes, each perhaps unknown.
using PartialShape = llvm::SmallVector<int64_t, 6>;
/// The elements of a scalar or vector of integers, each perhaps unknown.
using PartialElements = llvm::SmallVector<int64_t, 6>;

/// What is known of a value, an element of the lattice of shape inference. All
/// of it is unique in its context, so that comparing two of them is cheap.
struct AbstractValue {
  /// Null as long as nothing has reached the value.
  ShapeAttr shape;
  /// Of a small scalar or vector of integers; null if nothing is known.
  mlir::DenseI64ArrayAttr elements;
  /// Of a resource or list, the shape of what it holds; null if not known.
  ShapeAttr held;

  bool isReached() const { return static_cast<bool>(shape); }
  bool operator==(const AbstractValue &other) const = default;
};

/// What the types of values say before anything is inferred.
enum class GivenShapes : uint8_t {
  /// It holds, and what is inferred only adds to it.
  Keep,
  /// It is left out, so that what is inferred can be compared with it.
  Ignore,
};

/// The sizes of a shape of known rank; none of any other.
std::optional<PartialShape> sizesOf(ShapeAttr shape);

/// The sizes of the type of a tensor or of a reference to one; none if its rank
/// is not known.
std::optional<PartialShape> sizesOf(mlir::Type type);

/// A tensor or reference like `type` of another shape. Types of other kinds
/// stay what they are.
mlir::Type withShape(mlir::Type type, ShapeAttr shape);

/// What holds of a value that is one or the other.
ShapeAttr join(ShapeAttr first, ShapeAttr second);
AbstractValue join(const AbstractValue &first, const AbstractValue &second);

/// What holds of a value of which both are known. Where they contradict each
/// other, the first holds.
std::optional<PartialShape> meet(const std::optional<PartialShape> &first,
                                 const std::optional<PartialShape> &second);

/// The shape of what is computed of two tensors element by element; none if it
/// is not known, or there is none.
std::optional<PartialShape>
broadcast(const std::optional<PartialShape> &first,
          const std::optional<PartialShape> &second);

/// The number of an axis that may count from the end; none if there is none.
std::optional<unsigned> axisIn(size_t rank, std::optional<int64_t> axis);

} // namespace trainlint::graph

#endif // TRAINLINT_DIALECT_GRAPH_SHAPES_PARTIALSHAPE_H
