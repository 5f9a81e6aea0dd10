//===- WindowSweep.cpp - The elements of windows --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/WindowSweep.h"
#include "Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace arith = mlir::arith;
namespace scf = mlir::scf;
using namespace trainlint;
using namespace trainlint::stablehlo;

namespace trainlint::cpu {

SmallVector<Window> windowsOf(ArrayRef<int64_t> sizes,
                              const WindowAttributes &attributes,
                              Operation *op) {
  return *makeWindows([op] { return op->emitError(); }, sizes, attributes,
                      WindowConstraints());
}

int64_t tapsOf(ArrayRef<Window> windows) {
  int64_t taps = 1;
  for (const Window &window : windows)
    taps *= window.size;
  return taps;
}

Tap WindowSweep::tapOf(ValueRange origin, int64_t number) {
  Tap tap;
  tap.place.resize(windows.size());
  for (int64_t i = windows.size() - 1; i >= 0; --i) {
    const Window &window = windows[i];
    int64_t first =
        number % window.size * window.windowDilation - window.paddingLow;
    number /= window.size;
    Value position = lowering.linear(loc, origin[i], window.stride, first);
    int64_t last = first + (counts[i] - 1) * window.stride;
    if (first < 0 || last >= shape[i]) {
      tap.isInside = lowering.isAnd(loc, tap.isInside,
                                    lowering.isWithin(loc, position, shape[i]));
      position = lowering.clamp(loc, position, 0, shape[i] - 1);
    }
    tap.place[i] = position;
  }
  return tap;
}

SmallVector<Value> WindowSweep::descend(ValueRange origin,
                                        SmallVector<Value> &offsets,
                                        ValueRange carried, Step step) {
  unsigned depth = offsets.size();
  if (depth == windows.size())
    return visit(origin, offsets, carried, step);
  auto inner = [&](Value offset, ValueRange values) {
    offsets.push_back(offset);
    SmallVector<Value> next = descend(origin, offsets, values, step);
    offsets.pop_back();
    return next;
  };
  Value zero = lowering.index(loc, 0);
  if (windows[depth].size == 1)
    return inner(zero, carried);
  return lowering.loop(loc, zero, lowering.index(loc, windows[depth].size),
                       carried, inner);
}

SmallVector<Value> WindowSweep::visit(ValueRange origin,
                                      ArrayRef<Value> offsets,
                                      ValueRange carried, Step step) {
  mlir::OpBuilder &b = lowering.b;
  SmallVector<Value> place;
  Value inside;
  for (auto [i, window] : llvm::enumerate(windows)) {
    Value position = lowering.add(
        loc, lowering.linear(loc, origin[i], window.stride, -window.paddingLow),
        lowering.linear(loc, offsets[i], window.windowDilation, 0));
    bool mayLeave = window.paddingLow > 0 || window.paddingHigh > 0 ||
                    window.baseDilation > 1;
    if (window.baseDilation > 1) {
      Value dilation = lowering.index(loc, window.baseDilation);
      Value rest = arith::RemSIOp::create(b, loc, position, dilation);
      Value onElement = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                              rest, lowering.index(loc, 0));
      inside = lowering.isAnd(loc, inside, onElement);
      position = arith::DivSIOp::create(b, loc, position, dilation);
    }
    if (mayLeave)
      inside = lowering.isAnd(loc, inside,
                              lowering.isWithin(loc, position, shape[i]));
    place.push_back(position);
  }
  if (!inside)
    return step(place, carried);
  auto branch = scf::IfOp::create(b, loc, carried.getTypes(), inside, true);
  mlir::OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, loc, carried);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, loc, step(place, carried));
  return SmallVector<Value>(branch.getResults());
}

} // namespace trainlint::cpu
