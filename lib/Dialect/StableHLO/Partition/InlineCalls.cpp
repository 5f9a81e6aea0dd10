//===- InlineCalls.cpp - Calls replaced by what they call -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Partition/InlineCalls.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace trainlint;
using mlir::func::FuncOp;

/// Functions that call others twice each would make programs of any length.
static constexpr int64_t MostOps = 1 << 18;

namespace {
class Inliner {
public:
  Inliner(FuncOp function, mlir::ModuleOp module)
      : function(function), symbols(module) {}

  void run() {
    active.insert(function);
    push(function.getOperation());
    // Calls may lie in each other deeper than a stack of C++ calls can.
    while (!pending.empty()) {
      Operation *next = pending.pop_back_val();
      if (next)
        replace(next);
      else
        active.pop_back();
    }
  }

private:
  static bool isCall(Operation *op) {
    return llvm::isa<mlir::func::CallOp, stablehlo::CompositeOp>(op);
  }

  FuncOp calleeOf(Operation *op) {
    if (auto call = llvm::dyn_cast<mlir::func::CallOp>(op))
      return symbols.lookup<FuncOp>(call.getCallee());
    auto composite = llvm::cast<stablehlo::CompositeOp>(op);
    return symbols.lookup<FuncOp>(composite.getDecomposition());
  }

  void push(Operation *root) {
    root->walk([&](Operation *op) {
      ++added;
      if (isCall(op))
        pending.push_back(op);
    });
  }

  void replace(Operation *call) {
    FuncOp callee = calleeOf(call);
    if (!callee || callee.isExternal() ||
        !llvm::hasSingleElement(callee.getBody()) ||
        callee.getArgumentTypes() != call->getOperandTypes() ||
        callee.getResultTypes() != call->getResultTypes() || added > MostOps ||
        !active.insert(callee))
      return;
    pending.push_back(nullptr);
    mlir::OpBuilder builder(call);
    mlir::IRMapping mapping;
    mapping.map(callee.getArguments(), call->getOperands());
    mlir::Block &body = callee.getBody().front();
    for (Operation &op : body.without_terminator())
      push(builder.clone(op, mapping));
    for (auto [result, value] : llvm::zip_equal(
             call->getResults(), body.getTerminator()->getOperands()))
      result.replaceAllUsesWith(mapping.lookupOrDefault(value));
    call->erase();
  }

  FuncOp function;
  mlir::SymbolTable symbols;
  /// Calls that are to be replaced; null where those in a callee end.
  SmallVector<Operation *> pending;
  /// The function, and the callees that are being replaced, from the outside.
  llvm::SmallSetVector<FuncOp, 8> active;
  int64_t added = 0;
};
} // namespace

void stablehlo::inlineCalls(FuncOp function, mlir::ModuleOp module) {
  Inliner(function, module).run();
}
