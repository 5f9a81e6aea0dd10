//===- Schedules.cpp - Learning rates that change with steps --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Schedules.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

static Value floorOf(ProgramBuilder &b, Value value) {
  return FloorOp::create(b.builder(), b.location(), value.getType(), value);
}

/// The part of the decay that is over, from 0 to 1.
static Value progress(ProgramBuilder &b, Value step, Value length) {
  return b.divide(b.minimum(step, length), length);
}

static Value exponential(ProgramBuilder &b, const Schedule &schedule,
                         Value step, Value length) {
  Value exponent = b.divide(step, length);
  if (schedule.isStaircase)
    exponent = floorOf(b, exponent);
  return b.scale(b.power(b.like(step, schedule.decayRate), exponent),
                 schedule.initial);
}

static Value polynomial(ProgramBuilder &b, const Schedule &schedule, Value step,
                        Value length) {
  if (schedule.isCycling) {
    // The smallest multiple of the length that the step has not passed.
    Value cycles = CeilOp::create(b.builder(), b.location(), step.getType(),
                                  b.divide(step, length));
    length = b.multiply(length, b.maximum(cycles, b.like(cycles, 1)));
  }
  Value left = b.subtract(b.like(step, 1), progress(b, step, length));
  Value shape =
      schedule.power == 1 ? left : b.power(left, b.like(step, schedule.power));
  return b.add(b.scale(shape, schedule.initial - schedule.end),
               b.like(step, schedule.end));
}

/// From `rate` to `alpha` of it along half a cosine; null is a rate of 1.
static Value alongCosine(ProgramBuilder &b, Value share, Value rate,
                         double alpha) {
  Value angle = b.scale(share, 3.14159265358979323846);
  Value wave = CosineOp::create(b.builder(), b.location(), angle.getType(),
                                angle, /*result_accuracy=*/nullptr);
  Value height = b.add(wave, b.like(wave, 1));
  if (rate)
    height = b.multiply(rate, height);
  Value part = b.scale(height, (1 - alpha) / 2);
  return b.add(part, b.like(part, alpha));
}

static Value cosine(ProgramBuilder &b, const Schedule &schedule, Value step,
                    Value length) {
  Value share =
      alongCosine(b, progress(b, step, length), Value(), schedule.alpha);
  return b.scale(share, schedule.initial);
}

static Value inverseTime(ProgramBuilder &b, const Schedule &schedule,
                         Value step, Value length) {
  Value periods = b.divide(step, length);
  if (schedule.isStaircase)
    periods = floorOf(b, periods);
  Value slower = b.scale(periods, schedule.decayRate);
  return b.divide(b.like(step, schedule.initial),
                  b.add(slower, b.like(slower, 1)));
}

/// Of lengths that grow, the number of those that are over is the logarithm of
/// how far they reach together.
static Value cosineRestarts(ProgramBuilder &b, const Schedule &schedule,
                            Value step, Value length) {
  Value done = b.divide(step, length);
  Value restarts, share;
  double growth = schedule.restartLength;
  if (growth == 1) {
    restarts = floorOf(b, done);
    share = b.subtract(done, restarts);
  } else {
    Value reached = b.scale(done, growth - 1);
    restarts = floorOf(b, b.scale(b.log(b.add(reached, b.like(reached, 1))),
                                  1 / std::log(growth)));
    Value grown = b.power(b.like(restarts, growth), restarts);
    Value before =
        b.scale(b.subtract(grown, b.like(grown, 1)), 1 / (growth - 1));
    share = b.divide(b.subtract(done, before), grown);
  }
  Value rate = b.power(b.like(restarts, schedule.restartRate), restarts);
  return b.scale(alongCosine(b, share, rate, schedule.alpha), schedule.initial);
}

/// Compares steps as whole numbers: floats would miss a boundary.
static Value piecewise(ProgramBuilder &b, const Schedule &schedule, Value step,
                       mlir::Type element) {
  Value rate = b.scalar(element, schedule.values.back());
  auto before = llvm::ArrayRef(schedule.values).drop_back();
  for (auto [boundary, value] :
       llvm::reverse(llvm::zip_equal(schedule.boundaries, before))) {
    Value isBefore =
        b.compare(step, b.like(step, static_cast<double>(boundary)),
                  ComparisonDirection::LE);
    rate = b.select(isBefore, b.scalar(element, value), rate);
  }
  return rate;
}

static Value afterWarmup(ProgramBuilder &b, const Schedule &schedule,
                         Value step, mlir::Type element) {
  Value count = b.convert(step, element);
  Value length = b.scalar(element, static_cast<double>(schedule.decaySteps));
  switch (schedule.kind) {
  case ScheduleKind::Constant:
    return b.scalar(element, schedule.initial);
  case ScheduleKind::Exponential:
    return exponential(b, schedule, count, length);
  case ScheduleKind::Piecewise:
    return piecewise(b, schedule, step, element);
  case ScheduleKind::Polynomial:
    return polynomial(b, schedule, count, length);
  case ScheduleKind::Cosine:
    return cosine(b, schedule, count, length);
  case ScheduleKind::InverseTime:
    return inverseTime(b, schedule, count, length);
  case ScheduleKind::CosineRestarts:
    return cosineRestarts(b, schedule, count, length);
  }
  llvm_unreachable("unknown schedule");
}

Value stablehlo::buildSchedule(ProgramBuilder &b, const Schedule &schedule,
                               Value step, mlir::Type element) {
  if (schedule.warmupSteps <= 0)
    return afterWarmup(b, schedule, step, element);
  Value end = b.like(step, static_cast<double>(schedule.warmupSteps));
  Value later = b.maximum(b.subtract(step, end), b.like(step, 0));
  double target = schedule.kind == ScheduleKind::Piecewise
                      ? schedule.values.front()
                      : schedule.initial;
  double slope = (target - schedule.warmupStart) /
                 static_cast<double>(schedule.warmupSteps);
  Value growing = b.add(b.scale(b.convert(step, element), slope),
                        b.scalar(element, schedule.warmupStart));
  return b.select(b.compare(step, end, ComparisonDirection::LT), growing,
                  afterWarmup(b, schedule, later, element));
}
