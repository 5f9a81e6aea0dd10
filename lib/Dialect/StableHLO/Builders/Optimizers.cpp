//===- Optimizers.cpp - How optimizers change parameters ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Optimizers.h"
#include "Support/MLIR.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

namespace {
/// Calculates with tensors and scalars of one element type, which are broadcast
/// where they meet.
class Formulas {
public:
  Formulas(ProgramBuilder &b, Value like)
      : b(b), shape(ProgramBuilder::shapeOf(like)) {}

  Value all(Value scalar) { return b.broadcastTo(scalar, shape); }
  Value times(Value tensor, Value scalar) {
    return b.multiply(tensor, all(scalar));
  }
  Value plus(Value tensor, Value scalar) { return b.add(tensor, all(scalar)); }
  Value square(Value tensor) { return b.multiply(tensor, tensor); }

  /// 1 - x of a scalar.
  Value rest(Value scalar) { return b.subtract(b.like(scalar, 1), scalar); }

  /// Moves a running mean to a value: m + (v - m) * (1 - decay).
  Value move(Value mean, Value value, Value decay) {
    return b.add(mean, times(b.subtract(value, mean), rest(decay)));
  }

private:
  ProgramBuilder &b;
  llvm::ArrayRef<int64_t> shape;
};
} // namespace

//===----------------------------------------------------------------------===//
// Updates of parameters
//===----------------------------------------------------------------------===//

Value stablehlo::descend(ProgramBuilder &b, Value parameter, Value gradient,
                         Value rate) {
  return b.subtract(parameter, Formulas(b, parameter).times(gradient, rate));
}

Updated stablehlo::applyMomentum(ProgramBuilder &b, Value parameter,
                                 Value accumulator, Value gradient, Value rate,
                                 Value momentum, bool isNesterov) {
  Formulas f(b, parameter);
  Value sum = b.add(f.times(accumulator, momentum), gradient);
  Value change = isNesterov ? b.add(gradient, f.times(sum, momentum)) : sum;
  return {b.subtract(parameter, f.times(change, rate)), {sum}};
}

Updated stablehlo::applyKerasMomentum(ProgramBuilder &b, Value parameter,
                                      Value accumulator, Value gradient,
                                      Value rate, Value momentum,
                                      bool isNesterov) {
  Formulas f(b, parameter);
  Value descent = f.times(gradient, rate);
  Value sum = b.subtract(f.times(accumulator, momentum), descent);
  Value change = isNesterov ? b.subtract(f.times(sum, momentum), descent) : sum;
  return {b.add(parameter, change), {sum}};
}

Updated stablehlo::applyAdam(ProgramBuilder &b, Value parameter, Value first,
                             Value second, Value gradient,
                             const AdamNumbers &numbers, bool isNesterov) {
  Formulas f(b, parameter);
  Value rate =
      b.divide(b.multiply(numbers.rate, b.sqrt(f.rest(numbers.beta2Power))),
               f.rest(numbers.beta1Power));
  Value m = f.move(first, gradient, numbers.beta1);
  Value v = f.move(second, f.square(gradient), numbers.beta2);
  Value direction = m;
  if (isNesterov)
    direction = b.add(f.times(m, numbers.beta1),
                      f.times(gradient, f.rest(numbers.beta1)));
  Value change =
      b.divide(f.times(direction, rate), f.plus(b.sqrt(v), numbers.epsilon));
  return {b.subtract(parameter, change), {m, v}};
}

/// The end of both forms of RMSProp.
static Updated applyRmsPropChange(ProgramBuilder &b, Value parameter,
                                  Value denominator, Value momentum,
                                  Value gradient,
                                  const RmsPropNumbers &numbers) {
  Formulas f(b, parameter);
  Value scaled = b.multiply(f.times(gradient, numbers.rate),
                            b.rsqrt(f.plus(denominator, numbers.epsilon)));
  Value sum = b.add(f.times(momentum, numbers.momentum), scaled);
  return {b.subtract(parameter, sum), {sum}};
}

