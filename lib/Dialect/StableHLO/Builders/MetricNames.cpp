//===- MetricNames.cpp - What metrics are called --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/StableHLO/Builders/Metrics.h"
#include "Support/Decimal.h"
#include "Support/MLIR.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

namespace {
struct MetricName {
  llvm::StringLiteral name;
  MetricKind kind;
  /// What else Keras calls it, without underscores, with spaces between.
  llvm::StringLiteral others = "";
};

/// A loss that is told as a metric.
struct LossMetricName {
  /// As `lossNamed` takes it.
  llvm::StringLiteral name;
  LossKind kind;
};
} // namespace

static constexpr MetricName MetricNames[] = {
    {"accuracy", MetricKind::Accuracy,
     "acc sparsecategoricalaccuracy categoricalaccuracy"},
    {"binary_accuracy", MetricKind::BinaryAccuracy},
    {"true_positives", MetricKind::TruePositives},
    {"false_positives", MetricKind::FalsePositives},
    {"true_negatives", MetricKind::TrueNegatives},
    {"false_negatives", MetricKind::FalseNegatives},
    {"precision", MetricKind::Precision},
    {"recall", MetricKind::Recall},
    {"mean_iou", MetricKind::IntersectionOverUnion, "onehotmeaniou onehotiou"},
    {"iou", MetricKind::IntersectionOverUnion},
    {"root_mean_squared_error", MetricKind::RootMeanSquaredError, "rmse"},
    {"cosine_similarity", MetricKind::CosineSimilarity},
    {"r2_score", MetricKind::R2Score},
    {"pearson_correlation", MetricKind::PearsonCorrelation},
    {"concordance_correlation", MetricKind::ConcordanceCorrelation},
};

/// With a number behind them, which is the bound.
static constexpr MetricName BoundNames[] = {
    {"sensitivity_at_specificity", MetricKind::SensitivityAtSpecificity},
    {"specificity_at_sensitivity", MetricKind::SpecificityAtSensitivity},
    {"precision_at_recall", MetricKind::PrecisionAtRecall},
    {"recall_at_precision", MetricKind::RecallAtPrecision},
};

static constexpr LossMetricName LossMetricNames[] = {
    {"mean_squared_error", LossKind::MeanSquaredError},
    {"mean_absolute_error", LossKind::MeanAbsoluteError},
    {"mean_absolute_percentage_error", LossKind::MeanAbsolutePercentageError},
    {"mean_squared_logarithmic_error", LossKind::MeanSquaredLogarithmicError},
    {"log_cosh", LossKind::LogCosh},
    {"huber", LossKind::Huber},
    {"hinge", LossKind::Hinge},
    {"squared_hinge", LossKind::SquaredHinge},
    {"categorical_hinge", LossKind::CategoricalHinge},
    {"kl_divergence", LossKind::KlDivergence},
    {"poisson", LossKind::Poisson},
    {"binary_crossentropy", LossKind::BinaryCrossentropy},
    {"categorical_crossentropy", LossKind::CategoricalCrossentropy},
    {"sparse_categorical_crossentropy",
     LossKind::SparseCategoricalCrossentropy},
    {"binary_focal_crossentropy", LossKind::BinaryFocalCrossentropy},
    {"categorical_focal_crossentropy", LossKind::CategoricalFocalCrossentropy},
};

//===----------------------------------------------------------------------===//
// From metrics
//===----------------------------------------------------------------------===//

/// A number in as few digits as people write.
static std::string shortNumber(double number) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.6g", number);
  return text;
}

/// `0.25+0.5`, of which not more is told than people read.
static std::string listOfNumbers(ArrayRef<double> numbers) {
  constexpr size_t MostShown = 32;
  std::string text = llvm::join(
      llvm::map_range(numbers.take_front(MostShown), shortNumber), "+");
  return numbers.size() > MostShown
             ? text + "+..." + std::to_string(numbers.size())
             : text;
}

/// What is said of how a score is made of those of classes; nothing if there is
/// one for each.
static std::string averageName(ClassAverage average) {
  switch (average) {
  case ClassAverage::Mean:
    return "macro_";
  case ClassAverage::Micro:
    return "micro_";
  case ClassAverage::Weighted:
    return "weighted_";
  case ClassAverage::None:
    return "";
  }
  llvm_unreachable("unknown average");
}

static StringRef heightName(AucHeight height) {
  return height == AucHeight::Greater   ? "majoring_"
         : height == AucHeight::Smaller ? "minoring_"
                                        : "";
}

