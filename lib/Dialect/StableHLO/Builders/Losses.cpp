//===- Losses.cpp - How far outputs are from labels -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Losses.h"
#include "Dialect/StableHLO/Builders/GroupLosses.h"
#include "Dialect/StableHLO/IR/StableHLOOps.h"
#include "Support/MLIR.h"
#include "llvm/ADT/StringExtras.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

namespace {
struct LossName {
  llvm::StringLiteral name;
  LossKind kind;
  /// What else Keras calls it, without underscores; empty if nothing.
  llvm::StringLiteral others[2];
};
} // namespace

static constexpr LossName Names[] = {
    {"sparse_categorical_crossentropy",
     LossKind::SparseCategoricalCrossentropy,
     {"", ""}},
    {"categorical_crossentropy", LossKind::CategoricalCrossentropy, {"", ""}},
    {"binary_crossentropy", LossKind::BinaryCrossentropy, {"bce", ""}},
    {"mean_squared_error", LossKind::MeanSquaredError, {"mse", ""}},
    {"mean_absolute_error", LossKind::MeanAbsoluteError, {"mae", ""}},
    {"huber", LossKind::Huber, {"huberloss", ""}},
    {"mean_absolute_percentage_error",
     LossKind::MeanAbsolutePercentageError,
     {"mape", ""}},
    {"mean_squared_logarithmic_error",
     LossKind::MeanSquaredLogarithmicError,
     {"msle", ""}},
    {"hinge", LossKind::Hinge, {"", ""}},
    {"squared_hinge", LossKind::SquaredHinge, {"", ""}},
    {"categorical_hinge", LossKind::CategoricalHinge, {"", ""}},
    {"kl_divergence",
     LossKind::KlDivergence,
     {"kld", "kullbackleiblerdivergence"}},
    {"poisson", LossKind::Poisson, {"", ""}},
    {"log_cosh", LossKind::LogCosh, {"", ""}},
    {"cosine_similarity",
     LossKind::CosineSimilarity,
     {"cosineproximity", "cosine"}},
    {"binary_focal_crossentropy", LossKind::BinaryFocalCrossentropy, {"", ""}},
    {"categorical_focal_crossentropy",
     LossKind::CategoricalFocalCrossentropy,
     {"", ""}},
    {"categorical_generalized_cross_entropy",
     LossKind::CategoricalGeneralizedCrossEntropy,
     {"", ""}},
    {"dice", LossKind::Dice, {"", ""}},
    {"tversky", LossKind::Tversky, {"", ""}},
    {"circle", LossKind::Circle, {"", ""}},
    {"ctc", LossKind::Ctc, {"", ""}},
};

ArrayRef<llvm::StringLiteral> stablehlo::lossNames() {
  static const llvm::SmallVector<llvm::StringLiteral> names = [] {
    llvm::SmallVector<llvm::StringLiteral> result;
    for (const LossName &known : Names)
      result.push_back(known.name);
    return result;
  }();
  return names;
}

std::string stablehlo::plainName(StringRef name) {
  std::string plain;
  for (char letter : name) {
    if (letter != '_')
      plain.push_back(llvm::toLower(letter));
  }
  return plain;
}

