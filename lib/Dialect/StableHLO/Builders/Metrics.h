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
  TopKAccuracy,
  Precision,
  Recall,
  /// The area below the curve of true against false positives.
  Auc,
  MeanSquaredError,
  MeanAbsoluteError,
  RootMeanSquaredError,
};

/// A number for people that is computed of labels and outputs.
struct Metric {
  MetricKind kind = MetricKind::Accuracy;
  /// How many classes count as answers of TopKAccuracy.
  int64_t answers = 5;

  /// `accuracy`, `top_5_accuracy`, `auc`.
  std::string name() const;
  /// True if greater numbers are better.
  bool isGreaterBetter() const;
};

/// The metric of a name such as `accuracy`, `top_3_accuracy`, `auc`, `mse` or
/// `RootMeanSquaredError`; none for another name.
std::optional<Metric> metricNamed(llvm::StringRef name);

/// The names of all metrics, as users are told them.
llvm::ArrayRef<llvm::StringLiteral> metricNames();

/// True if a metric can be taken of outputs that are trained with a loss: those
/// of classes need classes.
bool isMetricOf(const Metric &metric, const LossOptions &loss);

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

/// The metric of the sums over all batches, and of the sum of all weights. What
/// cannot be divided is 0, as for Keras.
mlir::Value buildMetric(ProgramBuilder &b, const Metric &metric,
                        llvm::ArrayRef<mlir::Value> sums, mlir::Value examples);

/// The sum of numbers of examples, [batch, ...], over those that count; of the
/// dimensions behind those of the weights the mean is taken.
mlir::Value buildWeightedSum(ProgramBuilder &b, mlir::Value numbers,
                             mlir::Value weights);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_BUILDERS_METRICS_H
