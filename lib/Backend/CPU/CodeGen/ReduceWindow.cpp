//===- ReduceWindow.cpp - Reductions of windows ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `reduce_window` as loops over the result. Windows of few elements have code
// for each of them: what lies in the padding is read from an element beside it
// and left out by a selection, so that nothing branches. Others have a loop
// nest inside, where a position that is on no element is skipped by a branch.
// Padding and base dilation are never materialized. The work is the size of the
// result times that of a window.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Elements.h"
#include "Backend/CPU/CodeGen/WindowSweep.h"
#include "Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
namespace arith = mlir::arith;

namespace trainlint::cpu {

namespace {

class WindowReduction {
public:
  WindowReduction(Lowering &lowering, ReduceWindowOp op)
      : lowering(lowering), op(op), loc(op.getLoc()),
        shape(shapeOf(op.getInputs().front())),
        inputs(lowering.buffersOfAll(op.getInputs())),
        initials(lowering.buffersOfAll(op.getInitValues())),
        results(lowering.allocateResults(op)),
        windows(windowsOf(op.getWindowDimensions(),
                          {op.getWindowStrides(),
                           op.getBaseDilations(),
                           op.getWindowDilations(),
                           llvm::cast_if_present<mlir::DenseIntElementsAttr>(
                               op.getPaddingAttr()),
                           {}},
                          op)),
        sweep(lowering, loc, shape, shapeOf(op.getResults().front()), windows) {
  }

  LogicalResult lower();

private:
  bool isUnrolled();
  SmallVector<Value> combine(ValueRange totals, ValueRange place);
  SmallVector<Value> combineTaps(ValueRange origin, ValueRange start);

  Lowering &lowering;
  ReduceWindowOp op;
  Location loc;
  ArrayRef<int64_t> shape;
  SmallVector<Value> inputs, initials, results;
  SmallVector<Window> windows;
  WindowSweep sweep;
  bool hasFailed = false;
};

} // namespace

bool WindowReduction::isUnrolled() {
  return tapsOf(windows) <= mostUnrolledTaps && !llvm::is_contained(shape, 0) &&
         llvm::all_of(
             windows,
             [](const Window &window) { return window.baseDilation == 1; }) &&
         lowering.isScalarBody(op.getBody());
}

/// The totals with the elements at a place.
SmallVector<Value> WindowReduction::combine(ValueRange totals,
                                            ValueRange place) {
  SmallVector<Value> elements(totals);
  llvm::append_range(elements,
                     lowering.loadAll(loc, op.getInputs(), inputs, place));
  auto next = lowering.emitBody(op.getBody(), elements);
  hasFailed |= failed(next);
  return hasFailed ? SmallVector<Value>(totals) : *next;
}

SmallVector<Value> WindowReduction::combineTaps(ValueRange origin,
                                                ValueRange start) {
  SmallVector<Value> totals(start);
  for (int64_t number = 0; number < tapsOf(windows); ++number) {
    Tap tap = sweep.tapOf(origin, number);
    SmallVector<Value> next = combine(totals, tap.place);
    if (tap.isInside)
      for (auto [total, before] : llvm::zip(next, totals))
        total = arith::SelectOp::create(lowering.b, loc, tap.isInside, total,
                                        before);
    totals = next;
  }
  return totals;
}

LogicalResult WindowReduction::lower() {
  bool unrolled = isUnrolled();
  lowering.parallelLoops(
      loc, shapeOf(op.getResults().front()), [&](ValueRange origin) {
        SmallVector<Value> start =
            lowering.loadAll(loc, op.getInitValues(), initials, {});
        SmallVector<Value> totals =
            unrolled ? combineTaps(origin, start)
                     : sweep.run(origin, start,
                                 [&](ValueRange place, ValueRange carried) {
                                   return combine(carried, place);
                                 });
        lowering.storeAll(loc, totals, op.getResults(), results, origin);
      });
  return llvm::failure(hasFailed);
}

Lowered lowerWindow(Lowering &lowering, Operation *op) {
  return llvm::TypeSwitch<Operation *, Lowered>(op)
      .Case([&](ReduceWindowOp reduce) {
        return WindowReduction(lowering, reduce).lower();
      })
      .Case([&](SelectAndScatterOp scatter) {
        return lowerSelectAndScatter(lowering, scatter);
      })
      .Default(Lowered());
}

} // namespace trainlint::cpu
