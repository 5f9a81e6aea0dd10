//===- BufferUses.h - Who reads and writes a buffer -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_CODEGEN_BUFFERUSES_H
#define TRAINLINT_BACKEND_CPU_CODEGEN_BUFFERUSES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace trainlint::cpu {

/// Operations that read or write the bytes of a buffer, through views of it
/// too.
llvm::SmallVector<mlir::Operation *> usersOf(mlir::Value buffer);

/// The buffer that a reshaped one shares its bytes with, or the buffer itself.
inline mlir::Value unshaped(mlir::Value buffer) {
  while (auto view = buffer.getDefiningOp<mlir::memref::ReinterpretCastOp>())
    buffer = view.getSource();
  return buffer;
}

/// The buffer that any view shows, or the buffer itself.
mlir::Value viewedBuffer(mlir::Value buffer);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_CODEGEN_BUFFERUSES_H
