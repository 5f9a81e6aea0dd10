//===- PartialShape.cpp - What is known of a value ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Graph/Shapes/PartialShape.h"
#include "llvm/Support/MathExtras.h"

using namespace trainlint;
using namespace trainlint::graph;

std::optional<PartialShape> graph::sizesOf(ShapeAttr shape) {
  if (!shape || !shape.getRanked())
    return std::nullopt;
  return PartialShape(shape.getSizes());
}

std::optional<PartialShape> graph::sizesOf(mlir::Type type) {
  if (auto reference = llvm::dyn_cast<RefType>(type))
    type = reference.getTarget();
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  if (!tensor)
    return std::nullopt;
  PartialShape sizes(tensor.getShape());
  for (int64_t &size : sizes)
    size = mlir::ShapedType::isDynamic(size) ? UnknownSize : size;
  return sizes;
}

mlir::Type graph::withShape(mlir::Type type, ShapeAttr shape) {
  if (auto reference = llvm::dyn_cast<RefType>(type))
    return RefType::get(type.getContext(),
                        withShape(reference.getTarget(), shape));
  auto tensor = llvm::dyn_cast<mlir::TensorType>(type);
  if (!tensor)
    return type;
  std::optional<PartialShape> sizes = sizesOf(shape);
  if (!sizes)
    return mlir::UnrankedTensorType::get(tensor.getElementType());
  for (int64_t &size : *sizes)
    size = size < 0 ? mlir::ShapedType::kDynamic : size;
  return mlir::RankedTensorType::get(*sizes, tensor.getElementType());
}

//===----------------------------------------------------------------------===//
// Joining and meeting
//===----------------------------------------------------------------------===//

ShapeAttr graph::join(ShapeAttr first, ShapeAttr second) {
  if (first == second || !second)
    return first;
  if (!first)
    return second;
  mlir::MLIRContext *context = first.getContext();
  bool sameRank = first.getRanked() && second.getRanked() &&
                  first.getSizes().size() == second.getSizes().size();
  if (!sameRank)
    return ShapeAttr::get(context, {}, false);
  PartialShape sizes;
  for (auto [one, other] : llvm::zip(first.getSizes(), second.getSizes()))
    sizes.push_back(one == other ? one : UnknownSize);
  return ShapeAttr::get(context, sizes, true);
}

static mlir::DenseI64ArrayAttr joinElements(mlir::DenseI64ArrayAttr first,
                                            mlir::DenseI64ArrayAttr second) {
  if (first == second)
    return first;
  if (!first || !second || first.size() != second.size())
    return {};
  PartialElements elements;
  for (auto [one, other] : llvm::zip(first.asArrayRef(), second.asArrayRef()))
    elements.push_back(one == other ? one : UnknownElement);
  return mlir::DenseI64ArrayAttr::get(first.getContext(), elements);
}

AbstractValue graph::join(const AbstractValue &first,
                          const AbstractValue &second) {
  if (!first.isReached())
    return second;
  if (!second.isReached())
    return first;
  AbstractValue joined;
  joined.shape = join(first.shape, second.shape);
  joined.elements = joinElements(first.elements, second.elements);
  if (first.held && second.held)
    joined.held = join(first.held, second.held);
  return joined;
}

std::optional<PartialShape>
graph::meet(const std::optional<PartialShape> &first,
            const std::optional<PartialShape> &second) {
  if (!first || !second)
    return first ? first : second;
  if (first->size() != second->size())
    return first;
  PartialShape sizes = *first;
  for (auto [size, other] : llvm::zip(sizes, *second))
    size = size < 0 ? other : size;
  return sizes;
}

//===----------------------------------------------------------------------===//
// Arithmetic on sizes
//===----------------------------------------------------------------------===//

std::optional<PartialShape>
graph::broadcast(const std::optional<PartialShape> &first,
                 const std::optional<PartialShape> &second) {
  if (!first || !second)
    return std::nullopt;
  const PartialShape &longer =
      first->size() >= second->size() ? *first : *second;
  const PartialShape &shorter =
      first->size() >= second->size() ? *second : *first;
  PartialShape sizes = longer;
  size_t offset = longer.size() - shorter.size();
  for (size_t i = 0; i != shorter.size(); ++i) {
    int64_t &size = sizes[offset + i];
    int64_t other = shorter[i];
    if (size == other || other == 1)
      continue;
    // A size other than 1 prevails over one that is not known.
    if (size == 1 || (size < 0 && other >= 0))
      size = other;
    else if (other >= 0)
      return std::nullopt;
  }
  return sizes;
}

std::optional<unsigned> graph::axisIn(size_t rank,
                                      std::optional<int64_t> axis) {
  auto signedRank = static_cast<int64_t>(rank);
  if (!axis || *axis < -signedRank || *axis >= signedRank)
    return std::nullopt;
  return static_cast<unsigned>(*axis < 0 ? *axis + signedRank : *axis);
}
