//===- SelectAndScatter.cpp - Gradients of maximum pools ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Elements.h"
#include "Backend/CPU/CodeGen/WindowSweep.h"
#include "Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace arith = mlir::arith;
namespace memref = mlir::memref;
using namespace trainlint;
using namespace trainlint::stablehlo;

namespace trainlint::cpu {

namespace {

/// A select_and_scatter whose windows have few enough elements to have code for
/// each. No place is computed from data where it can be helped, so that loops
/// become vectors.
class WindowScatter {
public:
  WindowScatter(Lowering &lowering, SelectAndScatterOp op,
                ArrayRef<Window> windows)
      : lowering(lowering), b(lowering.b), op(op), loc(op.getLoc()),
        windows(windows), shape(shapeOf(op.getOperand())),
        counts(shapeOf(op.getSource())),
        element(elementTypeIn(op.getOperand())),
        operand(lowering.bufferOf(op.getOperand())),
        source(lowering.bufferOf(op.getSource())),
        initial(lowering.bufferOf(op.getInitValue())),
        result(lowering.allocateResult(op.getResult())),
        sweep(lowering, loc, shape, counts, windows) {}

protected:
  static bool isUnrolled(Lowering &lowering, SelectAndScatterOp op,
                         ArrayRef<Window> windows) {
    return tapsOf(windows) <= mostUnrolledTaps &&
           lowering.isScalarBody(op.getSelect()) &&
           lowering.isScalarBody(op.getScatter());
  }

  Lowering &lowering;
  mlir::OpBuilder &b;
  SelectAndScatterOp op;
  Location loc;
  ArrayRef<Window> windows;
  ArrayRef<int64_t> shape, counts;
  Type element;
  Value operand, source, initial, result;
  WindowSweep sweep;
};

/// Windows that have no element in common. Each element is written once: the
/// one that its window selects gets the source's, the others what they begin
/// with.
class DisjointScatter : WindowScatter {
public:
  using WindowScatter::WindowScatter;

  static bool fits(Lowering &lowering, SelectAndScatterOp op,
                   ArrayRef<Window> windows);
  void lower();

private:
  void lowerWindow(ValueRange origin);
};

} // namespace

bool DisjointScatter::fits(Lowering &lowering, SelectAndScatterOp op,
                           ArrayRef<Window> windows) {
  auto isApart = [](const Window &window) {
    return window.paddingLow == 0 && window.paddingHigh <= 0 &&
           window.stride >= window.size;
  };
  return llvm::all_of(windows, isApart) && isUnrolled(lowering, op, windows);
}

void DisjointScatter::lowerWindow(ValueRange origin) {
  int64_t taps = tapsOf(windows);
  auto numberOf = [&](int64_t tap) {
    return number(b, loc, b.getI32Type(), tap);
  };
  auto load = [&](int64_t tap) {
    return lowering.load(loc, operand, sweep.tapOf(origin, tap).place, element);
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
                   result, sweep.tapOf(origin, tap).place, element);
  }
}

void DisjointScatter::lower() {
  bool coversAll =
      llvm::all_of(llvm::zip(windows, counts, shape), [](auto dimension) {
        auto [window, count, size] = dimension;
        return (window.stride == window.size || count == 1) &&
               count * window.size == size;
      });
  if (!coversAll)
    lowering.fill(loc, result, memref::LoadOp::create(b, loc, initial));
  lowering.parallelLoops(loc, counts,
                         [&](ValueRange origin) { lowerWindow(origin); });
}

namespace {

/// Windows that overlap. First each window selects an element, whose number is
/// kept. Then the source's elements are added to those. Windows overlap only in
/// the dimensions that they extend in, so that what lies before these is shared
/// by threads.
class OverlappingScatter : WindowScatter {
public:
  OverlappingScatter(Lowering &lowering, SelectAndScatterOp op,
                     ArrayRef<Window> windows)
      : WindowScatter(lowering, op, windows) {
    while (common < windows.size() && isPoint(windows[common]))
      ++common;
  }

  /// Each window has an element.
  static bool fits(Lowering &lowering, SelectAndScatterOp op,
                   ArrayRef<Window> windows);
  void lower();

private:
  static bool isPoint(const Window &window) {
    return window.size == 1 && window.stride == 1 && window.paddingLow == 0 &&
           window.paddingHigh == 0;
  }
  Value numberOf(ValueRange place);
  void select(Value selected);
  void scatter(Value selected);
  Value asPlanes(Value buffer, ArrayRef<int64_t> sizes);

  /// The dimensions before the first in which windows extend.
  size_t common = 0;
};

} // namespace

