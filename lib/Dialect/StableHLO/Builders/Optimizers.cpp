//===- Optimizers.cpp - How optimizers change parameters ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Losses.h"
#include "Dialect/StableHLO/Builders/OptimizerFormulas.h"
#include "Support/MLIR.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

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
                             const AdamNumbers &numbers, bool isNesterov,
                             Value largest) {
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
  Updated result = {parameter, {m, v}};
  Value square = v;
  if (largest) {
    square = b.maximum(largest, v);
    result.slots.push_back(square);
  }
  Value change = b.divide(f.times(direction, rate),
                          f.plus(b.sqrt(square), numbers.epsilon));
  result.parameter = b.subtract(parameter, change);
  return result;
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
  Value weights = f.norm(parameter);
  Value slopes = f.norm(gradient);
  Value zero = b.like(weights, 0);
  Value one = b.like(weights, 1);
  Value ratio =
      b.divide(b.multiply(numbers.coefficient, weights),
               b.add(b.add(slopes, b.multiply(numbers.weightDecay, weights)),
                     numbers.epsilon));
  Value trust =
      f.unlessZero(weights, f.unlessZero(slopes, ratio, zero, one), zero, one);
  Value decayed = b.add(gradient, f.times(parameter, numbers.weightDecay));
  return applyMomentum(b, parameter, accumulator, decayed,
                       b.multiply(numbers.rate, trust), numbers.momentum,
                       isNesterov);
}

//===----------------------------------------------------------------------===//
// Optimizers
//===----------------------------------------------------------------------===//

namespace {
struct OptimizerName {
  llvm::StringLiteral name;
  OptimizerKind kind;
};
} // namespace

static constexpr OptimizerName OptimizerNames[] = {
    {"sgd", OptimizerKind::Sgd},
    {"momentum", OptimizerKind::Sgd},
    {"adam", OptimizerKind::Adam},
    {"adamw", OptimizerKind::AdamW},
    {"rmsprop", OptimizerKind::RmsProp},
    {"adagrad", OptimizerKind::Adagrad},
    {"adadelta", OptimizerKind::Adadelta},
    {"adamax", OptimizerKind::Adamax},
    {"nadam", OptimizerKind::Nadam},
    {"ftrl", OptimizerKind::Ftrl},
    {"lion", OptimizerKind::Lion},
    {"lars", OptimizerKind::Lars},
    {"lamb", OptimizerKind::Lamb},
    {"adafactor", OptimizerKind::Adafactor},
    {"muon", OptimizerKind::Muon},
    {"schedule_free_adamw", OptimizerKind::ScheduleFreeAdamW}};

ArrayRef<llvm::StringLiteral> stablehlo::optimizerNames() {
  static const llvm::SmallVector<llvm::StringLiteral> names = [] {
    llvm::SmallVector<llvm::StringLiteral> result;
    for (const OptimizerName &known : OptimizerNames)
      result.push_back(known.name);
    return result;
  }();
  return names;
}

std::optional<OptimizerOptions> stablehlo::optimizerNamed(StringRef name) {
  OptimizerOptions options;
  const auto *known =
      llvm::find_if(OptimizerNames, [&](const OptimizerName &entry) {
        return plainName(name) == plainName(entry.name);
      });
  if (known == std::end(OptimizerNames))
    return std::nullopt;
  options.kind = known->kind;
  switch (known->kind) {
  case OptimizerKind::AdamW:
    options.weightDecay = 0.004;
    break;
  case OptimizerKind::Adadelta:
    options.rho = 0.95;
    break;
  case OptimizerKind::Lion:
    options.beta2 = 0.99;
    break;
  case OptimizerKind::Lars:
    options.momentum = 0.9;
    options.weightDecay = 1e-4;
    options.epsilon = 0;
    break;
  case OptimizerKind::Adafactor:
    options.epsilon = 1e-30;
    break;
  case OptimizerKind::Muon:
    options.momentum = 0.95;
    options.isNesterov = true;
    options.weightDecay = 0.004;
    break;
  case OptimizerKind::ScheduleFreeAdamW:
    options.epsilon = 1e-8;
    break;
  default:
    break;
  }
  if (known->name == "momentum")
    options.momentum = 0.9;
  return options;
}

