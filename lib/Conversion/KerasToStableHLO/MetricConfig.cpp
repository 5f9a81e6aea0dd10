//===- MetricConfig.cpp - What a Keras model is measured by ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/KerasToStableHLO/TrainingConfig.h"
#include "Support/Decimal.h"
#include "Support/LLVM.h"
#include "llvm/ADT/StringSet.h"

using namespace trainlint;
using namespace trainlint::stablehlo;

namespace {
/// The configuration of a metric.
class MetricConfig {
public:
  MetricConfig(const json::Value *config) : config(config) {}

  std::optional<double> number(StringRef key) const {
    const json::Value *value = find(key);
    return value ? numberOf(*value) : std::nullopt;
  }
  std::optional<int64_t> integer(StringRef key) const {
    const json::Value *value = find(key);
    return value ? value->integer() : std::nullopt;
  }
  bool flag(StringRef key, bool unless) const {
    const json::Value *value = find(key);
    return value ? value->boolean().value_or(unless) : unless;
  }
  StringRef word(StringRef key) const {
    const json::Value *value = find(key);
    return value && value->isString() ? value->text : StringRef();
  }
  bool has(StringRef key) const { return find(key) != nullptr; }
  /// A number, or all of a list.
  SmallVector<double> numbers(StringRef key) const {
    SmallVector<double> out;
    const json::Value *value = find(key);
    if (!value)
      return out;
    if (auto single = numberOf(*value))
      return {*single};
    for (const json::Value &element : value->elements) {
      if (auto one = numberOf(element))
        out.push_back(*one);
    }
    return out;
  }

private:
  const json::Value *find(StringRef key) const {
    const json::Value *value =
        config && config->isObject() ? config->find(key) : nullptr;
    return value && !value->isNull() ? value : nullptr;
  }
  static std::optional<double> numberOf(const json::Value &value) {
    double number;
    if (value.kind != json::Kind::Number || readDecimal(value.text, number))
      return std::nullopt;
    return number;
  }

  const json::Value *config;
};
} // namespace

static void readAnswers(const MetricConfig &config, Metric &metric) {
  if (auto answers = config.integer("top_k"); answers && *answers > 0)
    metric.answers = *answers;
  if (auto number = config.integer("class_id"); number && *number >= 0)
    metric.classes = {*number};
}

static void readScore(const MetricConfig &config, Metric &metric) {
  metric.threshold = config.number("threshold");
  metric.beta = config.number("beta").value_or(1);
  metric.average = llvm::StringSwitch<ClassAverage>(config.word("average"))
                       .Case("micro", ClassAverage::Micro)
                       .Case("macro", ClassAverage::Mean)
                       .Case("weighted", ClassAverage::Weighted)
                       .Default(ClassAverage::None);
}

/// False for an area that is not known.
static bool readArea(const MetricConfig &config, Metric &metric) {
  StringRef curve = config.word("curve");
  bool isPrecision = curve.equals_insensitive("pr");
  if (!isPrecision && !curve.empty() && !curve.equals_insensitive("roc"))
    return false;
  metric.curve =
      isPrecision ? AucCurve::PrecisionRecall : AucCurve::ReceiverOperating;
  metric.height = llvm::StringSwitch<AucHeight>(config.word("summation_method"))
                      .CasesLower({"majoring"}, AucHeight::Greater)
                      .CasesLower({"minoring"}, AucHeight::Smaller)
                      .Default(AucHeight::Interpolated);
  metric.isOfEachLabel = config.flag("multi_label", false);
  return !config.has("thresholds") && !config.has("label_weights");
}

/// False for classes that are not there.
static bool readClasses(StringRef className, const MetricConfig &config,
                        Metric &metric) {
  bool isBinary = className == "BinaryIoU";
  bool isOneHot = className.starts_with("OneHot");
  if (isBinary)
    metric.threshold = config.number("threshold").value_or(0.5);
  metric.classCount = isBinary ? 2 : config.integer("num_classes").value_or(0);
  metric.areOutputsClasses =
      !isBinary && config.flag("sparse_y_pred", !isOneHot);
  metric.areLabelsClasses = !isOneHot && config.flag("sparse_y_true", true);
  metric.ignoredClass = config.integer("ignore_class");
  for (double number : config.numbers("target_class_ids")) {
    if (number < 0 || number > std::numeric_limits<int32_t>::max())
      return false;
    metric.classes.push_back(static_cast<int64_t>(number));
  }
  // All of them are what there is without a list.
  if (static_cast<int64_t>(metric.classes.size()) == metric.classCount)
    metric.classes.clear();
  return metric.classCount > 0;
}

