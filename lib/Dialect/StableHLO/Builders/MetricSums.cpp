//===- MetricSums.cpp - What a batch adds to metrics ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A metric of a data set is no mean of those of its batches: the last batch is
// smaller, and precision or AUC are no means at all. So a batch gives sums,
// which are added up, and a formula makes the metric of them at the end. The
// definitions are those of Keras.
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Activations.h"
#include "Dialect/StableHLO/Builders/Metrics.h"
#include "Dialect/StableHLO/Builders/Normalization.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::RankedTensorType;
using mlir::Value;

static int64_t rankOf(Value value) {
  return ProgramBuilder::shapeOf(value).size();
}

/// Weights of examples, for each element of numbers of a type.
static Value overElements(ProgramBuilder &b, Value weights,
                          RankedTensorType type) {
  return alongFirst(b, b.convert(weights, type.getElementType()), type);
}

Value stablehlo::buildWeightedSum(ProgramBuilder &b, Value numbers,
                                  Value weights) {
  RankedTensorType type = ProgramBuilder::typeOf(numbers);
  // An example that does not count may be no number.
  Value counts = b.compare(overElements(b, weights, type), b.like(numbers, 0),
                           ComparisonDirection::NE);
  Value sum = b.sumOfAll(b.select(counts, numbers, b.like(numbers, 0)));
  int64_t inEach = 1;
  for (int64_t size :
       type.getShape().drop_front(ProgramBuilder::typeOf(weights).getRank()))
    inEach *= std::max<int64_t>(size, 1);
  return inEach == 1 ? sum : b.scale(sum, 1.0 / static_cast<double>(inEach));
}

namespace {
/// Labels and outputs as what metrics compare.
class MetricSums {
public:
  MetricSums(ProgramBuilder &b, const Metric &metric, const LossOptions &loss,
             Value labels, Value outputs, Value weights)
      : b(b), metric(metric), loss(loss), labels(labels), outputs(outputs),
        weights(weights), element(ProgramBuilder::elementOf(outputs)),
        last(rankOf(outputs) - 1) {}

  SmallVector<MetricSum> build();

private:
  bool isSparse() const { return areLabelsIndices(loss.kind); }
  Value targets() { return buildTargets(b, loss, labels, outputs); }
  Value probabilities();
  /// The class that is counted, if it is one.
  Value ofClasses(Value values);
  /// Ones where labels say yes.
  Value truths();
  /// Ones where outputs are among the greatest, or above the threshold.
  Value answers();
  Value hits();
  Value hitsAmong(int64_t count);
  Value errors();
  Value lossesOfExamples();
  Value correlations();
  SmallVector<MetricSum> ofAnswers();
  SmallVector<MetricSum> ofThresholds();
  SmallVector<MetricSum> ofScores();
  SmallVector<MetricSum> ofVariances();
  SmallVector<MetricSum> ofClassPairs();
  SmallVector<double> thresholds() const;
  Value predictedClasses();
  Value rightClasses(ArrayRef<int64_t> shape);
  /// Adds up numbers of examples that count, over all dimensions but the last.
  Value sumOverExamples(Value numbers);

  Value isAbove(Value numbers, double border) {
    return b.compare(numbers, b.like(numbers, border), ComparisonDirection::GT);
  }
  Value no(Value yes) { return b.subtract(b.like(yes, 1), yes); }
  Value weighted(Value numbers) {
    return b.multiply(
        numbers, overElements(b, weights, ProgramBuilder::typeOf(numbers)));
  }

  ProgramBuilder &b;
  const Metric &metric;
  const LossOptions &loss;
  Value labels, outputs, weights;
  mlir::Type element;
  int64_t last;
};
} // namespace

static SmallVector<int64_t> firstDimensions(int64_t count) {
  return llvm::to_vector(llvm::seq<int64_t>(0, count));
}

//===----------------------------------------------------------------------===//
// Yes and no
//===----------------------------------------------------------------------===//

Value MetricSums::probabilities() {
  if (!loss.isFromLogits)
    return outputs;
  if (isBinary(loss.kind))
    return b.logistic(outputs);
  return softmax(b, outputs, last);
}

Value MetricSums::ofClasses(Value values) {
  if (metric.classes.empty())
    return values;
  return b.take(values, metric.classes, last);
}

Value MetricSums::truths() {
  return b.convert(isAbove(ofClasses(targets()), 0.5), element);
}

