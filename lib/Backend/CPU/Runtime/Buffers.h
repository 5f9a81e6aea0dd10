//===- Buffers.h - Where the buffers of a program lie -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_BUFFERS_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_BUFFERS_H

#include "Backend/CPU/Interface/Program.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace trainlint::cpu {

/// Computes results where they are wanted: a temporary that is copied to an
/// output, or to a value of a loop, becomes that buffer, if nothing that is
/// still read gets lost. An output that an input may be donated to counts as
/// that input.
void forwardCopies(mlir::func::FuncOp main, size_t inputs,
                   llvm::ArrayRef<Donation> donations);

/// Gives all temporaries places in one arena, which becomes the last argument:
/// temporaries that are never needed at the same time share bytes. Returns the
/// size of the arena.
int64_t planArena(mlir::func::FuncOp main);

/// Makes each outermost loop a function, named with the prefix and a number,
/// after temporaries have their places: compile time grows with the number of
/// different loops then, and no faster. Buffers that overlap no other one are
/// marked.
void outlineLoops(mlir::func::FuncOp main, size_t inputs,
                  llvm::ArrayRef<Donation> donations);
inline constexpr llvm::StringLiteral outlinedPrefix = "loop_";

/// Those whose steps depend on nothing that another step does, and that have
/// enough of them, take the first and the last step as further arguments.
inline constexpr llvm::StringLiteral splitPrefix = "split_";
/// The function of the runtime that runs such a loop in parts.
inline constexpr llvm::StringLiteral splitFunctionName = "trainlint_cpu_split";

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_BUFFERS_H
