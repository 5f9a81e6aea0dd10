//===- Combiner.h - Bodies that combine two values --------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_COMBINER_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_COMBINER_H

#include "mlir/IR/Region.h"

namespace trainlint::stablehlo {

/// The op of a body that does nothing but apply it to its two arguments, in
/// either order; null for other bodies.
mlir::Operation *combiningOp(mlir::Region &body);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_COMBINER_H
