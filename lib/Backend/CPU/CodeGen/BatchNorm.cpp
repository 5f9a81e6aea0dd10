//===- BatchNorm.cpp - Batch normalization --------------------------------===//
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
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

namespace arith = mlir::arith;
namespace math = mlir::math;
namespace memref = mlir::memref;
using namespace trainlint;
using namespace trainlint::stablehlo;

namespace trainlint::cpu {

namespace {

/// Sums and values of each feature, in the type that elements are computed in.
class Features {
public:
  Features(Lowering &lowering, Location loc, Value operand, int64_t dimension)
      : lowering(lowering), b(lowering.b), loc(loc), dimension(dimension),
        shape(shapeOf(operand)), element(elementTypeIn(operand)),
        computed(computedType(element)),
        count(double(tensorTypeOf(operand).getNumElements()) /
              shape[dimension]) {}

  /// For every element, with its indices and its feature.
  void forAll(llvm::function_ref<void(ValueRange, Value)> body) {
    lowering.loops(loc, shape, [&](ValueRange at) { body(at, at[dimension]); });
  }
  void forEach(llvm::function_ref<void(Value)> body) {
    lowering.loops(loc, shape[dimension], [&](ValueRange at) { body(at[0]); });
  }
  /// A vector of zeros.
  Value sums() {
    Value buffer = lowering.allocate(
        loc, mlir::MemRefType::get(shape[dimension], computed));
    lowering.fill(loc, buffer, number(b, loc, computed, 0));
    return buffer;
  }
  Value get(Value sums, Value feature) {
    return memref::LoadOp::create(b, loc, sums, feature);
  }
  void set(Value sums, Value feature, Value value) {
    memref::StoreOp::create(b, loc, value, sums, feature);
  }
  void addTo(Value sums, Value feature, Value value) {
    set(sums, feature, plus(get(sums, feature), value));
  }
  /// An element of an operand.
  Value at(Value buffer, ValueRange place) {
    return lowering.load(loc, buffer, place, element);
  }
  void put(Value buffer, ValueRange place, Value value) {
    lowering.store(loc, value, buffer, place, element);
  }
  Value plus(Value x, Value y) { return arith::AddFOp::create(b, loc, x, y); }
  Value minus(Value x, Value y) { return arith::SubFOp::create(b, loc, x, y); }
  Value times(Value x, Value y) { return arith::MulFOp::create(b, loc, x, y); }
  Value over(Value x, Value y) { return arith::DivFOp::create(b, loc, x, y); }
  Value constant(double value) { return number(b, loc, computed, value); }
  Value deviation(Value variance, llvm::APFloat epsilon) {
    return math::SqrtOp::create(
        b, loc, plus(variance, constant(epsilon.convertToFloat())));
  }