Value MetricSums::answers() {
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(outputs);
  Value given = probabilities();
  Value yes;
  if (metric.answers > 0) {
    Value sorted = b.sort(given, last, ComparisonDirection::GT).front();
    int64_t place = std::min(metric.answers, shape[last]) - 1;
    Value least =
        b.broadcast(b.at(sorted, last, place), shape, firstDimensions(last));
    yes = b.compare(given, least, ComparisonDirection::GE);
    if (metric.threshold)
      yes = b.binary<AndOp>(yes, isAbove(given, *metric.threshold));
  } else {
    yes = isAbove(given, metric.threshold.value_or(0.5));
  }
  return ofClasses(b.convert(yes, element));
}

SmallVector<MetricSum> MetricSums::ofAnswers() {
  Value yes = answers(), truth = truths();
  auto count = [&](Value numbers) { return b.sumOfAll(weighted(numbers)); };
  switch (metric.kind) {
  case MetricKind::TruePositives:
    return {{"", count(b.multiply(yes, truth))}};
  case MetricKind::FalsePositives:
    return {{"", count(b.multiply(yes, no(truth)))}};
  case MetricKind::TrueNegatives:
    return {{"", count(b.multiply(no(yes), no(truth)))}};
  case MetricKind::FalseNegatives:
    return {{"", count(b.multiply(no(yes), truth))}};
  default:
    break;
  }
  bool isPrecision = metric.kind == MetricKind::Precision;
  return {{"true_positives", count(b.multiply(yes, truth))},
          {isPrecision ? "answers" : "positives",
           count(isPrecision ? yes : truth)}};
}

Value MetricSums::sumOverExamples(Value numbers) {
  return b.sum(weighted(numbers), firstDimensions(rankOf(numbers) - 1));
}

SmallVector<MetricSum> MetricSums::ofScores() {
  Value truth = b.convert(isAbove(targets(), 0.5), element);
  Value given = probabilities();
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(outputs);
  Value yes;
  if (metric.threshold || isBinary(loss.kind) || shape[last] == 1) {
    yes = isAbove(given, metric.threshold.value_or(0.5));
  } else {
    Value greatest = b.reduce(given, {last}, Combination::Maximum);
    yes = b.compare(given, b.broadcast(greatest, shape, firstDimensions(last)),
                    ComparisonDirection::GE);
  }
  Value answers = b.convert(yes, element);
  return {{"true_positives", sumOverExamples(b.multiply(answers, truth))},
          {"answers", sumOverExamples(answers)},
          {"positives", sumOverExamples(truth)}};
}

//===----------------------------------------------------------------------===//
// Thresholds
//===----------------------------------------------------------------------===//

/// Evenly spaced as those of Keras, which for an area are a bit below 0 and
/// above 1 at the ends.
SmallVector<double> MetricSums::thresholds() const {
  constexpr double Epsilon = 1e-7;
  if (!metric.thresholds.empty()) {
    SmallVector<double> given = {-Epsilon};
    given.append(metric.thresholds.begin(), metric.thresholds.end());
    given.push_back(1 + Epsilon);
    return given;
  }
  int64_t count = metric.points;
  if (count == 1)
    return {0.5};
  double beyond = metric.kind == MetricKind::Auc ? Epsilon : 0;
  SmallVector<double> numbers = {-beyond};
  for (int64_t i = 1; i < count - 1; ++i)
    numbers.push_back(static_cast<double>(i) / static_cast<double>(count - 1));
  numbers.push_back(1 + beyond);
  return numbers;
}

