//===- Metrics.cpp - How good a model is ----------------------------------===//
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

#include "Dialect/StableHLO/Builders/Metrics.h"
#include "Dialect/StableHLO/Builders/Activations.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::stablehlo;
using mlir::RankedTensorType;
using mlir::Value;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::string Metric::name() const {
  switch (kind) {
  case MetricKind::Accuracy:
    return "accuracy";
  case MetricKind::TopKAccuracy:
    return "top_" + std::to_string(answers) + "_accuracy";
  case MetricKind::Precision:
    return "precision";
  case MetricKind::Recall:
    return "recall";
  case MetricKind::Auc:
    return "auc";
  case MetricKind::MeanSquaredError:
    return "mean_squared_error";
  case MetricKind::MeanAbsoluteError:
    return "mean_absolute_error";
  case MetricKind::RootMeanSquaredError:
    return "root_mean_squared_error";
  }
  llvm_unreachable("unknown metric");
}

bool Metric::isGreaterBetter() const {
  return kind != MetricKind::MeanSquaredError &&
         kind != MetricKind::MeanAbsoluteError &&
         kind != MetricKind::RootMeanSquaredError;
}

/// The number in `top3accuracy`; none in another name.
static std::optional<int64_t> answersIn(StringRef name) {
  int64_t answers;
  bool hasNumber = name.consume_front("top") &&
                   !name.consumeInteger(10, answers) && name == "accuracy";
  if (!hasNumber || answers < 1 || answers > (1 << 20))
    return std::nullopt;
  return answers;
}

std::optional<Metric> stablehlo::metricNamed(StringRef name) {
  // `TopKCategoricalAccuracy` and `top_k_categorical_accuracy` are one name.
  std::string plain;
  for (char letter : name) {
    if (letter != '_')
      plain.push_back(llvm::toLower(letter));
  }
  if (std::optional<int64_t> answers = answersIn(plain))
    return Metric{MetricKind::TopKAccuracy, *answers};
  auto kind =
      llvm::StringSwitch<std::optional<MetricKind>>(plain)
          .Cases({"accuracy", "acc", "sparsecategoricalaccuracy",
                  "categoricalaccuracy", "binaryaccuracy"},
                 MetricKind::Accuracy)
          .Cases({"topkcategoricalaccuracy", "sparsetopkcategoricalaccuracy"},
                 MetricKind::TopKAccuracy)
          .Case("precision", MetricKind::Precision)
          .Case("recall", MetricKind::Recall)
          .Case("auc", MetricKind::Auc)
          .Cases({"meansquarederror", "mse"}, MetricKind::MeanSquaredError)
          .Cases({"meanabsoluteerror", "mae"}, MetricKind::MeanAbsoluteError)
          .Cases({"rootmeansquarederror", "rmse"},
                 MetricKind::RootMeanSquaredError)
          .Default(std::nullopt);
  if (!kind)
    return std::nullopt;
  return Metric{*kind};
}

ArrayRef<llvm::StringLiteral> stablehlo::metricNames() {
  static constexpr llvm::StringLiteral Names[] = {"accuracy",
                                                  "top_K_accuracy",
                                                  "precision",
                                                  "recall",
                                                  "auc",
                                                  "mean_squared_error",
                                                  "mean_absolute_error",
                                                  "root_mean_squared_error"};
  return Names;
}