static void readVariance(const MetricConfig &config, Metric &metric) {
  StringRef word = config.word("class_aggregation");
  metric.average = word == "variance_weighted_average" ? ClassAverage::Weighted
                   : word == "uniform_average"         ? ClassAverage::Mean
                                                       : ClassAverage::None;
  metric.regressors = config.integer("num_regressors").value_or(0);
}

/// Reads the configuration of a class. False if the metric is not known with
/// it.
static bool readMetric(StringRef className, const MetricConfig &config,
                       Metric &metric) {
  switch (metric.kind) {
  case MetricKind::TopKAccuracy:
    if (auto answers = config.integer("k"); answers && *answers > 0)
      metric.answers = *answers;
    return true;
  case MetricKind::BinaryAccuracy:
    if (auto threshold = config.number("threshold"); threshold != 0.5)
      metric.threshold = threshold;
    return true;
  case MetricKind::Precision:
  case MetricKind::Recall:
    readAnswers(config, metric);
    return true;
  case MetricKind::FScore:
    readScore(config, metric);
    return true;
  case MetricKind::SensitivityAtSpecificity:
  case MetricKind::SpecificityAtSensitivity:
  case MetricKind::PrecisionAtRecall:
  case MetricKind::RecallAtPrecision:
    for (StringRef key :
         {"specificity", "sensitivity", "recall", "precision"}) {
      if (auto bound = config.number(key))
        metric.bound = *bound;
    }
    readAnswers(config, metric);
    break;
  case MetricKind::Auc:
    if (!readArea(config, metric))
      return false;
    break;
  case MetricKind::IntersectionOverUnion:
    return readClasses(className, config, metric);
  case MetricKind::R2Score:
    readVariance(config, metric);
    return true;
  case MetricKind::Loss:
    metric.loss.isFromLogits = config.flag("from_logits", false);
    metric.loss.labelSmoothing = config.number("label_smoothing").value_or(0);
    metric.loss.delta = config.number("delta").value_or(1);
    return true;
  default:
    return true;
  }
  metric.points = config.integer("num_thresholds").value_or(DefaultPoints);
  return metric.points > 0 && metric.points <= MostPoints;
}

/// What an entry of the metrics names, by its class, its function or its name;
/// several metrics if it has several thresholds.
static std::vector<Metric> readEntry(const json::Value &value) {
  const json::Value *className = value.find("class_name");
  MetricConfig config(value.find("config"));
  StringRef kind = className ? className->text : StringRef();
  std::optional<Metric> found = metricNamed(kind);
  for (StringRef key : {"fn", "name"}) {
    if (!found)
      found = metricNamed(config.word(key));
  }
  if (!found || !readMetric(kind, config, *found))
    return {};
  std::vector<Metric> metrics;
  if (found->kind != MetricKind::Auc) {
    for (double threshold : config.numbers("thresholds")) {
      metrics.push_back(*found);
      if (threshold != 0.5 || found->answers > 0)
        metrics.back().threshold = threshold;
    }
  }
  if (metrics.empty())
    metrics.push_back(*found);
  return metrics;
}

namespace {
/// Collects the metrics of a file, each once.
class MetricCollector {
public:
  /// Adds those that a value names, or the values in its lists.
  void add(const json::Value &value, unsigned depth = 0);

  std::vector<Metric> metrics;

private:
  void add(const Metric &metric) {
    if (names.insert(metric.name()).second)
      metrics.push_back(metric);
  }

  llvm::StringSet<> names;
};
} // namespace

void MetricCollector::add(const json::Value &value, unsigned depth) {
  // Lists are for outputs, and no deeper.
  constexpr unsigned MostDepth = 4;
  if (depth > MostDepth)
    return;
  for (const json::Value &element : value.elements)
    add(element, depth + 1);
  if (value.isObject()) {
    for (const Metric &metric : readEntry(value))
      add(metric);
  } else if (value.isString()) {
    if (std::optional<Metric> named = metricNamed(value.text))
      add(*named);
  }
}

std::vector<Metric> trainlint::metricsOf(const keras::Training &training) {
  MetricCollector collector;
  if (training.metrics)
    collector.add(*training.metrics);
  return std::move(collector.metrics);
}
