//===- MetricNumbers.cpp - Metrics of the sums over all batches -----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Metrics.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::Value;

/// What Keras adds to divisors of scores.
static constexpr double ScoreEpsilon = 1e-7;

/// A quotient, and 0 where the divisor is.
static Value ratio(ProgramBuilder &b, Value above, Value below) {
  Value isZero = b.compare(below, b.like(below, 0), ComparisonDirection::EQ);
  Value divisor = b.select(isZero, b.like(below, 1), below);
  return b.select(isZero, b.like(above, 0), b.divide(above, divisor));
}

static Value meanOfAll(ProgramBuilder &b, Value numbers) {
  int64_t rank = ProgramBuilder::shapeOf(numbers).size();
  return b.mean(numbers, llvm::to_vector(llvm::seq<int64_t>(0, rank)));
}

//===----------------------------------------------------------------------===//
// Curves
//===----------------------------------------------------------------------===//

namespace {
/// What is counted at each threshold: [thresholds], or [labels, thresholds].
struct CurveCounts {
  CurveCounts(ProgramBuilder &b, ArrayRef<Value> sums)
      : truePositives(sums[0]), falsePositives(sums[1]),
        positives(overThresholds(b, sums[2])),
        negatives(overThresholds(b, sums[3])) {}

  Value truePositives, falsePositives, positives, negatives;

private:
  Value overThresholds(ProgramBuilder &b, Value totals) {
    int64_t rank = ProgramBuilder::shapeOf(totals).size();
    return b.broadcast(totals, ProgramBuilder::shapeOf(truePositives),
                       llvm::to_vector(llvm::seq<int64_t>(0, rank)));
  }
};
} // namespace

/// All thresholds but the last, or but the first.
static Value withoutEnd(ProgramBuilder &b, Value rates, bool withoutFirst) {
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(rates);
  int64_t last = shape.size() - 1;
  return b.part(rates, last, withoutFirst ? 1 : 0,
                shape[last] - (withoutFirst ? 0 : 1));
}

/// The area below precision along recall, where the true positives between two
/// thresholds grow linearly with the answers.
static Value interpolatedPrecisions(ProgramBuilder &b,
                                    const CurveCounts &counts) {
  Value answers = b.add(counts.truePositives, counts.falsePositives);
  Value more = withoutEnd(b, answers, false),
        fewer = withoutEnd(b, answers, true);
  Value right = withoutEnd(b, counts.truePositives, true);
  Value gained = b.subtract(withoutEnd(b, counts.truePositives, false), right);
  Value zero = b.like(more, 0);
  Value slope = ratio(b, gained, b.maximum(b.subtract(more, fewer), zero));
  Value intercept = b.subtract(right, b.multiply(slope, fewer));
  Value areThere =
      b.binary<AndOp>(b.compare(more, zero, ComparisonDirection::GT),
                      b.compare(fewer, zero, ComparisonDirection::GT));
  Value growth = b.select(areThere, ratio(b, more, b.maximum(fewer, zero)),
                          b.like(more, 1));
  Value area =
      b.multiply(slope, b.add(gained, b.multiply(intercept, b.log(growth))));
  return ratio(b, area, withoutEnd(b, counts.positives, true));
}

/// The area of each part of a curve; thresholds rise, so rates fall.
static Value partsOfArea(ProgramBuilder &b, const Metric &metric,
                         const CurveCounts &counts) {
  Value recall = ratio(b, counts.truePositives, counts.positives);
  bool isPrecision = metric.curve == AucCurve::PrecisionRecall;
  if (isPrecision && metric.height == AucHeight::Interpolated)
    return interpolatedPrecisions(b, counts);
  Value x =
      isPrecision ? recall : ratio(b, counts.falsePositives, counts.negatives);
  Value y = isPrecision
                ? ratio(b, counts.truePositives,
                        b.add(counts.truePositives, counts.falsePositives))
                : recall;
  Value widths = b.subtract(withoutEnd(b, x, false), withoutEnd(b, x, true));
  Value left = withoutEnd(b, y, false), right = withoutEnd(b, y, true);
  Value heights = metric.height == AucHeight::Interpolated
                      ? b.scale(b.add(left, right), 0.5)
                  : metric.height == AucHeight::Greater
                      ? b.maximum(left, right)
                      : b.minimum(left, right);
  return b.multiply(widths, heights);
}

