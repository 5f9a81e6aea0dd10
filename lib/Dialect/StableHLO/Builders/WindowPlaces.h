//===- WindowPlaces.h - Where windows have greatest elements ----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_BUILDERS_WINDOWPLACES_H
#define TRAINLINT_DIALECT_STABLEHLO_BUILDERS_WINDOWPLACES_H

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"

namespace trainlint::stablehlo {

/// The place of the greatest element in each window, the least place of equal
/// ones. `places` has one for each element of `operand`, integers that are not
/// negative; `shape` is how many windows there are.
mlir::Value greatestPlaces(ProgramBuilder &b, mlir::Value operand,
                           mlir::Value places, const WindowOptions &window,
                           llvm::ArrayRef<int64_t> shape);

/// A vector with updates at indices. What is at indices outside is left out.
mlir::Value setElements(ProgramBuilder &b, mlir::Value vector,
                        mlir::Value indices, mlir::Value updates);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_BUILDERS_WINDOWPLACES_H