std::optional<LossOptions> stablehlo::lossNamed(StringRef name) {
  std::string plain = plainName(name);
  if (plain.empty())
    return std::nullopt;
  for (const LossName &known : Names) {
    if (plain != plainName(known.name) &&
        !llvm::is_contained(known.others, plain))
      continue;
    LossOptions options;
    options.kind = known.kind;
    if (known.kind == LossKind::Circle)
      options.gamma = 80;
    return options;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

bool stablehlo::isBinary(LossKind kind) {
  return kind == LossKind::BinaryCrossentropy ||
         kind == LossKind::BinaryFocalCrossentropy;
}

bool stablehlo::areLabelsIndices(LossKind kind) {
  return kind == LossKind::SparseCategoricalCrossentropy ||
         kind == LossKind::CategoricalGeneralizedCrossEntropy;
}

bool stablehlo::isOverlap(LossKind kind) {
  return kind == LossKind::Dice || kind == LossKind::Tversky;
}

bool stablehlo::isOfOneClass(LossKind kind) {
  return areLabelsIndices(kind) || kind == LossKind::CategoricalCrossentropy ||
         kind == LossKind::CategoricalFocalCrossentropy;
}

bool stablehlo::isAlongAxis(LossKind kind) {
  return isBinary(kind) || kind == LossKind::CosineSimilarity ||
         (isOfOneClass(kind) &&
          kind != LossKind::CategoricalGeneralizedCrossEntropy);
}

std::optional<int64_t> stablehlo::lossAxis(const LossOptions &loss,
                                           int64_t rank) {
  if (!isAlongAxis(loss.kind) || loss.axes.empty())
    return rank - 1;
  int64_t axis = loss.axes.front();
  if (axis < 0)
    axis += rank;
  // The first one is that of examples.
  bool isThere = axis < rank && (axis > 0 || axis == rank - 1);
  return isThere ? std::optional(axis) : std::nullopt;
}

Value stablehlo::withAxisLast(ProgramBuilder &b, const LossOptions &loss,
                              Value outputs) {
  int64_t rank = ProgramBuilder::typeOf(outputs).getRank();
  int64_t axis = lossAxis(loss, rank).value_or(rank - 1);
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  order.erase(order.begin() + axis);
  order.push_back(axis);
  return b.transpose(outputs, order);
}

bool stablehlo::areLabelsOfOutputs(LossKind kind) {
  return kind != LossKind::Circle && kind != LossKind::Ctc;
}

bool stablehlo::isClassification(LossKind kind) {
  return isOfOneClass(kind) || isBinary(kind);
}

bool stablehlo::isOfWholeBatch(const LossOptions &loss, int64_t rank) {
  if (loss.kind == LossKind::Circle || loss.ignoredClass)
    return true;
  return isOverlap(loss.kind) &&
         (loss.axes.empty() || llvm::any_of(loss.axes, [&](int64_t axis) {
            return axis == 0 || axis == -rank;
          }));
}

RankedTensorType stablehlo::labelsType(const LossOptions &loss,
                                       RankedTensorType outputs) {
  int64_t rank = outputs.getRank();
  if (rank == 0)
    return {};
  mlir::Type number = mlir::IntegerType::get(outputs.getContext(), 32);
  switch (loss.kind) {
  case LossKind::Circle:
    if (rank != 2)
      return {};
    return RankedTensorType::get({outputs.getDimSize(0)}, number);
  case LossKind::Ctc:
    if (rank != 3 || loss.labelLength < 1)
      return {};
    return RankedTensorType::get({outputs.getDimSize(0), loss.labelLength},
                                 number);
  default:
    break;
  }
  bool areAxesThere = llvm::all_of(
      loss.axes, [&](int64_t axis) { return axis >= -rank && axis < rank; });
  std::optional<int64_t> classAxis = lossAxis(loss, rank);
  if (!areAxesThere || !classAxis)
    return {};
  if (!areLabelsIndices(loss.kind))
    return outputs;
  if (rank == 1)
    return {};
  SmallVector<int64_t> shape(outputs.getShape());
  shape.erase(shape.begin() + *classAxis);
  return RankedTensorType::get(shape, number);
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

Value stablehlo::buildTargets(ProgramBuilder &b, const LossOptions &loss,
                              Value labels, Value outputs) {
  mlir::Type element = ProgramBuilder::elementOf(outputs);
  if (!areLabelsIndices(loss.kind))
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

Value stablehlo::alongFirst(ProgramBuilder &b, Value numbers,
                            RankedTensorType type) {
  int64_t rank = ProgramBuilder::typeOf(numbers).getRank();
  return b.broadcast(numbers, type.getShape(),
                     llvm::to_vector(llvm::seq<int64_t>(0, rank)));
}

/// Numbers of steps that count, and zeros in place of others.
static Value onlyCounted(ProgramBuilder &b, Value numbers, Value mask) {
  return b.select(alongFirst(b, mask, ProgramBuilder::typeOf(numbers)), numbers,
                  b.like(numbers, 0));
}

/// The mean of numbers of examples, of the steps that count. The mean over
/// replicas of what each has is that of all steps.
static Value meanOf(ProgramBuilder &b, Value numbers,
                    const CountedSteps &counted) {
  if (!counted.mask)
    return b.mean(numbers, allDimensions(numbers));
  RankedTensorType type = ProgramBuilder::typeOf(numbers);
  mlir::Type element = type.getElementType();
  Value sum = b.sumOfAll(onlyCounted(b, numbers, counted.mask));
  // Smaller floats do not count far.
  mlir::Type wide = element.isF64() ? element : b.builder().getF32Type();
  Value steps = b.sumOfAll(b.convert(counted.mask, wide));
  if (counted.replicas > 1)
    steps = b.allReduce(steps, counted.replicas).front();
  steps = b.maximum(steps, b.like(steps, 1));
  double inEach =
      static_cast<double>(type.getNumElements()) /
      static_cast<double>(std::max<int64_t>(
          ProgramBuilder::typeOf(counted.mask).getNumElements(), 1));
  steps = b.scale(steps, inEach / static_cast<double>(counted.replicas));
  return b.divide(sum, b.convert(steps, element));
}

/// Of steps that count those whose label is not left out.
static Value withoutClass(ProgramBuilder &b, Value mask, Value labels,
                          int64_t left) {
  Value others = b.compare(labels, b.like(labels, static_cast<double>(left)),
                           ComparisonDirection::NE);
  if (!mask)
    return others;
  RankedTensorType type = ProgramBuilder::typeOf(others);
  return b.binary<AndOp>(others, alongFirst(b, mask, type));
}

Value stablehlo::buildLoss(ProgramBuilder &b, const LossOptions &loss,
                           Value labels, Value outputs,
                           const CountedSteps &given) {
  CountedSteps counted = given;
  Value examples;
  if (loss.kind == LossKind::Circle) {
    ExampleGroup group = circleLosses(b, loss, labels, outputs, counted.mask);
    examples = group.losses;
    counted.mask = group.counted;
  } else if (isOverlap(loss.kind)) {
    examples = overlapLosses(b, loss, labels, outputs, counted.mask);
    counted.mask = {};
  } else {
    examples = buildExampleLosses(b, loss, labels, outputs);
    if (loss.ignoredClass)
      counted.mask = withoutClass(b, counted.mask, labels, *loss.ignoredClass);
  }
  if (loss.reduction == LossReduction::SumOverBatchSize)
    return meanOf(b, examples, counted);
  return b.sumOfAll(counted.mask ? onlyCounted(b, examples, counted.mask)
                                 : examples);
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
  if (isBinary(loss.kind)) {
    Value given = b.convert(labels, element);
    Value border = b.like(outputs, loss.isFromLogits ? 0 : 0.5);
    Value answers = b.compare(outputs, border, ComparisonDirection::GT);
    Value truth = b.compare(given, b.like(given, 0.5), ComparisonDirection::GT);
    isRight = b.compare(answers, truth, ComparisonDirection::EQ);
  } else {
    Value truth = areLabelsIndices(loss.kind)
                      ? b.convert(labels, numbers)
                      : greatestClass(b, labels, numbers);
    isRight = b.compare(greatestClass(b, outputs, numbers), truth,
                        ComparisonDirection::EQ);
  }
  return b.convert(isRight, element);
}

Value stablehlo::buildAccuracy(ProgramBuilder &b, const LossOptions &loss,
                               Value labels, Value outputs,
                               const CountedSteps &counted) {
  return meanOf(b, buildHits(b, loss, labels, outputs), counted);
}
