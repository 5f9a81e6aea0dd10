//===- TrainingSettings.cpp - What users say of training ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/TrainingSettings/TrainingSettings.h"
#include "Support/Decimal.h"
#include "Support/LLVM.h"
#include "re2/re2.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>
#include <functional>

using namespace trainlint;
using namespace trainlint::stablehlo;

namespace {
enum class Form : uint8_t { Word, Words, Names, Number, Flag, List };

struct Setting {
  llvm::StringLiteral name;
  Form form;
  /// The words that it may be, or that a list may have.
  ArrayRef<llvm::StringLiteral> words = {};
};
} // namespace

static constexpr llvm::StringLiteral MomentumForms[] = {"keras", "tensorflow"};
static constexpr llvm::StringLiteral MeanStarts[] = {"initial", "updated"};
static constexpr llvm::StringLiteral Schedules[] = {
    "constant", "exponential",  "piecewise",      "polynomial",
    "cosine",   "inverse_time", "cosine_restarts"};
static constexpr llvm::StringLiteral Reductions[] = {"sum_over_batch_size",
                                                     "sum"};

/// What is said of a loss.
static constexpr llvm::StringLiteral LossSettings[] = {
    "from_logits",     "reduction",    "label_smoothing", "delta",
    "gamma",           "focal_alpha",  "class_balancing", "q",
    "tversky_alpha",   "tversky_beta", "loss_axes",       "margin",
    "remove_diagonal", "ignore_class", "label_length"};

static constexpr Setting Settings[] = {
    {"optimizer", Form::Word},
    {"momentum", Form::Number},
    {"nesterov", Form::Flag},
    {"momentum_form", Form::Word, MomentumForms},
    {"beta_1", Form::Number},
    {"beta_2", Form::Number},
    {"rho", Form::Number},
    {"centered", Form::Flag},
    {"epsilon", Form::Number},
    {"weight_decay", Form::Number},
    {"initial_accumulator", Form::Number},
    {"amsgrad", Form::Flag},
    {"l1_penalty", Form::Number},
    {"l2_penalty", Form::Number},
    {"l2_shrinkage", Form::Number},
    {"beta", Form::Number},
    {"learning_rate_power", Form::Number},
    {"beta_2_decay", Form::Number},
    {"epsilon_2", Form::Number},
    {"clip_threshold", Form::Number},
    {"muon_a", Form::Number},
    {"muon_b", Form::Number},
    {"muon_c", Form::Number},
    {"ns_steps", Form::Number},
    {"rms_rate", Form::Number},
    {"adam_lr_ratio", Form::Number},
    {"adam_weight_decay", Form::Number},
    {"exclude_layers", Form::Names},
    {"exclude_embeddings", Form::Flag},
    {"clip_value", Form::Number},
    {"clip_norm", Form::Number},
    {"global_clip_norm", Form::Number},
    {"gradient_accumulation_steps", Form::Number},
    {"use_ema", Form::Flag},
    {"ema_momentum", Form::Number},
    {"ema_start", Form::Word, MeanStarts},
    {"ema_overwrite_frequency", Form::Number},
    {"learning_rate", Form::Number},
    {"schedule", Form::Word, Schedules},
    {"decay_steps", Form::Number},
    {"decay_rate", Form::Number},
    {"staircase", Form::Flag},
    {"boundaries", Form::List},
    {"values", Form::List},
    {"end_learning_rate", Form::Number},
    {"power", Form::Number},
    {"cycle", Form::Flag},
    {"alpha", Form::Number},
    {"restart_length", Form::Number},
    {"restart_rate", Form::Number},
    {"warmup_steps", Form::Number},
    {"warmup_start", Form::Number},
    {"loss", Form::Word},
    {"from_logits", Form::Flag},
    {"reduction", Form::Word, Reductions},
    {"label_smoothing", Form::Number},
    {"delta", Form::Number},
    {"gamma", Form::Number},
    {"focal_alpha", Form::Number},
    {"class_balancing", Form::Flag},
    {"q", Form::Number},
    {"tversky_alpha", Form::Number},
    {"tversky_beta", Form::Number},
    {"loss_axes", Form::List},
    {"margin", Form::Number},
    {"remove_diagonal", Form::Flag},
    {"ignore_class", Form::Number},
    {"label_length", Form::Number},
    {"l2", Form::Number},
    {"metrics", Form::Words},
    {"batch_size", Form::Number},
    {"replicas", Form::Number},
};

