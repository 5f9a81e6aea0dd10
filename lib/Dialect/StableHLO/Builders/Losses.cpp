//===- Losses.cpp - How far outputs are from labels -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Losses.h"
#include "Dialect/StableHLO/Builders/Derivative.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

/// How far Keras keeps probabilities away from 0 and 1.
static constexpr double Epsilon = 1e-7;

std::optional<LossOptions> stablehlo::lossNamed(StringRef name) {
  // `MeanSquaredError` and `mean_squared_error` are one name.
  std::string plain;
  for (char letter : name) {
    if (letter != '_')
      plain.push_back(llvm::toLower(letter));
  }
  auto kind =
      llvm::StringSwitch<std::optional<LossKind>>(plain)
          .Case("sparsecategoricalcrossentropy",
                LossKind::SparseCategoricalCrossentropy)
          .Case("categoricalcrossentropy", LossKind::CategoricalCrossentropy)
          .Case("binarycrossentropy", LossKind::BinaryCrossentropy)
          .Cases({"meansquarederror", "mse"}, LossKind::MeanSquaredError)
          .Cases({"meanabsoluteerror", "mae"}, LossKind::MeanAbsoluteError)
          .Cases({"huber", "huberloss"}, LossKind::Huber)
          .Default(std::nullopt);
  if (!kind)
    return std::nullopt;
  LossOptions options;
  options.kind = *kind;
  return options;
}

bool stablehlo::isClassification(LossKind kind) {
  return kind == LossKind::SparseCategoricalCrossentropy ||
         kind == LossKind::CategoricalCrossentropy ||
         kind == LossKind::BinaryCrossentropy;
}

RankedTensorType stablehlo::labelsType(const LossOptions &loss,
                                       RankedTensorType outputs) {
  if (outputs.getRank() == 0)
    return {};
  if (loss.kind != LossKind::SparseCategoricalCrossentropy)
    return outputs;
  if (outputs.getRank() == 1)
    return {};
  return RankedTensorType::get(
      outputs.getShape().drop_back(),
      mlir::IntegerType::get(outputs.getContext(), 32));
}

namespace {
/// Builds losses of examples, whose dimensions are those of the outputs without
/// the last one.
class ExampleLoss {
public:
  ExampleLoss(ProgramBuilder &b, const LossOptions &loss, Value labels,
              Value outputs)
      : b(b), loss(loss), labels(labels), outputs(outputs),
        shape(ProgramBuilder::shapeOf(outputs)), last(shape.size() - 1) {}

  Value build();

private:
  Value ofCategories();
  Value ofBooleans();
  Value huber();
  Value logProbabilities();
  Value targets();
  Value overClasses(Value reduced);
  Value clip(Value probabilities);
  Value absolute(Value value) { return b.maximum(value, b.negate(value)); }

  ProgramBuilder &b;
  const LossOptions &loss;
  Value labels;
  Value outputs;
  ArrayRef<int64_t> shape;
  int64_t last;
};
} // namespace

/// Copies what is one number for each example along the classes.
Value ExampleLoss::overClasses(Value reduced) {
  return b.broadcast(reduced, shape,
                     llvm::to_vector(llvm::seq<int64_t>(0, last)));
}

Value ExampleLoss::clip(Value probabilities) {
  return b.minimum(b.maximum(probabilities, b.like(probabilities, Epsilon)),
                   b.like(probabilities, 1 - Epsilon));
}

/// Logits less the logarithm of the sum of their exponentials. Of probabilities
/// the logarithms are taken for logits, which makes them sum up to 1.
Value ExampleLoss::logProbabilities() {
  Value logits = loss.isFromLogits ? outputs : b.log(clip(outputs));
  Value greatest = b.reduce(logits, {last}, Combination::Maximum);
  derivative::mark(greatest, derivative::Zero);
  Value moved = b.subtract(logits, overClasses(greatest));
  Value sum = b.sum(b.exponential(moved), {last});
  return b.subtract(moved, overClasses(b.log(sum)));
}

/// Labels as probabilities of the classes.
Value ExampleLoss::targets() {
  Value given = buildTargets(b, loss, labels, outputs);
  if (loss.kind == LossKind::SparseCategoricalCrossentropy ||
      loss.labelSmoothing == 0)
    return given;
  double share = loss.kind == LossKind::BinaryCrossentropy
                     ? 0.5
                     : 1.0 / static_cast<double>(shape[last]);
  return b.add(b.scale(given, 1 - loss.labelSmoothing),
               b.like(given, loss.labelSmoothing * share));
}

Value ExampleLoss::ofCategories() {
  return b.negate(b.sum(b.multiply(targets(), logProbabilities()), {last}));
}

Value ExampleLoss::ofBooleans() {
  Value truth = targets();
  Value each;
  if (loss.isFromLogits) {
    // max(x, 0) - x * t + log(1 + exp(-|x|)) does not overflow.
    Value positive = b.maximum(outputs, b.like(outputs, 0));
    Value tail = b.exponential(b.negate(absolute(outputs)));
    Value logarithm = b.function<LogPlusOneOp>(tail);
    each = b.add(b.subtract(positive, b.multiply(outputs, truth)), logarithm);
  } else {
    Value one = b.like(outputs, 1);
    Value probability = clip(outputs);
    Value yes = b.multiply(truth, b.log(probability));
    Value no =
        b.multiply(b.subtract(one, truth), b.log(b.subtract(one, probability)));
    each = b.negate(b.add(yes, no));
  }
  return b.mean(each, {last});
}

