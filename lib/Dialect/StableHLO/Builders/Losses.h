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
  /// Labels are indices of classes; outputs are probabilities.
  CategoricalGeneralizedCrossEntropy,
  /// How little outputs and labels overlap, of an example or of the batch.
  Dice,
  Tversky,
  /// Outputs are vectors, and labels say which of them belong together.
  Circle,
  /// Labels are sequences of classes, filled up with 0, which outputs, [batch,
  /// time, classes], have in their order.
  Ctc,
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
  /// How much less examples count in a focal loss that are easy; of Circle what
  /// distances are scaled by.
  double gamma = 2;
  /// The weight of classes in a focal loss, of binary ones if they are
  /// balanced.
  double focalAlpha = 0.25;
  bool balancesClasses = false;
  /// Of the generalized cross entropy: from 0, where it is the entropy, to 1,
  /// where it is the absolute error.
  double q = 0.5;
  /// Of Tversky: what counts that is wrongly said, and that is missed.
  double tverskyAlpha = 0.5;
  double tverskyBeta = 0.5;
  /// What Dice and Tversky sum over, of which there are negative ones from the
  /// end; if empty, everything. Of losses of classes and of the cosine the one
  /// along which classes or vectors are; if empty, the last.
  llvm::SmallVector<int64_t> axes;
  /// Of Circle: how far apart vectors are to be, and whether one is compared
  /// with itself.
  double margin = 0.4;
  bool removesDiagonal = true;
  /// Steps whose label is this are no part of a loss of indices.
  std::optional<int64_t> ignoredClass;
  /// Of Ctc: the size of its labels, which outputs do not tell.
  int64_t labelLength = 0;
};

/// A name without underscores and capitals: `MeanSquaredError` and
/// `mean_squared_error` are one.
std::string plainName(llvm::StringRef name);

/// What losses are called in settings.
llvm::ArrayRef<llvm::StringLiteral> lossNames();

/// The loss of a name such as `sparse_categorical_crossentropy`, `mse` or
/// `MeanSquaredError`; none for another name.
std::optional<LossOptions> lossNamed(llvm::StringRef name);

/// True if labels are indices of classes, one for each vector of outputs.
bool areLabelsIndices(LossKind kind);

/// True for losses of outputs that are yes or no each.
bool isBinary(LossKind kind);

/// True for losses of how far outputs and labels overlap.
bool isOverlap(LossKind kind);

/// True for losses of classes or vectors that may be along any dimension.
bool isAlongAxis(LossKind kind);

/// The dimension along which a loss is of outputs of a rank; none if it is not
/// there.
std::optional<int64_t> lossAxis(const LossOptions &loss, int64_t rank);

/// Outputs, or labels like them, with that dimension as the last one, where
/// what follows has it.
mlir::Value withAxisLast(ProgramBuilder &b, const LossOptions &loss,
                         mlir::Value outputs);

/// True if outputs are classes, of which an example has one.
bool isOfOneClass(LossKind kind);

/// True if labels say of each output what it should be.
bool areLabelsOfOutputs(LossKind kind);

/// True if the loss of a batch is no mean of those of its examples.
bool isOfWholeBatch(const LossOptions &loss, int64_t rank);

/// The type of the labels that belong to such outputs, or null if outputs do
/// not have the dimensions that the loss takes.
mlir::RankedTensorType labelsType(const LossOptions &loss,
                                  mlir::RankedTensorType outputs);

/// The loss of each example, [batch, ...], if it is not of the whole batch: the
/// dimensions of the outputs but the last one, which are those of the labels
/// where they are indices of classes; of an overlap those that are not summed.
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