  Lowering &lowering;
  mlir::OpBuilder &b;
  Location loc;
  int64_t dimension;
  llvm::ArrayRef<int64_t> shape;
  Type element, computed;
  double count;
};

} // namespace

static LogicalResult lowerInference(Lowering &lowering,
                                    BatchNormInferenceOp op) {
  Features f(lowering, op.getLoc(), op.getOperand(), op.getFeatureIndex());
  Value operand = lowering.bufferOf(op.getOperand());
  Value scale = lowering.bufferOf(op.getScale()),
        offset = lowering.bufferOf(op.getOffset());
  Value mean = lowering.bufferOf(op.getMean());
  Value variance = lowering.bufferOf(op.getVariance());
  Value result = lowering.allocateResult(op.getResult());
  f.forAll([&](ValueRange at, Value feature) {
    Value deviation = f.deviation(f.at(variance, feature), op.getEpsilon());
    Value normal =
        f.over(f.minus(f.at(operand, at), f.at(mean, feature)), deviation);
    f.put(result, at,
          f.plus(f.times(f.at(scale, feature), normal), f.at(offset, feature)));
  });
  return success();
}

static LogicalResult lowerTraining(Lowering &lowering, BatchNormTrainingOp op) {
  Features f(lowering, op.getLoc(), op.getOperand(), op.getFeatureIndex());
  Value operand = lowering.bufferOf(op.getOperand());
  Value scale = lowering.bufferOf(op.getScale()),
        offset = lowering.bufferOf(op.getOffset());
  Value output = lowering.allocateResult(op.getOutput());
  Value batchMean = lowering.allocateResult(op.getBatchMean());
  Value batchVariance = lowering.allocateResult(op.getBatchVar());
  Value mean = f.sums(), variance = f.sums();
  f.forAll([&](ValueRange at, Value feature) {
    f.addTo(mean, feature, f.at(operand, at));
  });
  f.forEach([&](Value feature) {
    f.set(mean, feature, f.over(f.get(mean, feature), f.constant(f.count)));
  });
  f.forAll([&](ValueRange at, Value feature) {
    Value centered = f.minus(f.at(operand, at), f.get(mean, feature));
    f.addTo(variance, feature, f.times(centered, centered));
  });
  f.forEach([&](Value feature) {
    Value value = f.over(f.get(variance, feature), f.constant(f.count));
    f.set(variance, feature, value);
    f.put(batchVariance, feature, value);
    f.put(batchMean, feature, f.get(mean, feature));
  });
  f.forAll([&](ValueRange at, Value feature) {
    Value deviation = f.deviation(f.get(variance, feature), op.getEpsilon());
    Value normal =
        f.over(f.minus(f.at(operand, at), f.get(mean, feature)), deviation);
    f.put(output, at,
          f.plus(f.times(f.at(scale, feature), normal), f.at(offset, feature)));
  });
  return success();
}

static LogicalResult lowerGradient(Lowering &lowering, BatchNormGradOp op) {
  Features f(lowering, op.getLoc(), op.getOperand(), op.getFeatureIndex());
  Value operand = lowering.bufferOf(op.getOperand());
  Value scale = lowering.bufferOf(op.getScale()),
        mean = lowering.bufferOf(op.getMean());
  Value variance = lowering.bufferOf(op.getVariance());
  Value gradient = lowering.bufferOf(op.getGradOutput());
  Value gradOperand = lowering.allocateResult(op.getGradOperand());
  Value gradScale = lowering.allocateResult(op.getGradScale());
  Value gradOffset = lowering.allocateResult(op.getGradOffset());
  // Sums of the gradient, and of its products with centered elements.
  Value sums = f.sums(), products = f.sums();
  auto centered = [&](ValueRange at, Value feature) {
    return f.minus(f.at(operand, at), f.at(mean, feature));
  };
  f.forAll([&](ValueRange at, Value feature) {
    Value value = f.at(gradient, at);
    f.addTo(sums, feature, value);
    f.addTo(products, feature, f.times(value, centered(at, feature)));
  });
  f.forEach([&](Value feature) {
    Value deviation = f.deviation(f.at(variance, feature), op.getEpsilon());
    f.put(gradOffset, feature, f.get(sums, feature));
    f.put(gradScale, feature, f.over(f.get(products, feature), deviation));
  });
  f.forAll([&](ValueRange at, Value feature) {
    Value deviation = f.deviation(f.at(variance, feature), op.getEpsilon());
    Value spread = f.times(deviation, deviation);
    Value all = f.times(f.constant(f.count), f.at(gradient, at));
    Value along = f.over(
        f.times(f.get(products, feature), centered(at, feature)), spread);
    Value rest = f.minus(f.minus(all, f.get(sums, feature)), along);
    Value factor =
        f.over(f.over(f.at(scale, feature), deviation), f.constant(f.count));
    f.put(gradOperand, at, f.times(factor, rest));
  });
  return success();
}

Lowered lowerBatchNorm(Lowering &lowering, Operation *op) {
  return llvm::TypeSwitch<Operation *, Lowered>(op)
      .Case([&](BatchNormInferenceOp norm) {
        return lowerInference(lowering, norm);
      })
      .Case([&](BatchNormTrainingOp norm) {
        return lowerTraining(lowering, norm);
      })
      .Case([&](BatchNormGradOp norm) { return lowerGradient(lowering, norm); })
      .Default(Lowered());
}

} // namespace trainlint::cpu