bool stablehlo::isMetricOf(const Metric &metric, const LossOptions &loss) {
  switch (metric.kind) {
  case MetricKind::Accuracy:
  case MetricKind::Precision:
  case MetricKind::Recall:
  case MetricKind::Auc:
    return isClassification(loss.kind);
  case MetricKind::TopKAccuracy:
    return loss.kind == LossKind::SparseCategoricalCrossentropy ||
           loss.kind == LossKind::CategoricalCrossentropy;
  case MetricKind::MeanSquaredError:
  case MetricKind::MeanAbsoluteError:
  case MetricKind::RootMeanSquaredError:
    return true;
  }
  llvm_unreachable("unknown metric");
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

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
  MetricSums(ProgramBuilder &b, const LossOptions &loss, Value labels,
             Value outputs, Value weights)
      : b(b), loss(loss), labels(labels), outputs(outputs), weights(weights) {}

  SmallVector<MetricSum> build(const Metric &metric);

private:
  bool isSparse() const {
    return loss.kind == LossKind::SparseCategoricalCrossentropy;
  }
  Value targets() { return buildTargets(b, loss, labels, outputs); }
  Value probabilities();
  Value hitsAmong(int64_t answers);
  Value errors();
  SmallVector<MetricSum> ofAnswers(MetricKind kind);
  SmallVector<MetricSum> ofThresholds();
  /// Adds up what is true, of examples that count.
  Value count(Value truth);

  ProgramBuilder &b;
  const LossOptions &loss;
  Value labels, outputs, weights;
};
} // namespace

Value MetricSums::probabilities() {
  if (!loss.isFromLogits)
    return outputs;
  if (loss.kind == LossKind::BinaryCrossentropy)
    return b.logistic(outputs);
  return softmax(b, outputs, rankOf(outputs) - 1);
}

/// 1 for each example of which fewer than so many classes have a greater output
/// than the right one, if that is a number.
Value MetricSums::hitsAmong(int64_t answers) {
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(outputs);
  int64_t last = rankOf(outputs) - 1;
  auto outer = llvm::to_vector(llvm::seq<int64_t>(0, last));
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
  int64_t least = std::max<int64_t>(shape[last] - answers, 0);
  Value hits = b.compare(behind, b.like(behind, static_cast<double>(least)),
                         ComparisonDirection::GT);
  return b.convert(hits, ProgramBuilder::elementOf(outputs));
}

Value MetricSums::errors() { return b.subtract(outputs, targets()); }

Value MetricSums::count(Value truth) {
  Value numbers = b.convert(truth, ProgramBuilder::elementOf(outputs));
  RankedTensorType type = ProgramBuilder::typeOf(numbers);
  return b.sumOfAll(b.multiply(numbers, overElements(b, weights, type)));
}

static Value isAbove(ProgramBuilder &b, Value numbers, double border) {
  return b.compare(numbers, b.like(numbers, border), ComparisonDirection::GT);
}

SmallVector<MetricSum> MetricSums::ofAnswers(MetricKind kind) {
  mlir::Type element = ProgramBuilder::elementOf(outputs);
  Value answers = b.convert(isAbove(b, probabilities(), 0.5), element);
  Value truth = b.convert(isAbove(b, targets(), 0.5), element);
  Value all = kind == MetricKind::Precision ? answers : truth;
  return {
      {"true_positives", count(b.multiply(answers, truth))},
      {kind == MetricKind::Precision ? "answers" : "positives", count(all)}};
}

/// The thresholds of Keras: evenly spaced, and a bit below 0 and above 1.
static SmallVector<double> thresholds() {
  constexpr int64_t Count = 200;
  constexpr double Epsilon = 1e-7;
  SmallVector<double> numbers = {-Epsilon};
  for (int64_t i = 1; i < Count - 1; ++i)
    numbers.push_back(static_cast<double>(i) / (Count - 1));
  numbers.push_back(1 + Epsilon);
  return numbers;
}

