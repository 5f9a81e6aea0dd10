//===- OutlineLoops.h - Loops as functions of their own ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_OUTLINELOOPS_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_OUTLINELOOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace trainlint::cpu {

/// Makes each outermost loop a function, named with a prefix and a number,
/// after temporaries have their offsets: compile time grows with the number of
/// different loops then, and no faster. Buffers that overlap no other one are
/// marked.
void outlineLoops(mlir::func::FuncOp main);
inline constexpr llvm::StringLiteral outlinedPrefix = "loop_";

/// Prefix of loops whose iterations depend on nothing that another iteration
/// does, and that have enough of them: the function takes the first and the
/// last iteration as further arguments.
inline constexpr llvm::StringLiteral parallelPrefix = "parallel_";

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_OUTLINELOOPS_H
