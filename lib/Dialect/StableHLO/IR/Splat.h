//===- Splat.h - Constants of one number ------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_SPLAT_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_SPLAT_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Value.h"
#include <optional>

namespace trainlint::stablehlo {

/// The constant that a value is, if its elements are all the same; null for
/// other values.
mlir::DenseElementsAttr splatOf(mlir::Value value);

/// The only number of a constant of floats.
std::optional<llvm::APFloat> floatOf(mlir::Value value);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_SPLAT_H
