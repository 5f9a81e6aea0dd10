//===- BranchGradients.cpp - Gradients of branches ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/Transforms/GradientRegistry.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

/// Fills a branch with what another one computes, and with the gradients for
/// values from outside, which it returns.
static llvm::LogicalResult differentiateBranch(mlir::Region &branch,
                                               mlir::Region &target,
                                               mlir::ValueRange gradients,
                                               mlir::ValueRange wanted,
                                               Pullback &p) {
  mlir::OpBuilder &b = p.builder();
  mlir::OpBuilder::InsertionGuard guard(b);
  b.createBlock(&target);
  ReverseMode inner(p.backward.activity, b);
  mlir::IRMapping mapping;
  if (llvm::failed(inner.replay(branch.front(), mapping, gradients)))
    return llvm::failure();
  SmallVector<Value> returned;
  for (Value value : wanted) {
    Value gradient = inner.gradientOf(value);
    returned.push_back(gradient ? gradient : p.zeros(value.getType()));
  }
  ReturnOp::create(b, p.location(), returned);
  return llvm::success();
}

/// The backward pass computes the branch that was taken once more.
template <typename Op, typename... Numbers>
static llvm::LogicalResult
differentiateBranches(Op op, Value selector, Pullback &p, Numbers... numbers) {
  SmallVector<Value> wanted = p.wantedCaptures();
  SmallVector<Value> gradients;
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    gradients.push_back(p.gradient(i));
  auto back =
      Op::create(p.builder(), p.location(), mlir::ValueRange(wanted).getTypes(),
                 selector, numbers...);
  for (auto [branch, target] : llvm::zip(op->getRegions(), back->getRegions()))
    if (llvm::failed(differentiateBranch(branch, target, gradients, wanted, p)))
      return llvm::failure();
  for (auto [value, gradient] : llvm::zip(wanted, back->getResults()))
    p.accumulate(value, gradient);
  return llvm::success();
}

void stablehlo::addBranchGradients(GradientRegistry &registry) {
  registry.add<IfOp>(
      [](IfOp op, Pullback &p) {
        return differentiateBranches(op, op.getPred(), p);
      },
      GradientRegistry::OfComplex);
  registry.add<CaseOp>(
      [](CaseOp op, Pullback &p) {
        return differentiateBranches(op, op.getIndex(), p, op->getNumRegions());
      },
      GradientRegistry::OfComplex);
}
