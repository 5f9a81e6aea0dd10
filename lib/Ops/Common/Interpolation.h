//===- Interpolation.h - Tensors of other sizes -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_COMMON_INTERPOLATION_H
#define TRAINLINT_OPS_COMMON_INTERPOLATION_H

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"

namespace trainlint {

/// How elements are found between others.
struct Interpolation {
  enum class Kind : uint8_t { Nearest, Linear, Cubic };

  Kind kind = Kind::Nearest;
  /// The names of ONNX.
  llvm::StringRef transformation = "half_pixel";
  llvm::StringRef rounding = "round_prefer_floor";
  /// The coefficient `a` of the cubic kernel.
  double cubic = -0.75;
  /// Elements that are not there take no part; else the nearest one stands for
  /// them.
  bool excludesOutside = false;
  /// Kernels are as wide as what an element stands for.
  bool isSmooth = false;
};

/// A dimension that gets another size.
struct ResizedAxis {
  int64_t dimension = 0;
  int64_t input = 0;
  int64_t output = 0;
  /// None if it is the quotient of the sizes.
  std::optional<double> scale;
  /// What of the dimension is shown, if a part is.
  double start = 0;
  double end = 1;

  double factor() const {
    return scale ? *scale
                 : static_cast<double>(output) / static_cast<double>(input);
  }
  /// Where elements of the result are in the dimension.
  llvm::SmallVector<double> places(llvm::StringRef transformation) const;
};

/// Which element each element of the result is.
llvm::SmallVector<int64_t> nearestPlaces(const ResizedAxis &axis,
                                         const Interpolation &interpolation);

/// The share of each element in each element of the result, row by row.
std::vector<double> shares(const ResizedAxis &axis,
                           const Interpolation &interpolation);

/// True for an axis of more elements than anyone waits for.
bool isTooLarge(const ResizedAxis &axis, const Interpolation &interpolation);

/// A tensor with other sizes of some dimensions, none of which has been 0.
/// Numbers are computed in f32, or in f64 if they have more digits than that;
/// integers are rounded towards 0.
mlir::Value resize(stablehlo::ProgramBuilder &b, mlir::Value x,
                   llvm::ArrayRef<ResizedAxis> axes,
                   const Interpolation &interpolation);

} // namespace trainlint

#endif // TRAINLINT_OPS_COMMON_INTERPOLATION_H
