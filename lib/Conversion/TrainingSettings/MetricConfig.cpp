//===- MetricConfig.cpp - What a Keras model is measured by ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TrainingSettings/TrainingConfig.h"
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

static std::string tooManyPoints(int64_t count) {
  return "has " + std::to_string(count) + " thresholds; 1 to " +
         std::to_string(MostPoints) + " are supported";
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

/// Returns what is not known of an area, or nothing.
static std::string readArea(const MetricConfig &config, Metric &metric) {
  StringRef curve = config.word("curve");
  bool isPrecision = curve.equals_insensitive("pr");
  if (!isPrecision && !curve.empty() && !curve.equals_insensitive("roc"))
    return ("has the curve `" + curve + "`, which is not supported").str();
  metric.curve =
      isPrecision ? AucCurve::PrecisionRecall : AucCurve::ReceiverOperating;
  metric.height = llvm::StringSwitch<AucHeight>(config.word("summation_method"))
                      .CasesLower({"majoring"}, AucHeight::Greater)
                      .CasesLower({"minoring"}, AucHeight::Smaller)
                      .Default(AucHeight::Interpolated);
  metric.isOfEachLabel = config.flag("multi_label", false);
  // A list of thresholds is without those at the ends.
  SmallVector<double> thresholds = config.numbers("thresholds");
  SmallVector<double> weights = config.numbers("label_weights");
  llvm::sort(thresholds);
  metric.thresholds.assign(thresholds.begin(), thresholds.end());
  metric.labelWeights.assign(weights.begin(), weights.end());
  bool isTooMuch = int64_t(thresholds.size()) > MostPoints;
  return isTooMuch ? tooManyPoints(thresholds.size()) : "";
}

/// Returns what is wrong with classes, or nothing.
static std::string readClasses(StringRef className, const MetricConfig &config,
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
      return "has no class of a number in `target_class_ids`";
    metric.classes.push_back(static_cast<int64_t>(number));
  }
  // All of them are what there is without a list.
  if (static_cast<int64_t>(metric.classes.size()) == metric.classCount)
    metric.classes.clear();
  return metric.classCount > 0 ? "" : "does not say `num_classes`";
}

static void readVariance(const MetricConfig &config, Metric &metric) {
  StringRef word = config.word("class_aggregation");
  metric.average = word == "variance_weighted_average" ? ClassAverage::Weighted
                   : word == "uniform_average"         ? ClassAverage::Mean
                                                       : ClassAverage::None;
  metric.regressors = config.integer("num_regressors").value_or(0);
}

/// Reads the configuration of a class. Returns what of it is not known, or
/// nothing.
static std::string readMetric(StringRef className, const MetricConfig &config,
                              Metric &metric) {
  switch (metric.kind) {
  case MetricKind::TopKAccuracy:
    if (auto answers = config.integer("k"); answers && *answers > 0)
      metric.answers = *answers;
    return "";
  case MetricKind::BinaryAccuracy:
    if (auto threshold = config.number("threshold"); threshold != 0.5)
      metric.threshold = threshold;
    return "";
  case MetricKind::Precision:
  case MetricKind::Recall:
    readAnswers(config, metric);
    return "";
  case MetricKind::FScore:
    readScore(config, metric);
    return "";
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
    if (std::string problem = readArea(config, metric); !problem.empty())
      return problem;
    // How many there are is said as well.
    if (!metric.thresholds.empty())
      return "";
    break;
  case MetricKind::IntersectionOverUnion:
    return readClasses(className, config, metric);
  case MetricKind::R2Score:
    readVariance(config, metric);
    return "";
  case MetricKind::CosineSimilarity:
    if (auto axis = config.integer("axis"))
      metric.loss.axes = {*axis};
    return "";
  case MetricKind::Loss:
    if (auto axis = config.integer("axis"))
      metric.loss.axes = {*axis};
    metric.loss.isFromLogits = config.flag("from_logits", false);
    metric.loss.labelSmoothing = config.number("label_smoothing").value_or(0);
    metric.loss.delta = config.number("delta").value_or(1);
    return "";
  default:
    return "";
  }
  metric.points = config.integer("num_thresholds").value_or(DefaultPoints);
  bool isPossible = metric.points > 0 && metric.points <= MostPoints;
  return isPossible ? "" : tooManyPoints(metric.points);
}

