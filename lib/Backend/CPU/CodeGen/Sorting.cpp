//===- Sorting.cpp - Sorting ----------------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Elements.h"
#include "Backend/CPU/CodeGen/Lowering.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

namespace arith = mlir::arith;
namespace scf = mlir::scf;
using namespace trainlint;
using namespace trainlint::stablehlo;

namespace trainlint::cpu {

namespace {

/// Merge sort of one row of each input. Runs of sorted elements, which get
/// twice as long with each pass, are merged from `row` to `other` and copied
/// back. Equal elements keep their order.
class RowSorter {
public:
  RowSorter(Lowering &lowering, SortOp op, int64_t size)
      : lowering(lowering), b(lowering.b), op(op), loc(op.getLoc()),
        size(size) {
    for (Value input : op.getInputs()) {
      auto type = mlir::MemRefType::get(size, storedType(elementTypeIn(input)));
      row.push_back(lowering.allocate(loc, type));
      other.push_back(lowering.allocate(loc, type));
    }
  }

  /// Sorts `row`.
  LogicalResult sort();

  SmallVector<Value> row, other;

private:
  void mergeAll(Value width);
  void merge(Value begin, Value middle, Value end);
  Value comesBefore(Value left, Value right);
  Value minimum(Value left, Value right) {
    return arith::MinUIOp::create(b, loc, left, right);
  }
  Value less(Value left, Value right) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, left,
                                 right);
  }

  Lowering &lowering;
  mlir::OpBuilder &b;
  SortOp op;
  Location loc;
  int64_t size;
  bool hasFailed = false;
};

} // namespace

Value RowSorter::comesBefore(Value left, Value right) {
  SmallVector<Value> elements;
  for (auto [input, buffer] : llvm::zip(op.getInputs(), row))
    for (Value place : {left, right})
      elements.push_back(
          lowering.load(loc, buffer, place, elementTypeIn(input)));
  auto result = lowering.emitBody(op.getComparator(), elements);
  hasFailed |= failed(result);
  return hasFailed ? number(b, loc, b.getI1Type(), 0) : result->front();
}

/// Takes from the right run only what comes before what is left in the left
/// one.
void RowSorter::merge(Value begin, Value middle, Value end) {
  Value last = lowering.index(loc, size - 1), one = lowering.index(loc, 1);
  lowering.loop(
      loc, begin, end, {begin, middle}, [&](Value to, ValueRange heads) {
        Value left = heads[0], right = heads[1];
        Value leftLeft = less(left, middle), rightLeft = less(right, end);
        // Heads that ran out are compared too, with whatever is there.
        Value before = comesBefore(minimum(right, last), minimum(left, last));
        Value leftEmpty = arith::XOrIOp::create(
            b, loc, leftLeft, number(b, loc, b.getI1Type(), 1));
        Value takesRight = arith::OrIOp::create(b, loc, leftEmpty, before);
        takesRight = arith::AndIOp::create(b, loc, takesRight, rightLeft);
        Value from = arith::SelectOp::create(b, loc, takesRight, right, left);
        for (auto [source, target] : llvm::zip(row, other))
          lowering.move(loc, source, from, target, to);
        Value nextLeft = lowering.add(loc, left, one),
              nextRight = lowering.add(loc, right, one);
        return SmallVector<Value>{
            arith::SelectOp::create(b, loc, takesRight, left, nextLeft),
            arith::SelectOp::create(b, loc, takesRight, nextRight, right)};
      });
}

void RowSorter::mergeAll(Value width) {
  Value all = lowering.index(loc, size);
  Value step = lowering.add(loc, width, width);
  auto loop = scf::ForOp::create(b, loc, lowering.index(loc, 0), all, step);
  mlir::OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value begin = loop.getInductionVar();
  merge(begin, minimum(lowering.add(loc, begin, width), all),
        minimum(lowering.add(loc, begin, step), all));
}

LogicalResult RowSorter::sort() {
  Value all = lowering.index(loc, size);
  Type index = b.getIndexType();
  auto passes = scf::WhileOp::create(b, loc, index, lowering.index(loc, 1));
  mlir::OpBuilder::InsertionGuard guard(b);
  b.createBlock(&passes.getBefore(), {}, index, loc);
  Value width = passes.getBefore().getArgument(0);
  scf::ConditionOp::create(b, loc, less(width, all), width);
  b.createBlock(&passes.getAfter(), {}, index, loc);
  width = passes.getAfter().getArgument(0);
  mergeAll(width);
  for (auto [source, target] : llvm::zip(other, row))
    lowering.copy(loc, source, target);
  Value next = lowering.add(loc, width, width);
  scf::YieldOp::create(b, loc, next);
  return llvm::failure(hasFailed);
}

static LogicalResult lowerSortOp(Lowering &lowering, SortOp op) {
  Location loc = op.getLoc();
  llvm::ArrayRef<int64_t> shape = shapeOf(op.getInputs().front());
  SmallVector<Value> inputs = lowering.buffersOfAll(op.getInputs());
  SmallVector<Value> results = lowering.allocateResults(op);
  if (shape.empty() ||
      tensorTypeOf(op.getInputs().front()).getNumElements() == 0) {
    for (auto [input, result] : llvm::zip(inputs, results))
      lowering.copy(loc, input, result);
    return llvm::success();
  }
  int64_t dimension = op.getDimension();
  if (dimension < 0)
    dimension += shape.size();
  RowSorter sorter(lowering, op, shape[dimension]);
  SmallVector<int64_t> outer(shape);
  outer[dimension] = 1;
  LogicalResult done = llvm::success();
  lowering.loops(loc, outer, [&](ValueRange indices) {
    auto move = [&](llvm::ArrayRef<Value> from, llvm::ArrayRef<Value> to,
                    bool toRow) {
      lowering.loops(loc, shape[dimension], [&](ValueRange i) {
        SmallVector<Value> place(indices);
        place[dimension] = i[0];
        for (auto [source, target] : llvm::zip(from, to)) {
          if (toRow)
            lowering.move(loc, source, place, target, i);
          else
            lowering.move(loc, source, i, target, place);
        }
      });
    };
    move(inputs, sorter.row, /*toRow=*/true);
    done = sorter.sort();
    move(sorter.row, results, /*toRow=*/false);
  });
  return done;
}

Lowered lowerSort(Lowering &lowering, Operation *op) {
  return llvm::TypeSwitch<Operation *, Lowered>(op)
      .Case([&](SortOp sort) { return lowerSortOp(lowering, sort); })
      .Default(Lowered());
}

} // namespace trainlint::cpu