/// Half the square up to delta, linear beyond.
Value ExampleLoss::huber() {
  Value error = b.subtract(outputs, targets());
  Value distance = absolute(error);
  Value limit = b.like(error, loss.delta);
  Value quadratic = b.scale(b.multiply(error, error), 0.5);
  Value linear = b.subtract(b.scale(distance, loss.delta),
                            b.like(error, loss.delta * loss.delta / 2));
  Value each = b.select(b.compare(distance, limit, ComparisonDirection::LE),
                        quadratic, linear);
  return b.mean(each, {last});
}

Value ExampleLoss::build() {
  switch (loss.kind) {
  case LossKind::SparseCategoricalCrossentropy:
  case LossKind::CategoricalCrossentropy:
    return ofCategories();
  case LossKind::BinaryCrossentropy:
    return ofBooleans();
  case LossKind::MeanSquaredError: {
    Value error = b.subtract(outputs, targets());
    return b.mean(b.multiply(error, error), {last});
  }
  case LossKind::MeanAbsoluteError:
    return b.mean(absolute(b.subtract(outputs, targets())), {last});
  case LossKind::Huber:
    return huber();
  }
  llvm_unreachable("unknown loss");
}

Value stablehlo::buildTargets(ProgramBuilder &b, const LossOptions &loss,
                              Value labels, Value outputs) {
  mlir::Type element = ProgramBuilder::elementOf(outputs);
  if (loss.kind != LossKind::SparseCategoricalCrossentropy)
    return b.convert(labels, element);
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(outputs);
  int64_t last = shape.size() - 1;
  RankedTensorType places =
      RankedTensorType::get(shape, ProgramBuilder::elementOf(labels));
  Value given =
      b.broadcast(labels, shape, llvm::to_vector(llvm::seq<int64_t>(0, last)));
  return b.convert(
      b.compare(b.iota(places, last), given, ComparisonDirection::EQ), element);
}

static llvm::SmallVector<int64_t> allDimensions(Value value) {
  return llvm::to_vector(
      llvm::seq<int64_t>(0, ProgramBuilder::shapeOf(value).size()));
}

Value stablehlo::buildExampleLosses(ProgramBuilder &b, const LossOptions &loss,
                                    Value labels, Value outputs) {
  return ExampleLoss(b, loss, labels, outputs).build();
}

Value stablehlo::buildLoss(ProgramBuilder &b, const LossOptions &loss,
                           Value labels, Value outputs) {
  Value examples = buildExampleLosses(b, loss, labels, outputs);
  if (loss.reduction == LossReduction::Sum)
    return b.sumOfAll(examples);
  return b.mean(examples, allDimensions(examples));
}

//===----------------------------------------------------------------------===//
// Accuracy
//===----------------------------------------------------------------------===//

/// The number of the class with the greatest value, the first of equal ones.
static Value greatestClass(ProgramBuilder &b, Value values,
                           mlir::Type numbers) {
  ArrayRef<int64_t> shape = ProgramBuilder::shapeOf(values);
  int64_t last = shape.size() - 1;
  llvm::SmallVector<int64_t> outer =
      llvm::to_vector(llvm::seq<int64_t>(0, last));
  Value greatest =
      b.broadcast(b.reduce(values, {last}, Combination::Maximum), shape, outer);
  Value places = b.iota(RankedTensorType::get(shape, numbers), last);
  Value found =
      b.select(b.compare(values, greatest, ComparisonDirection::EQ), places,
               b.like(places, static_cast<double>(shape[last])));
  return b.reduce(found, {last}, Combination::Minimum);
}

Value stablehlo::buildHits(ProgramBuilder &b, const LossOptions &loss,
                           Value labels, Value outputs) {
  mlir::Type element = ProgramBuilder::elementOf(outputs);
  mlir::Type numbers = b.builder().getI32Type();
  Value isRight;
  if (loss.kind == LossKind::BinaryCrossentropy) {
    Value given = b.convert(labels, element);
    Value border = b.like(outputs, loss.isFromLogits ? 0 : 0.5);
    Value answers = b.compare(outputs, border, ComparisonDirection::GT);
    Value truth = b.compare(given, b.like(given, 0.5), ComparisonDirection::GT);
    isRight = b.compare(answers, truth, ComparisonDirection::EQ);
  } else {
    Value truth = loss.kind == LossKind::SparseCategoricalCrossentropy
                      ? b.convert(labels, numbers)
                      : greatestClass(b, labels, numbers);
    isRight = b.compare(greatestClass(b, outputs, numbers), truth,
                        ComparisonDirection::EQ);
  }
  return b.convert(isRight, element);
}

Value stablehlo::buildAccuracy(ProgramBuilder &b, const LossOptions &loss,
                               Value labels, Value outputs) {
  Value hits = buildHits(b, loss, labels, outputs);
  return b.mean(hits, allDimensions(hits));
}
