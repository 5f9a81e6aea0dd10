//===- ExampleLosses.cpp - Losses of each example by itself ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Activations.h"
#include "Dialect/StableHLO/Builders/GroupLosses.h"
#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

/// How far Keras keeps probabilities away from 0 and 1.
static constexpr double Epsilon = 1e-7;

namespace {
/// Builds losses of examples, whose dimensions are those of the outputs without
/// the last one.
class ExampleLoss {
public:
  ExampleLoss(ProgramBuilder &b, const LossOptions &loss, Value labels,
              Value outputs)
      : b(b), loss(loss), labels(labels), outputs(outputs),
        shape(ProgramBuilder::shapeOf(outputs)), last(shape.size() - 1) {}

  Value build();

private:
  Value ofCategories();
  Value ofBooleans();
  Value huber();
  Value percentages();
  Value logarithms();
  Value hinge();
  Value categoricalHinge();
  Value divergence();
  Value cosine();
  Value focalBooleans();
  Value focalCategories();
  Value generalized();
  Value logProbabilities();
  Value targets();
  Value overClasses(Value reduced);
  Value clip(Value probabilities);
  Value atLeast(Value value, double least) {
    return b.maximum(value, b.like(value, least));
  }

  ProgramBuilder &b;
  const LossOptions &loss;
  Value labels;
  Value outputs;
  ArrayRef<int64_t> shape;
  int64_t last;
};
} // namespace

/// Copies what is one number for each example along the classes.
Value ExampleLoss::overClasses(Value reduced) {
  return b.broadcast(reduced, shape,
                     llvm::to_vector(llvm::seq<int64_t>(0, last)));
}

Value ExampleLoss::clip(Value probabilities) {
  return b.minimum(b.maximum(probabilities, b.like(probabilities, Epsilon)),
                   b.like(probabilities, 1 - Epsilon));
}

/// Logits less the logarithm of the sum of their exponentials. Of probabilities
/// the logarithms are taken for logits, which makes them sum up to 1.
Value ExampleLoss::logProbabilities() {
  Value logits = loss.isFromLogits ? outputs : b.log(clip(outputs));
  return logSoftmax(b, logits, last);
}

/// Labels as probabilities of the classes.
Value ExampleLoss::targets() {
  Value given = buildTargets(b, loss, labels, outputs);
  if (areLabelsIndices(loss.kind) || loss.labelSmoothing == 0)
    return given;
  double share =
      isBinary(loss.kind) ? 0.5 : 1.0 / static_cast<double>(shape[last]);
  return b.add(b.scale(given, 1 - loss.labelSmoothing),
               b.like(given, loss.labelSmoothing * share));
}

Value ExampleLoss::ofCategories() {
  return b.negate(b.sum(b.multiply(targets(), logProbabilities()), {last}));
}

Value ExampleLoss::ofBooleans() {
  Value truth = targets();
  Value each;
  if (loss.isFromLogits) {
    // max(x, 0) - x * t + log(1 + exp(-|x|)) does not overflow.
    Value positive = atLeast(outputs, 0);
    Value tail = b.exponential(b.negate(absolute(b, outputs)));
    Value logarithm = b.function<LogPlusOneOp>(tail);
    each = b.add(b.subtract(positive, b.multiply(outputs, truth)), logarithm);
  } else {
    Value one = b.like(outputs, 1);
    Value probability = clip(outputs);
    Value yes = b.multiply(truth, b.log(probability));
    Value no =
        b.multiply(b.subtract(one, truth), b.log(b.subtract(one, probability)));
    each = b.negate(b.add(yes, no));
  }
  return b.mean(each, {last});
}

/// Half the square up to delta, linear beyond.
Value ExampleLoss::huber() {
  Value error = b.subtract(outputs, targets());
  Value distance = absolute(b, error);
  Value limit = b.like(error, loss.delta);
  Value quadratic = b.scale(b.multiply(error, error), 0.5);
  Value linear = b.subtract(b.scale(distance, loss.delta),
                            b.like(error, loss.delta * loss.delta / 2));
  Value each = b.select(b.compare(distance, limit, ComparisonDirection::LE),
                        quadratic, linear);
  return b.mean(each, {last});
}

/// The error as a share of the label, of 100.
Value ExampleLoss::percentages() {
  Value truth = targets();
  Value share = b.divide(absolute(b, b.subtract(truth, outputs)),
                         atLeast(absolute(b, truth), Epsilon));
  return b.scale(b.mean(share, {last}), 100);
}

Value ExampleLoss::logarithms() {
  auto logarithm = [&](Value value) {
    return b.function<LogPlusOneOp>(atLeast(value, Epsilon));
  };
  Value error = b.subtract(logarithm(outputs), logarithm(targets()));
  return b.mean(b.multiply(error, error), {last});
}

/// How far outputs are from being on the side of their label by one. Labels
/// that are all 0 and 1 are -1 and 1.
Value ExampleLoss::hinge() {
  Value truth = targets();
  Value one = b.like(truth, 1);
  auto is = [&](double number) {
    return b.compare(truth, b.like(truth, number), ComparisonDirection::EQ);
  };
  Value isBit = b.binary<OrOp>(is(0), is(1));
  Value areBits =
      b.reduce(isBit, llvm::to_vector(llvm::seq<int64_t>(0, last + 1)),
               Combination::And);
  Value signs = b.subtract(b.scale(truth, 2), one);
  truth = b.select(b.broadcast(areBits, shape, {}), signs, truth);
  Value distance = atLeast(b.subtract(one, b.multiply(truth, outputs)), 0);
  if (loss.kind == LossKind::SquaredHinge)
    distance = b.multiply(distance, distance);
  return b.mean(distance, {last});
}

