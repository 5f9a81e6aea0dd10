//===- DataMovement.cpp - Ops that move elements --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/CodeGen/Elements.h"
#include "Backend/CPU/CodeGen/Lowering.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/IR/TypeSupport.h"
#include "Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

namespace arith = mlir::arith;
namespace complex = mlir::complex;
namespace memref = mlir::memref;
using namespace trainlint;
using namespace trainlint::stablehlo;

namespace trainlint::cpu {

static LogicalResult lowerConstant(Lowering &lowering, ConstantOp op) {
  if (!llvm::isa<mlir::DenseElementsAttr>(op.getValue()))
    return lowering.emitUnsupported(op, "its elements are not written out");
  return success(); // becomes a buffer when it is needed as one
}

/// The sizes that an operand gives are known.
static LogicalResult lowerReshape(Lowering &lowering, Operation *op) {
  Value buffer = lowering.bufferOf(op->getOperand(0));
  Value result = op->getResult(0);
  lowering.setBuffer(result,
                     lowering.reshape(op->getLoc(), buffer, shapeOf(result)));
  return success();
}

/// The first of the elements that land within the result, for a dimension, and
/// the end of them.
static std::pair<int64_t, int64_t> landing(int64_t size, int64_t resultSize,
                                           int64_t low, int64_t step) {
  int64_t first = low >= 0 ? 0 : llvm::divideCeil(-low, step);
  int64_t room = resultSize - low;
  int64_t end =
      room <= 0 ? 0 : std::min<int64_t>(size, llvm::divideCeil(room, step));
  return {first, std::max(first, end)};
}

/// What `surround` does but for the value.
static void spread(Lowering &lowering, Location loc, Value from, Value to,
                   ArrayRef<int64_t> low, ArrayRef<int64_t> step) {
  auto shape = [](Value buffer) {
    return llvm::cast<mlir::MemRefType>(buffer.getType()).getShape();
  };
  SmallVector<int64_t> first, sizes;
  for (auto [size, room, start, distance] :
       llvm::zip(shape(from), shape(to), low, step)) {
    auto [begin, end] = landing(size, room, start, distance);
    first.push_back(begin);
    sizes.push_back(end - begin);
  }
  lowering.parallelLoops(loc, sizes, [&](ValueRange indices) {
    SmallVector<Value> source, target;
    for (auto [i, index] : llvm::enumerate(indices)) {
      source.push_back(lowering.linear(loc, index, 1, first[i]));
      target.push_back(lowering.linear(loc, source.back(), step[i], low[i]));
    }
    lowering.move(loc, from, source, to, target);
  });
}

namespace {
/// Copies a buffer into a larger one and stores a value around it, in one pass.
class Surrounder {
public:
  Surrounder(Lowering &lowering, Location loc, Value from, Value to,
             ArrayRef<int64_t> low, Value stored)
      : lowering(lowering), loc(loc), from(from), to(to), low(low),
        stored(stored),
        inner(llvm::cast<mlir::MemRefType>(from.getType()).getShape()),
        outer(llvm::cast<mlir::MemRefType>(to.getType()).getShape()) {}

  /// Nothing of the buffer is cut off.
  bool fits() const {
    for (auto [size, room, start] : llvm::zip(inner, outer, low))
      if (start < 0 || start + size > room)
        return false;
    return true;
  }

  void run() { run({}, {}); }

private:
  /// What is behind the indices of some dimensions.
  void run(SmallVector<Value> source, SmallVector<Value> target) {
    size_t d = target.size();
    if (inner.drop_front(d) == outer.drop_front(d))
      return lowering.parallelLoops(
          loc, inner.drop_front(d), [&](ValueRange indices) {
            SmallVector<Value> last(source), next(target);
            llvm::append_range(last, indices);
            llvm::append_range(next, indices);
            lowering.move(loc, from, last, to, next);
          });
    store(target, 0, low[d]);
    lowering.parallelLoops(loc, inner[d], [&](ValueRange indices) {
      SmallVector<Value> last(source), next(target);
      last.push_back(indices[0]);
      next.push_back(lowering.linear(loc, indices[0], 1, low[d]));
      run(last, next);
    });
    int64_t end = low[d] + inner[d];
    store(target, end, outer[d] - end);
  }

