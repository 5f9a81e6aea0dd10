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

/// Makes one product of sums of products, and concatenations of sums of tensors
/// that are zero but in ranges which do not overlap.
void joinSums(mlir::ModuleOp program);

/// Lays images out with channels behind places where convolutions gain by it.
void putChannelsLast(mlir::ModuleOp program);

/// Takes factors out of sums along whose dimensions they are the same, where
/// less is to be read then.
void factorSums(mlir::ModuleOp program);

/// Makes one reduction of several that read the same.
void shareReductions(mlir::ModuleOp program);

/// Compares the results of maxima and clamps with their bounds in place of
/// their operands.
void maskByResults(mlir::ModuleOp program);

/// Subtracts the rows of a gradient that is zero elsewhere from its table.
void updateSparsely(mlir::ModuleOp program);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_CODEGEN_REWRITES_H
