//===- BufferUses.cpp - Who reads and writes a buffer ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/BufferUses.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace memref = mlir::memref;
using llvm::SmallVector;
using mlir::Operation;
using mlir::Value;

namespace trainlint::cpu {

static bool isView(Operation *op) {
  return llvm::isa<memref::ReinterpretCastOp, memref::SubViewOp, memref::ViewOp,
                   memref::ExtractAlignedPointerAsIndexOp>(op);
}

SmallVector<Operation *> usersOf(Value buffer) {
  SmallVector<Operation *> users;
  SmallVector<Value> pending = {buffer};
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    for (Operation *user : value.getUsers()) {
      if (isView(user))
        pending.push_back(user->getResult(0));
      else
        users.push_back(user);
    }
  }
  return users;
}

Value viewedBuffer(Value buffer) {
  while (Operation *op = buffer.getDefiningOp()) {
    if (!isView(op))
      break;
    buffer = op->getOperand(0);
  }
  return buffer;
}

} // namespace trainlint::cpu
