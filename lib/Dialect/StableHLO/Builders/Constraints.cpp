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

static constexpr StringRef KindNames[] = {"non_negative", "unit_norm", "norm"};

mlir::DictionaryAttr
stablehlo::describeConstraint(mlir::Builder &builder,
                              const Constraint &constraint) {
  mlir::NamedAttrList list;
  list.set("kind", builder.getStringAttr(
                       KindNames[static_cast<size_t>(constraint.kind)]));
  if (constraint.kind != ConstraintKind::NonNegative)
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
  if (constraint.kind == ConstraintKind::NonNegative)
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

Value stablehlo::applyConstraint(ProgramBuilder &b,
                                 const Constraint &constraint,
                                 Value parameter) {
  if (constraint.kind == ConstraintKind::NonNegative)
    return b.maximum(parameter, b.like(parameter, 0));
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
