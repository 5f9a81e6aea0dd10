//===- Rewrites.h - Programs as the device runs them best -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_CODEGEN_REWRITES_H
#define TRAINLINT_BACKEND_CPU_CODEGEN_REWRITES_H

#include "mlir/IR/BuiltinOps.h"

namespace trainlint::cpu {

/// Takes sums and products of narrow floats in f32, and rounds them once.
void widenReductions(mlir::ModuleOp program);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_CODEGEN_REWRITES_H
