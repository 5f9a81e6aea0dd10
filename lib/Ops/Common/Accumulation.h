//===- Accumulation.h - Sums of many numbers --------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_OPS_COMMON_ACCUMULATION_H
#define TRAINLINT_OPS_COMMON_ACCUMULATION_H

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"

namespace trainlint {

/// The type that many numbers of a type are summed up in: f32 for floats of
/// less bits, as a bf16 of 256 does not change when 1 is added.
inline mlir::Type accumulationType(mlir::Type element) {
  auto type = llvm::dyn_cast<mlir::FloatType>(element);
  if (!type || type.getWidth() >= 32)
    return element;
  return mlir::Float32Type::get(element.getContext());
}

/// A value in that type.
inline mlir::Value widen(stablehlo::ProgramBuilder &b, mlir::Value value) {
  return b.convert(
      value, accumulationType(stablehlo::ProgramBuilder::elementOf(value)));
}

} // namespace trainlint

#endif // TRAINLINT_OPS_COMMON_ACCUMULATION_H
