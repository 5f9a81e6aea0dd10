//===- OperationTimer.cpp - How long operations take ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lowering names the kind of operation that each loop and call is for, by
// an attribute. Behind each of them goes a call that reads the clock: what has
// passed since the last one is its time. Nothing of it is in programs that are
// not timed.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/OperationTimer.h"
#include "Backend/CPU/CodeGen/Elements.h"
#include "Backend/CPU/CodeGen/StableHLOToLinalg.h"
#include "Backend/CPU/Runtime/ExecutionState.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/DenseMap.h"

using mlir::Operation;
using mlir::Value;

namespace trainlint::cpu {

OperationTimer::OperationTimer(std::vector<std::string> kinds) {
  for (std::string &kind : kinds)
    all.push_back({std::move(kind), 0, 0});
}

void OperationTimer::add(int64_t kind, int64_t nanoseconds) {
  std::lock_guard<std::mutex> lock(mutex);
  all[kind].nanoseconds += nanoseconds;
  ++all[kind].calls;
}

std::vector<OperationTime> OperationTimer::times() const {
  std::lock_guard<std::mutex> lock(mutex);
  return all;
}

/// Loops, calls and copies; others take no time of their own.
static bool takesTime(Operation *op) {
  return op->getNumRegions() > 0 ||
         llvm::isa<mlir::func::CallOp, mlir::memref::CopyOp>(op);
}

static void emitCall(mlir::OpBuilder &b, mlir::Location loc, Value context,
                     int64_t kind) {
  Value number =
      mlir::arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(kind));
  callRuntime(b, loc, operationDoneName, {context, number});
}

std::vector<std::string> insertTimers(mlir::func::FuncOp main, Value context,
                                      bool isEach) {
  llvm::DenseMap<mlir::StringAttr, int64_t> kinds;
  std::vector<std::string> names;
  mlir::OpBuilder b(main.getContext());
  mlir::Block &block = main.getBody().front();
  for (Operation &op : llvm::make_early_inc_range(block)) {
    auto kind = op.getAttrOfType<mlir::StringAttr>(operationAttribute);
    if (!kind || !takesTime(&op))
      continue;
    auto [known, isNew] = kinds.try_emplace(kind, names.size());
    if (isEach)
      known->second = names.size();
    if (isNew || isEach)
      names.push_back(kind.str());
    b.setInsertionPointAfter(&op);
    emitCall(b, op.getLoc(), context, known->second);
  }
  b.setInsertionPointToStart(&block);
  emitCall(b, main.getLoc(), context, -1);
  main->getParentOfType<mlir::ModuleOp>()->walk(
      [](Operation *op) { op->removeAttr(operationAttribute); });
  return names;
}

void operationDone(ExecutionState *state, int64_t kind) {
  auto now = std::chrono::steady_clock::now();
  if (kind >= 0)
    state->timer->add(kind,
                      std::chrono::nanoseconds(now - state->last).count());
  state->last = std::chrono::steady_clock::now();
}

} // namespace trainlint::cpu
