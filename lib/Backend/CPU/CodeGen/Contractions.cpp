//===- Contractions.cpp - Products of matrices ----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Contractions.h"
#include "Backend/CPU/CodeGen/Elements.h"
#include "Backend/CPU/CodeGen/Lowering.h"
#include "Backend/CPU/CodeGen/Scalars.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

namespace arith = mlir::arith;
namespace memref = mlir::memref;
using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::AffineExpr;
using mlir::utils::IteratorType;

namespace trainlint::cpu {

//===----------------------------------------------------------------------===//
// Sums of products
//===----------------------------------------------------------------------===//

static Value multiplyAdd(mlir::OpBuilder &b, Location loc, Value x, Value y,
                         Value sum) {
  if (llvm::isa<mlir::ComplexType>(sum.getType()))
    return emitAdd(b, loc, sum, emitMultiply(b, loc, x, y));
  if (llvm::isa<mlir::FloatType>(sum.getType())) {
    // Fused where the computer can, and in any order.
    auto flags = arith::FastMathFlags::contract | arith::FastMathFlags::reassoc;
    Value product = arith::MulFOp::create(b, loc, x, y, flags);
    return arith::AddFOp::create(b, loc, product, sum, flags);
  }
  if (sum.getType().isInteger(1))
    return arith::OrIOp::create(b, loc, arith::AndIOp::create(b, loc, x, y),
                                sum);
  return arith::AddIOp::create(b, loc, arith::MulIOp::create(b, loc, x, y),
                               sum);
}

/// A copy with other elements and its dimensions in another order. The function
/// gives the element of a place.
static Value copyInOrder(Lowering &lowering, Location loc, Value buffer,
                         Type stored, ArrayRef<int64_t> order,
                         llvm::function_ref<Value(ValueRange)> elementAt) {
  auto type = llvm::cast<mlir::MemRefType>(buffer.getType());
  auto sizes =
      llvm::map_to_vector(order, [&](int64_t d) { return type.getDimSize(d); });
  Value copy = lowering.allocate(loc, mlir::MemRefType::get(sizes, stored));
  lowering.parallelLoops(loc, sizes, [&](ValueRange at) {
    SmallVector<Value> from(at.size());
    for (auto [index, d] : llvm::zip(at, order))
      from[d] = index;
    memref::StoreOp::create(lowering.b, loc, elementAt(from), copy, at);
  });
  return copy;
}

Value reordered(Lowering &lowering, Location loc, Value buffer, Type element,
                ArrayRef<int64_t> order) {
  return copyInOrder(lowering, loc, buffer, computedType(element), order,
                     [&](ValueRange from) {
                       return lowering.load(loc, buffer, from, element);
                     });
}

Value moved(Lowering &lowering, Location loc, Value buffer,
            ArrayRef<int64_t> order) {
  Type stored = llvm::cast<mlir::MemRefType>(buffer.getType()).getElementType();
  return copyInOrder(
      lowering, loc, buffer, stored, order, [&](ValueRange from) -> Value {
        return memref::LoadOp::create(lowering.b, loc, buffer, from);
      });
}

void emitContraction(Lowering &lowering, Location loc,
                     const Contraction &contraction) {
  if (emitTiled(lowering, loc, contraction))
    return;
  mlir::OpBuilder &b = lowering.b;
  Type result = contraction.resultElement;
  Type sum = computedType(result);
  auto target = llvm::cast<mlir::MemRefType>(contraction.result.getType());
  bool direct = storedType(result) == sum;
  Value sums = direct ? contraction.result
                      : lowering.allocate(
                            loc, mlir::MemRefType::get(target.getShape(), sum));
  lowering.fill(loc, sums, number(b, loc, sum, 0));
  lowering.generic(loc, ValueRange{contraction.lhs, contraction.rhs}, sums,
                   contraction.maps, contraction.iterators,
                   [&](ValueRange arguments) {
                     auto operand = [&](unsigned i, Type element) {
                       Value value = unpack(b, loc, arguments[i], element);
                       return emitConvert(b, loc, value, element, result);
                     };
                     return SmallVector<Value>{multiplyAdd(
                         b, loc, operand(0, contraction.lhsElement),
                         operand(1, contraction.rhsElement), arguments[2])};
                   });
  if (direct)
    return;
  AffineMap identity = b.getMultiDimIdentityMap(target.getRank());
  SmallVector<IteratorType> parallel(target.getRank(), IteratorType::parallel);
  lowering.generic(loc, sums, contraction.result, {identity, identity},
                   parallel, [&](ValueRange arguments) {
                     return SmallVector<Value>{
                         pack(b, loc, arguments[0], result)};
                   });
}

//===----------------------------------------------------------------------===//
// dot_general
//===----------------------------------------------------------------------===//

static SmallVector<int64_t> rest(size_t rank, ArrayRef<int64_t> left,
                                 ArrayRef<int64_t> right) {
  SmallVector<int64_t> free;
  for (int64_t i = 0; i < int64_t(rank); ++i)
    if (!llvm::is_contained(left, i) && !llvm::is_contained(right, i))
      free.push_back(i);
  return free;
}

static LogicalResult emitDot(Lowering &lowering, Operation *op,
                             const DotShape &dot) {
  if (emitOneDnnMatMul(lowering, op, dot))
    return success();
  mlir::OpBuilder &b = lowering.b;
  Location loc = op->getLoc();
  Value left = op->getOperand(0), right = op->getOperand(1),
        result = op->getResult(0);
  Value lhs = lowering.bufferOf(left), rhs = lowering.bufferOf(right);
  Value buffer = lowering.allocateResult(result);

  // The innermost loop runs over what lies next to each other in the result
  // and, mostly, in the right operand.
  unsigned batch = dot.batchLeft.size(), rows = dot.freeLeft.size();
  unsigned sums = dot.contractLeft.size(), columns = dot.freeRight.size();
  unsigned total = batch + rows + sums + columns;
  SmallVector<AffineExpr> lhsPlaces(shapeOf(left).size()),
      rhsPlaces(shapeOf(right).size());
  SmallVector<AffineExpr> resultPlaces;
  SmallVector<IteratorType> iterators(total, IteratorType::parallel);
  auto dim = [&](unsigned i) { return b.getAffineDimExpr(i); };
  for (unsigned i = 0; i < batch; ++i) {
    lhsPlaces[dot.batchLeft[i]] = rhsPlaces[dot.batchRight[i]] = dim(i);
    resultPlaces.push_back(dim(i));
  }
  for (unsigned i = 0; i < rows; ++i) {
    lhsPlaces[dot.freeLeft[i]] = dim(batch + i);
    resultPlaces.push_back(dim(batch + i));
  }
  for (unsigned i = 0; i < sums; ++i) {
    unsigned loop = batch + rows + i;
    lhsPlaces[dot.contractLeft[i]] = rhsPlaces[dot.contractRight[i]] =
        dim(loop);
    iterators[loop] = IteratorType::reduction;
  }
  for (unsigned i = 0; i < columns; ++i) {
    unsigned loop = batch + rows + sums + i;
    rhsPlaces[dot.freeRight[i]] = dim(loop);
    resultPlaces.push_back(dim(loop));
  }
  auto map = [&](ArrayRef<AffineExpr> places) {
    return AffineMap::get(total, 0, places, b.getContext());
  };
  emitContraction(lowering, loc,
                  {lhs,
                   rhs,
                   buffer,
                   elementTypeIn(left),
                   elementTypeIn(right),
                   elementTypeIn(result),
                   {map(lhsPlaces), map(rhsPlaces), map(resultPlaces)},
                   iterators});
  return success();
}

static LogicalResult lowerDotGeneral(Lowering &lowering, DotGeneralOp op) {
  DotDimensionsAttr numbers = op.getDotDimensionNumbers();
  DotShape dot;
  dot.batchLeft = SmallVector<int64_t>(numbers.getLhsBatchingDimensions());
  dot.batchRight = SmallVector<int64_t>(numbers.getRhsBatchingDimensions());
  dot.contractLeft =
      SmallVector<int64_t>(numbers.getLhsContractingDimensions());
  dot.contractRight =
      SmallVector<int64_t>(numbers.getRhsContractingDimensions());
  dot.freeLeft =
      rest(shapeOf(op.getLhs()).size(), dot.batchLeft, dot.contractLeft);
  dot.freeRight =
      rest(shapeOf(op.getRhs()).size(), dot.batchRight, dot.contractRight);
  return emitDot(lowering, op, dot);
}

/// The last dimension of the left operand with the first of the right one.
static LogicalResult lowerDot(Lowering &lowering, DotOp op) {
  int64_t leftRank = shapeOf(op.getLhs()).size(),
          rightRank = shapeOf(op.getRhs()).size();
  DotShape dot;
  dot.contractLeft = {leftRank - 1};
  dot.contractRight = {0};
  dot.freeLeft = rest(leftRank, {}, dot.contractLeft);
  dot.freeRight = rest(rightRank, {}, dot.contractRight);
  return emitDot(lowering, op, dot);
}

/// Sums over the letters that the result does not have, of one or two operands.
static LogicalResult lowerEinsum(Lowering &lowering, Operation *op,
                                 llvm::StringRef config) {
  auto [operands, resultLetters] = config.split("->");
  auto [left, right] = operands.split(",");
  if (config.contains('.'))
    return lowering.emitUnsupported(op, "dimensions that '...' stands for");
  mlir::OpBuilder &b = lowering.b;
  Location loc = op->getLoc();
  std::string letters;
  for (char letter : (resultLetters + left + right).str())
    if (letters.find(letter) == std::string::npos && letter != ' ')
      letters += letter;
  auto map = [&](llvm::StringRef text) {
    SmallVector<AffineExpr> places;
    for (char letter : text)
      if (letter != ' ')
        places.push_back(b.getAffineDimExpr(letters.find(letter)));
    return AffineMap::get(letters.size(), 0, places, b.getContext());
  };
  SmallVector<IteratorType> iterators;
  for (char letter : letters)
    iterators.push_back(resultLetters.contains(letter)
                            ? IteratorType::parallel
                            : IteratorType::reduction);
  Value lhs = lowering.bufferOf(op->getOperand(0));
  Type element = elementTypeIn(op->getOperand(0));
  Value rhs;
  if (op->getNumOperands() == 2) {
    rhs = lowering.bufferOf(op->getOperand(1));
  } else {
    // Times one.
    auto one = mlir::MemRefType::get({}, storedType(element));
    rhs = lowering.allocate(loc, one);
    Value value = number(b, loc, computedType(element), 1);
    lowering.store(loc, value, rhs, {}, element);
  }
  Value result = lowering.allocateResult(op->getResult(0));
  emitContraction(lowering, loc,
                  {lhs,
                   rhs,
                   result,
                   element,
                   element,
                   elementTypeIn(op->getResult(0)),
                   {map(left), map(right), map(resultLetters)},
                   iterators});
  return success();
}

Lowered lowerContraction(Lowering &lowering, Operation *op) {
  return llvm::TypeSwitch<Operation *, Lowered>(op)
      .Case([&](DotGeneralOp dot) { return lowerDotGeneral(lowering, dot); })
      .Case([&](DotOp dot) { return lowerDot(lowering, dot); })
      .Case([&](EinsumOp einsum) {
        return lowerEinsum(lowering, einsum, einsum.getEinsumConfig());
      })
      .Case([&](UnaryEinsumOp einsum) {
        return lowerEinsum(lowering, einsum, einsum.getEinsumConfig());
      })
      .Default(Lowered());
}

} // namespace trainlint::cpu
