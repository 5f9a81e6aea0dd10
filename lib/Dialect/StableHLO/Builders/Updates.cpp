//===- Updates.cpp - What a step makes of parameters ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Updates.h"
#include "Dialect/StableHLO/Builders/OptimizerFormulas.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

llvm::SmallVector<SlotDefinition, 3>
stablehlo::slotsOf(const OptimizerOptions &optimizer, StringRef name,
                   RankedTensorType type) {
  auto slots = formulaSlots(optimizer, name, type);
  if (optimizer.keepsMeans)
    slots.push_back({MeanSlot, 0, SlotShape::Whole, /*isCopy=*/true});
  if (optimizer.stepsPerUpdate > 1)
    slots.push_back({"gradient_accumulator"});
  return slots;
}

/// Whether a count will have reached a multiple of a number with the next one.
static Value endsPeriod(ProgramBuilder &b, Value count, int64_t period) {
  Value length = b.like(count, static_cast<double>(period));
  Value next = b.add(count, b.like(count, 1));
  return b.compare(b.binary<RemainderOp>(next, length), b.like(count, 0),
                   ComparisonDirection::EQ);
}

UpdateTime stablehlo::updateTime(ProgramBuilder &b,
                                 const OptimizerOptions &optimizer,
                                 Value step) {
  int64_t period = optimizer.stepsPerUpdate;
  if (period <= 1)
    return {step, {}};
  return {b.divide(step, b.like(step, static_cast<double>(period))),
          endsPeriod(b, step, period)};
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

/// A gradient that is scaled down to a norm, if its own is larger.
static Value scaleToNorm(ProgramBuilder &b, Value gradient, Value norm,
                         double limit) {
  Value most = b.like(norm, limit);
  Value factor = b.divide(most, b.maximum(norm, most));
  return b.multiply(gradient,
                    b.broadcast(factor, ProgramBuilder::shapeOf(gradient), {}));
}

static Value squareSum(ProgramBuilder &b, Value value) {
  return b.sumOfAll(b.multiply(value, value));
}

/// Limits gradients as the optimizer says.
static llvm::SmallVector<Value> clipGradients(ProgramBuilder &b,
                                              const OptimizerOptions &optimizer,
                                              mlir::ValueRange gradients) {
  llvm::SmallVector<Value> clipped(gradients);
  Value total;
  for (Value &gradient : clipped) {
    if (optimizer.clipValue > 0) {
      Value most = b.like(gradient, optimizer.clipValue);
      gradient = b.maximum(b.minimum(gradient, most), b.negate(most));
    }
    if (optimizer.clipNorm > 0)
      gradient = scaleToNorm(b, gradient, b.sqrt(squareSum(b, gradient)),
                             optimizer.clipNorm);
    if (optimizer.globalClipNorm <= 0)
      continue;
    // Gradients may be of several types; a norm is of the widest.
    Value sum = b.convert(squareSum(b, gradient), b.builder().getF64Type());
    total = total ? b.add(total, sum) : sum;
  }
  if (!total)
    return clipped;
  Value norm = b.sqrt(total);
  for (Value &gradient : clipped)
    gradient = scaleToNorm(b, gradient,
                           b.convert(norm, ProgramBuilder::elementOf(gradient)),
                           optimizer.globalClipNorm);
  return clipped;
}

GatheredGradients stablehlo::gatherGradients(ProgramBuilder &b,
                                             const OptimizerOptions &optimizer,
                                             const UpdateTime &time,
                                             mlir::ValueRange gradients,
                                             mlir::ValueRange sums) {
  if (!time.isUpdate)
    return {clipGradients(b, optimizer, gradients), {}};
  GatheredGradients gathered;
  llvm::SmallVector<Value> means;
  for (auto [gradient, before] : llvm::zip_equal(gradients, sums)) {
    Value sum = b.add(gradient, before);
    means.push_back(b.divide(
        sum, b.like(sum, static_cast<double>(optimizer.stepsPerUpdate))));
    gathered.sums.push_back(b.select(time.isUpdate, b.like(sum, 0), sum));
  }
  gathered.gradients = clipGradients(b, optimizer, means);
  return gathered;
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

mlir::Type stablehlo::updateElement(mlir::Type element) {
  return element.getIntOrFloatBitWidth() < 32
             ? mlir::Type(mlir::Float32Type::get(element.getContext()))
             : element;
}

/// Lets the mean, the last of the slots, follow the parameter, which may become
/// it.
static void followParameter(ProgramBuilder &b,
                            const OptimizerOptions &optimizer, Value updates,
                            Value mean, Updated &updated) {
  Formulas f(b, updated.parameter);
  Value momentum = b.scalar(ProgramBuilder::elementOf(updated.parameter),
                            optimizer.meanMomentum);
  if (optimizer.meanStart == MeanStart::Updated)
    momentum = b.select(
        b.compare(updates, b.like(updates, 0), ComparisonDirection::EQ),
        b.like(momentum, 0), momentum);
  mean = f.move(mean, updated.parameter, momentum);
  updated.slots.push_back(mean);
  if (optimizer.updatesPerReplacement > 0)
    updated.parameter =
        b.select(endsPeriod(b, updates, optimizer.updatesPerReplacement), mean,
                 updated.parameter);
}

Updated stablehlo::applyOptimizer(ProgramBuilder &b,
                                  const OptimizerOptions &optimizer,
                                  Value parameter, mlir::ValueRange slots,
                                  Value gradient, Value rate,
                                  const UpdateTime &time,
                                  const Constraint *constraint) {
  mlir::Type stored = ProgramBuilder::elementOf(parameter);
  mlir::Type element = updateElement(stored);
  auto widened = llvm::map_to_vector(
      slots, [&](Value slot) { return b.convert(slot, element); });
  mlir::ValueRange own(widened);
  if (optimizer.keepsMeans)
    own = own.drop_back();
  parameter = b.convert(parameter, element);
  gradient = b.convert(gradient, element);
  Updated updated =
      applyFormula(b, optimizer, parameter, own, gradient, rate, time.updates);
  if (time.isUpdate) {
    auto unless = [&](Value &made, Value before) {
      made = b.select(time.isUpdate, made, before);
    };
    unless(updated.parameter, parameter);
    for (auto [made, before] : llvm::zip_equal(updated.slots, own))
      unless(made, before);
  }
  if (optimizer.keepsMeans)
    followParameter(b, optimizer, time.updates, widened.back(), updated);
  if (constraint)
    updated.parameter = applyConstraint(b, *constraint, updated.parameter);
  updated.parameter = b.convert(updated.parameter, stored);
  for (Value &slot : updated.slots)
    slot = b.convert(slot, stored);
  return updated;
}
