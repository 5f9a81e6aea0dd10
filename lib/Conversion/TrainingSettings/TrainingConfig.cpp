//===- TrainingConfig.cpp - What a Keras model was compiled with ----------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TrainingSettings/TrainingConfig.h"
#include "Support/Decimal.h"
#include "Support/LLVM.h"
#include "llvm/Support/Format.h"

using namespace trainlint;
using stablehlo::plainName;

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
    {"beta_2_decay", "beta_2_decay"},
    {"epsilon_1", "epsilon"},
    {"epsilon_2", "epsilon_2"},
    {"clip_threshold", "clip_threshold"},
    {"muon_a", "muon_a"},
    {"muon_b", "muon_b"},
    {"muon_c", "muon_c"},
    {"ns_steps", "ns_steps"},
    {"adam_beta_1", "beta_1"},
    {"adam_beta_2", "beta_2"},
    {"adam_lr_ratio", "adam_lr_ratio"},
    {"adam_weight_decay", "adam_weight_decay"},
    {"exclude_layers", "exclude_layers"},
    {"exclude_embeddings", "exclude_embeddings"},
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
    {"apply_class_balancing", "class_balancing"},
    {"q", "q"},
    {"margin", "margin"},
    {"remove_diagonal", "remove_diagonal"},
    {"ignore_class", "ignore_class"},
    {"axis", "loss_axes"},
};

static constexpr Key FocalKeys[] = {{"alpha", "focal_alpha"}};

static constexpr Key OverlapKeys[] = {{"alpha", "tversky_alpha"},
                                      {"beta", "tversky_beta"}};

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

/// A rate that grows to another number than it has at the beginning, before it
/// becomes smaller. Without that number there are no steps in which it does.
static std::string takeWarmup(const json::Value *config,
                              TrainingSettings &settings) {
  const json::Value *target =
      config && config->isObject() ? config->find("warmup_target") : nullptr;
  if (!target || target->isNull())
    return "";
  static constexpr Key Keys[] = {{"initial_learning_rate", "warmup_start"},
                                 {"warmup_target", "learning_rate"},
                                 {"warmup_steps", "warmup_steps"}};
  return take(config, Keys, settings);
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
  if (std::string problem = takeWarmup(config, settings); !problem.empty())
    return problem;
  if (settings.has("warmup_start"))
    return take(config, llvm::ArrayRef(ScheduleKeys).drop_front(), settings);
  return take(config, ScheduleKeys, settings);
}

/// The numbers of Muon that are nothing where the file has `null`: without it
/// they are not.
static std::string takeNulls(const json::Value *config,
                             TrainingSettings &settings) {
  for (StringRef name : {"rms_rate", "weight_decay", "adam_weight_decay"}) {
    const json::Value *value =
        config && config->isObject() ? config->find(name) : nullptr;
    if (!value)
      continue;
    std::string text = value->isNull() ? "0" : textOf(*value);
    if (std::string problem = settings.set(name, text); !problem.empty())
      return problem;
  }
  return "";
}

/// The optimizer that another one scales losses for: in the types that it
/// updates in nothing is lost without.
static std::optional<keras::Training>
innerOptimizer(const keras::Training &training) {
  const json::Value *config = training.optimizerConfig;
  if (training.optimizer.text != "LossScaleOptimizer" || !config ||
      !config->isObject())
    return std::nullopt;
  const json::Value *inner = config->find("inner_optimizer");
  if (!inner || !inner->isObject())
    return std::nullopt;
  keras::Training out = training;
  out.optimizer = keras::nameOf(inner->find("class_name"));
  out.optimizerConfig = inner->find("config");
  return out;
}

/// An optimizer that lets its rate grow by itself: it is a part of it from the
/// first step on, and all of it after so many.
static std::string takeOwnWarmup(const json::Value &config,
                                 const json::Value *rate,
                                 TrainingSettings &settings) {
  const json::Value *given = config.find("warmup_steps");
  int64_t steps = given ? given->integer().value_or(0) : 0;
  if (steps <= 1)
    return "";
  double whole;
  if (!rate || rate->kind != json::Kind::Number ||
      readDecimal(rate->text, whole))
    return "`warmup_steps` of the optimizer needs a learning rate that is a "
           "number";
  std::string first;
  llvm::raw_string_ostream(first)
      << llvm::format("%.17g", whole / static_cast<double>(steps));
  std::string problem = settings.set("warmup_steps", std::to_string(steps - 1));
  return problem.empty() ? settings.set("warmup_start", first) : problem;
}

