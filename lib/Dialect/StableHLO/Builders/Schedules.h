//===- Schedules.h - Learning rates that change with steps ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIALECT_STABLEHLO_BUILDERS_SCHEDULES_H
#define TRAINLINT_DIALECT_STABLEHLO_BUILDERS_SCHEDULES_H

#include "Dialect/StableHLO/Builders/ProgramBuilder.h"

namespace trainlint::stablehlo {

enum class ScheduleKind : uint8_t {
  Constant,
  /// initial * decayRate ^ (step / decaySteps).
  Exponential,
  /// The value of the first boundary that the step has not passed.
  Piecewise,
  /// From the initial rate to the end along a power.
  Polynomial,
  /// From the initial rate to `alpha` of it along half a cosine.
  Cosine,
  /// initial / (1 + decayRate * step / decaySteps).
  InverseTime,
  /// The same as `Cosine` again and again, each time `restartLength` times as
  /// long, from `restartRate` of the rate before.
  CosineRestarts,
};

/// A learning rate as a function of the number of steps before this one.
struct Schedule {
  ScheduleKind kind = ScheduleKind::Constant;
  double initial = 0.001;
  int64_t decaySteps = 1;
  double decayRate = 1;
  /// Of `Exponential` and `InverseTime`: whole powers only.
  bool isStaircase = false;
  /// Of `Piecewise`: ascending; there is one value more.
  llvm::SmallVector<int64_t> boundaries;
  llvm::SmallVector<double> values;
  /// Of `Polynomial`.
  double end = 0.0001;
  double power = 1;
  bool isCycling = false;
  /// Of `CosineRestarts`.
  double restartLength = 2;
  double restartRate = 1;
  /// Of both cosines: the share of the initial rate that is left.
  double alpha = 0;
  /// For so many steps the rate grows linearly, from `warmupStart` to the
  /// initial rate. The schedule begins after them.
  int64_t warmupSteps = 0;
  double warmupStart = 0;
};

/// The learning rate as a scalar of a float type. `step` is a scalar of i64.
mlir::Value buildSchedule(ProgramBuilder &b, const Schedule &schedule,
                          mlir::Value step, mlir::Type element);

} // namespace trainlint::stablehlo

#endif // TRAINLINT_DIALECT_STABLEHLO_BUILDERS_SCHEDULES_H
