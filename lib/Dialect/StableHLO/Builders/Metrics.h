//===- Metrics.h - How good a model is --------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_BUILDERS_METRICS_H
#define TRAINLINT_DIALECT_STABLEHLO_BUILDERS_METRICS_H

#include "Dialect/StableHLO/Builders/Losses.h"

namespace trainlint::stablehlo {

enum class MetricKind : uint8_t {
  Accuracy,
  /// That of each output by itself, which is right on its side of a threshold.
  BinaryAccuracy,
  TopKAccuracy,
  TruePositives,
  FalsePositives,
  TrueNegatives,
  FalseNegatives,
  Precision,
  Recall,
  /// The harmonic mean of precision and recall.
  FScore,
  // The best of one rate where the other is at least a bound.
  SensitivityAtSpecificity,
  SpecificityAtSensitivity,
  PrecisionAtRecall,
  RecallAtPrecision,
  /// The area below a curve of two rates.
  Auc,
  /// The intersection of what is a class and what is taken for it over their
  /// union, as the mean over classes.
  IntersectionOverUnion,
  /// What a model would be trained to make small.
  Loss,
  RootMeanSquaredError,
  CosineSimilarity,
  R2Score,
  PearsonCorrelation,
  ConcordanceCorrelation,
};

/// How the numbers of classes become one.
enum class ClassAverage : uint8_t {
  Mean,
  /// That of all classes counted together.
  Micro,
  /// Each class counts as often as it is right; the scores of R2 count by the
  /// variance of what they are of.
  Weighted,
  /// There is a number for each class.
  None,
};

/// The curve below which there is an area.
enum class AucCurve : uint8_t {
  /// Of true against false positives.
  ReceiverOperating,
  PrecisionRecall,
};

/// How high a curve is taken to be between two points.
enum class AucHeight : uint8_t { Interpolated, Greater, Smaller };

inline constexpr int64_t DefaultPoints = 200;
/// Each threshold is a column beside all outputs.
inline constexpr int64_t MostPoints = 10000;
/// Each pair of classes is a number of what is counted.
inline constexpr int64_t MostPairedClasses = 8192;

/// A number for people that is computed of labels and outputs. What is not of
/// its kind is not read.
struct Metric {
  Metric(MetricKind kind = MetricKind::Accuracy) : kind(kind) {}

  MetricKind kind;
  /// How many of the greatest outputs are answers: of TopKAccuracy, and of
  /// precision and recall if it is not 0.
  int64_t answers = 0;
  /// What an answer is above; 0.5 if it is none, or the greatest output for the
  /// score of several classes.
  std::optional<double> threshold;
  /// The classes that are counted, or all.
  llvm::SmallVector<int64_t, 2> classes;
  /// What the other rate is at least.
  double bound = 0.5;
  /// Of FScore: how much more recall counts than precision.
  double beta = 1;
  ClassAverage average = ClassAverage::Mean;
  /// How many thresholds a curve has.
  int64_t points = DefaultPoints;
  AucCurve curve = AucCurve::ReceiverOperating;
  AucHeight height = AucHeight::Interpolated;
  /// True for the mean of the areas of all outputs of an example.
  bool isOfEachLabel = false;
  /// Of Auc: the thresholds between 0 and 1 in rising order, in place of so
  /// many points; none for those that are evenly spaced.
  llvm::SmallVector<double, 0> thresholds;
  /// Of Auc: how much each output of an example counts; none if all count the
  /// same.
  llvm::SmallVector<double, 0> labelWeights;
  /// Of IntersectionOverUnion: true if outputs, or labels, are no probabilities
  /// but the numbers of classes, of which there are so many.
  bool areOutputsClasses = false;
  bool areLabelsClasses = false;
  int64_t classCount = 0;
  /// Labels of this class are not counted.
  std::optional<int64_t> ignoredClass;
  /// Of R2Score: how many inputs the score is adjusted for.
  int64_t regressors = 0;
  /// Of Loss; its `axes` also of CosineSimilarity. A metric without axes is
  /// along the same one as the loss.
  LossOptions loss;

  /// `accuracy`, `top_5_accuracy`, `precision_above_0.7`.
  std::string name() const;
  /// True if greater numbers are better.
  bool isGreaterBetter() const;
};

/// The metric of a name as `Metric::name` gives it, or of a class of Keras such
/// as `RootMeanSquaredError`; none for another name.
std::optional<Metric> metricNamed(llvm::StringRef name);

/// The names of all metrics, as users are told them.
llvm::ArrayRef<llvm::StringLiteral> metricNames();

/// An output that metrics are taken of, with its name. Its sizes may be
/// dynamic; it has none if nothing is known of them.
struct MeasuredOutput {
  std::string name;
  llvm::SmallVector<int64_t> shape;
};

/// Why a metric cannot be taken of outputs that are trained with a loss, as
/// what follows `it`; empty if it can, or if too little is known of them.
std::string problemOf(const Metric &metric, const LossOptions &loss,
                      llvm::ArrayRef<MeasuredOutput> outputs);

/// What batches add to a metric: their sums say what it is for all of them.
struct MetricSum {
  /// Empty, or what it counts if there are several, such as `positives`.
  llvm::StringRef name;
  mlir::Value value;
};

/// The sums of a batch. `weights`, [batch, ...], is 1 for an example, or for a
/// step of one, that counts, and 0 for one that does not.
llvm::SmallVector<MetricSum>
buildMetricSums(ProgramBuilder &b, const Metric &metric,
                const LossOptions &loss, mlir::Value labels,
                mlir::Value outputs, mlir::Value weights);

/// A number of a metric, with its name.
struct MetricNumber {
  std::string name;
  mlir::Value value;
};

/// The metric of the sums over all batches, and of the sum of all weights: one
/// number, or one for each class. What cannot be divided is 0, as for Keras.
llvm::SmallVector<MetricNumber> buildMetric(ProgramBuilder &b,
                                            const Metric &metric,
                                            llvm::ArrayRef<mlir::Value> sums,
                                            mlir::Value examples);

/// The sum of numbers of examples, [batch, ...], over those that count; of the
/// dimensions behind those of the weights the mean is taken.
mlir::Value buildWeightedSum(ProgramBuilder &b, mlir::Value numbers,
                             mlir::Value weights);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_BUILDERS_METRICS_H
