//===- Reductions.cpp - Reductions ----------------------------------------===//
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
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

namespace arith = mlir::arith;
namespace memref = mlir::memref;
using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::utils::IteratorType;

namespace trainlint::cpu {

namespace {

/// A reduction with the expressions of its inputs.
class Reducer {
public:
  Reducer(Lowering &lowering, ReduceOp op)
      : lowering(lowering), b(lowering.b), op(op), loc(op.getLoc()),
        rank(shapeOf(op.getInputs().front()).size()),
        expression(lowering, shapeOf(op.getInputs().front())),
        identity(b.getMultiDimIdentityMap(rank)) {
    for (unsigned i = 0; i < rank; ++i)
      (llvm::is_contained(op.getDimensions(), int64_t(i)) ? reduced : kept)
          .push_back(i);
    for (Value input : op.getInputs())
      expression.collect(input, identity);
    for (auto [buffer, map] : llvm::zip(expression.inputs(), expression.maps()))
      leaves.push_back({buffer, map});
    initials = lowering.buffersOfAll(op.getInitValues());
    results = lowering.allocateResults(op);
  }

  LogicalResult lower();

private:
  /// A buffer and where it is read.
  struct Leaf {
    Value buffer;
    AffineMap map;
  };

  /// Makes one loop of those over the last dimensions, where all buffers lie in
  /// their order: short loops would add up their vectors each time.
  void joinLastLoops();
  std::optional<Leaf> withJoined(const Leaf &leaf, unsigned count);
  /// Each loop over a reduced dimension is one over a dimension of a buffer.
  bool hasExtents() const;
  LogicalResult lowerInRegisters();
  LogicalResult lowerInMemory();
  LogicalResult lowerInColumns(int64_t columns);
  SmallVector<Value> steps(unsigned depth, SmallVector<Value> indices,
                           ValueRange sums);
  SmallVector<Value> readAll(ValueRange loaded,
                             llvm::function_ref<Value(unsigned)> at);
  SmallVector<Value> combine(ValueRange sums, ArrayRef<Value> indices);
  void fillResults();

