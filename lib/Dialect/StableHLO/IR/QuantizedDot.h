//===- QuantizedDot.h - Elements of quantized products ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_QUANTIZEDDOT_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_QUANTIZEDDOT_H

#include "mlir/IR/Operation.h"

namespace trainlint::stablehlo {

/// The numbers that the specification of an operation gives its constraints.
struct QuantizedDotConstraints {
  /// A product whose lhs is not quantized.
  llvm::StringLiteral hybrid;
  llvm::StringLiteral storage;
  llvm::StringLiteral expressed;
};

/// The element types of a product and of its result.
struct DotElements {
  mlir::Type lhs;
  mlir::Type rhs;
  mlir::Type result;
};

/// Checks that the elements of a product whose rhs is quantized go together.
llvm::LogicalResult
checkQuantizedElements(mlir::Operation *op, DotElements elements,
                       const QuantizedDotConstraints &constraints);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_QUANTIZEDDOT_H