static std::string nameOfKind(const Metric &metric) {
  switch (metric.kind) {
  case MetricKind::TopKAccuracy:
    return "top_" + std::to_string(metric.answers) + "_accuracy";
  case MetricKind::FScore:
    return averageName(metric.average) + "f" + shortNumber(metric.beta) +
           "_score";
  case MetricKind::Auc:
    return (StringRef(metric.isOfEachLabel ? "multi_label_" : "") +
            heightName(metric.height) +
            (metric.curve == AucCurve::PrecisionRecall ? "pr_auc" : "auc"))
        .str();
  case MetricKind::IntersectionOverUnion:
    return metric.threshold         ? "binary_iou"
           : metric.classes.empty() ? "mean_iou"
                                    : "iou";
  case MetricKind::R2Score:
    return metric.average == ClassAverage::Weighted ? "weighted_r2_score"
           : metric.average == ClassAverage::None   ? "raw_r2_score"
                                                    : "r2_score";
  case MetricKind::Loss:
    for (const LossMetricName &known : LossMetricNames) {
      if (known.kind == metric.loss.kind)
        return known.name.str();
    }
    llvm_unreachable("no metric of this loss");
  default:
    break;
  }
  for (const MetricName &known : BoundNames) {
    if (known.kind == metric.kind)
      return known.name.str() + "_" + shortNumber(metric.bound);
  }
  for (const MetricName &known : MetricNames) {
    if (known.kind == metric.kind)
      return known.name.str();
  }
  llvm_unreachable("unknown metric");
}

std::string Metric::name() const {
  std::string name;
  // Of answers that are the greatest outputs.
  if (answers > 0 && kind != MetricKind::TopKAccuracy)
    name = "top_" + std::to_string(answers) + "_";
  name += nameOfKind(*this);
  if (regressors > 0)
    name += "_of_" + std::to_string(regressors) + "_inputs";
  if (points != DefaultPoints)
    name += "_of_" + std::to_string(points) + "_points";
  if (!thresholds.empty())
    name += "_at_thresholds_" + listOfNumbers(thresholds);
  if (!labelWeights.empty())
    name += "_weighted_by_" + listOfNumbers(labelWeights);
  bool isMiddle = threshold == 0.5 && kind == MetricKind::IntersectionOverUnion;
  if (threshold && !isMiddle)
    name += "_above_" + shortNumber(*threshold);
  if (!classes.empty())
    name += "_of_class_" +
            llvm::join(llvm::map_range(classes,
                                       [](int64_t number) {
                                         return std::to_string(number);
                                       }),
                       "+");
  return name;
}

bool Metric::isGreaterBetter() const {
  switch (kind) {
  case MetricKind::FalsePositives:
  case MetricKind::FalseNegatives:
  case MetricKind::Loss:
  case MetricKind::RootMeanSquaredError:
    return false;
  default:
    return true;
  }
}

//===----------------------------------------------------------------------===//
// From names
//===----------------------------------------------------------------------===//

/// Takes `KEY2+3` from the end of a name, and calls a function with each part.
/// False if that is false for one.
static bool takeParts(StringRef &plain, StringRef key,
                      llvm::function_ref<bool(StringRef)> take) {
  auto [before, list] = plain.rsplit(key);
  if (before.size() == plain.size())
    return true;
  SmallVector<StringRef> parts;
  list.split(parts, '+');
  plain = before;
  return llvm::all_of(parts, take);
}

/// Takes `ofclass2+3`. False if there is no number.
static bool takeClasses(StringRef &plain, Metric &metric) {
  return takeParts(plain, "ofclass", [&](StringRef part) {
    int64_t &number = metric.classes.emplace_back();
    return !part.getAsInteger(10, number) && number >= 0;
  });
}

/// Takes `atthresholds0.25+0.5` or `weightedby1+2`. False if what follows is no
/// list of numbers.
static bool takeNumbers(StringRef &plain, StringRef key,
                        SmallVectorImpl<double> &numbers) {
  bool areNumbers = takeParts(plain, key, [&](StringRef part) {
    return !readDecimal(part, numbers.emplace_back());
  });
  return areNumbers && static_cast<int64_t>(numbers.size()) <= MostPoints;
}

/// Takes `above0.7` from the end of a name. False if there is no number.
static bool takeThreshold(StringRef &plain, Metric &metric) {
  auto [before, text] = plain.rsplit("above");
  if (before.size() == plain.size())
    return true;
  double number;
  if (readDecimal(text, number))
    return false;
  metric.threshold = number;
  plain = before;
  return true;
}

/// `top3accuracy`, `top3precision` and `top3recall`.
static bool readAnswers(StringRef plain, Metric &metric) {
  int64_t answers;
  if (!plain.consume_front("top") || plain.consumeInteger(10, answers) ||
      answers < 1 || answers > (1 << 20))
    return false;
  metric.answers = answers;
  metric.kind = plain == "precision" ? MetricKind::Precision
                : plain == "recall"  ? MetricKind::Recall
                                     : MetricKind::TopKAccuracy;
  return plain == "accuracy" || metric.kind != MetricKind::TopKAccuracy;
}