bool OverlappingScatter::fits(Lowering &lowering, SelectAndScatterOp op,
                              ArrayRef<Window> windows) {
  auto isNeverEmpty = [](auto dimension) {
    auto [window, size, count] = dimension;
    int64_t last = (count - 1) * window.stride - window.paddingLow;
    return window.paddingLow < window.size && last < size;
  };
  ArrayRef<int64_t> shape = shapeOf(op.getOperand());
  return llvm::product_of(shape) <= std::numeric_limits<int32_t>::max() &&
         llvm::all_of(llvm::zip(windows, shape, shapeOf(op.getSource())),
                      isNeverEmpty) &&
         isUnrolled(lowering, op, windows);
}

/// The number of an element among those that share the common dimensions.
Value OverlappingScatter::numberOf(ValueRange place) {
  Value number = lowering.index(loc, 0);
  for (size_t i = common; i < shape.size(); ++i)
    number = lowering.add(
        loc, lowering.multiply(loc, number, lowering.index(loc, shape[i])),
        place[i]);
  return arith::IndexCastOp::create(b, loc, b.getI32Type(), number);
}

void OverlappingScatter::select(Value selected) {
  lowering.parallelLoops(loc, counts, [&](ValueRange origin) {
    // Whether an element was selected, null if that is certain.
    Value isAny;
    Value best, chosen;
    for (int64_t i = 0; i < tapsOf(windows); ++i) {
      Tap tap = sweep.tapOf(origin, i);
      Value candidate = lowering.load(loc, operand, tap.place, element);
      Value own = numberOf(tap.place);
      if (!best) {
        best = candidate;
        chosen = own;
        isAny = tap.isInside;
        continue;
      }
      Value keeps =
          lowering.emitBody(op.getSelect(), {best, candidate})->front();
      if (isAny)
        keeps = arith::AndIOp::create(b, loc, keeps, isAny);
      if (tap.isInside) {
        Value isOutside = arith::XOrIOp::create(
            b, loc, tap.isInside, number(b, loc, b.getI1Type(), 1));
        keeps = arith::OrIOp::create(b, loc, keeps, isOutside);
      }
      best = arith::SelectOp::create(b, loc, keeps, best, candidate);
      chosen = arith::SelectOp::create(b, loc, keeps, chosen, own);
      if (isAny && tap.isInside)
        isAny = arith::OrIOp::create(b, loc, isAny, tap.isInside);
      else
        isAny = {};
    }
    memref::StoreOp::create(b, loc, chosen, selected, origin);
  });
}

/// A buffer as a plane for each index of the common dimensions.
Value OverlappingScatter::asPlanes(Value buffer, ArrayRef<int64_t> sizes) {
  return lowering.reshape(loc, buffer,
                          {llvm::product_of(sizes.take_front(common)),
                           llvm::product_of(sizes.drop_front(common))});
}

void OverlappingScatter::scatter(Value selected) {
  Value from = asPlanes(source, counts), chosen = asPlanes(selected, counts),
        to = asPlanes(result, shape);
  int64_t planes = llvm::product_of(shape.take_front(common));
  int64_t elements = llvm::product_of(shape.drop_front(common));
  int64_t places = llvm::product_of(counts.drop_front(common));
  lowering.parallelLoops(loc, planes, [&](ValueRange plane) {
    Value start = lowering.load(loc, initial, {}, element);
    lowering.loops(loc, elements, [&](ValueRange index) {
      lowering.store(loc, start, to, {plane[0], index[0]}, element);
    });
    lowering.loops(loc, places, [&](ValueRange index) {
      Value number = memref::LoadOp::create(b, loc, chosen,
                                            ValueRange{plane[0], index[0]});
      Value target =
          arith::IndexCastOp::create(b, loc, b.getIndexType(), number);
      Value sum = lowering.load(loc, to, {plane[0], target}, element);
      Value value = lowering.load(loc, from, {plane[0], index[0]}, element);
      sum = lowering.emitBody(op.getScatter(), {sum, value})->front();
      lowering.store(loc, sum, to, {plane[0], target}, element);
    });
  });
}

void OverlappingScatter::lower() {
  Value selected =
      lowering.allocate(loc, mlir::MemRefType::get(counts, b.getI32Type()));
  select(selected);
  scatter(selected);
}

/// The first element of a window is selected; a further one replaces it if the
/// body does not prefer the one before. Padding is never selected.
LogicalResult lowerSelectAndScatter(Lowering &lowering, SelectAndScatterOp op) {
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
  if (OverlappingScatter::fits(lowering, op, windows)) {
    OverlappingScatter(lowering, op, windows).lower();
    return llvm::success();
  }
  Value operand = lowering.bufferOf(op.getOperand());
  Value source = lowering.bufferOf(op.getSource());
  Value initial = lowering.bufferOf(op.getInitValue());
  Value result = lowering.allocateResult(op.getResult());
  lowering.fill(loc, result, memref::LoadOp::create(b, loc, initial));
  WindowSweep sweep(lowering, loc, shape, shapeOf(op.getSource()), windows);
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

} // namespace trainlint::cpu
