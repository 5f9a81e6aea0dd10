//===- ReverseMode.cpp - Reverse-mode differentiation ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Transforms/ReverseMode.h"
#include "Dialect/StableHLO/Transforms/Activity.h"
#include "Dialect/StableHLO/Transforms/GradientRegistry.h"
#include "Support/MLIR.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "stablehlo-gradients"

using namespace trainlint;
using namespace trainlint::stablehlo;

//===----------------------------------------------------------------------===//
// The backward pass
//===----------------------------------------------------------------------===//

void ReverseMode::accumulate(mlir::Location loc, Value value, Value gradient) {
  if (!activity.isVaried(value))
    return;
  assert(value.getType() == gradient.getType() &&
         "a gradient has the type of what it is for");
  Value &sum = gradients[value];
  sum = sum ? ProgramBuilder(b, loc).add(sum, gradient) : gradient;
}

LogicalResult ReverseMode::run(llvm::ArrayRef<Operation *> ops) {
  for (Operation *op : llvm::reverse(ops)) {
    bool reachesLoss = llvm::any_of(op->getResults(), [&](Value result) {
      return bool(gradientOf(result));
    });
    LLVM_DEBUG(llvm::dbgs()
               << (reachesLoss ? "differentiated " : "no gradient for ")
               << op->getName() << " at " << op->getLoc() << "\n");
    if (!reachesLoss)
      continue;
    Pullback pullback(*this, op, b);
    if (failed(activity.gradientRegistry().apply(op, pullback)))
      return llvm::failure();
  }
  return llvm::success();
}

LogicalResult ReverseMode::replay(mlir::Block &block, mlir::IRMapping &mapping,
                                  mlir::ValueRange gradients) {
  for (Value argument : block.getArguments())
    if (activity.isVaried(argument) && mapping.contains(argument))
      activity.mark(mapping.lookup(argument));
  llvm::SmallVector<Operation *> copies;
  for (Operation &op : block.without_terminator()) {
    copies.push_back(b.clone(op, mapping));
    activity.visit(copies.back());
  }
  Operation *end = block.getTerminator();
  for (auto [returned, gradient] : llvm::zip(end->getOperands(), gradients))
    if (gradient)
      accumulate(end->getLoc(), mapping.lookupOrDefault(returned), gradient);
  return run(copies);
}

//===----------------------------------------------------------------------===//
// Pullbacks
//===----------------------------------------------------------------------===//

Value Pullback::gradientOrZero(unsigned result) {
  Value known = gradient(result);
  return known ? known : zeros(op->getResult(result).getType());
}

bool Pullback::wants(Value operand) const {
  return backward.activity.isVaried(operand);
}

void Pullback::accumulate(Value operand, llvm::function_ref<Value()> gradient) {
  if (wants(operand))
    backward.accumulate(location(), operand, gradient());
}

Value Pullback::zeros(mlir::Type type) {
  auto tensor = llvm::cast<mlir::RankedTensorType>(type);
  auto complex = llvm::dyn_cast<mlir::ComplexType>(tensor.getElementType());
  if (!complex)
    return splat(tensor, 0);
  llvm::APFloat zero = llvm::APFloat::getZero(
      llvm::cast<mlir::FloatType>(complex.getElementType())
          .getFloatSemantics());
  return constant(mlir::DenseElementsAttr::get(
      tensor, std::complex<llvm::APFloat>(zero, zero)));
}

llvm::SmallVector<Value> Pullback::wantedCaptures() const {
  llvm::SetVector<Value> captures;
  mlir::getUsedValuesDefinedAbove(op->getRegions(), captures);
  captures.remove_if([&](Value value) { return !wants(value); });
  return captures.takeVector();
}

LogicalResult Pullback::emitUnsupported(const llvm::Twine &reason) const {
  mlir::InFlightDiagnostic error = op->emitOpError()
                                   << "has no gradient: " << reason;
  if (auto function = op->getParentOfType<mlir::func::FuncOp>())
    error.attachNote(function.getLoc())
        << "the loss of this function depends on it";
  return error;
}

void Pullback::replaceWith(mlir::ValueRange values) {
  for (auto [result, value] : llvm::zip(op->getResults(), values))
    if (wants(result))
      backward.activity.mark(value);
  op->replaceAllUsesWith(values);
  backward.activity.forget(op);
  op->erase();
  op = nullptr;
}

#undef DEBUG_TYPE