/// What an entry of the metrics is called, for people: the name of a function,
/// or that of a class.
static keras::Name nameOfEntry(const json::Value &value) {
  keras::Name name = keras::nameOf(value.find("class_name"));
  const json::Value *config = value.find("config");
  // In Keras 3 a function is an object whose configuration is its name.
  if (config && config->isString())
    return keras::nameOf(config);
  if (!name.text.ends_with("MetricWrapper") || !config || !config->isObject())
    return name;
  for (StringRef key : {"fn", "name"}) {
    if (keras::Name inner = keras::nameOf(config->find(key));
        !inner.text.empty())
      return inner;
  }
  return name;
}

/// Reads an entry of the metrics: a name, or an object with a class or a
/// function. Several metrics if it has several thresholds.
static std::vector<FileMetric> readEntry(const json::Value &value) {
  FileMetric file;
  file.name = value.isObject() ? nameOfEntry(value) : keras::nameOf(&value);
  file.metric = metricNamed(file.name.text);
  if (!file.metric) {
    file.problem = "is not known";
    return {file};
  }
  if (!value.isObject())
    return {file};
  const json::Value *classValue = value.find("class_name");
  StringRef className = classValue ? classValue->text : "";
  // Only the word is the accuracy of whatever the outputs are.
  if (className == "Accuracy") {
    file.problem =
        "counts outputs that equal their labels, which is not supported";
    return {file};
  }
  MetricConfig config(value.find("config"));
  file.problem = readMetric(className, config, *file.metric);
  std::vector<FileMetric> metrics;
  if (file.problem.empty() && file.metric->kind != MetricKind::Auc) {
    for (double threshold : config.numbers("thresholds")) {
      metrics.push_back(file);
      if (threshold != 0.5 || file.metric->answers > 0)
        metrics.back().metric->threshold = threshold;
    }
  }
  if (metrics.empty())
    metrics.push_back(file);
  return metrics;
}

namespace {
/// Collects the metrics of a file, each once.
class MetricCollector {
public:
  /// Adds those that a value names, or the values in its lists. `depth` is how
  /// deep it is in lists.
  void add(const json::Value &value, unsigned depth = 0);

  std::vector<FileMetric> metrics;

private:
  llvm::StringSet<> names;
};
} // namespace

void MetricCollector::add(const json::Value &value, unsigned depth) {
  // Lists and objects are for outputs, and no deeper.
  constexpr unsigned MostDepth = 4;
  if (depth > MostDepth)
    return;
  for (const json::Value &element : value.elements)
    add(element, depth + 1);
  bool isEntry = value.isString() || value.find("class_name");
  if (value.isObject() && !isEntry) {
    for (const json::Member &member : value.members)
      add(member.value, depth + 1);
  }
  if (!isEntry)
    return;
  for (FileMetric &file : readEntry(value)) {
    bool isKnown = file.problem.empty();
    // What is not known is told by its name, which no metric has.
    std::string key =
        isKnown ? file.metric->name() : "?" + file.name.text.str();
    if (names.insert(key).second)
      metrics.push_back(std::move(file));
  }
}

std::vector<FileMetric>
trainlint::metricsOf(const keras::Training &training,
                     const std::optional<LossOptions> &loss,
                     ArrayRef<MeasuredOutput> outputs) {
  MetricCollector collector;
  // Examples have no weights here, so the weighted ones are like the others.
  for (const json::Value *given :
       {training.metrics, training.weightedMetrics}) {
    if (given)
      collector.add(*given);
  }
  for (FileMetric &file : collector.metrics) {
    if (loss && file.problem.empty())
      file.problem = problemOf(*file.metric, *loss, outputs);
  }
  return std::move(collector.metrics);
}