ArrayRef<llvm::StringLiteral> TrainingSettings::names() {
  static const std::vector<llvm::StringLiteral> names = [] {
    std::vector<llvm::StringLiteral> result;
    for (const Setting &setting : Settings)
      result.push_back(setting.name);
    return result;
  }();
  return names;
}

static std::optional<double> numberOf(StringRef text) {
  double number = 0;
  if (readDecimal(text.trim(), number) || !std::isfinite(number))
    return std::nullopt;
  return number;
}

/// The words of `a, b` or `[a, b]`.
static SmallVector<StringRef> wordsOf(StringRef text) {
  text = text.trim();
  if (text.consume_front("["))
    text.consume_back("]");
  SmallVector<StringRef> parts;
  text.split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef &part : parts)
    part = part.trim();
  return parts;
}

static std::optional<std::vector<double>> listOf(StringRef text) {
  std::vector<double> numbers;
  for (StringRef part : wordsOf(text)) {
    std::optional<double> number = numberOf(part);
    if (!number)
      return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

/// True for what a setting may be, also in the spelling of a class of Keras.
static bool isKnownWord(const Setting &setting, StringRef value) {
  return llvm::is_contained(setting.words, value) ||
         (setting.name == "optimizer" && optimizerNamed(value)) ||
         (setting.name == "loss" && lossNamed(value));
}

/// What a setting may be, in its own spelling.
static ArrayRef<llvm::StringLiteral> wordsOf(const Setting &setting) {
  return setting.name == "optimizer" ? optimizerNames()
         : setting.name == "loss"    ? lossNames()
                                     : setting.words;
}

/// `a, b or c`.
static std::string listed(ArrayRef<llvm::StringLiteral> words) {
  return llvm::join(words.drop_back(), ", ") + " or " + words.back().str();
}

static std::string expected(StringRef name, StringRef found,
                            const llvm::Twine &wanted) {
  return ("`" + name + "` is `" + found + "`; " + wanted + " is expected")
      .str();
}

static bool isNegativeAllowed(StringRef name) {
  return name == "delta" || name == "learning_rate_power" ||
         name == "ignore_class" || name == "beta_2_decay" ||
         name.starts_with("muon_");
}

/// Counts have no part behind the point.
static std::string checkNumber(StringRef name, StringRef text, double number) {
  bool isCount = name == "decay_steps" || name == "warmup_steps" ||
                 name == "batch_size" || name == "replicas" ||
                 name == "label_length" || name == "ns_steps" ||
                 name == "gradient_accumulation_steps" ||
                 name == "ema_overwrite_frequency";
  double least = name == "warmup_steps" ? 0 : 1;
  constexpr double Most = 1e15;
  if (isCount &&
      (number < least || number > Most || number != std::floor(number)))
    return expected(name, text,
                    "a whole number of at least " +
                        llvm::Twine(static_cast<int64_t>(least)));
  // They are written out one by one.
  constexpr double MostMuonSteps = 100;
  if (name == "ns_steps" && number > MostMuonSteps)
    return expected(name, text, "a whole number from 1 to 100");
  if (name == "ignore_class" &&
      (number != std::floor(number) || std::abs(number) > Most))
    return expected(name, text, "a whole number");
  if (name == "ema_momentum" && (number < 0 || number > 1))
    return expected(name, text, "a number from 0 to 1");
  if (name == "q" && (number <= 0 || number >= 1))
    return expected(name, text, "a number between 0 and 1");
  if (number < 0 && !isNegativeAllowed(name))
    return expected(name, text, "a number of at least 0");
  return "";
}

std::string TrainingSettings::set(StringRef name, StringRef value) {
  const auto *setting = llvm::find_if(
      Settings, [&](const Setting &known) { return known.name == name; });
  if (setting == std::end(Settings))
    return ("unknown training setting `" + name + "`").str();
  Entry entry = {value.str(), 0};
  switch (setting->form) {
  case Form::Word:
    if (!isKnownWord(*setting, value))
      return expected(name, value, listed(wordsOf(*setting)));
    break;
  case Form::Words:
    for (StringRef word : wordsOf(value)) {
      if (!metricNamed(word))
        return expected(name, word, listed(metricNames()));
    }
    break;
  case Form::Names:
    break;
  case Form::Flag:
    if (value != "true" && value != "false")
      return expected(name, value, "true or false");
    break;
  case Form::Number: {
    std::optional<double> number = numberOf(value);
    if (!number)
      return expected(name, value, "a number");
    if (std::string problem = checkNumber(name, value, *number);
        !problem.empty())
      return problem;
    entry.number = *number;
    break;
  }
  case Form::List: {
    std::optional<std::vector<double>> numbers = listOf(value);
    if (!numbers)
      return expected(name, value, "a list of numbers");
    if (name == "values")
      values.assign(numbers->begin(), numbers->end());
    else if (name == "loss_axes")
      axes.assign(numbers->begin(), numbers->end());
    else
      boundaries.assign(numbers->begin(), numbers->end());
    break;
  }
  }
  llvm::erase_if(entries,
                 [&](const auto &other) { return other.first == name; });
  entries.emplace_back(name.str(), std::move(entry));
  return "";
}

namespace {
/// Whether a pattern matches at the beginning of a parameter's path, or of its
/// own name. Patterns may come from files, and what they cost is bounded.
class PathPattern {
public:
  PathPattern(StringRef text, StringRef scope)
      : pattern(std::make_shared<RE2>(
            re2::StringPiece(text.data(), text.size()), RE2::Quiet)),
        scope(scope) {}

  bool isValid() const { return pattern->ok(); }
  bool operator()(StringRef name) const {
    return begins(scope + name.str()) || begins(name.rsplit('/').second.str());
  }

private:
  bool begins(const std::string &text) const {
    return pattern->Match(text, 0, text.size(), RE2::ANCHOR_START,
                          /*submatch=*/nullptr, /*nsubmatch=*/0);
  }

  std::shared_ptr<RE2> pattern;
  std::string scope;
};
} // namespace

/// Settings for parameters.
struct TrainingSettings::Group {
  std::function<bool(StringRef)> has;
  TrainingSettings settings;
};

TrainingSettings::TrainingSettings() = default;
TrainingSettings::TrainingSettings(const TrainingSettings &) = default;
TrainingSettings &
TrainingSettings::operator=(const TrainingSettings &) = default;
TrainingSettings::~TrainingSettings() = default;

std::string TrainingSettings::addGroup(StringRef text, StringRef scope,
                                       TrainingSettings settings) {
  PathPattern pattern(text, scope);
  if (!pattern.isValid())
    return ("unsupported pattern `" + text + "` of parameters").str();
  groups.push_back({std::move(pattern), std::move(settings)});
  return "";
}

void TrainingSettings::overlay(const TrainingSettings &others) {
  // They were checked when they were set.
  for (const auto &[name, entry] : others.entries)
    (void)set(name, entry.text);
  for (Group &group : groups)
    group.settings.overlay(others);
  llvm::append_range(groups, others.groups);
}

std::optional<std::vector<Metric>> TrainingSettings::metrics() const {
  const Entry *entry = find("metrics");
  if (!entry)
    return std::nullopt;
  std::vector<Metric> metrics;
  for (StringRef word : wordsOf(entry->text)) {
    Metric metric = *metricNamed(word);
    // It has several names.
    if (llvm::none_of(metrics, [&](const Metric &other) {
          return other.name() == metric.name();
        }))
      metrics.push_back(metric);
  }
  return metrics;
}

std::optional<int64_t> TrainingSettings::count(StringRef name) const {
  const Entry *entry = find(name);
  return entry ? std::optional(static_cast<int64_t>(entry->number))
               : std::nullopt;
}

const TrainingSettings::Entry *TrainingSettings::find(StringRef name) const {
  for (const auto &[key, entry] : entries) {
    if (key == name)
      return &entry;
  }
  return nullptr;
}

void TrainingSettings::readFlag(StringRef name, bool &target) const {
  if (const Entry *entry = find(name))
    target = entry->text == "true";
}

namespace {
/// Whether one of some patterns is found in a name, as Keras looks for layers.
/// Patterns may come from files, and what they cost is bounded.
class NamePatterns {
public:
  explicit NamePatterns(ArrayRef<StringRef> texts) {
    for (StringRef text : texts) {
      re2::StringPiece piece(text.data(), text.size());
      auto pattern = std::make_shared<RE2>(piece, RE2::Quiet);
      // What is no pattern is a part of a name.
      if (!pattern->ok())
        pattern = std::make_shared<RE2>(RE2::QuoteMeta(piece), RE2::Quiet);
      patterns.push_back(std::move(pattern));
    }
  }

  bool operator()(StringRef name) const {
    re2::StringPiece piece(name.data(), name.size());
    return llvm::any_of(patterns, [&](const std::shared_ptr<RE2> &pattern) {
      return RE2::PartialMatch(piece, *pattern);
    });
  }

private:
  std::vector<std::shared_ptr<RE2>> patterns;
};
} // namespace

void TrainingSettings::applyOptimizer(OptimizerOptions &optimizer) const {
  // Another optimizer begins with its own numbers.
  if (const Entry *entry = find("optimizer"))
    optimizer = *optimizerNamed(entry->text);
  readNumber("momentum", optimizer.momentum);
  readNumber("beta_1", optimizer.beta1);
  readNumber("beta_2", optimizer.beta2);
  readNumber("rho", optimizer.rho);
  readNumber("epsilon", optimizer.epsilon);
  readNumber("weight_decay", optimizer.weightDecay);
  readNumber("initial_accumulator", optimizer.initialAccumulator);
  readFlag("nesterov", optimizer.isNesterov);
  readFlag("centered", optimizer.isCentered);
  readFlag("amsgrad", optimizer.keepsLargest);
  readNumber("l1_penalty", optimizer.l1);
  readNumber("l2_penalty", optimizer.l2);
  readNumber("l2_shrinkage", optimizer.shrinkage);
  readNumber("beta", optimizer.beta);
  readNumber("learning_rate_power", optimizer.ratePower);
  readNumber("beta_2_decay", optimizer.beta2Decay);
  readNumber("epsilon_2", optimizer.leastSize);
  readNumber("clip_threshold", optimizer.clipThreshold);
  readNumber("muon_a", optimizer.muonA);
  readNumber("muon_b", optimizer.muonB);
  readNumber("muon_c", optimizer.muonC);
  readNumber("rms_rate", optimizer.sizeRate);
  readNumber("adam_lr_ratio", optimizer.adamRateRatio);
  readNumber("adam_weight_decay", optimizer.adamWeightDecay);
  readFlag("exclude_embeddings", optimizer.excludesEmbeddings);
  readNumber("ns_steps", optimizer.muonSteps);
  if (const Entry *entry = find("exclude_layers"))
    optimizer.isExcluded = NamePatterns(wordsOf(entry->text));
  readNumber("clip_value", optimizer.clipValue);
  readNumber("clip_norm", optimizer.clipNorm);
  readNumber("global_clip_norm", optimizer.globalClipNorm);
  readNumber("gradient_accumulation_steps", optimizer.stepsPerUpdate);
  readFlag("use_ema", optimizer.keepsMeans);
  readNumber("ema_momentum", optimizer.meanMomentum);
  readNumber("ema_overwrite_frequency", optimizer.updatesPerReplacement);
  if (const Entry *entry = find("ema_start"))
    optimizer.meanStart =
        entry->text == "initial" ? MeanStart::Initial : MeanStart::Updated;
  if (const Entry *entry = find("momentum_form"))
    optimizer.momentumForm = entry->text == "tensorflow"
                                 ? MomentumForm::TensorFlow
                                 : MomentumForm::Keras;
}

std::string TrainingSettings::applySchedule(Schedule &schedule) const {
  // A rate alone is constant, whatever the model was compiled with.
  if (find("learning_rate") && !find("schedule"))
    schedule = Schedule();
  readNumber("learning_rate", schedule.initial);
  if (const Entry *entry = find("schedule"))
    schedule.kind = llvm::StringSwitch<ScheduleKind>(entry->text)
                        .Case("exponential", ScheduleKind::Exponential)
                        .Case("piecewise", ScheduleKind::Piecewise)
                        .Case("polynomial", ScheduleKind::Polynomial)
                        .Case("cosine", ScheduleKind::Cosine)
                        .Case("inverse_time", ScheduleKind::InverseTime)
                        .Case("cosine_restarts", ScheduleKind::CosineRestarts)
                        .Default(ScheduleKind::Constant);
  readNumber("decay_steps", schedule.decaySteps);
  readNumber("decay_rate", schedule.decayRate);
  readNumber("end_learning_rate", schedule.end);
  readNumber("power", schedule.power);
  readNumber("alpha", schedule.alpha);
  readNumber("restart_length", schedule.restartLength);
  readNumber("restart_rate", schedule.restartRate);
  readNumber("warmup_steps", schedule.warmupSteps);
  readNumber("warmup_start", schedule.warmupStart);
  if (const Entry *entry = find("staircase"))
    schedule.isStaircase = entry->text == "true";
  if (const Entry *entry = find("cycle"))
    schedule.isCycling = entry->text == "true";
  if (find("boundaries"))
    schedule.boundaries = boundaries;
  if (find("values"))
    schedule.values = values;
  bool isPiecewise = schedule.kind == ScheduleKind::Piecewise;
  if (isPiecewise && schedule.values.size() != schedule.boundaries.size() + 1)
    return ("a piecewise schedule has " + llvm::Twine(schedule.values.size()) +
            " `values` and " + llvm::Twine(schedule.boundaries.size()) +
            " `boundaries`; one value more than boundaries is expected")
        .str();
  if (isPiecewise && !llvm::is_sorted(schedule.boundaries))
    return "`boundaries` are not in ascending order";
  return "";
}

std::string TrainingSettings::applyLoss(TrainingOptions &options) const {
  if (const Entry *entry = find("loss"))
    options.loss = lossNamed(entry->text);
  if (!options.loss) {
    for (StringRef name : LossSettings) {
      if (find(name))
        return ("`" + name + "` is given without a loss").str();
    }
    return "";
  }
  LossOptions &loss = *options.loss;
  if (const Entry *entry = find("reduction"))
    loss.reduction = entry->text == "sum" ? LossReduction::Sum
                                          : LossReduction::SumOverBatchSize;
  readFlag("from_logits", loss.isFromLogits);
  readNumber("label_smoothing", loss.labelSmoothing);
  readNumber("delta", loss.delta);
  readNumber("gamma", loss.gamma);
  readNumber("focal_alpha", loss.focalAlpha);
  readFlag("class_balancing", loss.balancesClasses);
  readNumber("q", loss.q);
  readNumber("tversky_alpha", loss.tverskyAlpha);
  readNumber("tversky_beta", loss.tverskyBeta);
  readNumber("margin", loss.margin);
  readFlag("remove_diagonal", loss.removesDiagonal);
  if (find("loss_axes"))
    loss.axes = axes;
  if (!loss.axes.empty() && !isOverlap(loss.kind) && !isAlongAxis(loss.kind))
    return "`loss_axes` are of the losses `dice` and `tversky`, and one of "
           "them of `cosine_similarity` and cross entropies";
  if (loss.axes.size() > 1 && isAlongAxis(loss.kind))
    return "`loss_axes` has " + std::to_string(loss.axes.size()) +
           " dimensions; the loss is along one";
  if (const Entry *entry = find("ignore_class"))
    loss.ignoredClass = static_cast<int64_t>(entry->number);
  if (loss.ignoredClass && !areLabelsIndices(loss.kind))
    return "`ignore_class` is of losses whose labels are indices of classes";
  readNumber("label_length", loss.labelLength);
  return "";
}

std::string TrainingSettings::apply(TrainingOptions &options) const {
  applyOptimizer(options.optimizer);
  if (std::string problem = applySchedule(options.schedule); !problem.empty())
    return problem;
  for (const Group &group : groups) {
    OptimizerGroup &out = options.groups.emplace_back();
    out.has = group.has;
    group.settings.applyOptimizer(out.optimizer);
    if (std::string problem = group.settings.applySchedule(out.schedule);
        !problem.empty())
      return problem;
  }
  readNumber("l2", options.l2);
  readNumber("replicas", options.replicas);
  return applyLoss(options);
}