SmallVector<MetricSum> MetricSums::ofThresholds() {
  Value given = ofClasses(probabilities());
  Value truth = truths();
  RankedTensorType type = ProgramBuilder::typeOf(given);
  SmallVector<double> borders = thresholds();
  int64_t rank = type.getRank(), count = borders.size();
  // Each output beside each threshold.
  SmallVector<int64_t> shape(type.getShape());
  shape.push_back(count);
  SmallVector<int64_t> outer = firstDimensions(rank);
  // The sums of each label stay apart.
  SmallVector<int64_t> summed =
      firstDimensions(metric.isOfEachLabel ? rank - 1 : rank);
  Value limits = b.reals(borders, RankedTensorType::get({count}, element));
  Value answers = b.convert(b.compare(b.broadcast(given, shape, outer),
                                      b.broadcast(limits, shape, {rank}),
                                      ComparisonDirection::GT),
                            element);
  // Areas of labels that stay apart are weighted at the end.
  auto ofLabels = [&](Value numbers) {
    if (metric.labelWeights.empty() || metric.isOfEachLabel)
      return numbers;
    Value weights =
        b.reals(metric.labelWeights,
                RankedTensorType::get({type.getShape().back()}, element));
    return b.multiply(numbers,
                      b.broadcast(weights, type.getShape(), {rank - 1}));
  };
  Value positives = ofLabels(weighted(truth));
  Value negatives = ofLabels(weighted(no(truth)));
  auto counted = [&](Value which) {
    return b.sum(b.multiply(answers, b.broadcast(which, shape, outer)), summed);
  };
  return {{"true_positives", counted(positives)},
          {"false_positives", counted(negatives)},
          {"positives", b.sum(positives, summed)},
          {"negatives", b.sum(negatives, summed)}};
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

Value MetricSums::hits() {
  bool isOfEach =
      metric.kind == MetricKind::BinaryAccuracy ||
      (isOverlap(loss.kind) && ProgramBuilder::shapeOf(outputs)[last] == 1);
  if (!isOfEach)
    return buildHits(b, loss, labels, outputs);
  Value yes = isAbove(probabilities(), metric.threshold.value_or(0.5));
  return b.convert(
      b.compare(yes, isAbove(targets(), 0.5), ComparisonDirection::EQ),
      element);
}

/// 1 for each example of which fewer than so many classes have a greater output
/// than the right one, if that is a number.
Value MetricSums::hitsAmong(int64_t count) {
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(outputs);
  SmallVector<int64_t> outer = firstDimensions(last);
  mlir::Type numbers = b.builder().getI32Type();
  Value truth = isSparse() ? b.convert(labels, numbers)
                           : b.placeOfExtreme(labels, last,
                                              Combination::Maximum, numbers);
  Value places = b.iota(RankedTensorType::get(shape, numbers), last);
  Value isRight = b.compare(places, b.broadcast(truth, shape, outer),
                            ComparisonDirection::EQ);
  Value right = b.sum(b.select(isRight, outputs, b.like(outputs, 0)), {last});
  // What is no number is at most nothing.
  Value isAtMost = b.compare(outputs, b.broadcast(right, shape, outer),
                             ComparisonDirection::LE);
  Value behind = b.sum(b.convert(isAtMost, numbers), {last});
  int64_t least = std::max<int64_t>(shape[last] - count, 0);
  Value hits = b.compare(behind, b.like(behind, static_cast<double>(least)),
                         ComparisonDirection::GT);
  return b.convert(hits, element);
}

Value MetricSums::predictedClasses() {
  mlir::Type numbers = b.builder().getI32Type();
  if (metric.areOutputsClasses)
    return b.convert(outputs, numbers);
  bool isOfEach =
      isBinary(loss.kind) || ProgramBuilder::shapeOf(outputs)[last] == 1;
  if (!isOfEach && !metric.threshold)
    return b.placeOfExtreme(outputs, last, Combination::Maximum, numbers);
  Value given = probabilities();
  return b.convert(b.compare(given,
                             b.like(given, metric.threshold.value_or(0.5)),
                             ComparisonDirection::GE),
                   numbers);
}

/// The classes of labels, for predicted ones of a shape.
Value MetricSums::rightClasses(ArrayRef<int64_t> shape) {
  mlir::Type numbers = b.builder().getI32Type();
  bool haveClasses = ProgramBuilder::shapeOf(labels) == shape;
  if (isSparse() || metric.areLabelsClasses || haveClasses)
    return b.convert(labels, numbers);
  return b.placeOfExtreme(labels, last, Combination::Maximum, numbers);
}

/// How often each class is taken for each: [right, predicted].
SmallVector<MetricSum> MetricSums::ofClassPairs() {
  Value predicted = predictedClasses();
  RankedTensorType type = ProgramBuilder::typeOf(predicted);
  Value right = rightClasses(type.getShape());
  // Of outputs that are yes or no there is one for each element.
  int64_t classes = metric.classCount > 0 ? metric.classCount
                    : type.getRank() > last
                        ? 2
                        : ProgramBuilder::shapeOf(outputs)[last];
  int64_t count = type.getNumElements();
  Value weight =
      overElements(b, weights, RankedTensorType::get(type.getShape(), element));
  if (metric.ignoredClass) {
    Value ignored = b.compare(
        right, b.like(right, static_cast<double>(*metric.ignoredClass)),
        ComparisonDirection::EQ);
    weight = b.select(ignored, b.like(weight, 0), weight);
  }
  // Numbers beyond the classes have a one nowhere.
  auto ones = [&](Value numbers) {
    RankedTensorType spread = RankedTensorType::get(
        {count, classes}, ProgramBuilder::elementOf(numbers));
    Value flat =
        b.broadcast(b.reshape(numbers, {count}), spread.getShape(), {0});
    return b.convert(
        b.compare(b.iota(spread, 1), flat, ComparisonDirection::EQ), element);
  };
  Value counted =
      b.multiply(ones(right), b.broadcast(b.reshape(weight, {count}),
                                          {count, classes}, {0}));
  return {{"pairs", b.dotGeneral(counted, ones(predicted), {0}, {0})}};
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Value MetricSums::errors() { return b.subtract(outputs, targets()); }

/// The loss that the metric is, of labels as probabilities.
Value MetricSums::lossesOfExamples() {
  LossOptions options = metric.loss;
  if (options.kind == LossKind::SparseCategoricalCrossentropy)
    options.kind = LossKind::CategoricalCrossentropy;
  // What outputs are is known from what they are trained with.
  if (isClassification(loss.kind))
    options.isFromLogits = loss.isFromLogits;
  return buildExampleLosses(b, options, targets(), outputs);
}

/// How outputs of an example follow its labels.
Value MetricSums::correlations() {
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(outputs);
  SmallVector<int64_t> outer = firstDimensions(last);
  Value truth = targets();
  Statistics given = statisticsOf(b, outputs, {last});
  Statistics wanted = statisticsOf(b, truth, {last});
  Value covariance = b.mean(
      b.multiply(b.subtract(outputs, b.broadcast(given.mean, shape, outer)),
                 b.subtract(truth, b.broadcast(wanted.mean, shape, outer))),
      {last});
  if (metric.kind == MetricKind::PearsonCorrelation)
    return b.divide(covariance, b.multiply(b.sqrt(given.variance),
                                           b.sqrt(wanted.variance)));
  constexpr double Epsilon = 1e-7;
  Value apart = b.subtract(given.mean, wanted.mean);
  Value all =
      b.add(b.add(given.variance, wanted.variance), b.multiply(apart, apart));
  return b.divide(b.scale(covariance, 2), b.add(all, b.like(all, Epsilon)));
}

SmallVector<MetricSum> MetricSums::ofVariances() {
  Value truth = targets(), error = errors();
  return {{"targets", sumOverExamples(truth)},
          {"squares", sumOverExamples(b.multiply(truth, truth))},
          {"residuals", sumOverExamples(b.multiply(error, error))},
          {"count", sumOverExamples(b.like(truth, 1))}};
}

SmallVector<MetricSum> MetricSums::build() {
  auto one = [&](Value numbers) {
    return SmallVector<MetricSum>{{"", buildWeightedSum(b, numbers, weights)}};
  };
  switch (metric.kind) {
  case MetricKind::Accuracy:
  case MetricKind::BinaryAccuracy:
    return one(hits());
  case MetricKind::TopKAccuracy:
    return one(hitsAmong(metric.answers));
  case MetricKind::TruePositives:
  case MetricKind::FalsePositives:
  case MetricKind::TrueNegatives:
  case MetricKind::FalseNegatives:
  case MetricKind::Precision:
  case MetricKind::Recall:
    return ofAnswers();
  case MetricKind::FScore:
    return ofScores();
  case MetricKind::SensitivityAtSpecificity:
  case MetricKind::SpecificityAtSensitivity:
  case MetricKind::PrecisionAtRecall:
  case MetricKind::RecallAtPrecision:
  case MetricKind::Auc:
    return ofThresholds();
  case MetricKind::IntersectionOverUnion:
    return ofClassPairs();
  case MetricKind::Loss:
    return one(lossesOfExamples());
  case MetricKind::RootMeanSquaredError: {
    Value error = errors();
    return one(b.multiply(error, error));
  }
  case MetricKind::CosineSimilarity: {
    LossOptions cosine;
    cosine.kind = LossKind::CosineSimilarity;
    return one(b.negate(buildExampleLosses(b, cosine, targets(), outputs)));
  }
  case MetricKind::R2Score:
    return ofVariances();
  case MetricKind::PearsonCorrelation:
  case MetricKind::ConcordanceCorrelation:
    return one(correlations());
  }
  llvm_unreachable("unknown metric");
}

SmallVector<MetricSum> stablehlo::buildMetricSums(ProgramBuilder &b,
                                                  const Metric &metric,
                                                  const LossOptions &loss,
                                                  Value labels, Value outputs,
                                                  Value weights) {
  return MetricSums(b, metric, loss, labels, outputs, weights).build();
}
