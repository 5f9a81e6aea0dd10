//===- Differentiate.cpp - Gradients of functions -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reverse-mode automatic differentiation as a source transformation. Calls are
// inlined into a copy of the function. Activity analysis marks forward what
// depends on the chosen arguments; then the ops are visited backward from the
// loss, whose gradient is one, and each adds its vector-Jacobian product to the
// gradients of its operands (ReverseMode.h, GradientRegistry.h). Values of the
// forward pass are used as they are, so there is no tape, except for loops
// (LoopGradients.cpp). Linear in the number of ops; the result computes at most
// a small constant times the work of the loss.
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Transforms/Differentiate.h"
#include "Dialect/StableHLO/Builders/Derivative.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/Transforms/Activity.h"
#include "Dialect/StableHLO/Transforms/GradientRegistry.h"
#include "Dialect/StableHLO/Transforms/Passes.h"
#include "Support/MLIR.h"
#include "mlir/IR/SymbolTable.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::func::FuncOp;

namespace trainlint::stablehlo {
#define GEN_PASS_DEF_DIFFERENTIATE
#include "Dialect/StableHLO/Transforms/Passes.h.inc"
} // namespace trainlint::stablehlo

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The function that an op stands for, if it is such an op.
static FuncOp calledBy(Operation *op) {
  mlir::FlatSymbolRefAttr symbol;
  if (auto call = llvm::dyn_cast<mlir::func::CallOp>(op))
    symbol = call.getCalleeAttr();
  else if (auto composite = llvm::dyn_cast<CompositeOp>(op))
    symbol = composite.getDecompositionAttr();
  if (!symbol)
    return nullptr;
  auto function =
      mlir::SymbolTable::lookupNearestSymbolFrom<FuncOp>(op, symbol);
  return function && !function.isExternal() ? function : FuncOp();
}

/// Checks that a function does not call one of its callers.
static LogicalResult checkCalls(FuncOp function, SmallVector<FuncOp> &callers) {
  callers.push_back(function);
  mlir::WalkResult result = function.walk([&](Operation *op) {
    FuncOp called = calledBy(op);
    if (!called)
      return mlir::WalkResult::advance();
    if (llvm::is_contained(callers, called)) {
      op->emitOpError() << "has no gradient: @" << called.getName()
                        << " calls itself";
      return mlir::WalkResult::interrupt();
    }
    return mlir::WalkResult(checkCalls(called, callers));
  });
  callers.pop_back();
  return failure(result.wasInterrupted());
}