static Value areaBelow(ProgramBuilder &b, const Metric &metric,
                       const CurveCounts &counts) {
  Value parts = partsOfArea(b, metric, counts);
  int64_t last = ProgramBuilder::shapeOf(parts).size() - 1;
  Value areas = b.sum(parts, {last});
  if (!metric.isOfEachLabel || metric.labelWeights.empty())
    return meanOfAll(b, areas);
  Value weights = b.reals(metric.labelWeights, ProgramBuilder::typeOf(areas));
  return ratio(b, b.sumOfAll(b.multiply(areas, weights)), b.sumOfAll(weights));
}

/// The best of one rate at those thresholds where the other is at least a
/// bound.
static Value bestUnderBound(ProgramBuilder &b, const Metric &metric,
                            const CurveCounts &counts) {
  Value recall = ratio(b, counts.truePositives, counts.positives);
  Value specificity = ratio(
      b, b.subtract(counts.negatives, counts.falsePositives), counts.negatives);
  Value precision = ratio(b, counts.truePositives,
                          b.add(counts.truePositives, counts.falsePositives));
  auto best = [&](Value rate, Value bounded) {
    Value isAllowed = b.compare(bounded, b.like(bounded, metric.bound),
                                ComparisonDirection::GE);
    Value allowed = b.select(isAllowed, rate, b.like(rate, 0));
    return b.reduce(allowed, {0}, Combination::Maximum);
  };
  switch (metric.kind) {
  case MetricKind::SensitivityAtSpecificity:
    return best(recall, specificity);
  case MetricKind::SpecificityAtSensitivity:
    return best(specificity, recall);
  case MetricKind::PrecisionAtRecall:
    return best(precision, recall);
  default:
    return best(recall, precision);
  }
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// The score of each class, or of all together.
static Value scoresOf(ProgramBuilder &b, const Metric &metric,
                      ArrayRef<Value> sums) {
  SmallVector<Value> counts(sums);
  if (metric.average == ClassAverage::Micro) {
    for (Value &count : counts)
      count = b.sumOfAll(count);
  }
  auto share = [&](Value all) {
    return b.divide(counts[0], b.add(all, b.like(all, ScoreEpsilon)));
  };
  Value precision = share(counts[1]), recall = share(counts[2]);
  double square = metric.beta * metric.beta;
  Value below = b.add(b.scale(precision, square), recall);
  Value mean = b.divide(b.multiply(precision, recall),
                        b.add(below, b.like(below, ScoreEpsilon)));
  Value scores = b.scale(mean, 1 + square);
  if (metric.average != ClassAverage::Weighted)
    return scores;
  Value all = b.sumOfAll(counts[2]);
  return b.divide(b.sumOfAll(b.multiply(scores, counts[2])),
                  b.add(all, b.like(all, ScoreEpsilon)));
}

/// The mean of the classes that there are among labels or outputs.
static Value intersectionOverUnion(ProgramBuilder &b, const Metric &metric,
                                   Value pairs) {
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(pairs);
  mlir::RankedTensorType numbers =
      mlir::RankedTensorType::get(shape, b.builder().getI32Type());
  Value isSame = b.compare(b.iota(numbers, 0), b.iota(numbers, 1),
                           ComparisonDirection::EQ);
  Value both = b.sum(b.select(isSame, pairs, b.like(pairs, 0)), {1});
  Value any = b.subtract(b.add(b.sum(pairs, {0}), b.sum(pairs, {1})), both);
  if (!metric.classes.empty()) {
    both = b.take(both, metric.classes, 0);
    any = b.take(any, metric.classes, 0);
  }
  Value isThere = b.compare(any, b.like(any, 0), ComparisonDirection::GT);
  return ratio(b, b.sumOfAll(ratio(b, both, any)),
               b.sumOfAll(b.convert(isThere, ProgramBuilder::elementOf(any))));
}

//===----------------------------------------------------------------------===//
// Variances
//===----------------------------------------------------------------------===//

/// How much of the variance of each target outputs explain.
static Value explainedVariance(ProgramBuilder &b, const Metric &metric,
                               ArrayRef<Value> sums) {
  Value count = sums[3];
  Value total =
      b.subtract(sums[1], b.multiply(sums[0], ratio(b, sums[0], count)));
  Value isZero = b.compare(total, b.like(total, 0), ComparisonDirection::EQ);
  Value scores = b.subtract(b.like(total, 1), ratio(b, sums[2], total));
  scores = b.select(isZero, b.like(scores, 0), scores);
  if (metric.average == ClassAverage::Weighted)
    scores = ratio(b, b.sumOfAll(b.multiply(total, scores)), b.sumOfAll(total));
  else if (metric.average == ClassAverage::Mean)
    scores = meanOfAll(b, scores);
  if (metric.regressors == 0)
    return scores;
  // Adjusted, if there are more examples than inputs.
  Value examples = b.reduce(count, {0}, Combination::Maximum);
  Value above = b.subtract(examples, b.like(examples, 1));
  Value below =
      b.subtract(above, b.like(above, static_cast<double>(metric.regressors)));
  Value isEnough = b.compare(below, b.like(below, 0), ComparisonDirection::GT);
  Value factor = b.select(isEnough, ratio(b, above, below), b.like(above, 1));
  Value one = b.like(scores, 1);
  factor = b.broadcastTo(factor, ProgramBuilder::shapeOf(scores));
  return b.subtract(one, b.multiply(b.subtract(one, scores), factor));
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

static Value numbersOf(ProgramBuilder &b, const Metric &metric,
                       ArrayRef<Value> sums, Value examples) {
  switch (metric.kind) {
  case MetricKind::TruePositives:
  case MetricKind::FalsePositives:
  case MetricKind::TrueNegatives:
  case MetricKind::FalseNegatives:
    return sums[0];
  case MetricKind::Precision:
  case MetricKind::Recall:
    return ratio(b, sums[0], sums[1]);
  case MetricKind::FScore:
    return scoresOf(b, metric, sums);
  case MetricKind::SensitivityAtSpecificity:
  case MetricKind::SpecificityAtSensitivity:
  case MetricKind::PrecisionAtRecall:
  case MetricKind::RecallAtPrecision:
    return bestUnderBound(b, metric, CurveCounts(b, sums));
  case MetricKind::Auc:
    return areaBelow(b, metric, CurveCounts(b, sums));
  case MetricKind::IntersectionOverUnion:
    return intersectionOverUnion(b, metric, sums[0]);
  case MetricKind::R2Score:
    return explainedVariance(b, metric, sums);
  case MetricKind::RootMeanSquaredError:
    return b.sqrt(ratio(b, sums[0], examples));
  default:
    return ratio(b, sums[0], examples);
  }
}

SmallVector<MetricNumber> stablehlo::buildMetric(ProgramBuilder &b,
                                                 const Metric &metric,
                                                 ArrayRef<Value> sums,
                                                 Value examples) {
  Value numbers = numbersOf(b, metric, sums, examples);
  std::string name = metric.name();
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(numbers);
  if (shape.empty())
    return {{name, numbers}};
  if (metric.average != ClassAverage::None || shape.front() == 1)
    return {{name, meanOfAll(b, numbers)}};
  SmallVector<MetricNumber> ofClasses;
  for (int64_t number = 0; number < shape.front(); ++number)
    ofClasses.push_back({name + "_of_class_" + std::to_string(number),
                         b.at(numbers, 0, number)});
  return ofClasses;
}