  /// Some of the next dimension, and all of the others.
  void store(ArrayRef<Value> target, int64_t first, int64_t count) {
    if (count == 0)
      return;
    SmallVector<int64_t> sizes(outer.drop_front(target.size()));
    sizes.front() = count;
    lowering.parallelLoops(loc, sizes, [&](ValueRange indices) {
      SmallVector<Value> next(target);
      llvm::append_range(next, indices);
      next[target.size()] = lowering.linear(loc, indices[0], 1, first);
      memref::StoreOp::create(lowering.b, loc, stored, to, next);
    });
  }

  Lowering &lowering;
  Location loc;
  Value from, to;
  ArrayRef<int64_t> low;
  Value stored;
  ArrayRef<int64_t> inner, outer;
};
} // namespace

void surround(Lowering &lowering, Location loc, Value from, Value to,
              ArrayRef<int64_t> low, ArrayRef<int64_t> step, Value stored) {
  Surrounder surrounder(lowering, loc, from, to, low, stored);
  bool isApart = llvm::any_of(step, [](int64_t gap) { return gap != 1; });
  if (!isApart && surrounder.fits())
    return surrounder.run();
  lowering.fill(loc, to, stored);
  spread(lowering, loc, from, to, low, step);
}

static LogicalResult lowerPad(Lowering &lowering, PadOp op) {
  Location loc = op.getLoc();
  Value operand = lowering.bufferOf(op.getOperand());
  Value padding = lowering.bufferOf(op.getPaddingValue());
  Value result = lowering.allocateResult(op.getResult());
  auto step = llvm::map_to_vector(op.getInteriorPadding(),
                                  [](int64_t gap) { return gap + 1; });
  surround(lowering, loc, operand, result, op.getEdgePaddingLow(), step,
           memref::LoadOp::create(lowering.b, loc, padding));
  return success();
}

static LogicalResult lowerConcatenate(Lowering &lowering, ConcatenateOp op) {
  Location loc = op.getLoc();
  SmallVector<Value> operands = lowering.buffersOfAll(op.getInputs());
  Value result = lowering.allocateResult(op.getResult());
  int64_t dimension = op.getDimension(), start = 0;
  for (auto [input, buffer] : llvm::zip(op.getInputs(), operands)) {
    ArrayRef<int64_t> shape = shapeOf(input);
    lowering.parallelLoops(loc, shape, [&](ValueRange indices) {
      SmallVector<Value> to(indices);
      to[dimension] = lowering.linear(loc, to[dimension], 1, start);
      lowering.move(loc, buffer, indices, result, to);
    });
    start += shape[dimension];
  }
  return success();
}

//===----------------------------------------------------------------------===//
// bitcast_convert between elements of different sizes
//===----------------------------------------------------------------------===//

static Value resized(mlir::OpBuilder &b, Location loc, Value bits,
                     unsigned width) {
  unsigned have = bits.getType().getIntOrFloatBitWidth();
  Type type = b.getIntegerType(width);
  if (have == width)
    return bits;
  return have < width ? Value(arith::ExtUIOp::create(b, loc, type, bits))
                      : Value(arith::TruncIOp::create(b, loc, type, bits));
}

static Value shifted(mlir::OpBuilder &b, Location loc, Value bits,
                     unsigned amount, bool up) {
  if (amount == 0)
    return bits;
  Value by = arith::ConstantOp::create(
      b, loc, b.getIntegerAttr(bits.getType(), amount));
  return up ? Value(arith::ShLIOp::create(b, loc, bits, by))
            : Value(arith::ShRUIOp::create(b, loc, bits, by));
}

/// The bits of a stored element, in an integer of its width.
static Value toBits(mlir::OpBuilder &b, Location loc, Value stored,
                    Type element) {
  unsigned width = bitsOf(element);
  if (auto type = llvm::dyn_cast<mlir::ComplexType>(element)) {
    Type part = type.getElementType();
    Value re =
        toBits(b, loc, complex::ReOp::create(b, loc, part, stored), part);
    Value im =
        toBits(b, loc, complex::ImOp::create(b, loc, part, stored), part);
    Value high =
        shifted(b, loc, resized(b, loc, im, width), width / 2, /*up=*/true);
    return arith::OrIOp::create(b, loc, resized(b, loc, re, width), high);
  }
  if (llvm::isa<mlir::FloatType>(stored.getType()))
    stored = arith::BitcastOp::create(b, loc, b.getIntegerType(width), stored);
  return resized(b, loc, stored, width);
}

static Value fromBits(mlir::OpBuilder &b, Location loc, Value bits,
                      Type element) {
  if (auto type = llvm::dyn_cast<mlir::ComplexType>(element)) {
    Type part = type.getElementType();
    unsigned half = bitsOf(part);
    Value high = shifted(b, loc, bits, half, /*up=*/false);
    return complex::CreateOp::create(
        b, loc, element, fromBits(b, loc, resized(b, loc, bits, half), part),
        fromBits(b, loc, resized(b, loc, high, half), part));
  }
  Type stored = storedType(element);
  if (llvm::isa<mlir::IntegerType>(element))
    return pack(b, loc, bits, element);
  if (llvm::isa<mlir::FloatType>(stored))
    return arith::BitcastOp::create(b, loc, stored, bits);
  return resized(b, loc, bits, stored.getIntOrFloatBitWidth());
}

/// The first of the narrower elements holds the lowest bits.
static LogicalResult lowerBitcast(Lowering &lowering, BitcastConvertOp op) {
  mlir::OpBuilder &b = lowering.b;
  Location loc = op.getLoc();
  Type from = elementTypeIn(op.getOperand()),
       to = elementTypeIn(op.getResult());
  unsigned fromBitCount = bitsOf(from), toBitCount = bitsOf(to);
  Value operand = lowering.bufferOf(op.getOperand());
  Value result = lowering.allocateResult(op.getResult());
  bool narrows = fromBitCount > toBitCount;
  unsigned parts =
      narrows ? fromBitCount / toBitCount : toBitCount / fromBitCount;
  lowering.loops(
      loc, shapeOf(narrows ? op.getOperand() : op.getResult()),
      [&](ValueRange indices) {
        SmallVector<Value> inner(indices);
        inner.push_back({});
        Value all;
        if (narrows)
          all = toBits(b, loc, memref::LoadOp::create(b, loc, operand, indices),
                       from);
        for (unsigned i = 0; i < parts; ++i) {
          inner.back() = lowering.index(loc, i);
          if (narrows) {
            Value bits = shifted(b, loc, all, i * toBitCount, /*up=*/false);
            bits = resized(b, loc, bits, toBitCount);
            memref::StoreOp::create(b, loc, fromBits(b, loc, bits, to), result,
                                    inner);
            continue;
          }
          Value bits = toBits(
              b, loc, memref::LoadOp::create(b, loc, operand, inner), from);
          bits = shifted(b, loc, resized(b, loc, bits, toBitCount),
                         i * fromBitCount,
                         /*up=*/true);
          all = all ? Value(arith::OrIOp::create(b, loc, all, bits)) : bits;
        }
        if (!narrows)
          memref::StoreOp::create(b, loc, fromBits(b, loc, all, to), result,
                                  indices);
      });
  return success();
}

Lowered lowerDataMovement(Lowering &lowering, Operation *op) {
  return llvm::TypeSwitch<Operation *, Lowered>(op)
      .Case([&](ConstantOp constant) {
        return lowerConstant(lowering, constant);
      })
      .Case<ReshapeOp, DynamicReshapeOp>(
          [&](Operation *reshape) { return lowerReshape(lowering, reshape); })
      .Case([&](PadOp pad) { return lowerPad(lowering, pad); })
      .Case([&](ConcatenateOp concatenate) {
        return lowerConcatenate(lowering, concatenate);
      })
      .Case([&](BitcastConvertOp cast) { return lowerBitcast(lowering, cast); })
      .Default(Lowered());
}

} // namespace trainlint::cpu
