//===- ReduceWindow.cpp - Operations on windows ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `reduce_window` and `select_and_scatter` as loops over the result, with a
// loop nest over each window inside. Padding and base dilation are never
// materialized: a position of the window that is on no element is skipped by a
// branch, which is emitted only where a window can leave the operand. The work
// is the size of the result times that of a window.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Elements.h"
#include "Backend/CPU/CodeGen/Lowering.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/Windows.h"
#include "Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

namespace arith = mlir::arith;
namespace memref = mlir::memref;
namespace scf = mlir::scf;
using namespace trainlint;
using namespace trainlint::stablehlo;

namespace trainlint::cpu {

/// The windows of an operation that was verified.
static SmallVector<Window> windowsOf(ArrayRef<int64_t> sizes,
                                     const WindowAttributes &attributes,
                                     Operation *op) {
  return *makeWindows([op] { return op->emitError(); }, sizes, attributes,
                      WindowConstraints());
}

namespace {

/// The elements that a window covers, one after the other.
class Sweep {
public:
  Sweep(Lowering &lowering, Location loc, ArrayRef<int64_t> shape,
        ArrayRef<Window> windows)
      : lowering(lowering), loc(loc), shape(shape), windows(windows) {}

  /// What becomes of the carried values at an index of the operand.
  using Step = llvm::function_ref<SmallVector<Value>(ValueRange place,
                                                     ValueRange carried)>;

