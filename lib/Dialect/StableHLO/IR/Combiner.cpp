//===- Combiner.cpp - Bodies that combine two values ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/Combiner.h"
#include "Support/MLIR.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;

Operation *stablehlo::combiningOp(mlir::Region &body) {
  mlir::Block &block = body.front();
  if (block.getNumArguments() != 2 || !llvm::hasNItems(block, 2))
    return nullptr;
  Operation *op = &block.front();
  bool takesBoth =
      op->getNumOperands() == 2 && op->getOperand(0) != op->getOperand(1) &&
      llvm::all_of(op->getOperands(),
                   [&](Value operand) {
                     return llvm::is_contained(block.getArguments(), operand);
                   }) &&
      block.getTerminator()->getOperands() == op->getResults();
  return takesBoth ? op : nullptr;
}