llvm::SmallVector<SlotDefinition, 3>
stablehlo::formulaSlots(const OptimizerOptions &optimizer, StringRef name,
                        RankedTensorType type) {
  switch (optimizer.kind) {
  case OptimizerKind::Sgd:
    if (optimizer.momentum == 0)
      return {};
    return {{"momentum"}};
  case OptimizerKind::Adam:
  case OptimizerKind::AdamW:
    if (optimizer.keepsLargest)
      return {{"m"}, {"v"}, {"v_max"}};
    return {{"m"}, {"v"}};
  case OptimizerKind::Adadelta:
    return {{"accumulator"}, {"change"}};
  case OptimizerKind::Adamax:
    return {{"m"}, {"u"}};
  case OptimizerKind::Nadam:
    // The product of the momenta is a number, but slots are like parameters.
    return {{"m"}, {"v"}, {"product", 1}};
  case OptimizerKind::Ftrl:
    return {{"accumulator", optimizer.initialAccumulator}, {"linear"}};
  case OptimizerKind::Lion:
    return {{"m"}};
  case OptimizerKind::RmsProp:
    if (optimizer.isCentered)
      return {{"mg"}, {"rms"}, {"momentum"}};
    return {{"rms"}, {"momentum"}};
  case OptimizerKind::Adagrad:
    return {{"accumulator", optimizer.initialAccumulator}};
  case OptimizerKind::Lars:
    return {{"momentum"}};
  case OptimizerKind::Lamb:
    return {{"m"}, {"v"}};
  case OptimizerKind::Adafactor:
    if (type.getRank() < 2)
      return {{"v"}};
    return {{"r", 0, SlotShape::Rows}, {"c", 0, SlotShape::Columns}};
  case OptimizerKind::Muon:
    if (isMatrixOfMuon(optimizer, name, type))
      return {{"momentum"}};
    return {{"m"}, {"v"}};
  case OptimizerKind::ScheduleFreeAdamW:
    return {{"momentum", 0, SlotShape::Whole, /*isCopy=*/true}, {"velocity"}};
  }
  llvm_unreachable("unknown optimizer");
}