/// How far the right class is from being above all others by one.
Value ExampleLoss::categoricalHinge() {
  Value truth = targets();
  Value right = b.sum(b.multiply(truth, outputs), {last});
  Value others = b.multiply(b.subtract(b.like(truth, 1), truth), outputs);
  Value wrong = b.reduce(others, {last}, Combination::Maximum);
  Value distance = b.subtract(wrong, right);
  return atLeast(b.add(distance, b.like(distance, 1)), 0);
}

Value ExampleLoss::divergence() {
  auto clipped = [&](Value value) {
    return b.minimum(atLeast(value, Epsilon), b.like(value, 1));
  };
  Value truth = clipped(targets());
  Value ratio = b.divide(truth, clipped(outputs));
  return b.sum(b.multiply(truth, b.log(ratio)), {last});
}

/// The cosine of the angle between labels and outputs, less where it is larger.
Value ExampleLoss::cosine() {
  Value truth = scaleToUnit(b, targets(), {last});
  Value given = scaleToUnit(b, outputs, {last});
  return b.negate(b.sum(b.multiply(truth, given), {last}));
}

Value ExampleLoss::focalBooleans() {
  Value truth = targets();
  Value one = b.like(truth, 1);
  Value no = b.subtract(one, truth);
  Value probability = loss.isFromLogits ? b.logistic(outputs) : outputs;
  Value kept = clip(probability);
  Value entropy = b.negate(b.add(b.multiply(truth, b.log(kept)),
                                 b.multiply(no, b.log(b.subtract(one, kept)))));
  Value right = b.add(b.multiply(truth, probability),
                      b.multiply(no, b.subtract(one, probability)));
  Value factor = b.power(b.subtract(one, right), b.like(one, loss.gamma));
  if (loss.balancesClasses) {
    Value weight = b.add(b.scale(truth, loss.focalAlpha),
                         b.scale(no, 1 - loss.focalAlpha));
    factor = b.multiply(factor, weight);
  }
  return b.mean(b.multiply(factor, entropy), {last});
}

Value ExampleLoss::focalCategories() {
  Value truth = targets();
  Value probability =
      loss.isFromLogits
          ? b.exponential(logProbabilities())
          : b.divide(outputs, overClasses(b.sum(outputs, {last})));
  Value kept = clip(probability);
  Value entropy = b.negate(b.multiply(truth, b.log(kept)));
  Value factor =
      b.power(b.subtract(b.like(kept, 1), kept), b.like(kept, loss.gamma));
  return b.sum(b.multiply(b.scale(factor, loss.focalAlpha), entropy), {last});
}

/// Between the entropy and the absolute error: (1 - p^q) / q of the right
/// class.
Value ExampleLoss::generalized() {
  Value probability =
      loss.isFromLogits ? b.exponential(logProbabilities()) : outputs;
  Value right = b.sum(b.multiply(probability, targets()), {last});
  Value rest =
      b.subtract(b.like(right, 1), b.power(right, b.like(right, loss.q)));
  return b.scale(rest, 1 / loss.q);
}

Value ExampleLoss::build() {
  switch (loss.kind) {
  case LossKind::SparseCategoricalCrossentropy:
  case LossKind::CategoricalCrossentropy:
    return ofCategories();
  case LossKind::BinaryCrossentropy:
    return ofBooleans();
  case LossKind::MeanSquaredError: {
    Value error = b.subtract(outputs, targets());
    return b.mean(b.multiply(error, error), {last});
  }
  case LossKind::MeanAbsoluteError:
    return b.mean(absolute(b, b.subtract(outputs, targets())), {last});
  case LossKind::Huber:
    return huber();
  case LossKind::MeanAbsolutePercentageError:
    return percentages();
  case LossKind::MeanSquaredLogarithmicError:
    return logarithms();
  case LossKind::Hinge:
  case LossKind::SquaredHinge:
    return hinge();
  case LossKind::CategoricalHinge:
    return categoricalHinge();
  case LossKind::KlDivergence:
    return divergence();
  case LossKind::Poisson: {
    Value logarithm = b.log(b.add(outputs, b.like(outputs, Epsilon)));
    return b.mean(b.subtract(outputs, b.multiply(targets(), logarithm)),
                  {last});
  }
  case LossKind::LogCosh: {
    Value error = b.subtract(outputs, targets());
    Value sum = b.add(error, softplus(b, b.scale(error, -2)));
    return b.mean(b.subtract(sum, b.like(sum, 0.6931471805599453)), {last});
  }
  case LossKind::CosineSimilarity:
    return cosine();
  case LossKind::BinaryFocalCrossentropy:
    return focalBooleans();
  case LossKind::CategoricalFocalCrossentropy:
    return focalCategories();
  case LossKind::CategoricalGeneralizedCrossEntropy:
    return generalized();
  case LossKind::Dice:
  case LossKind::Tversky:
    return overlapLosses(b, loss, labels, outputs, Value());
  case LossKind::Circle:
    return circleLosses(b, loss, labels, outputs, Value()).losses;
  case LossKind::Ctc:
    return sequenceLosses(b, labels, outputs);
  }
  llvm_unreachable("unknown loss");
}

Value stablehlo::buildExampleLosses(ProgramBuilder &b, const LossOptions &loss,
                                    Value labels, Value outputs) {
  return ExampleLoss(b, loss, labels, outputs).build();
}
