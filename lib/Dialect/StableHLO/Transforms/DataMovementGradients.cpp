//===- DataMovementGradients.cpp - Gradients of data movement -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/SdyDialect.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Dialect/StableHLO/Transforms/GradientRegistry.h"
#include "Support/MLIR.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

/// Copies of an element add up.
static void differentiateBroadcast(Value operand, ArrayRef<int64_t> dimensions,
                                   Pullback &p) {
  p.accumulate(operand, [&] {
    ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(operand);
    Value gradient = p.gradient();
    SmallVector<int64_t> kept, summed;
    for (auto [size, d] : llvm::zip(shape, dimensions))
      if (size == ProgramBuilder::shapeOf(gradient)[d])
        kept.push_back(d);
    for (int64_t d = 0, e = ProgramBuilder::shapeOf(gradient).size(); d < e;
         ++d)
      if (!llvm::is_contained(kept, d))
        summed.push_back(d);
    if (!summed.empty())
      gradient = p.sum(gradient, summed);
    // The dimensions that are left come in the order of the result.
    SmallVector<int64_t> sorted(kept);
    llvm::sort(sorted);
    SmallVector<int64_t> order;
    for (int64_t d : kept)
      order.push_back(llvm::find(sorted, d) - sorted.begin());
    return p.reshape(p.transpose(gradient, order), shape);
  });
}

static void differentiateConcatenate(ConcatenateOp op, Pullback &p) {
  int64_t begin = 0, d = op.getDimension();
  for (Value input : op.getInputs()) {
    int64_t end = begin + ProgramBuilder::shapeOf(input)[d];
    p.accumulate(input, [&] {
      SmallVector<int64_t> starts(ProgramBuilder::shapeOf(input).size(), 0);
      SmallVector<int64_t> limits(ProgramBuilder::shapeOf(input));
      starts[d] = begin;
      limits[d] = end;
      return p.slice(p.gradient(), starts, limits);
    });
    begin = end;
  }
}

/// What a pad put around and between elements is cut, and what it cut is zero.
static Value unpad(PadOp op, Pullback &p) {
  SmallVector<int64_t> low, high, steps;
  for (auto [l, h, interior] :
       llvm::zip(op.getEdgePaddingLow(), op.getEdgePaddingHigh(),
                 op.getInteriorPadding())) {
    low.push_back(-l);
    high.push_back(-h);
    steps.push_back(interior + 1);
  }
  Value spread = p.pad(p.gradient(), 0, low, high);
  SmallVector<int64_t> starts(steps.size(), 0);
  SmallVector<int64_t> limits(ProgramBuilder::shapeOf(spread));
  return p.slice(spread, starts, limits, steps);
}

static void differentiatePad(PadOp op, Pullback &p) {
  if (!p.wants(op.getOperand()) && !p.wants(op.getPaddingValue()))
    return;
  Value inner = unpad(op, p);
  p.accumulate(op.getOperand(), inner);
  p.accumulate(op.getPaddingValue(), [&] {
    return p.subtract(p.sumOfAll(p.gradient()), p.sumOfAll(inner));
  });
}

static void differentiateSlice(SliceOp op, Pullback &p) {
  Value operand = op.getOperand();
  p.accumulate(operand, [&]() -> Value {
    SmallVector<int64_t> low, high, interior;
    for (auto [size, count, start, stride] : llvm::zip(
             ProgramBuilder::shapeOf(operand), ProgramBuilder::shapeOf(op),
             op.getStartIndices(), op.getStrides())) {
      if (count == 0)
        return p.like(operand, 0);
      low.push_back(start);
      high.push_back(size - (start + (count - 1) * stride + 1));
      interior.push_back(stride - 1);
    }
    return p.pad(p.gradient(), 0, low, high, interior);
  });
}

/// What says where a tensor is kept says so of its gradient, too.
static void differentiateSharding(mlir::Operation *op, Pullback &p) {
  p.accumulate(op->getOperand(0), [&] {
    mlir::IRMapping mapping;
    mapping.map(op->getOperand(0), p.gradient());
    return p.builder().clone(*op, mapping)->getResult(0);
  });
}

static llvm::LogicalResult differentiateCustomCall(CustomCallOp op,
                                                   Pullback &p) {
  if (op.getCallTargetName() != "Sharding" || op->getNumOperands() != 1 ||
      op->getNumResults() != 1 ||
      op->getOperand(0).getType() != op->getResult(0).getType())
    return p.emitUnsupported("what `" + op.getCallTargetName() +
                             "` computes is not known");
  differentiateSharding(op, p);
  return llvm::success();
}

void stablehlo::addDataMovementGradients(GradientRegistry &registry) {
  constexpr auto ofComplex = GradientRegistry::OfComplex;
  registry.add<BroadcastInDimOp>([](BroadcastInDimOp op, Pullback &p) {
    differentiateBroadcast(op.getOperand(), op.getBroadcastDimensions(), p);
  });
  registry.add<BroadcastOp>([](BroadcastOp op, Pullback &p) {
    auto dimensions = llvm::to_vector(llvm::seq<int64_t>(
        op.getBroadcastSizes().size(), ProgramBuilder::shapeOf(op).size()));
    differentiateBroadcast(op.getOperand(), dimensions, p);
  });
  registry.add<ReshapeOp>(
      [](ReshapeOp op, Pullback &p) {
        p.accumulate(op.getOperand(), [&] {
          return p.reshape(p.gradient(),
                           ProgramBuilder::shapeOf(op.getOperand()));
        });
      },
      ofComplex);
  registry.add<TransposeOp>(
      [](TransposeOp op, Pullback &p) {
        p.accumulate(op.getOperand(), [&] {
          return p.transpose(
              p.gradient(), mlir::invertPermutationVector(op.getPermutation()));
        });
      },
      ofComplex);
  registry.add<ReverseOp>(
      [](ReverseOp op, Pullback &p) {
        p.accumulate(op.getOperand(), [&] {
          return p.reverse(p.gradient(), op.getDimensions());
        });
      },
      ofComplex);
  registry.add<ConcatenateOp>(differentiateConcatenate, ofComplex);
  registry.add<PadOp>(differentiatePad);
  registry.add<SliceOp>(differentiateSlice);
  registry.add<OptimizationBarrierOp>(
      [](OptimizationBarrierOp op, Pullback &p) {
        for (auto [i, operand] : llvm::enumerate(op.getOperands()))
          if (mlir::Value gradient = p.gradient(i))
            p.accumulate(operand, gradient);
      },
      ofComplex);
  registry.add<sdy::ShardingConstraintOp>(
      [](sdy::ShardingConstraintOp op, Pullback &p) {
        differentiateSharding(op, p);
      },
      ofComplex);
  registry.add<CustomCallOp>(differentiateCustomCall, ofComplex);
}