RankedTensorType stablehlo::slotType(const SlotDefinition &slot,
                                     RankedTensorType parameter) {
  if (slot.shape == SlotShape::Whole)
    return parameter;
  llvm::SmallVector<int64_t> shape(parameter.getShape());
  shape.erase(shape.end() - (slot.shape == SlotShape::Rows ? 1 : 2));
  return RankedTensorType::get(shape, parameter.getElementType());
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

/// Adadelta: changes are scaled by the ratio of the means of earlier changes
/// and gradients.
static Updated applyAdadelta(ProgramBuilder &b,
                             const OptimizerOptions &optimizer, Value parameter,
                             mlir::ValueRange slots, Value gradient,
                             Value rate) {
  Formulas f(b, parameter);
  mlir::Type element = ProgramBuilder::elementOf(rate);
  Value rho = b.scalar(element, optimizer.rho);
  Value epsilon = b.scalar(element, optimizer.epsilon);
  Value squares = f.move(slots[0], f.square(gradient), rho);
  Value ratio = b.multiply(b.sqrt(f.plus(slots[1], epsilon)),
                           b.rsqrt(f.plus(squares, epsilon)));
  Value change = b.negate(b.multiply(ratio, gradient));
  Value changes = f.move(slots[1], f.square(change), rho);
  return {b.add(parameter, f.times(change, rate)), {squares, changes}};
}

/// Adamax: Adam with the largest gradient, which decays, for its denominator.
static Updated applyAdamax(ProgramBuilder &b, Value parameter,
                           mlir::ValueRange slots, Value gradient,
                           const AdamNumbers &numbers) {
  Formulas f(b, parameter);
  Value m = f.move(slots[0], gradient, numbers.beta1);
  Value size = b.maximum(gradient, b.negate(gradient));
  Value u = b.maximum(f.times(slots[1], numbers.beta2), size);
  Value rate = b.divide(numbers.rate, f.rest(numbers.beta1Power));
  Value change = b.divide(f.times(m, rate), f.plus(u, numbers.epsilon));
  return {b.subtract(parameter, change), {m, u}};
}

/// Adam with Nesterov's momentum, which grows with the steps.
static Updated applyNadam(ProgramBuilder &b, const OptimizerOptions &optimizer,
                          Value parameter, mlir::ValueRange slots,
                          Value gradient, const AdamNumbers &numbers,
                          Value step) {
  Formulas f(b, parameter);
  mlir::Type element = ProgramBuilder::elementOf(numbers.rate);
  Value count = b.add(b.convert(step, element), b.scalar(element, 1));
  // beta1 * (1 - 0.96^t / 2), of this step and of the next.
  auto momentumAt = [&](Value step) {
    Value decayed = b.power(b.like(step, 0.96), step);
    return b.scale(f.rest(b.scale(decayed, 0.5)), optimizer.beta1);
  };
  Value now = momentumAt(count);
  Value next = momentumAt(b.add(count, b.like(count, 1)));
  Value product = f.times(slots[2], now);
  Value nextProduct = f.times(product, next);
  Value m = f.move(slots[0], gradient, numbers.beta1);
  Value v = f.move(slots[1], f.square(gradient), numbers.beta2);
  auto rest = [&](Value tensor) {
    return b.subtract(b.like(tensor, 1), tensor);
  };
  Value direction =
      b.add(b.divide(f.times(m, next), rest(nextProduct)),
            b.divide(f.times(gradient, f.rest(now)), rest(product)));
  Value root = b.sqrt(b.divide(v, f.all(f.rest(numbers.beta2Power))));
  Value change =
      b.divide(f.times(direction, numbers.rate), f.plus(root, numbers.epsilon));
  return {b.subtract(parameter, change), {m, v, product}};
}

/// AdamW without a schedule: a sequence that follows the gradients, and the
/// mean of it. The parameter is between both, nearer to the mean.
static Updated applyScheduleFree(ProgramBuilder &b,
                                 const OptimizerOptions &optimizer,
                                 Value parameter, mlir::ValueRange slots,
                                 Value gradient, const AdamNumbers &numbers,
                                 Value step) {
  Formulas f(b, parameter);
  mlir::Type element = ProgramBuilder::elementOf(numbers.rate);
  Value count = b.add(b.convert(step, element), b.scalar(element, 1));
  Value v = f.move(slots[1], f.square(gradient), numbers.beta2);
  Value root = b.sqrt(b.divide(v, f.all(f.rest(numbers.beta2Power))));
  Value change =
      b.divide(f.times(gradient, numbers.rate), f.plus(root, numbers.epsilon));
  Value z = b.subtract(slots[0], change);
  // The mean follows from what is between it and the sequence.
  double share = optimizer.beta1;
  Value mean =
      b.scale(b.subtract(parameter, b.scale(slots[0], 1 - share)), 1 / share);
  Value weight = b.divide(b.like(count, 1), count);
  mean = b.add(f.times(mean, f.rest(weight)), f.times(z, weight));
  return {b.add(b.scale(z, 1 - share), b.scale(mean, share)), {z, v}};
}

/// Follow the regularized leader, as Keras has it.
static Updated applyFtrl(ProgramBuilder &b, const OptimizerOptions &optimizer,
                         Value parameter, mlir::ValueRange slots,
                         Value gradient, Value rate) {
  Formulas f(b, parameter);
  Value sum = b.add(slots[0], f.square(gradient));
  Value slope = gradient;
  if (optimizer.shrinkage != 0)
    slope = b.add(slope, b.scale(parameter, 2 * optimizer.shrinkage));
  auto power = [&](Value squares) {
    return b.power(squares, b.like(squares, -optimizer.ratePower));
  };
  Value grown = power(sum);
  Value sigma = b.divide(b.subtract(grown, power(slots[0])), f.all(rate));
  Value linear =
      b.subtract(b.add(slots[1], slope), b.multiply(sigma, parameter));
  // The ridge of the rate: beta / (2 * rate).
  Value ridge = b.add(b.like(rate, optimizer.l2),
                      b.divide(b.like(rate, optimizer.beta / 2), rate));
  Value quadratic = f.plus(b.divide(grown, f.all(rate)), b.scale(ridge, 2));
  Value limit = b.like(linear, optimizer.l1);
  Value clipped = b.maximum(b.minimum(linear, limit), b.negate(limit));
  return {b.divide(b.subtract(clipped, linear), quadratic), {sum, linear}};
}

/// Lion: the sign of a momentum that runs ahead.
static Updated applyLion(ProgramBuilder &b, const OptimizerOptions &optimizer,
                         Value parameter, Value m, Value gradient, Value rate) {
  Formulas f(b, parameter);
  mlir::Type element = ProgramBuilder::elementOf(rate);
  Value ahead = f.move(m, gradient, b.scalar(element, optimizer.beta1));
  Value sign = b.unary<SignOp>(ahead);
  return {b.subtract(parameter, f.times(sign, rate)),
          {f.move(m, gradient, b.scalar(element, optimizer.beta2))}};
}

/// LAMB: Adam whose rate is scaled by the norms of the parameter and of its
/// change.
static Updated applyLamb(ProgramBuilder &b, Value parameter,
                         mlir::ValueRange slots, Value gradient,
                         const AdamNumbers &numbers) {
  Formulas f(b, parameter);
  Value m = f.move(slots[0], gradient, numbers.beta1);
  Value v = f.move(slots[1], f.square(gradient), numbers.beta2);
  Value first = b.divide(m, f.all(f.rest(numbers.beta1Power)));
  Value second = b.divide(v, f.all(f.rest(numbers.beta2Power)));
  Value change = b.divide(first, f.plus(b.sqrt(second), numbers.epsilon));
  Value weights = f.norm(parameter), changes = f.norm(change);
  Value zero = b.like(weights, 0), one = b.like(weights, 1);
  Value ratio = b.divide(weights, changes);
  Value trust =
      f.unlessZero(weights, f.unlessZero(changes, ratio, zero, one), zero, one);
  return {
      b.subtract(parameter, f.times(change, b.multiply(numbers.rate, trust))),
      {m, v}};
}

/// Vectors such as biases and the scales of normalizations are not scaled by
/// their norms.
static bool isScaledByNorms(Value parameter) {
  return ProgramBuilder::shapeOf(parameter).size() > 1;
}

Updated stablehlo::applyFormula(ProgramBuilder &b,
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
  // What Muon leaves to Adam has two slots.
  bool isAdamOfMuon =
      optimizer.kind == OptimizerKind::Muon && slots.size() == 2;
  double decay =
      isAdamOfMuon ? optimizer.adamWeightDecay : optimizer.weightDecay;
  if (decay != 0 && !isLars)
    parameter =
        descend(b, parameter, parameter, b.multiply(rate, number(decay)));
  switch (optimizer.kind) {
  case OptimizerKind::Sgd:
    if (optimizer.momentum == 0)
      return {descend(b, parameter, gradient, rate), {}};
    return momentumStep();
  case OptimizerKind::Adam:
  case OptimizerKind::AdamW:
    return applyAdam(b, parameter, slots[0], slots[1], gradient,
                     adamNumbers(b, optimizer, rate, step),
                     optimizer.isNesterov,
                     optimizer.keepsLargest ? slots[2] : Value());
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
  case OptimizerKind::Adadelta:
    return applyAdadelta(b, optimizer, parameter, slots, gradient, rate);
  case OptimizerKind::Adamax:
    return applyAdamax(b, parameter, slots, gradient,
                       adamNumbers(b, optimizer, rate, step));
  case OptimizerKind::Nadam:
    return applyNadam(b, optimizer, parameter, slots, gradient,
                      adamNumbers(b, optimizer, rate, step), step);
  case OptimizerKind::Ftrl:
    return applyFtrl(b, optimizer, parameter, slots, gradient, rate);
  case OptimizerKind::Lion:
    return applyLion(b, optimizer, parameter, slots[0], gradient, rate);
  case OptimizerKind::Lamb:
    return applyLamb(b, parameter, slots, gradient,
                     adamNumbers(b, optimizer, rate, step));
  case OptimizerKind::Adafactor:
    return applyAdafactor(b, optimizer, parameter, slots, gradient, rate, step);
  case OptimizerKind::Muon:
    if (isAdamOfMuon)
      return applyAdam(
          b, parameter, slots[0], slots[1], gradient,
          adamNumbers(b, optimizer,
                      b.multiply(rate, number(optimizer.adamRateRatio)), step));
    return applyMuon(b, optimizer, parameter, slots[0], gradient, rate);
  case OptimizerKind::ScheduleFreeAdamW:
    return applyScheduleFree(b, optimizer, parameter, slots, gradient,
                             adamNumbers(b, optimizer, rate, step), step);
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
