//===- BranchGradients.cpp - Gradients of branches ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/ControlFlowOps.h"
#include "Dialect/StableHLO/Transforms/GradientRules.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using llvm::SmallVector;
using mlir::Value;

/// Fills a branch with what another one computes, and with the gradients for
/// values from outside, which it returns.
static llvm::LogicalResult differentiateBranch(mlir::Region &branch,
                                               mlir::Region &target,
                                               mlir::ValueRange gradients,
                                               mlir::ValueRange wanted,
                                               Step &s) {
  mlir::OpBuilder &b = s.builder();
  mlir::OpBuilder::InsertionGuard guard(b);
  b.createBlock(&target);
  Reverse inner(s.way.activity, b);
  mlir::IRMapping mapping;
  if (llvm::failed(inner.replay(branch.front(), mapping, gradients)))
    return llvm::failure();
  SmallVector<Value> returned;
  for (Value value : wanted) {
    Value gradient = inner.of(value);
    returned.push_back(gradient ? gradient : s.zeros(value.getType()));
  }
  ReturnOp::create(b, s.location(), returned);
  return llvm::success();
}

/// The branch that was taken is computed once more, on the way back.
template <typename Op, typename... Numbers>
static llvm::LogicalResult differentiateBranches(Op op, Value selector, Step &s,
                                                 Numbers... numbers) {
  SmallVector<Value> wanted = s.wantedCaptures();
  SmallVector<Value> gradients;
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    gradients.push_back(s.gradient(i));
  auto back =
      Op::create(s.builder(), s.location(), mlir::ValueRange(wanted).getTypes(),
                 selector, numbers...);
  for (auto [branch, target] : llvm::zip(op->getRegions(), back->getRegions()))
    if (llvm::failed(differentiateBranch(branch, target, gradients, wanted, s)))
      return llvm::failure();
  for (auto [value, gradient] : llvm::zip(wanted, back->getResults()))
    s.give(value, gradient);
  return llvm::success();
}

void stablehlo::addBranchGradients(GradientRules &rules) {
  rules.add<IfOp>(
      [](IfOp op, Step &s) {
        return differentiateBranches(op, op.getPred(), s);
      },
      GradientRules::OfComplex);
  rules.add<CaseOp>(
      [](CaseOp op, Step &s) {
        return differentiateBranches(op, op.getIndex(), s, op->getNumRegions());
      },
      GradientRules::OfComplex);
}
