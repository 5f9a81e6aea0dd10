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
  explicit Inliner(mlir::ModuleOp module) : symbols(module) {}

  /// Replaces the calls of a region, of which those of a list are being
  /// replaced already.
  void run(mlir::Region &region) {
    SmallVector<Operation *> calls;
    region.walk([&](Operation *op) {
      if (llvm::isa<mlir::func::CallOp, stablehlo::CompositeOp>(op))
        calls.push_back(op);
    });
    for (Operation *call : calls)
      replace(call);
  }

private:
  FuncOp calleeOf(Operation *op) {
    if (auto call = llvm::dyn_cast<mlir::func::CallOp>(op))
      return symbols.lookup<FuncOp>(call.getCallee());
    auto composite = llvm::cast<stablehlo::CompositeOp>(op);
    return symbols.lookup<FuncOp>(composite.getDecomposition());
  }

  void replace(Operation *call) {
    FuncOp callee = calleeOf(call);
    if (!callee || callee.isExternal() ||
        !llvm::hasSingleElement(callee.getBody()) ||
        callee.getArgumentTypes() != call->getOperandTypes() ||
        callee.getResultTypes() != call->getResultTypes() || added > MostOps ||
        !active.insert(callee))
      return;
    mlir::OpBuilder builder(call);
    mlir::IRMapping mapping;
    mapping.map(callee.getArguments(), call->getOperands());
    SmallVector<Operation *> nested;
    for (Operation &op : callee.getBody().front().without_terminator()) {
      Operation *copy = builder.clone(op, mapping);
      copy->walk([&](Operation *inner) {
        ++added;
        if (llvm::isa<mlir::func::CallOp, stablehlo::CompositeOp>(inner))
          nested.push_back(inner);
      });
    }
    for (auto [result, value] : llvm::zip_equal(
             call->getResults(),
             callee.getBody().front().getTerminator()->getOperands()))
      result.replaceAllUsesWith(mapping.lookupOrDefault(value));
    call->erase();
    for (Operation *op : nested)
      replace(op);
    active.remove(callee);
  }

  mlir::SymbolTable symbols;
  llvm::SmallSetVector<FuncOp, 8> active;
  int64_t added = 0;
};
} // namespace

void stablehlo::inlineCalls(FuncOp function, mlir::ModuleOp module) {
  Inliner(module).run(function.getBody());
}