/// `f2score`, also of a class of Keras, `fbetascore`.
static bool readScore(StringRef plain, Metric &metric) {
  metric.kind = MetricKind::FScore;
  return plain.consume_front("f") && plain.consume_back("score") &&
         (plain == "beta" ||
          (!readDecimal(plain, metric.beta) && metric.beta > 0));
}

/// Takes `of20points` or `of3inputs` from the end of a name. False if there is
/// no number, or if it is too large.
static bool takeCount(StringRef &plain, Metric &metric) {
  auto [before, text] = plain.rsplit("of");
  bool isOfPoints = text.consume_back("points");
  if (!isOfPoints && !text.consume_back("inputs"))
    return true;
  plain = before;
  int64_t &count = isOfPoints ? metric.points : metric.regressors;
  return !text.getAsInteger(10, count) && count > 0 &&
         metric.points <= MostPoints;
}

/// `macrof1score` and `weightedr2score`.
static bool readAverage(StringRef plain, Metric &metric) {
  for (ClassAverage average :
       {ClassAverage::Mean, ClassAverage::Micro, ClassAverage::Weighted}) {
    StringRef rest = plain;
    if (!rest.consume_front(plainName(averageName(average))))
      continue;
    metric.average = average;
    metric.kind = MetricKind::R2Score;
    return (rest == "r2score" && average == ClassAverage::Weighted) ||
           readScore(rest, metric);
  }
  metric.average = ClassAverage::None;
  metric.kind = MetricKind::R2Score;
  return plain == "rawr2score" || readScore(plain, metric);
}

/// `auc`, and `multilabelmajoringprauc`.
static bool readArea(StringRef plain, Metric &metric) {
  metric.kind = MetricKind::Auc;
  metric.isOfEachLabel = plain.consume_front("multilabel");
  for (AucHeight height : {AucHeight::Greater, AucHeight::Smaller}) {
    if (plain.consume_front(plainName(heightName(height))))
      metric.height = height;
  }
  if (plain.consume_front("pr"))
    metric.curve = AucCurve::PrecisionRecall;
  return plain == "auc";
}

/// Lists of numbers are those of an area.
static bool hasOwnLists(const Metric &metric) {
  bool hasLists = !metric.thresholds.empty() || !metric.labelWeights.empty();
  return !hasLists || (metric.kind == MetricKind::Auc &&
                       llvm::all_of(metric.labelWeights,
                                    [](double weight) { return weight >= 0; }));
}

/// What is said by the kind alone.
static bool readKind(StringRef plain, Metric &metric) {
  if (plain == "binaryiou") {
    metric.kind = MetricKind::IntersectionOverUnion;
    metric.threshold = metric.threshold.value_or(0.5);
    return true;
  }
  if (plain == "topkcategoricalaccuracy" ||
      plain == "sparsetopkcategoricalaccuracy") {
    metric.kind = MetricKind::TopKAccuracy;
    metric.answers = 5;
    return true;
  }
  for (const MetricName &known : MetricNames) {
    SmallVector<StringRef> others;
    known.others.split(others, ' ');
    if (plain != plainName(known.name) && !llvm::is_contained(others, plain))
      continue;
    metric.kind = known.kind;
    return true;
  }
  for (const MetricName &known : BoundNames) {
    StringRef bound = plain;
    if (!bound.consume_front(plainName(known.name)))
      continue;
    metric.kind = known.kind;
    return bound.empty() || (!readDecimal(bound, metric.bound) &&
                             metric.bound >= 0 && metric.bound <= 1);
  }
  return readAnswers(plain, metric) || readArea(plain, metric) ||
         readAverage(plain, metric);
}

/// A loss is a metric by all its names, and of Keras as `LogCoshError`.
static std::optional<Metric> lossMetric(StringRef plain) {
  plain.consume_back("error");
  std::optional<LossOptions> loss = lossNamed(plain);
  if (!loss)
    loss = lossNamed((plain + "error").str());
  if (!loss || llvm::none_of(LossMetricNames, [&](const LossMetricName &known) {
        return known.kind == loss->kind;
      }))
    return std::nullopt;
  Metric metric(MetricKind::Loss);
  metric.loss = *loss;
  return metric;
}

std::optional<Metric> stablehlo::metricNamed(StringRef name) {
  std::string whole = plainName(name);
  if (whole.empty())
    return std::nullopt;
  StringRef plain = whole;
  Metric metric;
  if (!takeClasses(plain, metric) || !takeThreshold(plain, metric) ||
      !takeNumbers(plain, "weightedby", metric.labelWeights) ||
      !takeNumbers(plain, "atthresholds", metric.thresholds) ||
      !takeCount(plain, metric))
    return std::nullopt;
  llvm::sort(metric.thresholds);
  if (readKind(plain, metric))
    return hasOwnLists(metric) ? std::optional(metric) : std::nullopt;
  return plain == whole ? lossMetric(plain) : std::nullopt;
}

