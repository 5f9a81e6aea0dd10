//===- BufferAssignment.h - Memory of temporaries ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_BUFFERASSIGNMENT_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_BUFFERASSIGNMENT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace trainlint::cpu {

/// Gives all temporaries offsets in one arena, which becomes the last argument:
/// temporaries that are never needed at the same time share bytes. Returns the
/// size of the arena.
int64_t planArena(mlir::func::FuncOp main);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_BUFFERASSIGNMENT_H
