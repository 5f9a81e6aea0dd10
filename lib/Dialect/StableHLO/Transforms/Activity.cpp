//===- Activity.cpp - What depends on the arguments -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forward activity analysis: a value is varied if it is of real or complex
// numbers and an operand of its op is varied. One walk in order, except for
// loops, whose bodies are visited until nothing more becomes varied (a fixed
// point over the carried values, at most as many rounds as there are).
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Transforms/Activity.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/Transforms/GradientRegistry.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

void Activity::mark(Value value) {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(value.getType());
  if (tensor && isElementOf(tensor.getElementType(), kFloat | kComplex))
    varied.insert(value);
}

void Activity::visit(mlir::Region &region) {
  for (Operation &op : region.front())
    visit(&op);
}

/// Marks the results whose values a region returns from marked ones.
void Activity::markResults(Operation *op, mlir::Region &region) {
  mlir::Operation *end = region.front().getTerminator();
  for (auto [returned, result] :
       llvm::zip(end->getOperands(), op->getResults()))
    if (isVaried(returned))
      mark(result);
}

/// What a loop carries depends on where it began and on the step before.
void Activity::visitLoop(Operation *op, mlir::Region &body) {
  mlir::Block &block = body.front();
  for (auto [operand, argument] :
       llvm::zip(op->getOperands(), block.getArguments()))
    if (isVaried(operand))
      mark(argument);
  for (bool changes = true; changes;) {
    visit(body);
    changes = false;
    for (auto [returned, argument] :
         llvm::zip(block.getTerminator()->getOperands(), block.getArguments()))
      if (isVaried(returned) && !isVaried(argument)) {
        mark(argument);
        changes |= isVaried(argument);
      }
  }
  for (auto [argument, result] :
       llvm::zip(block.getArguments(), op->getResults()))
    if (isVaried(argument))
      mark(result);
}

void Activity::visit(Operation *op) {
  if (registry.isZero(op))
    return;
  if (llvm::isa<IfOp, CaseOp>(op)) {
    for (mlir::Region &region : op->getRegions()) {
      visit(region);
      markResults(op, region);
    }
    return;
  }
  if (auto loop = llvm::dyn_cast<WhileOp>(op))
    return visitLoop(op, loop.getBody());
  if (llvm::any_of(op->getOperands(),
                   [&](Value operand) { return isVaried(operand); }))
    for (Value result : op->getResults())
      mark(result);
}

void Activity::forget(Operation *op) {
  op->walk([&](Operation *inner) {
    for (Value result : inner->getResults())
      varied.erase(result);
    for (mlir::Region &region : inner->getRegions())
      for (mlir::Block &block : region)
        for (Value argument : block.getArguments())
          varied.erase(argument);
  });
}
