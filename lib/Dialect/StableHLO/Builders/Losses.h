//===- Losses.h - How far outputs are from labels ---------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_BUILDERS_LOSSES_H
#define TRAINLINT_DIALECT_STABLEHLO_BUILDERS_LOSSES_H

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"

namespace trainlint::stablehlo {

enum class LossKind : uint8_t {
  /// Labels are indices of classes.
  SparseCategoricalCrossentropy,
  /// Labels are probabilities of classes.
  CategoricalCrossentropy,
  BinaryCrossentropy,
  MeanSquaredError,
  MeanAbsoluteError,
  Huber,
  MeanAbsolutePercentageError,
  MeanSquaredLogarithmicError,
  /// Labels are -1 and 1, or 0 and 1.
  Hinge,
  SquaredHinge,
  CategoricalHinge,
  KlDivergence,
  Poisson,
  LogCosh,
  CosineSimilarity,
  BinaryFocalCrossentropy,
  CategoricalFocalCrossentropy,
};

/// How the losses of examples become one number.
enum class LossReduction : uint8_t {
  /// Their mean.
  SumOverBatchSize,
  Sum,
};

struct LossOptions {
  LossKind kind = LossKind::SparseCategoricalCrossentropy;
  LossReduction reduction = LossReduction::SumOverBatchSize;
  /// True if outputs are logits rather than probabilities.
  bool isFromLogits = false;
  /// How far labels are moved towards equal probabilities.
  double labelSmoothing = 0;
  /// Where Huber's loss becomes linear.
  double delta = 1;
  /// How much less examples count in a focal loss that are easy.
  double gamma = 2;
  /// The weight of classes in a focal loss, of binary ones if they are
  /// balanced.
  double focalAlpha = 0.25;
  bool balancesClasses = false;
};

/// What losses are called in settings.
llvm::ArrayRef<llvm::StringLiteral> lossNames();

/// The loss of a name such as `sparse_categorical_crossentropy`, `mse` or
/// `MeanSquaredError`; none for another name.
std::optional<LossOptions> lossNamed(llvm::StringRef name);

/// The type of the labels that belong to such outputs, or null if outputs have
/// too few dimensions.
mlir::RankedTensorType labelsType(const LossOptions &loss,
                                  mlir::RankedTensorType outputs);

/// The loss of each example, [batch, ...]: the dimensions of the outputs but
/// the last one, which are those of the labels where they are indices of
/// classes.
mlir::Value buildExampleLosses(ProgramBuilder &b, const LossOptions &loss,
                               mlir::Value labels, mlir::Value outputs);

/// Which steps of outputs count, if not all do.
struct CountedSteps {
  /// Booleans of the first dimensions of outputs, [batch, ...]; null if all
  /// count.
  mlir::Value mask;
  /// Those of the batches of all replicas count together.
  int64_t replicas = 1;
};

/// The loss as a scalar, as Keras computes it. Probabilities are kept 1e-7 away
/// from 0 and 1. Outputs are [batch, ..., classes]; so are labels, without the
/// last dimension where they are indices of classes.
mlir::Value buildLoss(ProgramBuilder &b, const LossOptions &loss,
                      mlir::Value labels, mlir::Value outputs,
                      const CountedSteps &counted = {});

/// True if outputs name a class each, of which it can be said whether it is
/// right.
bool isClassification(LossKind kind);

/// The labels in the shape and type of the outputs: indices of classes as ones
/// among zeros.
mlir::Value buildTargets(ProgramBuilder &b, const LossOptions &loss,
                         mlir::Value labels, mlir::Value outputs);

/// Whether the class of each example is right, as numbers of the outputs' type;
/// for binary classes of each output. Of equal outputs the first counts.
mlir::Value buildHits(ProgramBuilder &b, const LossOptions &loss,
                      mlir::Value labels, mlir::Value outputs);

/// The share of examples whose class is right, as a scalar.
mlir::Value buildAccuracy(ProgramBuilder &b, const LossOptions &loss,
                          mlir::Value labels, mlir::Value outputs,
                          const CountedSteps &counted = {});

/// Copies numbers of the first dimensions of a type along the others.
mlir::Value alongFirst(ProgramBuilder &b, mlir::Value numbers,
                       mlir::RankedTensorType type);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_BUILDERS_LOSSES_H
