//===- MovementGradients.cpp - Gradients of what only places elements -----===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/IR/ControlFlowOps.h"
#include "Dialect/StableHLO/IR/HostOps.h"
#include "Dialect/StableHLO/IR/Surroundings.h"
#include "Dialect/StableHLO/Transforms/GradientRules.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using llvm::ArrayRef;
using llvm::SmallVector;
using mlir::Value;

/// Copies of an element add up.
static void differentiateBroadcast(Value operand, ArrayRef<int64_t> dimensions,
                                   Step &s) {
  s.give(operand, [&] {
    ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(operand);
    Value gradient = s.gradient();
    SmallVector<int64_t> kept, summed;
    for (auto [size, d] : llvm::zip(shape, dimensions))
      if (size == ProgramBuilder::shapeOf(gradient)[d])
        kept.push_back(d);
    for (int64_t d = 0, e = ProgramBuilder::shapeOf(gradient).size(); d < e;
         ++d)
      if (!llvm::is_contained(kept, d))
        summed.push_back(d);
    if (!summed.empty())
      gradient = s.sum(gradient, summed);
    // The dimensions that are left come in the order of the result.
    SmallVector<int64_t> sorted(kept);
    llvm::sort(sorted);
    SmallVector<int64_t> order;
    for (int64_t d : kept)
      order.push_back(llvm::find(sorted, d) - sorted.begin());
    return s.reshape(s.transpose(gradient, order), shape);
  });
}

static void differentiateConcatenate(ConcatenateOp op, Step &s) {
  int64_t begin = 0, d = op.getDimension();
  for (Value input : op.getInputs()) {
    int64_t end = begin + ProgramBuilder::shapeOf(input)[d];
    s.give(input, [&] {
      SmallVector<int64_t> starts(ProgramBuilder::shapeOf(input).size(), 0);
      SmallVector<int64_t> limits(ProgramBuilder::shapeOf(input));
      starts[d] = begin;
      limits[d] = end;
      return s.slice(s.gradient(), starts, limits);
    });
    begin = end;
  }
}

/// What a pad put around and between elements is cut, and what it cut is zero.
static Value unpad(PadOp op, Step &s) {
  SmallVector<int64_t> low, high, steps;
  for (auto [l, h, interior] :
       llvm::zip(op.getEdgePaddingLow(), op.getEdgePaddingHigh(),
                 op.getInteriorPadding())) {
    low.push_back(-l);
    high.push_back(-h);
    steps.push_back(interior + 1);
  }
  Value spread = s.pad(s.gradient(), 0, low, high);
  SmallVector<int64_t> starts(steps.size(), 0);
  SmallVector<int64_t> limits(ProgramBuilder::shapeOf(spread));
  return s.slice(spread, starts, limits, steps);
}

static void differentiatePad(PadOp op, Step &s) {
  if (!s.wants(op.getOperand()) && !s.wants(op.getPaddingValue()))
    return;
  Value inner = unpad(op, s);
  s.give(op.getOperand(), inner);
  s.give(op.getPaddingValue(), [&] {
    return s.subtract(s.sumOfAll(s.gradient()), s.sumOfAll(inner));
  });
}

static void differentiateSlice(SliceOp op, Step &s) {
  Value operand = op.getOperand();
  s.give(operand, [&]() -> Value {
    SmallVector<int64_t> low, high, interior;
    for (auto [size, count, start, stride] : llvm::zip(
             ProgramBuilder::shapeOf(operand), ProgramBuilder::shapeOf(op),
             op.getStartIndices(), op.getStrides())) {
      if (count == 0)
        return s.like(operand, 0);
      low.push_back(start);
      high.push_back(size - (start + (count - 1) * stride + 1));
      interior.push_back(stride - 1);
    }
    return s.pad(s.gradient(), 0, low, high, interior);
  });
}

/// What says where a tensor is kept says so of its gradient, too.
static void differentiateSharding(mlir::Operation *op, Step &s) {
  s.give(op->getOperand(0), [&] {
    mlir::IRMapping mapping;
    mapping.map(op->getOperand(0), s.gradient());
    return s.builder().clone(*op, mapping)->getResult(0);
  });
}

static llvm::LogicalResult differentiateCustomCall(CustomCallOp op, Step &s) {
  if (op.getCallTargetName() != "Sharding" || op->getNumOperands() != 1 ||
      op->getNumResults() != 1 ||
      op->getOperand(0).getType() != op->getResult(0).getType())
    return s.refuse("what `" + op.getCallTargetName() +
                    "` computes is not known");
  differentiateSharding(op, s);
  return llvm::success();
}

void stablehlo::addMovementGradients(GradientRules &rules) {
  constexpr auto ofComplex = GradientRules::OfComplex;
  rules.add<BroadcastInDimOp>([](BroadcastInDimOp op, Step &s) {
    differentiateBroadcast(op.getOperand(), op.getBroadcastDimensions(), s);
  });
  rules.add<BroadcastOp>([](BroadcastOp op, Step &s) {
    auto dimensions = llvm::to_vector(llvm::seq<int64_t>(
        op.getBroadcastSizes().size(), ProgramBuilder::shapeOf(op).size()));
    differentiateBroadcast(op.getOperand(), dimensions, s);
  });
  rules.add<ReshapeOp>(
      [](ReshapeOp op, Step &s) {
        s.give(op.getOperand(), [&] {
          return s.reshape(s.gradient(),
                           ProgramBuilder::shapeOf(op.getOperand()));
        });
      },
      ofComplex);
  rules.add<TransposeOp>(
      [](TransposeOp op, Step &s) {
        s.give(op.getOperand(), [&] {
          return s.transpose(
              s.gradient(), mlir::invertPermutationVector(op.getPermutation()));
        });
      },
      ofComplex);
  rules.add<ReverseOp>(
      [](ReverseOp op, Step &s) {
        s.give(op.getOperand(),
               [&] { return s.reverse(s.gradient(), op.getDimensions()); });
      },
      ofComplex);
  rules.add<ConcatenateOp>(differentiateConcatenate, ofComplex);
  rules.add<PadOp>(differentiatePad);
  rules.add<SliceOp>(differentiateSlice);
  rules.add<OptimizationBarrierOp>(
      [](OptimizationBarrierOp op, Step &s) {
        for (auto [i, operand] : llvm::enumerate(op.getOperands()))
          if (mlir::Value gradient = s.gradient(i))
            s.give(operand, gradient);
      },
      ofComplex);
  rules.add<sdy::ShardingConstraintOp>(
      [](sdy::ShardingConstraintOp op, Step &s) {
        differentiateSharding(op, s);
      },
      ofComplex);
  rules.add<CustomCallOp>(differentiateCustomCall, ofComplex);
}
