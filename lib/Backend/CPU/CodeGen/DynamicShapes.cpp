//===- DynamicShapes.cpp - Operations whose sizes are computed ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shapes of results are known here, so the sizes that a program computes
// for them cannot be others.
//
//===----------------------------------------------------------------------===//

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

namespace trainlint::cpu {

static LogicalResult lowerBroadcast(Lowering &lowering,
                                    DynamicBroadcastInDimOp op) {
  Location loc = op.getLoc();
  Value operand = lowering.bufferOf(op.getOperand());
  Value result = lowering.allocateResult(op.getResult());
  lowering.loops(loc, shapeOf(op.getResult()), [&](ValueRange at) {
    SmallVector<Value> from;
    for (auto [size, dimension] :
         llvm::zip(shapeOf(op.getOperand()), op.getBroadcastDimensions()))
      from.push_back(size == 1 ? lowering.index(loc, 0) : at[dimension]);
    lowering.move(loc, operand, from, result, at);
  });
  return success();
}

static LogicalResult lowerIota(Lowering &lowering, DynamicIotaOp op) {
  mlir::OpBuilder &b = lowering.b;
  Location loc = op.getLoc();
  Type element = elementTypeIn(op.getResult());
  Value result = lowering.allocateResult(op.getResult());
  lowering.loops(loc, shapeOf(op.getResult()), [&](ValueRange at) {
    Value position = arith::IndexCastOp::create(b, loc, b.getI64Type(),
                                                at[op.getIotaDimension()]);
    lowering.store(loc, emitConvert(b, loc, position, b.getI64Type(), element),
                   result, at, element);
  });
  return success();
}

/// A number of a vector, as an index.
static Value numberIn(Lowering &lowering, Location loc, Value vector,
                      int64_t place) {
  Value buffer = lowering.bufferOf(vector);
  return lowering.loadIndex(loc, buffer, lowering.index(loc, place),
                            elementTypeIn(vector));
}

/// Each element of the operand goes to low + i * (interior + 1), if that is
/// inside.
static LogicalResult lowerPad(Lowering &lowering, DynamicPadOp op) {
  Location loc = op.getLoc();
  Value operand = lowering.bufferOf(op.getOperand());
  Value padding = lowering.bufferOf(op.getPaddingValue());
  Value result = lowering.allocateResult(op.getResult());
  lowering.fill(loc, result, memref::LoadOp::create(lowering.b, loc, padding));
  SmallVector<Value> low, step;
  for (size_t i = 0; i < shapeOf(op.getOperand()).size(); ++i) {
    low.push_back(numberIn(lowering, loc, op.getEdgePaddingLow(), i));
    step.push_back(lowering.linear(
        loc, numberIn(lowering, loc, op.getInteriorPadding(), i), 1, 1));
  }
  lowering.loops(loc, shapeOf(op.getOperand()), [&](ValueRange at) {
    SmallVector<Value> to;
    Value inside;
    for (auto [i, index] : llvm::enumerate(at)) {
      to.push_back(
          lowering.add(loc, lowering.multiply(loc, index, step[i]), low[i]));
      inside = lowering.isAnd(
          loc, inside,
          lowering.isWithin(loc, to[i], shapeOf(op.getResult())[i]));
    }
    auto move = [&] { lowering.move(loc, operand, at, result, to); };
    if (inside)
      lowering.when(loc, inside, move);
    else
      move();
  });
  return success();
}

static LogicalResult lowerSlice(Lowering &lowering, RealDynamicSliceOp op) {
  Location loc = op.getLoc();
  Value operand = lowering.bufferOf(op.getOperand());
  Value result = lowering.allocateResult(op.getResult());
  SmallVector<Value> starts, strides;
  for (auto [i, size] : llvm::enumerate(shapeOf(op.getOperand()))) {
    starts.push_back(numberIn(lowering, loc, op.getStartIndices(), i));
    strides.push_back(numberIn(lowering, loc, op.getStrides(), i));
  }
  lowering.loops(loc, shapeOf(op.getResult()), [&](ValueRange at) {
    SmallVector<Value> from;
    for (auto [i, index] : llvm::enumerate(at)) {
      Value place = lowering.add(loc, lowering.multiply(loc, index, strides[i]),
                                 starts[i]);
      from.push_back(
          lowering.clamp(loc, place, 0, shapeOf(op.getOperand())[i] - 1));
    }
    lowering.move(loc, operand, from, result, at);
  });
  return success();
}

static LogicalResult lowerSize(Lowering &lowering, GetDimensionSizeOp op) {
  Location loc = op.getLoc();
  auto type = llvm::cast<mlir::RankedTensorType>(op.getOperand().getType());
  Value result = lowering.allocateResult(op.getResult());
  Value size = number(lowering.b, loc, lowering.b.getI32Type(),
                      type.getDimSize(op.getDimension()));
  lowering.fill(loc, result, size);
  return success();
}

Lowered lowerDynamicShape(Lowering &lowering, Operation *op) {
  return llvm::TypeSwitch<Operation *, Lowered>(op)
      .Case([&](DynamicBroadcastInDimOp broadcast) {
        return lowerBroadcast(lowering, broadcast);
      })
      .Case([&](DynamicIotaOp iota) { return lowerIota(lowering, iota); })
      .Case([&](DynamicPadOp pad) { return lowerPad(lowering, pad); })
      .Case(
          [&](RealDynamicSliceOp slice) { return lowerSlice(lowering, slice); })
      .Case([&](GetDimensionSizeOp size) { return lowerSize(lowering, size); })
      .Default(Lowered());
}

} // namespace trainlint::cpu
