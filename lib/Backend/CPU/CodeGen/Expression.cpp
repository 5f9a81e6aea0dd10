//===- Expression.cpp - Expressions of elements as one loop ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loop fusion by composing index maps. An expression is a tree of deferred
// operations below one value. From the indices of the loop at its root, an
// affine map is carried down to each operand: broadcasts, transposes, slices
// and reversals compose it with theirs and emit no code. The leaves are
// buffers, each read at its map. The same value at the same map is computed
// once within a loop.
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Elements.h"
#include "Backend/CPU/CodeGen/Lowering.h"
#include "Backend/CPU/CodeGen/Scalars.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/TypeSwitch.h"

namespace arith = mlir::arith;
using namespace trainlint;
using namespace trainlint::stablehlo;
using llvm::dyn_cast;
using mlir::AffineExpr;

namespace trainlint::cpu {

//===----------------------------------------------------------------------===//
// What can be part of an expression
//===----------------------------------------------------------------------===//

static bool isSplat(ConstantOp constant) {
  auto elements = dyn_cast<mlir::DenseElementsAttr>(constant.getValue());
  return elements && elements.isSplat();
}

bool isCheap(Operation *op) {
  if (auto constant = dyn_cast<ConstantOp>(op))
    return isSplat(constant);
  if (isa<IotaOp>(op))
    return true;
  if (!isa<BroadcastInDimOp, BroadcastOp>(op))
    return false;
  auto constant = op->getOperand(0).getDefiningOp<ConstantOp>();
  return constant && isSplat(constant);
}

/// Sizes other than one are the same, in the same order.
static bool onlyUnitsDiffer(ReshapeOp reshape) {
  auto withoutUnits = [](llvm::ArrayRef<int64_t> shape) {
    SmallVector<int64_t> sizes(shape);
    llvm::erase(sizes, 1);
    return sizes;
  };
  return withoutUnits(shapeOf(reshape.getOperand())) ==
         withoutUnits(shapeOf(reshape.getResult()));
}

bool isFusible(Operation *op) {
  if (auto map = dyn_cast<MapOp>(op))
    return llvm::all_of(map.getComputation().front().without_terminator(),
                        [](Operation &inner) {
                          return isElementwise(&inner) || isCheap(&inner);
                        });
  if (auto reshape = dyn_cast<ReshapeOp>(op))
    return onlyUnitsDiffer(reshape);
  return isCheap(op) || isElementwise(op) ||
         isa<BroadcastInDimOp, BroadcastOp, TransposeOp, SliceOp, ReverseOp>(
             op);
}

//===----------------------------------------------------------------------===//
// Where operands are read
//===----------------------------------------------------------------------===//

static AffineMap mapOf(llvm::ArrayRef<AffineExpr> places, AffineMap like) {
  return AffineMap::get(like.getNumDims(), 0, places, like.getContext());
}

static AffineMap throughReshape(ReshapeOp op, AffineMap map) {
  AffineExpr zero = mlir::getAffineConstantExpr(0, map.getContext());
  SmallVector<AffineExpr> used, places;
  for (auto [size, place] :
       llvm::zip(shapeOf(op.getResult()), map.getResults()))
    if (size != 1)
      used.push_back(place);
  auto next = used.begin();
  for (int64_t size : shapeOf(op.getOperand()))
    places.push_back(size == 1 ? zero : *next++);
  return mapOf(places, map);
}

/// The place of an operand that an operation reads for its result at `map`.
static AffineMap operandMap(Operation *op, unsigned operand, AffineMap map) {
  AffineExpr zero = mlir::getAffineConstantExpr(0, map.getContext());
  llvm::ArrayRef<int64_t> shape = shapeOf(op->getOperand(operand));
  SmallVector<AffineExpr> places;
  return llvm::TypeSwitch<Operation *, AffineMap>(op)
      .Case([&](BroadcastInDimOp broadcast) {
        for (auto [size, to] :
             llvm::zip(shape, broadcast.getBroadcastDimensions()))
          places.push_back(size == 1 ? zero : map.getResult(to));
        return mapOf(places, map);
      })
      .Case([&](BroadcastOp) {
        return mapOf(map.getResults().take_back(shape.size()), map);
      })
      .Case([&](TransposeOp transpose) {
        places.resize(shape.size());
        for (auto [to, from] : llvm::enumerate(transpose.getPermutation()))
          places[from] = map.getResult(to);
        return mapOf(places, map);
      })
      .Case([&](SliceOp slice) {
        for (auto [place, start, stride] : llvm::zip(
                 map.getResults(), slice.getStartIndices(), slice.getStrides()))
          places.push_back(place * stride + start);
        return mapOf(places, map);
      })
      .Case([&](ReverseOp reverse) {
        for (auto [i, place] : llvm::enumerate(map.getResults()))
          places.push_back(
              llvm::is_contained(reverse.getDimensions(), int64_t(i))
                  ? (shape[i] - 1) - place
                  : place);
        return mapOf(places, map);
      })
      .Case([&](ReshapeOp reshape) { return throughReshape(reshape, map); })
      .Default([&](Operation *) {
        // A scalar that selects or limits everything.
        return shape.empty() ? mapOf({}, map) : map;
      });
}

//===----------------------------------------------------------------------===//
// Expression
//===----------------------------------------------------------------------===//

/// A buffer as far as a loop reads it. Where the map gives the index of a loop
/// itself, the sizes have to agree: they are what the loop's bounds are taken
/// from.
static Value narrowed(Lowering &lowering, Location loc, Value buffer,
                      AffineMap map, llvm::ArrayRef<int64_t> loop) {
  auto type = cast<mlir::MemRefType>(buffer.getType());
  SmallVector<int64_t> sizes(type.getShape());
  for (auto [size, place] : llvm::zip(sizes, map.getResults()))
    if (auto dimension = dyn_cast<mlir::AffineDimExpr>(place))
      size = loop[dimension.getPosition()];
  if (llvm::ArrayRef<int64_t>(sizes) == type.getShape())
    return buffer;
  auto [strides, offset] = type.getStridesAndOffset();
  auto layout =
      mlir::StridedLayoutAttr::get(lowering.b.getContext(), offset, strides);
  auto part = mlir::MemRefType::get(sizes, type.getElementType(), layout);
  return mlir::memref::ReinterpretCastOp::create(lowering.b, loc, part, buffer,
                                                 offset, sizes, strides);
}

void Expression::collect(Value value, AffineMap map) {
  if (!collected.insert({value, map}).second)
    return;
  Operation *op = value.getDefiningOp();
  bool isLeaf = lowering.buffers.contains(value) || !op || !isFusible(op);
  if (!isLeaf && isCheap(op)) {
    usesIndices |= isa<IotaOp>(op);
    return;
  }
  // What was not deferred is computed by a loop of its own.
  if (!isLeaf && lowering.deferred.contains(op)) {
    expand(op, map);
    return;
  }
  Value buffer = lowering.bufferOf(value);
  auto [known, isNew] = leafNumbers.try_emplace({buffer, map}, leaves.size());
  if (isNew) {
    leaves.push_back(narrowed(lowering, value.getLoc(), buffer, map, shape));
    leafMaps.push_back(map);
  }
}

void Expression::expand(Operation *op, AffineMap map) {
  usesIndices |= isa<IotaOp>(op);
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    collect(operand, operandMap(op, i, map));
}

bool Expression::isFlat() const {
  if (usesIndices)
    return false;
  return llvm::all_of(llvm::zip(leaves, leafMaps), [&](auto leaf) {
    auto [buffer, map] = leaf;
    auto type = cast<mlir::MemRefType>(buffer.getType());
    return map.getNumResults() == 0 ||
           (map.isIdentity() && map.getNumDims() == shape.size() &&
            type.getLayout().isIdentity());
  });
}

Value Expression::read(Value value, AffineMap map, ValueRange loaded,
                       llvm::function_ref<Value(unsigned)> indices) {
  auto found = known.find({value, map});
  if (found != known.end())
    return found->second;
  Value element;
  Value buffer = lowering.buffers.lookup(value);
  auto leaf = buffer ? leafNumbers.find({buffer, map}) : leafNumbers.end();
  if (leaf != leafNumbers.end())
    element = unpack(lowering.b, value.getLoc(), loaded[leaf->second],
                     elementTypeIn(value));
  else
    element = compute(value.getDefiningOp(), map, loaded, indices);
  known[{value, map}] = element;
  return element;
}

Value Lowering::place(Location loc, AffineExpr expression,
                      llvm::function_ref<Value(unsigned)> indices) {
  if (auto dimension = dyn_cast<mlir::AffineDimExpr>(expression))
    return indices(dimension.getPosition());
  if (auto constant = dyn_cast<mlir::AffineConstantExpr>(expression))
    return index(loc, constant.getValue());
  auto binary = cast<mlir::AffineBinaryOpExpr>(expression);
  Value left = place(loc, binary.getLHS(), indices);
  Value right = place(loc, binary.getRHS(), indices);
  // Maps are made of sums and products only.
  return binary.getKind() == mlir::AffineExprKind::Add
             ? add(loc, left, right)
             : multiply(loc, left, right);
}

Value Expression::compute(Operation *op, AffineMap map, ValueRange loaded,
                          llvm::function_ref<Value(unsigned)> indices) {
  mlir::OpBuilder &b = lowering.b;
  Location loc = op->getLoc();
  Type element = elementTypeIn(op->getResult(0));
  if (auto constant = dyn_cast<ConstantOp>(op))
    return constantOf(b, loc, element,
                      cast<mlir::DenseElementsAttr>(constant.getValue())
                          .getSplatValue<mlir::Attribute>());
  if (auto iota = dyn_cast<IotaOp>(op)) {
    Value position =
        lowering.place(loc, map.getResult(iota.getIotaDimension()), indices);
    position = arith::IndexCastOp::create(b, loc, b.getI64Type(), position);
    Value converted = emitConvert(b, loc, position, b.getI64Type(), element);
    return roundTo(b, loc, converted, element);
  }
  SmallVector<Value> operands;
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    operands.push_back(read(operand, operandMap(op, i, map), loaded, indices));
  if (auto mapped = dyn_cast<MapOp>(op))
    return lowering.emitBody(mapped.getComputation(), operands)->front();
  return isElementwise(op) ? emitScalar(b, op, operands) : operands.front();
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

static Value flattened(Lowering &lowering, Location loc, Value buffer) {
  auto type = cast<mlir::MemRefType>(buffer.getType());
  if (type.getRank() < 2)
    return buffer;
  return lowering.reshape(loc, buffer, type.getNumElements());
}

void emitExpression(Lowering &lowering, Location loc, Value value,
                    Value target) {
  auto type = cast<mlir::MemRefType>(target.getType());
  unsigned rank = type.getRank();
  mlir::OpBuilder &b = lowering.b;
  AffineMap identity = b.getMultiDimIdentityMap(rank);
  Expression expression(lowering, type.getShape());
  expression.expand(value.getDefiningOp(), identity);

  SmallVector<Value> inputs(expression.inputs());
  SmallVector<AffineMap> maps(expression.maps());
  bool isFlat =
      rank > 1 && type.getLayout().isIdentity() && expression.isFlat();
  if (isFlat) {
    rank = 1;
    target = flattened(lowering, loc, target);
    for (auto [input, map] : llvm::zip(inputs, maps)) {
      input = flattened(lowering, loc, input);
      map = map.getNumResults() ? b.getMultiDimIdentityMap(1)
                                : AffineMap::get(1, 0, b.getContext());
    }
  }
  maps.push_back(b.getMultiDimIdentityMap(rank));
  SmallVector<mlir::utils::IteratorType> iterators(
      rank, mlir::utils::IteratorType::parallel);
  lowering.generic(
      loc, inputs, target, maps, iterators, [&](ValueRange loaded) {
        auto index = [&](unsigned i) -> Value {
          return mlir::linalg::IndexOp::create(b, loc, i);
        };
        Value element = expression.read(value, identity, loaded, index);
        return SmallVector<Value>{pack(b, loc, element, elementTypeIn(value))};
      });
}

} // namespace trainlint::cpu