  Lowering &lowering;
  mlir::OpBuilder &b;
  ReduceOp op;
  Location loc;
  unsigned rank;
  Expression expression;
  AffineMap identity;
  SmallVector<Leaf> leaves;
  /// How many of the last dimensions are one loop.
  unsigned joined = 1;
  SmallVector<unsigned> reduced, kept;
  SmallVector<Value> initials, results;
  bool hasFailed = false;
};

} // namespace

SmallVector<Value> Reducer::readAll(ValueRange loaded,
                                    llvm::function_ref<Value(unsigned)> at) {
  SmallVector<Value> elements;
  for (Value input : op.getInputs())
    elements.push_back(expression.read(input, identity, loaded, at));
  return elements;
}

/// Sums may be taken in any order, so several are taken at once.
static void allowReordering(Lowering &lowering, ArrayRef<Value> values) {
  for (Value value : values)
    if (Operation *op = value.getDefiningOp())
      if (llvm::isa<arith::AddFOp, arith::MulFOp>(op))
        op->setAttr("fastmath", arith::FastMathFlagsAttr::get(
                                    lowering.b.getContext(),
                                    arith::FastMathFlags::reassoc));
}

/// The sums with the elements at the indices of all loops.
SmallVector<Value> Reducer::combine(ValueRange sums, ArrayRef<Value> indices) {
  auto at = [&](unsigned i) { return indices[i]; };
  SmallVector<Value> loaded;
  for (const Leaf &leaf : leaves) {
    SmallVector<Value> place;
    for (mlir::AffineExpr result : leaf.map.getResults())
      place.push_back(lowering.place(loc, result, at));
    loaded.push_back(memref::LoadOp::create(b, loc, leaf.buffer, place));
  }
  SmallVector<Value> elements(sums);
  llvm::append_range(elements, readAll(loaded, at));
  auto next = lowering.emitBody(op.getBody(), elements);
  hasFailed |= failed(next);
  return hasFailed ? SmallVector<Value>(sums) : *next;
}

/// The loops over the reduced dimensions, from one of them inwards.
SmallVector<Value> Reducer::steps(unsigned depth, SmallVector<Value> indices,
                                  ValueRange sums) {
  if (depth + joined <= reduced.size()) {
    ArrayRef<int64_t> shape = shapeOf(op.getInputs().front());
    bool isJoined = joined > 1 && depth + joined == reduced.size();
    int64_t size = isJoined ? llvm::product_of(shape.take_back(joined))
                            : shape[reduced[depth]];
    return lowering.loop(loc, lowering.index(loc, 0), lowering.index(loc, size),
                         sums, [&](Value index, ValueRange carried) {
                           indices[reduced[depth]] = index;
                           return steps(depth + 1, indices, carried);
                         });
  }
  SmallVector<Value> next = combine(sums, indices);
  allowReordering(lowering, next);
  return next;
}

/// The buffer with its last dimensions as one, if these loops go through them,
/// or as it is, if they do not read it; none otherwise.
std::optional<Reducer::Leaf> Reducer::withJoined(const Leaf &leaf,
                                                 unsigned count) {
  ArrayRef<mlir::AffineExpr> places = leaf.map.getResults();
  auto isJoined = [&](mlir::AffineExpr place) {
    for (unsigned i = rank - count; i < rank; ++i)
      if (place.isFunctionOfDim(i))
        return true;
    return false;
  };
  if (llvm::none_of(places, isJoined))
    return leaf;
  if (places.size() < count || llvm::any_of(places.drop_back(count), isJoined))
    return std::nullopt;
  auto type = llvm::cast<mlir::MemRefType>(leaf.buffer.getType());
  ArrayRef<int64_t> shape = shapeOf(op.getInputs().front());
  bool isInOrder = type.getLayout().isIdentity() &&
                   type.getShape().take_back(count) == shape.take_back(count);
  for (unsigned i = 0; i < count; ++i)
    isInOrder &= places[places.size() - count + i] ==
                 b.getAffineDimExpr(rank - count + i);
  if (!isInOrder)
    return std::nullopt;
  SmallVector<int64_t> sizes(type.getShape().drop_back(count));
  sizes.push_back(llvm::product_of(shape.take_back(count)));
  SmallVector<mlir::AffineExpr> rest(places.drop_back(count));
  rest.push_back(b.getAffineDimExpr(rank - count));
  return Leaf{lowering.reshape(loc, leaf.buffer, sizes),
              AffineMap::get(rank, 0, rest, b.getContext())};
}

void Reducer::joinLastLoops() {
  unsigned count = 0;
  while (count < reduced.size() &&
         reduced[reduced.size() - 1 - count] == rank - 1 - count)
    ++count;
  if (count < 2 || expression.readsIndices())
    return;
  SmallVector<Leaf> all;
  for (const Leaf &leaf : leaves)
    if (std::optional<Leaf> one = withJoined(leaf, count))
      all.push_back(*one);
  if (all.size() != leaves.size())
    return;
  leaves = std::move(all);
  joined = count;
}

/// Elements that lie next to each other are summed up in registers.
LogicalResult Reducer::lowerInRegisters() {
  joinLastLoops();
  ArrayRef<int64_t> shape = shapeOf(op.getInputs().front());
  SmallVector<int64_t> sizes;
  for (unsigned i : kept)
    sizes.push_back(shape[i]);
  lowering.parallelLoops(loc, sizes, [&](ValueRange outer) {
    SmallVector<Value> indices(rank);
    for (auto [i, index] : llvm::zip(kept, outer))
      indices[i] = index;
    SmallVector<Value> sums =
        lowering.loadAll(loc, op.getInitValues(), initials, {});
    SmallVector<Value> totals = steps(0, indices, sums);
    lowering.storeAll(loc, totals, op.getResults(), results, outer);
  });
  return llvm::failure(hasFailed);
}

void Reducer::fillResults() {
  for (auto [initial, buffer] : llvm::zip(initials, results))
    lowering.fill(loc, buffer, memref::LoadOp::create(b, loc, initial));
}

/// Columns that are added up beside each other, so that threads can share them:
/// as many as make whole parts, and long enough for vectors and cache lines;
/// none if there is one part.
static std::optional<int64_t> columnsOf(int64_t size) {
  constexpr int64_t fewestColumns = 128;
  for (int64_t parts : {8, 4, 2})
    if (size % parts == 0 && size / parts >= fewestColumns)
      return size / parts;
  return std::nullopt;
}

/// Rows are added to a row of results, some columns after the others.
LogicalResult Reducer::lowerInColumns(int64_t columns) {
  fillResults();
  SmallVector<int64_t> sizes(shapeOf(op.getInputs().front()));
  int64_t parts = sizes.back() / columns;
  sizes.back() = columns;
  lowering.parallelLoops(loc, parts, [&](ValueRange part) {
    lowering.loops(loc, sizes, [&](ValueRange inner) {
      SmallVector<Value> indices(inner);
      indices.back() = lowering.add(
          loc, lowering.linear(loc, part[0], columns, 0), indices.back());
      SmallVector<Value> place;
      for (unsigned i : kept)
        place.push_back(indices[i]);
      SmallVector<Value> sums =
          lowering.loadAll(loc, op.getResults(), results, place);
      lowering.storeAll(loc, combine(sums, indices), op.getResults(), results,
                        place);
    });
  });
  return llvm::failure(hasFailed);
}

/// Rows are added to a row of results.
LogicalResult Reducer::lowerInMemory() {
  if (!reduced.empty())
    if (auto columns = columnsOf(shapeOf(op.getInputs().front()).back()))
      return lowerInColumns(*columns);
  fillResults();
  SmallVector<AffineMap> maps(expression.maps());
  SmallVector<mlir::AffineExpr> places;
  for (unsigned i : kept)
    places.push_back(b.getAffineDimExpr(i));
  maps.append(results.size(), AffineMap::get(rank, 0, places, b.getContext()));
  SmallVector<IteratorType> iterators(rank, IteratorType::parallel);
  for (unsigned i : reduced)
    iterators[i] = IteratorType::reduction;
  auto index = [&](unsigned i) -> Value {
    return mlir::linalg::IndexOp::create(b, loc, i);
  };
  unsigned inputs = expression.inputs().size();
  lowering.generic(
      loc, expression.inputs(), results, maps, iterators,
      [&](ValueRange arguments) {
        SmallVector<Value> elements;
        for (auto [sum, result] :
             llvm::zip(arguments.drop_front(inputs), op.getResults()))
          elements.push_back(unpack(b, loc, sum, elementTypeIn(result)));
        llvm::append_range(elements,
                           readAll(arguments.take_front(inputs), index));
        SmallVector<Value> sums = *lowering.emitBody(op.getBody(), elements);
        for (auto [sum, result] : llvm::zip(sums, op.getResults()))
          sum = pack(b, loc, sum, elementTypeIn(result));
        return sums;
      });
  return success();
}

bool Reducer::hasExtents() const {
  return llvm::all_of(reduced, [&](unsigned dimension) {
    mlir::AffineExpr loop = mlir::getAffineDimExpr(dimension, b.getContext());
    return llvm::any_of(expression.maps(), [&](AffineMap map) {
      return llvm::is_contained(map.getResults(), loop);
    });
  });
}

LogicalResult Reducer::lower() {
  bool innermost = !reduced.empty() && reduced.back() + 1 == rank;
  if (innermost || !lowering.isScalarBody(op.getBody()) || !hasExtents())
    return lowerInRegisters();
  return lowerInMemory();
}

/// A map whose body holds more than operations on elements.
static LogicalResult lowerMap(Lowering &lowering, MapOp op) {
  Location loc = op.getLoc();
  SmallVector<Value> inputs = lowering.buffersOfAll(op.getInputs());
  Value result = lowering.allocateResult(op.getResult());
  bool hasFailed = false;
  lowering.loops(loc, shapeOf(op.getResult()), [&](ValueRange indices) {
    SmallVector<Value> elements =
        lowering.loadAll(loc, op.getInputs(), inputs, indices);
    auto computed = lowering.emitBody(op.getComputation(), elements);
    hasFailed |= failed(computed);
    if (!hasFailed)
      lowering.store(loc, computed->front(), result, indices,
                     elementTypeIn(op.getResult()));
  });
  return llvm::failure(hasFailed);
}

Lowered lowerReduction(Lowering &lowering, Operation *op) {
  return llvm::TypeSwitch<Operation *, Lowered>(op)
      .Case([&](ReduceOp reduce) { return Reducer(lowering, reduce).lower(); })
      .Case([&](MapOp map) { return lowerMap(lowering, map); })
      .Default(Lowered());
}

} // namespace trainlint::cpu