  /// Sweeps over the window at an index of the result. Padding is left out.
  SmallVector<Value> run(ValueRange origin, ValueRange carried, Step step) {
    SmallVector<Value> offsets;
    return descend(origin, offsets, carried, step);
  }

private:
  SmallVector<Value> descend(ValueRange origin, SmallVector<Value> &offsets,
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

  SmallVector<Value> visit(ValueRange origin, ArrayRef<Value> offsets,
                           ValueRange carried, Step step) {
    mlir::OpBuilder &b = lowering.b;
    SmallVector<Value> place;
    Value inside;
    for (auto [i, window] : llvm::enumerate(windows)) {
      Value position = lowering.add(
          loc,
          lowering.linear(loc, origin[i], window.stride, -window.paddingLow),
          lowering.linear(loc, offsets[i], window.windowDilation, 0));
      bool mayLeave = window.paddingLow > 0 || window.paddingHigh > 0 ||
                      window.baseDilation > 1;
      if (window.baseDilation > 1) {
        Value dilation = lowering.index(loc, window.baseDilation);
        Value rest = arith::RemSIOp::create(b, loc, position, dilation);
        Value onElement = arith::CmpIOp::create(
            b, loc, arith::CmpIPredicate::eq, rest, lowering.index(loc, 0));
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

  Lowering &lowering;
  Location loc;
  ArrayRef<int64_t> shape;
  ArrayRef<Window> windows;
};

} // namespace

static LogicalResult lowerReduceWindow(Lowering &lowering, ReduceWindowOp op) {
  Location loc = op.getLoc();
  SmallVector<Value> inputs = lowering.buffersOfAll(op.getInputs());
  SmallVector<Value> initials = lowering.buffersOfAll(op.getInitValues());
  SmallVector<Value> results = lowering.allocateResults(op);
  SmallVector<Window> windows = windowsOf(
      op.getWindowDimensions(),
      {op.getWindowStrides(),
       op.getBaseDilations(),
       op.getWindowDilations(),
       llvm::cast_if_present<mlir::DenseIntElementsAttr>(op.getPaddingAttr()),
       {}},
      op);
  Sweep sweep(lowering, loc, shapeOf(op.getInputs().front()), windows);
  bool hasFailed = false;
  lowering.parallelLoops(
      loc, shapeOf(op.getResults().front()), [&](ValueRange origin) {
        SmallVector<Value> start =
            lowering.loadAll(loc, op.getInitValues(), initials, {});
        SmallVector<Value> totals =
            sweep.run(origin, start, [&](ValueRange place, ValueRange carried) {
              SmallVector<Value> elements(carried);
              llvm::append_range(elements, lowering.loadAll(loc, op.getInputs(),
                                                            inputs, place));
              auto next = lowering.emitBody(op.getBody(), elements);
              hasFailed |= failed(next);
              return hasFailed ? SmallVector<Value>(carried) : *next;
            });
        lowering.storeAll(loc, totals, op.getResults(), results, origin);
      });
  return llvm::failure(hasFailed);
}

namespace {

/// select_and_scatter over windows that have no element in common. Each element
/// is written once: the one that its window selects gets the source's, the
/// others what they begin with. No place is computed from data, so that the
/// loops become vectors.
class DisjointScatter {
public:
  DisjointScatter(Lowering &lowering, SelectAndScatterOp op,
                  ArrayRef<Window> windows)
      : lowering(lowering), b(lowering.b), op(op), loc(op.getLoc()),
        windows(windows), element(elementTypeIn(op.getOperand())),
        operand(lowering.bufferOf(op.getOperand())),
        source(lowering.bufferOf(op.getSource())),
        initial(lowering.bufferOf(op.getInitValue())),
        result(lowering.allocateResult(op.getResult())) {}

  /// The windows have no element in common, and few enough to have code for
  /// each.
  static bool fits(Lowering &lowering, SelectAndScatterOp op,
                   ArrayRef<Window> windows);
  void lower();

private:
  SmallVector<Value> placeOf(ValueRange origin, int64_t tap);
  void lowerWindow(ValueRange origin);

  Lowering &lowering;
  mlir::OpBuilder &b;
  SelectAndScatterOp op;
  Location loc;
  ArrayRef<Window> windows;
  Type element;
  Value operand, source, initial, result;
};

} // namespace

static int64_t tapsOf(ArrayRef<Window> windows) {
  int64_t taps = 1;
  for (const Window &window : windows)
    taps *= window.size;
  return taps;
}

bool DisjointScatter::fits(Lowering &lowering, SelectAndScatterOp op,
                           ArrayRef<Window> windows) {
  constexpr int64_t mostTaps = 16;
  return tapsOf(windows) <= mostTaps &&
         llvm::all_of(windows,
                      [](const Window &window) {
                        return window.paddingLow == 0 &&
                               window.paddingHigh <= 0 &&
                               window.stride >= window.size;
                      }) &&
         lowering.isScalarBody(op.getSelect()) &&
         lowering.isScalarBody(op.getScatter());
}

/// An element of the window, by its index.
SmallVector<Value> DisjointScatter::placeOf(ValueRange origin, int64_t tap) {
  SmallVector<Value> place(windows.size());
  for (int64_t i = windows.size() - 1; i >= 0; --i) {
    place[i] = lowering.linear(loc, origin[i], windows[i].stride,
                               tap % windows[i].size);
    tap /= windows[i].size;
  }
  return place;
}

void DisjointScatter::lowerWindow(ValueRange origin) {
  int64_t taps = tapsOf(windows);
  auto numberOf = [&](int64_t tap) {
    return number(b, loc, b.getI32Type(), tap);
  };
  auto load = [&](int64_t tap) {
    return lowering.load(loc, operand, placeOf(origin, tap), element);
  };
  Value best = load(0), selected = numberOf(0);
  for (int64_t tap = 1; tap < taps; ++tap) {
    Value candidate = load(tap);
    Value keeps = lowering.emitBody(op.getSelect(), {best, candidate})->front();
    best = arith::SelectOp::create(b, loc, keeps, best, candidate);
    selected = arith::SelectOp::create(b, loc, keeps, selected, numberOf(tap));
  }
  Value start = lowering.load(loc, initial, {}, element);
  Value value = lowering.load(loc, source, origin, element);
  Value sum = lowering.emitBody(op.getScatter(), {start, value})->front();
  for (int64_t tap = 0; tap < taps; ++tap) {
    Value isSelected = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                             selected, numberOf(tap));
    lowering.store(loc, arith::SelectOp::create(b, loc, isSelected, sum, start),
                   result, placeOf(origin, tap), element);
  }
}

void DisjointScatter::lower() {
  ArrayRef<int64_t> places = shapeOf(op.getSource());
  bool coversAll = llvm::all_of(
      llvm::zip(windows, places, shapeOf(op.getResult())), [](auto dimension) {
        auto [window, count, size] = dimension;
        return (window.stride == window.size || count == 1) &&
               count * window.size == size;
      });
  if (!coversAll)
    lowering.fill(loc, result, memref::LoadOp::create(b, loc, initial));
  lowering.parallelLoops(loc, places,
                         [&](ValueRange origin) { lowerWindow(origin); });
}

/// The first element of a window is selected; a further one replaces it if the
/// body does not prefer the one before. Padding is never selected.
static LogicalResult lowerSelectAndScatter(Lowering &lowering,
                                           SelectAndScatterOp op) {
  mlir::OpBuilder &b = lowering.b;
  Location loc = op.getLoc();
  Type element = elementTypeIn(op.getOperand());
  ArrayRef<int64_t> shape = shapeOf(op.getOperand());
  size_t rank = shape.size();
  SmallVector<int64_t> ones(rank, 1);
  SmallVector<Window> windows = windowsOf(
      op.getWindowDimensions().value_or(ones),
      {op.getWindowStrides(),
       {},
       {},
       llvm::cast_if_present<mlir::DenseIntElementsAttr>(op.getPaddingAttr()),
       {}},
      op);
  if (DisjointScatter::fits(lowering, op, windows)) {
    DisjointScatter(lowering, op, windows).lower();
    return llvm::success();
  }
  Value operand = lowering.bufferOf(op.getOperand());
  Value source = lowering.bufferOf(op.getSource());
  Value initial = lowering.bufferOf(op.getInitValue());
  Value result = lowering.allocateResult(op.getResult());
  lowering.fill(loc, result, memref::LoadOp::create(b, loc, initial));
  Sweep sweep(lowering, loc, shape, windows);
  bool hasFailed = false;
  lowering.loops(loc, shapeOf(op.getSource()), [&](ValueRange origin) {
    // Carried: whether one is selected, its value and its place.
    SmallVector<Value> start = {number(b, loc, b.getI1Type(), 0),
                                number(b, loc, computedType(element), 0)};
    start.append(rank, lowering.index(loc, 0));
    SmallVector<Value> selected =
        sweep.run(origin, start, [&](ValueRange place, ValueRange carried) {
          Value candidate = lowering.load(loc, operand, place, element);
          auto keeps =
              lowering.emitBody(op.getSelect(), {carried[1], candidate});
          hasFailed |= failed(keeps);
          if (hasFailed)
            return SmallVector<Value>(carried);
          Value keep =
              arith::AndIOp::create(b, loc, carried[0], keeps->front());
          SmallVector<Value> next = {number(b, loc, b.getI1Type(), 1)};
          SmallVector<Value> taken = {candidate};
          llvm::append_range(taken, place);
          for (auto [old, fresh] : llvm::zip(carried.drop_front(), taken))
            next.push_back(arith::SelectOp::create(b, loc, keep, old, fresh));
          return next;
        });
    lowering.when(loc, selected[0], [&] {
      ValueRange place = ValueRange(selected).drop_front(2);
      Value sum = lowering.load(loc, result, place, element);
      Value value = lowering.load(loc, source, origin, element);
      auto next = lowering.emitBody(op.getScatter(), {sum, value});
      hasFailed |= failed(next);
      if (!hasFailed)
        lowering.store(loc, next->front(), result, place, element);
    });
  });
  return llvm::failure(hasFailed);
}

Lowered lowerWindow(Lowering &lowering, Operation *op) {
  return llvm::TypeSwitch<Operation *, Lowered>(op)
      .Case([&](ReduceWindowOp reduce) {
        return lowerReduceWindow(lowering, reduce);
      })
      .Case([&](SelectAndScatterOp scatter) {
        return lowerSelectAndScatter(lowering, scatter);
      })
      .Default(Lowered());
}

} // namespace trainlint::cpu
