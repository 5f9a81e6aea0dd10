//===- Literal.h - Small tensors whose elements are known ----- -*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_BUILDERS_LITERAL_H
#define TRAINLINT_DIALECT_STABLEHLO_BUILDERS_LITERAL_H

#include "Support/LLVM.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include <cmath>

namespace trainlint::stablehlo {

/// The elements of a small tensor of known shape, in row-major order, each
/// perhaps unknown: what shapes and axes are computed of.
struct Literal {
  /// Shapes and axes are small; so is what is computed of them.
  static constexpr int64_t MostElements = 1024;
  static constexpr int64_t UnknownInteger = mlir::ShapedType::kDynamic;

  mlir::RankedTensorType type;
  /// Of integers and booleans.
  SmallVector<int64_t> integers;
  /// Of floats, where one that is not a number is not known either.
  SmallVector<double> reals;

  bool isReal() const {
    return llvm::isa<mlir::FloatType>(type.getElementType());
  }
  size_t size() const { return isReal() ? reals.size() : integers.size(); }
  bool isKnown(size_t index) const {
    return isReal() ? !std::isnan(reals[index])
                    : integers[index] != UnknownInteger;
  }
  bool isWhole() const;

  /// True for the types of which literals are kept.
  static bool canHold(mlir::Type type);
  /// None for elements of other types, too many of them, and numbers that no
  /// signed 64-bit integer is.
  static std::optional<Literal> read(mlir::DenseElementsAttr elements);
  /// The elements as an attribute. All are known and fit their type.
  mlir::DenseElementsAttr attribute() const;

  /// False for a number that the element type does not have.
  static bool fits(mlir::Type element, int64_t number);
  /// The nearest number that the element type has.
  static double round(mlir::Type element, double number);
};

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_BUILDERS_LITERAL_H
