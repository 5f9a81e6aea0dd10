//===- RegisterDialects.h - The dialects of programs ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_IR_REGISTERDIALECTS_H
#define TRAINLINT_DIALECT_STABLEHLO_IR_REGISTERDIALECTS_H

#include "mlir/IR/DialectRegistry.h"

namespace trainlint::stablehlo {

/// Registers the stablehlo dialect and the dialects that programs mix it with:
/// functions, quantized types, constants and casts of MLIR, and attributes of
/// frameworks, which are carried as text.
void registerProgramDialects(mlir::DialectRegistry &registry);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_IR_REGISTERDIALECTS_H