SmallVector<MetricSum> MetricSums::ofThresholds() {
  RankedTensorType type = ProgramBuilder::typeOf(outputs);
  mlir::Type element = type.getElementType();
  SmallVector<double> borders = thresholds();
  int64_t rank = type.getRank(), count = borders.size();
  // Each output beside each threshold.
  SmallVector<int64_t> shape(type.getShape());
  shape.push_back(count);
  auto outer = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  Value limits = b.reals(borders, RankedTensorType::get({count}, element));
  Value answers = b.convert(
      b.compare(b.broadcast(probabilities(), shape, outer),
                b.broadcast(limits, shape, {rank}), ComparisonDirection::GT),
      element);
  Value truth = b.convert(isAbove(b, targets(), 0.5), element);
  Value weight = overElements(b, weights, type);
  Value positives = b.multiply(truth, weight);
  Value negatives = b.multiply(b.subtract(b.like(truth, 1), truth), weight);
  auto counted = [&](Value which) {
    return b.sum(b.multiply(answers, b.broadcast(which, shape, outer)), outer);
  };
  return {{"true_positives", counted(positives)},
          {"false_positives", counted(negatives)},
          {"positives", b.sumOfAll(positives)},
          {"negatives", b.sumOfAll(negatives)}};
}

SmallVector<MetricSum> MetricSums::build(const Metric &metric) {
  auto one = [&](Value numbers) {
    return SmallVector<MetricSum>{{"", buildWeightedSum(b, numbers, weights)}};
  };
  switch (metric.kind) {
  case MetricKind::Accuracy:
    return one(buildHits(b, loss, labels, outputs));
  case MetricKind::TopKAccuracy:
    return one(hitsAmong(metric.answers));
  case MetricKind::Precision:
  case MetricKind::Recall:
    return ofAnswers(metric.kind);
  case MetricKind::Auc:
    return ofThresholds();
  case MetricKind::MeanSquaredError:
  case MetricKind::RootMeanSquaredError: {
    Value error = errors();
    return one(b.multiply(error, error));
  }
  case MetricKind::MeanAbsoluteError: {
    Value error = errors();
    return one(b.maximum(error, b.negate(error)));
  }
  }
  llvm_unreachable("unknown metric");
}

SmallVector<MetricSum> stablehlo::buildMetricSums(ProgramBuilder &b,
                                                  const Metric &metric,
                                                  const LossOptions &loss,
                                                  Value labels, Value outputs,
                                                  Value weights) {
  return MetricSums(b, loss, labels, outputs, weights).build(metric);
}

//===----------------------------------------------------------------------===//
// Metrics of sums
//===----------------------------------------------------------------------===//

/// A quotient, and 0 where the divisor is.
static Value ratio(ProgramBuilder &b, Value above, Value below) {
  Value isZero = b.compare(below, b.like(below, 0), ComparisonDirection::EQ);
  Value divisor = b.select(isZero, b.like(below, 1), below);
  return b.select(isZero, b.like(above, 0), b.divide(above, divisor));
}

/// The area by the rule of trapezoids; thresholds rise, so rates fall.
static Value areaOf(ProgramBuilder &b, ArrayRef<Value> sums) {
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(sums[0]);
  int64_t count = shape.front();
  Value recall = ratio(b, sums[0], b.broadcast(sums[2], shape, {}));
  Value fallout = ratio(b, sums[1], b.broadcast(sums[3], shape, {}));
  auto from = [&](Value rates, int64_t first) {
    return b.slice(rates, {first}, {first + count - 1});
  };
  Value widths = b.subtract(from(fallout, 0), from(fallout, 1));
  Value heights = b.scale(b.add(from(recall, 0), from(recall, 1)), 0.5);
  return b.sumOfAll(b.multiply(widths, heights));
}

Value stablehlo::buildMetric(ProgramBuilder &b, const Metric &metric,
                             ArrayRef<Value> sums, Value examples) {
  switch (metric.kind) {
  case MetricKind::Precision:
  case MetricKind::Recall:
    return ratio(b, sums[0], sums[1]);
  case MetricKind::Auc:
    return areaOf(b, sums);
  case MetricKind::RootMeanSquaredError:
    return b.sqrt(ratio(b, sums[0], examples));
  case MetricKind::Accuracy:
  case MetricKind::TopKAccuracy:
  case MetricKind::MeanSquaredError:
  case MetricKind::MeanAbsoluteError:
    return ratio(b, sums[0], examples);
  }
  llvm_unreachable("unknown metric");
}