Updated stablehlo::applyRmsProp(ProgramBuilder &b, Value parameter,
                                Value meanSquare, Value momentum,
                                Value gradient, const RmsPropNumbers &numbers) {
  Formulas f(b, parameter);
  Value square = f.move(meanSquare, f.square(gradient), numbers.rho);
  Updated result =
      applyRmsPropChange(b, parameter, square, momentum, gradient, numbers);
  result.slots.insert(result.slots.begin(), square);
  return result;
}

Updated stablehlo::applyCenteredRmsProp(ProgramBuilder &b, Value parameter,
                                        Value meanGradient, Value meanSquare,
                                        Value momentum, Value gradient,
                                        const RmsPropNumbers &numbers) {
  Formulas f(b, parameter);
  Value mean = f.move(meanGradient, gradient, numbers.rho);
  Value square = f.move(meanSquare, f.square(gradient), numbers.rho);
  Value variance = b.subtract(square, f.square(mean));
  Updated result =
      applyRmsPropChange(b, parameter, variance, momentum, gradient, numbers);
  result.slots.insert(result.slots.begin(), {mean, square});
  return result;
}

Updated stablehlo::applyAdagrad(ProgramBuilder &b, Value parameter,
                                Value accumulator, Value gradient, Value rate,
                                Value epsilon) {
  Formulas f(b, parameter);
  Value sum = b.add(accumulator, f.square(gradient));
  Value change =
      b.multiply(f.times(gradient, rate), b.rsqrt(f.plus(sum, epsilon)));
  return {b.subtract(parameter, change), {sum}};
}

Updated stablehlo::applyLars(ProgramBuilder &b, Value parameter,
                             Value accumulator, Value gradient,
                             const LarsNumbers &numbers, bool isNesterov) {
  Formulas f(b, parameter);
  auto norm = [&](Value value) { return b.sqrt(b.sumOfAll(f.square(value))); };
  Value weights = norm(parameter);
  Value slopes = norm(gradient);
  Value zero = b.like(weights, 0);
  Value one = b.like(weights, 1);
  Value ratio =
      b.divide(b.multiply(numbers.coefficient, weights),
               b.add(b.add(slopes, b.multiply(numbers.weightDecay, weights)),
                     numbers.epsilon));
  // A tensor of zeros has no direction to scale by.
  auto unlessZero = [&](Value number, Value value) {
    return b.select(b.compare(number, zero, ComparisonDirection::GT), value,
                    one);
  };
  Value trust = unlessZero(weights, unlessZero(slopes, ratio));
  Value decayed = b.add(gradient, f.times(parameter, numbers.weightDecay));
  return applyMomentum(b, parameter, accumulator, decayed,
                       b.multiply(numbers.rate, trust), numbers.momentum,
                       isNesterov);
}

//===----------------------------------------------------------------------===//
// Optimizers
//===----------------------------------------------------------------------===//

std::optional<OptimizerOptions> stablehlo::optimizerNamed(StringRef name) {
  OptimizerOptions options;
  auto kind = llvm::StringSwitch<std::optional<OptimizerKind>>(name)
                  .CasesLower({"sgd", "momentum"}, OptimizerKind::Sgd)
                  .CaseLower("adam", OptimizerKind::Adam)
                  .CaseLower("adamw", OptimizerKind::AdamW)
                  .CaseLower("rmsprop", OptimizerKind::RmsProp)
                  .CaseLower("adagrad", OptimizerKind::Adagrad)
                  .CaseLower("lars", OptimizerKind::Lars)
                  .Default(std::nullopt);
  if (!kind)
    return std::nullopt;
  options.kind = *kind;
  if (name.equals_insensitive("momentum"))
    options.momentum = 0.9;
  if (*kind == OptimizerKind::AdamW)
    options.weightDecay = 0.004;
  if (*kind == OptimizerKind::Lars) {
    options.momentum = 0.9;
    options.weightDecay = 1e-4;
    options.epsilon = 0;
  }
  return options;
}

