//===- NormalizationGradients.cpp - Gradients of normalisations -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Transforms/GradientRules.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using llvm::SmallVector;
using mlir::Value;

namespace {

/// A tensor with features in a dimension.
struct Features {
  Value operand;
  int64_t dimension;

  /// A number for each feature, in the shape of the tensor.
  Value widen(Step &s, Value values) const {
    return s.broadcast(values, ProgramBuilder::shapeOf(operand), {dimension});
  }
  /// Sums for each feature.
  Value sum(Step &s, Value values) const {
    SmallVector<int64_t> others;
    for (int64_t d = 0, e = ProgramBuilder::shapeOf(operand).size(); d < e; ++d)
      if (d != dimension)
        others.push_back(d);
    return s.sum(values, others);
  }
  /// How many elements a feature has.
  int64_t count() const {
    return ProgramBuilder::typeOf(operand).getNumElements() /
           ProgramBuilder::shapeOf(operand)[dimension];
  }
};

} // namespace

static void differentiateTraining(BatchNormTrainingOp op, Step &s) {
  Features features{op.getOperand(),
                    static_cast<int64_t>(op.getFeatureIndex())};
  if (s.gradient(0)) {
    auto back = BatchNormGradOp::create(
        s.builder(), s.location(), op.getOperand().getType(),
        op.getScale().getType(), op.getOffset().getType(), op.getOperand(),
        op.getScale(), op.getBatchMean(), op.getBatchVar(), s.gradient(0),
        op.getEpsilonAttr(), op.getFeatureIndexAttr());
    s.give(op.getOperand(), back.getGradOperand());
    s.give(op.getScale(), back.getGradScale());
    s.give(op.getOffset(), back.getGradOffset());
  }
  double share = 1.0 / static_cast<double>(features.count());
  if (Value mean = s.gradient(1))
    s.give(op.getOperand(),
           [&] { return features.widen(s, s.scale(mean, share)); });
  if (Value variance = s.gradient(2))
    s.give(op.getOperand(), [&] {
      Value centred =
          s.subtract(op.getOperand(), features.widen(s, op.getBatchMean()));
      return s.multiply(centred,
                        features.widen(s, s.scale(variance, 2 * share)));
    });
}

/// (x - mean) * rsqrt(variance + epsilon) * scale + offset
static void differentiateInference(BatchNormInferenceOp op, Step &s) {
  Features features{op.getOperand(),
                    static_cast<int64_t>(op.getFeatureIndex())};
  Value gradient = s.gradient(), variance = op.getVariance();
  Value shifted =
      s.add(variance, s.like(variance, op.getEpsilon().convertToDouble()));
  Value inverse = s.rsqrt(shifted);
  Value slope = s.multiply(inverse, op.getScale());
  auto centred = [&] {
    return s.subtract(op.getOperand(), features.widen(s, op.getMean()));
  };
  s.give(op.getOperand(),
         [&] { return s.multiply(gradient, features.widen(s, slope)); });
  s.give(op.getScale(), [&] {
    return s.multiply(features.sum(s, s.multiply(gradient, centred())),
                      inverse);
  });
  s.give(op.getOffset(), [&] { return features.sum(s, gradient); });
  s.give(op.getMean(), [&] {
    return s.negate(s.multiply(features.sum(s, gradient), slope));
  });
  s.give(variance, [&] {
    Value sum = features.sum(s, s.multiply(gradient, centred()));
    Value change = s.scale(s.divide(slope, shifted), -0.5);
    return s.multiply(sum, change);
  });
}

void stablehlo::addNormalizationGradients(GradientRules &rules) {
  rules.add<BatchNormTrainingOp>(differentiateTraining);
  rules.add<BatchNormInferenceOp>(differentiateInference);
}
