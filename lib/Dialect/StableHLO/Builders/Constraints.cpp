//===- Constraints.cpp - What parameters are held to ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Constraints.h"
#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

static constexpr StringRef KindNames[] = {"non_negative", "unit_norm", "norm",
                                          "radial"};

/// True if it is of norms along axes.
static bool hasAxes(ConstraintKind kind) {
  return kind == ConstraintKind::UnitNorm || kind == ConstraintKind::Norm;
}

mlir::DictionaryAttr
stablehlo::describeConstraint(mlir::Builder &builder,
                              const Constraint &constraint) {
  mlir::NamedAttrList list;
  list.set("kind", builder.getStringAttr(
                       KindNames[static_cast<size_t>(constraint.kind)]));
  if (hasAxes(constraint.kind))
    list.set("axes", builder.getDenseI64ArrayAttr(constraint.axes));
  if (constraint.kind == ConstraintKind::Norm) {
    list.set("least", builder.getF64FloatAttr(constraint.least));
    list.set("most", builder.getF64FloatAttr(constraint.most));
    list.set("rate", builder.getF64FloatAttr(constraint.rate));
  }
  return list.getDictionary(builder.getContext());
}

std::optional<Constraint> stablehlo::readConstraint(mlir::Attribute attribute,
                                                    int64_t rank) {
  auto values = llvm::dyn_cast_or_null<mlir::DictionaryAttr>(attribute);
  auto kind = values ? values.getAs<mlir::StringAttr>("kind") : nullptr;
  const StringRef *name =
      kind ? llvm::find(KindNames, kind.getValue()) : std::end(KindNames);
  if (name == std::end(KindNames))
    return std::nullopt;
  Constraint constraint;
  constraint.kind = static_cast<ConstraintKind>(name - KindNames);
  if (!hasAxes(constraint.kind))
    return constraint;
  auto axes = values.getAs<mlir::DenseI64ArrayAttr>("axes");
  if (!axes)
    return std::nullopt;
  for (int64_t axis : axes.asArrayRef()) {
    if (axis < 0 || axis >= rank || llvm::is_contained(constraint.axes, axis))
      return std::nullopt;
    constraint.axes.push_back(axis);
  }
  if (constraint.kind == ConstraintKind::UnitNorm)
    return constraint;
  for (auto [key, number] : {std::pair("least", &constraint.least),
                             std::pair("most", &constraint.most),
                             std::pair("rate", &constraint.rate)}) {
    auto given = values.getAs<mlir::FloatAttr>(key);
    if (!given)
      return std::nullopt;
    *number = given.getValueAsDouble();
  }
  return constraint;
}

/// The element of the diagonal that is copied to all places of a distance from
/// the middle of a kernel, as Keras chooses it.
static int64_t sourceOfRing(int64_t size, int64_t ring) {
  int64_t middle = size / 2;
  bool isOdd = size % 2 != 0;
  return ring == 0 ? middle - 1 : middle + ring - (isOdd ? 1 : 0);
}

static Value radial(ProgramBuilder &b, Value kernel) {
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(kernel);
  int64_t size = shape[0];
  int64_t middle = size / 2;
  auto distance = [&](int64_t place) {
    // An even size has two middles.
    bool isBefore = place < middle;
    return isBefore ? middle - place - (size % 2 == 0 ? 1 : 0) : place - middle;
  };
  SmallVector<int64_t> sources;
  for (int64_t row = 0; row < size; ++row) {
    for (int64_t column = 0; column < size; ++column) {
      int64_t source =
          sourceOfRing(size, std::max(distance(row), distance(column)));
      sources.push_back(source * size + source);
    }
  }
  SmallVector<int64_t> flat = {size * size};
  flat.append(shape.begin() + 2, shape.end());
  return b.reshape(b.take(b.reshape(kernel, flat), sources, 0), shape);
}

Value stablehlo::applyConstraint(ProgramBuilder &b,
                                 const Constraint &constraint,
                                 Value parameter) {
  if (constraint.kind == ConstraintKind::NonNegative)
    return b.maximum(parameter, b.like(parameter, 0));
  if (constraint.kind == ConstraintKind::Radial)
    return radial(b, parameter);
  // What Keras adds to norms, which may be 0.
  constexpr double Epsilon = 1e-7;
  Value norms =
      b.sqrt(b.sum(b.multiply(parameter, parameter), constraint.axes));
  Value wanted = b.like(norms, 1);
  if (constraint.kind == ConstraintKind::Norm) {
    wanted = b.minimum(b.maximum(norms, b.like(norms, constraint.least)),
                       b.like(norms, constraint.most));
    if (constraint.rate != 1)
      wanted = b.add(b.scale(wanted, constraint.rate),
                     b.scale(norms, 1 - constraint.rate));
  }
  Value factor = b.divide(wanted, b.add(norms, b.like(norms, Epsilon)));
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(parameter);
  return b.multiply(
      parameter, b.broadcast(factor, shape,
                             otherDimensions(shape.size(), constraint.axes)));
}
