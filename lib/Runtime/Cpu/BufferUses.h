//===- BufferUses.h - Who reads and writes a buffer -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_CPU_BUFFERUSES_H
#define TRAINLINT_RUNTIME_CPU_BUFFERUSES_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"

namespace trainlint::cpu {

/// Operations that read or write the bytes of a buffer, through views of it
/// too.
llvm::SmallVector<mlir::Operation *> usersOf(mlir::Value buffer);

/// The buffer that a view shows, or the buffer itself.
mlir::Value viewedBuffer(mlir::Value buffer);

} // namespace trainlint::cpu

#endif // TRAINLINT_RUNTIME_CPU_BUFFERUSES_H
