//===- HostOps.cpp - Infeed, outfeed and other host ops -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Lowering.h"
#include "Dialect/StableHLO/IR/SdyDialect.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/LLVM.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

namespace trainlint::cpu {

/// Targets that say where tensors are kept, which there is only one place for.
static constexpr llvm::StringLiteral placements[] = {
    "Sharding",
    "SPMDFullToShardShape",
    "SPMDShardToFullShape",
    "annotate_device_placement",
    "MoveToDevice",
    "MoveToHost",
    "LayoutConstraint",
};

static LogicalResult forward(Lowering &lowering, Operation *op) {
  for (auto [operand, result] :
       llvm::zip(op->getOperands(), op->getResults())) {
    if (operand.getType() != result.getType())
      return lowering.emitUnsupported(op, "its result is not like its operand");
    lowering.setBuffers(result, lowering.buffersOf(operand));
  }
  return success();
}

static LogicalResult lowerCustomCall(Lowering &lowering, CustomCallOp op) {
  bool isPlacement = llvm::is_contained(placements, op.getCallTargetName()) &&
                     op->getNumOperands() == op->getNumResults();
  if (!isPlacement)
    return lowering.emitUnsupported(op, "target '" + op.getCallTargetName() +
                                            "' is not known");
  return forward(lowering, op);
}

Lowered lowerHost(Lowering &lowering, Operation *op) {
  return llvm::TypeSwitch<Operation *, Lowered>(op)
      .Case([&](CustomCallOp call) { return lowerCustomCall(lowering, call); })
      .Case<sdy::ShardingConstraintOp, sdy::ReshardOp>(
          [&](Operation *same) { return forward(lowering, same); })
      .Default(Lowered());
}

} // namespace trainlint::cpu
