//===- Optimizers.h - How optimizers change parameters ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_BUILDERS_OPTIMIZERS_H
#define TRAINLINT_DIALECT_STABLEHLO_BUILDERS_OPTIMIZERS_H

#include "Dialect/StableHLO/Builders/Constraints.h"
#include "Dialect/StableHLO/Builders/ProgramBuilder.h"
#include <functional>

namespace trainlint::stablehlo {

//===----------------------------------------------------------------------===//
// Updates of parameters
//===----------------------------------------------------------------------===//

// What follows are the formulas that frameworks have in their optimizers and in
// ops such as ApplyAdam. Parameters, gradients and slots are tensors of one
// type; rates and other numbers are scalars of its element type.

/// What a step leaves: the parameter and its slots, in the order in which the
/// function takes them.
struct Updated {
  mlir::Value parameter;
  llvm::SmallVector<mlir::Value, 3> slots;
};

/// p - rate * g.
mlir::Value descend(ProgramBuilder &b, mlir::Value parameter,
                    mlir::Value gradient, mlir::Value rate);

/// TensorFlow's momentum, which sums up gradients: a' = momentum * a + g, then
/// p - rate * a', or p - rate * (g + momentum * a') in Nesterov's form.
Updated applyMomentum(ProgramBuilder &b, mlir::Value parameter,
                      mlir::Value accumulator, mlir::Value gradient,
                      mlir::Value rate, mlir::Value momentum, bool isNesterov);

/// Keras's momentum, which sums up changes: a' = momentum * a - rate * g, then
/// p + a', or p + momentum * a' - rate * g in Nesterov's form.
Updated applyKerasMomentum(ProgramBuilder &b, mlir::Value parameter,
                           mlir::Value accumulator, mlir::Value gradient,
                           mlir::Value rate, mlir::Value momentum,
                           bool isNesterov);

struct AdamNumbers {
  mlir::Value rate;
  mlir::Value beta1;
  mlir::Value beta2;
  mlir::Value epsilon;
  /// The powers of the betas by the number of steps, this one included.
  mlir::Value beta1Power;
  mlir::Value beta2Power;
};

/// Adam as TensorFlow and Keras have it: the correction of the bias is part of
/// the rate, so that epsilon is added to an uncorrected root. With `largest`,
/// a third slot, the root is that of the largest mean of squares so far.
Updated applyAdam(ProgramBuilder &b, mlir::Value parameter, mlir::Value first,
                  mlir::Value second, mlir::Value gradient,
                  const AdamNumbers &numbers, bool isNesterov = false,
                  mlir::Value largest = {});

struct RmsPropNumbers {
  mlir::Value rate;
  mlir::Value rho;
  mlir::Value momentum;
  mlir::Value epsilon;
};

/// RMSProp, whose slots are the mean of squares and the momentum.
Updated applyRmsProp(ProgramBuilder &b, mlir::Value parameter,
                     mlir::Value meanSquare, mlir::Value momentum,
                     mlir::Value gradient, const RmsPropNumbers &numbers);

/// RMSProp by an estimate of the variance. Slots: the mean of gradients, the
/// mean of squares, the momentum.
Updated applyCenteredRmsProp(ProgramBuilder &b, mlir::Value parameter,
                             mlir::Value meanGradient, mlir::Value meanSquare,
                             mlir::Value momentum, mlir::Value gradient,
                             const RmsPropNumbers &numbers);

/// Adagrad: a' = a + g * g, then p - rate * g / sqrt(a' + epsilon).
Updated applyAdagrad(ProgramBuilder &b, mlir::Value parameter,
                     mlir::Value accumulator, mlir::Value gradient,
                     mlir::Value rate, mlir::Value epsilon);

struct LarsNumbers {
  mlir::Value rate;
  mlir::Value momentum;
  mlir::Value weightDecay;
  /// How much of the ratio of norms the rate is scaled with.
  mlir::Value coefficient;
  mlir::Value epsilon;
};

/// LARS with TensorFlow's momentum: the rate is scaled by the norms of the
/// parameter and of its gradient, to which decay is added.
Updated applyLars(ProgramBuilder &b, mlir::Value parameter,
                  mlir::Value accumulator, mlir::Value gradient,
                  const LarsNumbers &numbers, bool isNesterov);

//===----------------------------------------------------------------------===//
// Optimizers
//===----------------------------------------------------------------------===//

enum class OptimizerKind : uint8_t {
  Sgd,
  Adam,
  AdamW,
  RmsProp,
  Adagrad,
  Adadelta,
  Adamax,
  Nadam,
  Ftrl,
  Lion,
  Lars,
  Lamb,
  Adafactor,
  Muon,
  ScheduleFreeAdamW
};

/// The momentum of which framework.
enum class MomentumForm : uint8_t { Keras, TensorFlow };

/// What the running mean of a parameter begins with.
enum class MeanStart : uint8_t {
  /// The parameter as it begins.
  Initial,
  /// The parameter after its first update.
  Updated,
};

/// An optimizer with its numbers. Defaults are Keras's.
struct OptimizerOptions {
  OptimizerKind kind = OptimizerKind::Sgd;
  double momentum = 0;
  bool isNesterov = false;
  MomentumForm momentumForm = MomentumForm::Keras;
  double beta1 = 0.9;
  double beta2 = 0.999;
  /// Of RMSProp and Adadelta.
  double rho = 0.9;
  bool isCentered = false;
  /// Of Adam: divides by the largest mean of squares so far.
  bool keepsLargest = false;
  double epsilon = 1e-7;
  /// What the slot of Adagrad and Ftrl begins with.
  double initialAccumulator = 0.1;
  /// Taken from the parameter itself, times the rate; of LARS part of the
  /// gradient.
  double weightDecay = 0;
  /// Of LARS.
  double coefficient = 0.001;
  /// Of Ftrl: penalties, and the power of the sum of squares.
  double l1 = 0;
  double l2 = 0;
  double shrinkage = 0;
  double beta = 0;
  double ratePower = -0.5;
  /// Of Adafactor: the power by which means of squares become longer, the least
  /// size of a parameter, and what the size of a change is limited to.
  double beta2Decay = -0.8;
  double leastSize = 0.001;
  double clipThreshold = 1;
  /// Of Muon: the polynomial of a step towards singular values of 1, how many
  /// there are, what the root of a matrix's size is times for its rate, if that
  /// is not 0, and what belongs to Adam.
  double muonA = 3.4445;
  double muonB = -4.775;
  double muonC = 2.0315;
  int64_t muonSteps = 5;
  double sizeRate = 0.2;
  double adamRateRatio = 1;
  double adamWeightDecay = 0.004;
  bool excludesEmbeddings = true;
  /// Whether Adam updates a parameter of this name; none of them if it is
  /// empty.
  std::function<bool(llvm::StringRef)> isExcluded;
  /// What gradients are limited to; 0 is no limit. Each element, the norm of
  /// each gradient, or the norm of all together.
  double clipValue = 0;
  double clipNorm = 0;
  double globalClipNorm = 0;
  /// Gradients of so many steps together make one update.
  int64_t stepsPerUpdate = 1;
  /// Beside each parameter its running mean is kept, which after every so many
  /// updates replaces it; never if that is 0.
  bool keepsMeans = false;
  double meanMomentum = 0.99;
  MeanStart meanStart = MeanStart::Updated;
  int64_t updatesPerReplacement = 0;
};

/// What optimizers are called in settings; `momentum` is SGD with a momentum of
/// 0.9.
llvm::ArrayRef<llvm::StringLiteral> optimizerNames();

/// The optimizer of a name, in any case, with the numbers that frameworks take
/// if nothing is said; none for another name.
std::optional<OptimizerOptions> optimizerNamed(llvm::StringRef name);

/// The shape of a slot of a parameter.
enum class SlotShape : uint8_t {
  /// That of the parameter.
  Whole,
  /// Without the last dimension.
  Rows,
  /// Without the last dimension but one.
  Columns,
};

/// A tensor beside each parameter, of its element type.
struct SlotDefinition {
  llvm::StringLiteral name;
  /// What all its elements begin with.
  double initial = 0;
  SlotShape shape = SlotShape::Whole;
  /// It begins as the parameter does.
  bool isCopy = false;
};

/// The type of a slot of a parameter.
mlir::RankedTensorType slotType(const SlotDefinition &slot,
                                mlir::RankedTensorType parameter);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_BUILDERS_OPTIMIZERS_H