llvm::SmallVector<SlotDefinition, 3>
stablehlo::slotsOf(const OptimizerOptions &optimizer) {
  switch (optimizer.kind) {
  case OptimizerKind::Sgd:
    if (optimizer.momentum == 0)
      return {};
    return {{"momentum"}};
  case OptimizerKind::Adam:
  case OptimizerKind::AdamW:
    return {{"m"}, {"v"}};
  case OptimizerKind::RmsProp:
    if (optimizer.isCentered)
      return {{"mg"}, {"rms"}, {"momentum"}};
    return {{"rms"}, {"momentum"}};
  case OptimizerKind::Adagrad:
    return {{"accumulator", optimizer.initialAccumulator}};
  case OptimizerKind::Lars:
    return {{"momentum"}};
  }
  llvm_unreachable("unknown optimizer");
}

/// Counts powers in the element type, as frameworks do.
static AdamNumbers adamNumbers(ProgramBuilder &b,
                               const OptimizerOptions &optimizer, Value rate,
                               Value step) {
  mlir::Type element = ProgramBuilder::elementOf(rate);
  Value count = b.add(b.convert(step, element), b.scalar(element, 1));
  AdamNumbers numbers;
  numbers.rate = rate;
  numbers.beta1 = b.scalar(element, optimizer.beta1);
  numbers.beta2 = b.scalar(element, optimizer.beta2);
  numbers.epsilon = b.scalar(element, optimizer.epsilon);
  numbers.beta1Power = b.power(numbers.beta1, count);
  numbers.beta2Power = b.power(numbers.beta2, count);
  return numbers;
}

/// Vectors such as biases and the scales of normalizations are not scaled by
/// their norms.
static bool isScaledByNorms(Value parameter) {
  return ProgramBuilder::shapeOf(parameter).size() > 1;
}

Updated stablehlo::applyOptimizer(ProgramBuilder &b,
                                  const OptimizerOptions &optimizer,
                                  Value parameter, mlir::ValueRange slots,
                                  Value gradient, Value rate, Value step) {
  mlir::Type element = ProgramBuilder::elementOf(parameter);
  auto number = [&](double value) { return b.scalar(element, value); };
  auto momentumStep = [&]() -> Updated {
    auto apply = optimizer.momentumForm == MomentumForm::Keras
                     ? applyKerasMomentum
                     : applyMomentum;
    return apply(b, parameter, slots[0], gradient, rate,
                 number(optimizer.momentum), optimizer.isNesterov);
  };
  bool isLars = optimizer.kind == OptimizerKind::Lars;
  if (optimizer.weightDecay != 0 && !isLars)
    parameter = descend(b, parameter, parameter,
                        b.multiply(rate, number(optimizer.weightDecay)));
  switch (optimizer.kind) {
  case OptimizerKind::Sgd:
    if (optimizer.momentum == 0)
      return {descend(b, parameter, gradient, rate), {}};
    return momentumStep();
  case OptimizerKind::Adam:
  case OptimizerKind::AdamW:
    return applyAdam(b, parameter, slots[0], slots[1], gradient,
                     adamNumbers(b, optimizer, rate, step),
                     optimizer.isNesterov);
  case OptimizerKind::RmsProp: {
    RmsPropNumbers numbers = {rate, number(optimizer.rho),
                              number(optimizer.momentum),
                              number(optimizer.epsilon)};
    if (optimizer.isCentered)
      return applyCenteredRmsProp(b, parameter, slots[0], slots[1], slots[2],
                                  gradient, numbers);
    return applyRmsProp(b, parameter, slots[0], slots[1], gradient, numbers);
  }
  case OptimizerKind::Adagrad:
    return applyAdagrad(b, parameter, slots[0], gradient, rate,
                        number(optimizer.epsilon));
  case OptimizerKind::Lars:
    if (!isScaledByNorms(parameter))
      return applyMomentum(b, parameter, slots[0], gradient, rate,
                           number(optimizer.momentum), optimizer.isNesterov);
    return applyLars(b, parameter, slots[0], gradient,
                     {rate, number(optimizer.momentum),
                      number(optimizer.weightDecay),
                      number(optimizer.coefficient), number(optimizer.epsilon)},
                     optimizer.isNesterov);
  }
  llvm_unreachable("unknown optimizer");
}
