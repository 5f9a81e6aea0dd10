//===- SparseUpdates.cpp - Updates of some rows of a table ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gradient of an embedding is zero but in the rows that the batch names.
// Plain descent then changes these rows only: instead of a gradient as large as
// the table, which is scaled and subtracted, the scaled rows are subtracted
// from the table where it lies. The work follows from the batch, not from the
// table.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Rewrites.h"
#include "Dialect/StableHLO/Builders/ProgramBuilder.h"
#include "Dialect/StableHLO/IR/Splat.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/LLVM.h"
#include "mlir/IR/Matchers.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::Operation;
using mlir::Value;

namespace trainlint::cpu {

/// Adds rows to a tensor of zeros, which nothing else reads.
static bool isSparse(ScatterOp op) {
  if (!op || op.getInputs().size() != 1 || !op->hasOneUse() ||
      !mlir::matchPattern(op.getInputs().front(), mlir::m_AnyZeroFloat()))
    return false;
  mlir::Block &body = op.getUpdateComputation().front();
  return llvm::hasNItems(body, 2) && llvm::isa<AddOp>(body.front()) &&
         body.front().getOperands() == mlir::ValueRange(body.getArguments()) &&
         body.getTerminator()->getOperands() == body.front().getResults();
}

/// A factor that is the same number everywhere, in another shape; null if it is
/// not.
static Value inShape(ProgramBuilder &b, Value factor, ArrayRef<int64_t> shape) {
  if (floatOf(factor))
    return b.constant(splatOf(factor).resizeSplat(
        ProgramBuilder::typeOf(factor).clone(shape)));
  auto broadcast = factor.getDefiningOp<BroadcastInDimOp>();
  if (broadcast && ProgramBuilder::shapeOf(broadcast.getOperand()).empty())
    return b.broadcast(broadcast.getOperand(), shape, {});
  return {};
}

/// table - scatter(zeros, rows) * rate
static void scatterInto(SubtractOp op) {
  auto scaled = op.getRhs().getDefiningOp<MultiplyOp>();
  if (!scaled || !scaled->hasOneUse())
    return;
  for (auto [gradient, rate] : {std::pair(scaled.getLhs(), scaled.getRhs()),
                                std::pair(scaled.getRhs(), scaled.getLhs())}) {
    auto scatter = gradient.getDefiningOp<ScatterOp>();
    if (!isSparse(scatter) || scatter->getBlock() != op->getBlock())
      continue;
    mlir::OpBuilder place(op);
    ProgramBuilder b(place, op.getLoc());
    Value rows = scatter.getUpdates().front();
    Value factor = inShape(b, rate, ProgramBuilder::shapeOf(rows));
    if (!factor)
      continue;
    Value change = b.negate(b.multiply(rows, factor));
    scatter->moveBefore(op);
    scatter.getInputsMutable().assign(op.getLhs());
    scatter.getUpdatesMutable().assign(change);
    op.getResult().replaceAllUsesWith(scatter->getResult(0));
    op->erase();
    scaled->erase();
    return;
  }
}

void updateSparsely(mlir::ModuleOp program) {
  SmallVector<SubtractOp> updates;
  program.walk([&](SubtractOp op) { updates.push_back(op); });
  for (SubtractOp op : updates)
    scatterInto(op);
}

} // namespace trainlint::cpu
