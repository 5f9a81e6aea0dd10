//===- Constraints.h - What parameters are held to --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_BUILDERS_CONSTRAINTS_H
#define TRAINLINT_DIALECT_STABLEHLO_BUILDERS_CONSTRAINTS_H

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"

namespace trainlint::stablehlo {

enum class ConstraintKind : uint8_t {
  /// No element is below 0.
  NonNegative,
  /// Norms are 1.
  UnitNorm,
  /// Norms are between two numbers.
  Norm,
  /// Kernels of convolutions, [height, width, ...] of equal sizes, have one
  /// number at each distance from their middle.
  Radial,
};

/// What a parameter is held to after each update, as Keras has it.
struct Constraint {
  ConstraintKind kind = ConstraintKind::NonNegative;
  /// Norms are those of the elements along these.
  llvm::SmallVector<int64_t> axes;
  double least = 0;
  double most = 1;
  /// How far a norm moves to where it belongs in one update.
  double rate = 1;
};

/// The constraint as an attribute of a parameter.
mlir::DictionaryAttr describeConstraint(mlir::Builder &builder,
                                        const Constraint &constraint);
/// The constraint of such an attribute, for a parameter of so many dimensions;
/// none for another attribute.
std::optional<Constraint> readConstraint(mlir::Attribute attribute,
                                         int64_t rank);

/// The parameter as it is allowed.
mlir::Value applyConstraint(ProgramBuilder &b, const Constraint &constraint,
                            mlir::Value parameter);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_BUILDERS_CONSTRAINTS_H
