//===- TrainingConfig.cpp - What a Keras model was compiled with ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/KerasToStableHLO/TrainingConfig.h"
#include "Support/LLVM.h"

using namespace trainlint;

namespace {
/// A key of Keras, and the setting that it is.
struct Key {
  llvm::StringLiteral keras;
  llvm::StringLiteral setting;
};
} // namespace

static constexpr Key OptimizerKeys[] = {
    {"momentum", "momentum"},
    {"nesterov", "nesterov"},
    {"beta_1", "beta_1"},
    {"beta_2", "beta_2"},
    {"rho", "rho"},
    {"centered", "centered"},
    {"epsilon", "epsilon"},
    {"weight_decay", "weight_decay"},
    {"initial_accumulator_value", "initial_accumulator"},
    {"amsgrad", "amsgrad"},
    {"l1_regularization_strength", "l1_penalty"},
    {"l2_regularization_strength", "l2_penalty"},
    {"l2_shrinkage_regularization_strength", "l2_shrinkage"},
    {"beta", "beta"},
    {"learning_rate_power", "learning_rate_power"},
    {"clipvalue", "clip_value"},
    {"clipnorm", "clip_norm"},
    {"global_clipnorm", "global_clip_norm"},
};

static constexpr Key ScheduleKeys[] = {
    {"initial_learning_rate", "learning_rate"},
    {"decay_steps", "decay_steps"},
    {"first_decay_steps", "decay_steps"},
    {"t_mul", "restart_length"},
    {"m_mul", "restart_rate"},
    {"decay_rate", "decay_rate"},
    {"staircase", "staircase"},
    {"end_learning_rate", "end_learning_rate"},
    {"power", "power"},
    {"cycle", "cycle"},
    {"alpha", "alpha"},
    {"boundaries", "boundaries"},
    {"values", "values"},
};

static constexpr Key LossKeys[] = {
    {"from_logits", "from_logits"},
    {"label_smoothing", "label_smoothing"},
    {"delta", "delta"},
    {"gamma", "gamma"},
    {"alpha", "focal_alpha"},
    {"apply_class_balancing", "class_balancing"},
};

/// A value as the text of a setting; empty for `null` and for objects.
static std::string textOf(const json::Value &value) {
  switch (value.kind) {
  case json::Kind::Bool:
    return *value.boolean() ? "true" : "false";
  case json::Kind::Number:
  case json::Kind::String:
    return value.text.str();
  case json::Kind::Array: {
    std::string list;
    for (const json::Value &element : value.elements)
      list += (list.empty() ? "" : ",") + textOf(element);
    return list;
  }
  default:
    return "";
  }
}

static std::string take(const json::Value *config, llvm::ArrayRef<Key> keys,
                        TrainingSettings &settings) {
  if (!config || !config->isObject())
    return "";
  for (const Key &key : keys) {
    const json::Value *value = config->find(key.keras);
    std::string text = value ? textOf(*value) : "";
    // Weight decay is `false` where older versions have none.
    if (text.empty() ||
        (text == "false" && key.setting == StringRef("weight_decay")))
      continue;
    if (std::string problem = settings.set(key.setting, text); !problem.empty())
      return problem;
  }
  return "";
}

/// A number, or an object with a schedule.
static std::string takeRate(const json::Value *rate,
                            TrainingSettings &settings) {
  if (!rate)
    return "";
  if (!rate->isObject()) {
    std::string text = textOf(*rate);
    return text.empty() ? "" : settings.set("learning_rate", text);
  }
  const json::Value *name = rate->find("class_name");
  StringRef className = name ? name->text : StringRef();
  StringRef schedule = className == "ExponentialDecay"         ? "exponential"
                       : className == "PiecewiseConstantDecay" ? "piecewise"
                       : className == "PolynomialDecay"        ? "polynomial"
                       : className == "CosineDecay"            ? "cosine"
                       : className == "InverseTimeDecay"       ? "inverse_time"
                       : className == "CosineDecayRestarts" ? "cosine_restarts"
                                                            : "";
  if (schedule.empty())
    return ("unsupported schedule `" + className + "`").str();
  if (std::string problem = settings.set("schedule", schedule);
      !problem.empty())
    return problem;
  const json::Value *config = rate->find("config");
  // The rate would grow to another number than it has at the beginning.
  const json::Value *target =
      config && config->isObject() ? config->find("warmup_target") : nullptr;
  if (target && !target->isNull())
    return "`warmup_target` of a schedule is not supported";
  return take(config, ScheduleKeys, settings);
}

std::string trainlint::takeOptimizer(const keras::Training &training,
                                     TrainingSettings &settings) {
  if (training.optimizer.text.empty())
    return "";
  std::string problem = settings.set("optimizer", training.optimizer.text);
  const json::Value *config = training.optimizerConfig;
  if (problem.empty())
    problem = take(config, OptimizerKeys, settings);
  if (!problem.empty() || !config || !config->isObject())
    return problem;
  // What would be another training without it.
  for (StringRef key : {"use_ema", "gradient_accumulation_steps"}) {
    const json::Value *value = config->find(key);
    if (value && !value->isNull() && !(value->boolean() == false))
      return ("`" + key + "` of the optimizer is not supported").str();
  }
  // `lr` in the first versions.
  const json::Value *rate = config->find("learning_rate");
  return takeRate(rate ? rate : config->find("lr"), settings);
}

std::string trainlint::takeLoss(const keras::Training &training,
                                TrainingSettings &settings) {
  if (training.loss.text.empty())
    return "";
  std::string problem = settings.set("loss", training.loss.text);
  return problem.empty() ? take(training.lossConfig, LossKeys, settings)
                         : problem;
}

/// The names that an entry of the metrics may go by: a name, or an object with
/// a class, whose configuration may have a function or a name.
static void collectMetrics(const json::Value &value, unsigned depth,
                           std::vector<stablehlo::Metric> &metrics) {
  // Lists are for outputs, and no deeper.
  constexpr unsigned MostDepth = 4;
  if (depth > MostDepth)
    return;
  for (const json::Value &element : value.elements)
    collectMetrics(element, depth + 1, metrics);
  std::optional<stablehlo::Metric> found;
  if (value.kind == json::Kind::String)
    found = stablehlo::metricNamed(value.text);
  if (value.isObject()) {
    const json::Value *className = value.find("class_name");
    const json::Value *config = value.find("config");
    if (className)
      found = stablehlo::metricNamed(className->text);
    for (StringRef key : {"fn", "name"}) {
      const json::Value *name =
          !found && config && config->isObject() ? config->find(key) : nullptr;
      if (name)
        found = stablehlo::metricNamed(name->text);
    }
    const json::Value *answers =
        found && config && config->isObject() ? config->find("k") : nullptr;
    int64_t count;
    if (answers && found->kind == stablehlo::MetricKind::TopKAccuracy &&
        !answers->text.getAsInteger(10, count) && count > 0)
      found->answers = count;
  }
  if (found && llvm::none_of(metrics, [&](const stablehlo::Metric &other) {
        return other.name() == found->name();
      }))
    metrics.push_back(*found);
}

std::vector<stablehlo::Metric>
trainlint::metricsOf(const keras::Training &training) {
  std::vector<stablehlo::Metric> metrics;
  if (training.metrics)
    collectMetrics(*training.metrics, 0, metrics);
  return metrics;
}