/// Puts the ops of functions in the place of their calls.
static void inlineCalls(FuncOp function) {
  for (bool changes = true; changes;) {
    SmallVector<Operation *> calls;
    function.walk([&](Operation *op) {
      if (calledBy(op))
        calls.push_back(op);
    });
    changes = !calls.empty();
    for (Operation *call : calls) {
      FuncOp called = calledBy(call);
      mlir::OpBuilder b(call);
      mlir::IRMapping mapping;
      mapping.map(called.getArguments(), call->getOperands());
      mlir::Block &block = called.getBody().front();
      for (Operation &op : block.without_terminator())
        b.clone(op, mapping);
      SmallVector<Value> results;
      for (Value returned : block.getTerminator()->getOperands())
        results.push_back(mapping.lookupOrDefault(returned));
      call->replaceAllUsesWith(results);
      call->erase();
    }
  }
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static bool isNumber(mlir::Type type) { return isTensorOf(type, kFloat); }

/// Checks what can be told of a function without looking into it.
static LogicalResult check(FuncOp loss, ArrayRef<unsigned> arguments) {
  if (loss.isExternal() || !loss.getBody().hasOneBlock())
    return loss.emitError() << "@" << loss.getName()
                            << " has no gradient: it has not one block of "
                               "operations";
  if (loss.getNumResults() == 0)
    return loss.emitError()
           << "@" << loss.getName() << " has no gradient: it returns nothing";
  mlir::Type result = loss.getResultTypes().front();
  if (!isTensorOf(result, kFloat, 0))
    return loss.getBody().front().getTerminator()->emitError()
           << "the first result of @" << loss.getName() << " is a loss, but "
           << result << " is no floating-point scalar";
  for (unsigned argument : arguments) {
    if (argument >= loss.getNumArguments())
      return loss.emitError()
             << "@" << loss.getName() << " has no argument " << argument
             << ": it takes " << loss.getNumArguments();
    mlir::Type type = loss.getArgumentTypes()[argument];
    if (!isNumber(type))
      return mlir::emitError(loss.getArgument(argument).getLoc())
             << "argument " << argument << " of @" << loss.getName()
             << " has no gradient: " << type
             << " is no tensor of floating-point numbers";
  }
  std::string name = (loss.getName() + "_gradients").str();
  auto module = loss->getParentOfType<mlir::ModuleOp>();
  if (Operation *other = mlir::SymbolTable::lookupSymbolIn(module, name)) {
    mlir::InFlightDiagnostic error = loss.emitError()
                                     << "the gradients of @" << loss.getName()
                                     << " have no name that is free";
    error.attachNote(other->getLoc()) << "this is @" << name;
    return error;
  }
  SmallVector<FuncOp> callers;
  return checkCalls(loss, callers);
}

/// Adds the gradients to what a function returns.
static LogicalResult addGradients(FuncOp function,
                                  ArrayRef<unsigned> arguments) {
  Activity activity(GradientRegistry::all());
  for (unsigned argument : arguments)
    activity.mark(function.getArgument(argument));
  mlir::Block &block = function.getBody().front();
  SmallVector<Operation *> ops;
  for (Operation &op : block.without_terminator()) {
    ops.push_back(&op);
    activity.visit(&op);
  }
  Operation *end = block.getTerminator();
  mlir::OpBuilder b(end);
  ReverseMode reverse(activity, b);
  ProgramBuilder p(b, end->getLoc());
  Value loss = end->getOperand(0);
  if (activity.isVaried(loss))
    reverse.accumulate(end->getLoc(), loss, p.like(loss, 1));
  if (failed(reverse.run(ops)))
    return failure();
  for (unsigned argument : arguments) {
    Value value = function.getArgument(argument);
    Value gradient = reverse.gradientOf(value);
    end->insertOperands(end->getNumOperands(),
                        gradient ? gradient : p.like(value, 0));
    if (failed(function.insertResult(function.getNumResults(), value.getType(),
                                     {})))
      return failure();
  }
  return success();
}

llvm::FailureOr<FuncOp> stablehlo::differentiate(FuncOp loss,
                                                 ArrayRef<unsigned> arguments) {
  if (failed(check(loss, arguments)))
    return failure();
  mlir::OpBuilder b(loss);
  b.setInsertionPointAfter(loss);
  auto function = llvm::cast<FuncOp>(b.clone(*loss));
  function.setName((loss.getName() + "_gradients").str());
  inlineCalls(function);
  if (failed(addGradients(function, arguments))) {
    function.erase();
    return failure();
  }
  function.walk([](Operation *op) { op->removeAttr(derivative::Attribute); });
  return function;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

class Differentiate : public impl::DifferentiateBase<Differentiate> {
public:
  using DifferentiateBase::DifferentiateBase;

  void runOnOperation() override {
    SmallVector<FuncOp> losses;
    for (const std::string &name : functions) {
      auto loss = getOperation().lookupSymbol<FuncOp>(name);
      if (!loss) {
        getOperation().emitError() << "there is no function @" << name;
        return signalPassFailure();
      }
      losses.push_back(loss);
    }
    for (FuncOp loss : losses)
      if (failed(differentiate(loss, argumentsOf(loss))))
        return signalPassFailure();
  }

private:
  /// All arguments of floating-point numbers, if none is named.
  SmallVector<unsigned> argumentsOf(FuncOp loss) const {
    if (!arguments.empty())
      return SmallVector<unsigned>(arguments.begin(), arguments.end());
    SmallVector<unsigned> all;
    for (auto [i, type] : llvm::enumerate(loss.getArgumentTypes()))
      if (isNumber(type))
        all.push_back(i);
    return all;
  }
};

} // namespace