/// How often an optimizer makes an update, and the means of parameters that it
/// keeps. A factor by which losses are scaled is without effect in the types
/// that parameters are updated in.
static std::string takeUpdates(const json::Value &config,
                               TrainingSettings &settings) {
  static constexpr Key Counts[] = {
      {"gradient_accumulation_steps", "gradient_accumulation_steps"},
      {"ema_overwrite_frequency", "ema_overwrite_frequency"}};
  for (const Key &key : Counts) {
    // 0 is none.
    const json::Value *value = config.find(key.keras);
    if (!value || value->integer() == 0)
      continue;
    if (std::string problem = take(&config, key, settings); !problem.empty())
      return problem;
  }
  static constexpr Key Means[] = {{"use_ema", "use_ema"},
                                  {"ema_momentum", "ema_momentum"}};
  if (std::string problem = take(&config, Means, settings); !problem.empty())
    return problem;
  // Only optimizers of Keras 2 say whether they are compiled.
  return settings.set("ema_start",
                      config.find("jit_compile") ? "initial" : "updated");
}

/// An optimizer that leaves parameters to others, by patterns of their paths.
static std::string takeSeveral(const keras::Training &training,
                               TrainingSettings &settings) {
  auto unknown = [](const llvm::Twine &what) {
    return ("`MultiOptimizer` " + what).str();
  };
  const json::Value *config = training.optimizerConfig;
  const json::Value *map =
      config && config->isObject() ? config->find("obj_map") : nullptr;
  const json::Value *rest = map ? config->find("default_optimizer") : nullptr;
  const json::Value *lists =
      map && map->isObject() ? map->find("config") : nullptr;
  if (!rest || !rest->isObject() || !lists || !lists->isObject())
    return unknown("without `obj_map` and `default_optimizer`");
  // A class of the user decides otherwise.
  if (StringRef name = keras::nameOf(map->find("class_name")).text;
      name != "OptimizerMap")
    return unknown("with the map `" + name + "`, which is not one of Keras");
  const json::Value *optimizers = lists->find("optimizer");
  const json::Value *patterns = lists->find("variable_identifier");
  if (!optimizers || !patterns ||
      optimizers->elements.size() != patterns->elements.size())
    return unknown("whose map has no pattern for each optimizer");
  auto takeOne = [&](const json::Value &optimizer, TrainingSettings &own) {
    keras::Training one = training;
    one.optimizer = keras::nameOf(optimizer.find("class_name"));
    one.optimizerConfig = optimizer.find("config");
    if (one.optimizer.text == "MultiOptimizer")
      return unknown("in another one");
    return takeOptimizer(one, own);
  };
  for (auto [optimizer, pattern] :
       llvm::zip(optimizers->elements, patterns->elements)) {
    // In a list there are only variables, which a file does not have.
    if (pattern.kind == json::Kind::Array)
      continue;
    if (pattern.kind != json::Kind::String || !optimizer.isObject())
      return unknown("with a function of the user");
    TrainingSettings own;
    std::string problem = takeOne(optimizer, own);
    if (problem.empty())
      problem = settings.addGroup(pattern.text, training.scope, own);
    if (!problem.empty())
      return problem;
  }
  return takeOne(*rest, settings);
}

std::string trainlint::takeOptimizer(const keras::Training &given,
                                     TrainingSettings &settings) {
  if (given.optimizer.text == "MultiOptimizer")
    return takeSeveral(given, settings);
  keras::Training training = innerOptimizer(given).value_or(given);
  if (training.optimizer.text.empty())
    return "";
  std::string problem = settings.set("optimizer", training.optimizer.text);
  const json::Value *config = training.optimizerConfig;
  if (problem.empty())
    problem = take(config, OptimizerKeys, settings);
  if (problem.empty() && training.optimizer.text == "Muon")
    problem = takeNulls(config, settings);
  if (!problem.empty() || !config || !config->isObject())
    return problem;
  problem = takeUpdates(*config, settings);
  if (!problem.empty())
    return problem;
  // `lr` in the first versions.
  const json::Value *rate = config->find("learning_rate");
  problem = takeRate(rate ? rate : config->find("lr"), settings);
  if (problem.empty() &&
      plainName(training.optimizer.text) == plainName("schedule_free_adamw"))
    problem = takeOwnWarmup(*config, rate, settings);
  return problem;
}

std::string trainlint::takeLoss(const keras::Training &training,
                                TrainingSettings &settings) {
  if (training.loss.text.empty())
    return "";
  const json::Value *config = training.lossConfig;
  std::string problem = settings.set("loss", training.loss.text);
  if (problem.empty())
    problem = take(config, LossKeys, settings);
  const json::Value *reduction =
      config && config->isObject() ? config->find("reduction") : nullptr;
  if (problem.empty() && reduction && reduction->text == "sum")
    problem = settings.set("reduction", "sum");
  if (!problem.empty())
    return problem;
  auto loss = stablehlo::lossNamed(training.loss.text);
  bool isOverlap = loss && stablehlo::isOverlap(loss->kind);
  return isOverlap ? take(config, OverlapKeys, settings)
                   : take(config, FocalKeys, settings);
}