ArrayRef<llvm::StringLiteral> stablehlo::metricNames() {
  static const std::vector<llvm::StringLiteral> names = [] {
    std::vector<llvm::StringLiteral> result = {"top_K_accuracy", "fB_score",
                                               "auc", "pr_auc", "binary_iou"};
    for (const MetricName &known : MetricNames)
      result.push_back(known.name);
    for (const MetricName &known : BoundNames)
      result.push_back(known.name);
    for (const LossMetricName &known : LossMetricNames)
      result.push_back(known.name);
    llvm::sort(result);
    return result;
  }();
  return names;
}

//===----------------------------------------------------------------------===//
// What they are of
//===----------------------------------------------------------------------===//

/// Empty, or what a metric needs that outputs lack which are trained with a
/// loss, such as `classes`.
static StringRef lackingFor(const Metric &metric, const LossOptions &loss) {
  if (!areLabelsOfOutputs(loss.kind))
    return "labels that say what each output should be";
  switch (metric.kind) {
  case MetricKind::Loss:
  case MetricKind::RootMeanSquaredError:
  case MetricKind::CosineSimilarity:
  case MetricKind::R2Score:
  case MetricKind::PearsonCorrelation:
  case MetricKind::ConcordanceCorrelation:
    return "";
  case MetricKind::TopKAccuracy:
    return isOfOneClass(loss.kind) ? ""
                                   : "one class of several for each "
                                     "example";
  case MetricKind::IntersectionOverUnion:
    if (metric.areOutputsClasses)
      return "";
    break;
  default:
    break;
  }
  return isClassification(loss.kind) || isOverlap(loss.kind) ? "" : "classes";
}

/// True if a metric has a number for each class.
static bool isOfEachClass(const Metric &metric) {
  return metric.average == ClassAverage::None &&
         (metric.kind == MetricKind::FScore ||
          metric.kind == MetricKind::R2Score);
}

/// How many classes there are of outputs whose last dimension has a size;
/// dynamic if that is.
static int64_t countClasses(const Metric &metric, const LossOptions &loss,
                            int64_t size) {
  if (metric.kind != MetricKind::IntersectionOverUnion)
    return size;
  // Outputs that are yes or no are of two classes.
  bool isOfEach = isBinary(loss.kind) || metric.threshold || size == 1;
  return metric.classCount > 0 ? metric.classCount : isOfEach ? 2 : size;
}

static std::string problemOfOutput(const Metric &metric,
                                   const LossOptions &loss,
                                   const MeasuredOutput &output) {
  if (output.shape.empty())
    return "";
  int64_t rank = output.shape.size();
  int64_t axis = lossAxis(loss, rank).value_or(rank - 1);
  int64_t size = output.shape[axis], count = countClasses(metric, loss, size);
  std::string where = " in output `" + output.name + "`";
  if (!metric.loss.axes.empty()) {
    int64_t own = metric.loss.axes.front();
    if (own != axis && own + rank != axis)
      return "is along dimension " + std::to_string(own) + " of output `" +
             output.name + "`; along dimension " + std::to_string(axis - rank) +
             ", as the loss, is supported";
  }
  constexpr int64_t MostClassNumbers = 10000;
  if (isOfEachClass(metric) && size > MostClassNumbers)
    return "has a number for each class, of which there are " +
           std::to_string(size) + where + "; a mean over them is expected";
  if (metric.kind == MetricKind::IntersectionOverUnion &&
      count > MostPairedClasses)
    return "counts pairs of classes, of which there are " +
           std::to_string(count) + where + "; at most " +
           std::to_string(MostPairedClasses) + " are supported";
  const int64_t *beyond = llvm::find_if(
      metric.classes, [&](int64_t number) { return number >= count; });
  if (!ShapedType::isDynamic(count) && beyond != metric.classes.end())
    return "is of class " + std::to_string(*beyond) + ", and there are " +
           std::to_string(count) + where;
  auto weights = static_cast<int64_t>(metric.labelWeights.size());
  if (weights > 0 && !ShapedType::isDynamic(size) && weights != size)
    return "has weights for " + std::to_string(weights) +
           " labels, and there are " + std::to_string(size) + where;
  return "";
}

std::string stablehlo::problemOf(const Metric &metric, const LossOptions &loss,
                                 ArrayRef<MeasuredOutput> outputs) {
  StringRef lacking = lackingFor(metric, loss);
  if (!lacking.empty())
    return ("cannot be taken of outputs that are trained with this loss; it "
            "needs " +
            lacking)
        .str();
  for (const MeasuredOutput &output : outputs) {
    std::string problem = problemOfOutput(metric, loss, output);
    if (!problem.empty())
      return problem;
  }
  return "";
}
