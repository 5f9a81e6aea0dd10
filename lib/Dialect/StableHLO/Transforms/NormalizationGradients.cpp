//===- NormalizationGradients.cpp - Gradients of normalizations -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Transforms/GradientRegistry.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

namespace {

/// A tensor with features in a dimension.
struct Features {
  Value operand;
  int64_t dimension;

  /// A number for each feature, in the shape of the tensor.
  Value widen(Pullback &p, Value values) const {
    return p.broadcast(values, ProgramBuilder::shapeOf(operand), {dimension});
  }
  /// Sums for each feature.
  Value sum(Pullback &p, Value values) const {
    SmallVector<int64_t> others;
    for (int64_t d = 0, e = ProgramBuilder::shapeOf(operand).size(); d < e; ++d)
      if (d != dimension)
        others.push_back(d);
    return p.sum(values, others);
  }
  /// How many elements a feature has.
  int64_t count() const {
    return ProgramBuilder::typeOf(operand).getNumElements() /
           ProgramBuilder::shapeOf(operand)[dimension];
  }
};

} // namespace

static void differentiateTraining(BatchNormTrainingOp op, Pullback &p) {
  Features features{op.getOperand(),
                    static_cast<int64_t>(op.getFeatureIndex())};
  if (p.gradient(0)) {
    auto back = BatchNormGradOp::create(
        p.builder(), p.location(), op.getOperand().getType(),
        op.getScale().getType(), op.getOffset().getType(), op.getOperand(),
        op.getScale(), op.getBatchMean(), op.getBatchVar(), p.gradient(0),
        op.getEpsilonAttr(), op.getFeatureIndexAttr());
    p.accumulate(op.getOperand(), back.getGradOperand());
    p.accumulate(op.getScale(), back.getGradScale());
    p.accumulate(op.getOffset(), back.getGradOffset());
  }
  double share = 1.0 / static_cast<double>(features.count());
  if (Value mean = p.gradient(1))
    p.accumulate(op.getOperand(),
                 [&] { return features.widen(p, p.scale(mean, share)); });
  if (Value variance = p.gradient(2))
    p.accumulate(op.getOperand(), [&] {
      Value centered =
          p.subtract(op.getOperand(), features.widen(p, op.getBatchMean()));
      return p.multiply(centered,
                        features.widen(p, p.scale(variance, 2 * share)));
    });
}

/// (x - mean) * rsqrt(variance + epsilon) * scale + offset
static void differentiateInference(BatchNormInferenceOp op, Pullback &p) {
  Features features{op.getOperand(),
                    static_cast<int64_t>(op.getFeatureIndex())};
  Value gradient = p.gradient(), variance = op.getVariance();
  Value shifted =
      p.add(variance, p.like(variance, op.getEpsilon().convertToDouble()));
  Value inverse = p.rsqrt(shifted);
  Value slope = p.multiply(inverse, op.getScale());
  auto centered = [&] {
    return p.subtract(op.getOperand(), features.widen(p, op.getMean()));
  };
  p.accumulate(op.getOperand(),
               [&] { return p.multiply(gradient, features.widen(p, slope)); });
  p.accumulate(op.getScale(), [&] {
    return p.multiply(features.sum(p, p.multiply(gradient, centered())),
                      inverse);
  });
  p.accumulate(op.getOffset(), [&] { return features.sum(p, gradient); });
  p.accumulate(op.getMean(), [&] {
    return p.negate(p.multiply(features.sum(p, gradient), slope));
  });
  p.accumulate(variance, [&] {
    Value sum = features.sum(p, p.multiply(gradient, centered()));
    Value change = p.scale(p.divide(slope, shifted), -0.5);
    return p.multiply(sum, change);
  });
}

void stablehlo::addNormalizationGradients(GradientRegistry &registry) {
  registry.add<BatchNormTrainingOp>(differentiateTraining);
  registry.add<BatchNormInferenceOp>(differentiateInference);
}
