//===- TrainingLog.cpp - What a run shows while it trains -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Trainer/TrainingLog.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "Support/PrintableJson.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <cmath>

using namespace trainlint;
using namespace trainlint::trainer;

TrainingLog::~TrainingLog() = default;

void trainer::writeNote(llvm::raw_ostream &err, const llvm::Twine &text) {
  err << "trainlint-run: note: " << printable(ellipsize(text.str())) << "\n";
}

std::optional<size_t> trainer::findLoss(llvm::ArrayRef<NamedShape> metrics) {
  for (size_t index = 0; index < metrics.size(); ++index)
    if (metrics[index].name == "loss")
      return index;
  for (size_t index = 0; index < metrics.size(); ++index)
    if (StringRef(metrics[index].name).ends_with("loss"))
      return index;
  if (metrics.empty())
    return std::nullopt;
  return 0;
}

/// Examples in a second, on all devices.
static double rateOf(const LoopReport &loop) {
  auto examples = static_cast<double>(loop.steps.size()) *
                  static_cast<double>(loop.globalBatch);
  return loop.seconds > 0 ? examples / loop.seconds : 0;
}

/// The part of the time that was waited.
static double shareOf(double waited, double seconds) {
  return seconds > 0 ? std::min(waited / seconds, 1.0) : 0;
}

/// JSON has no word for what is no number, and LLVM's writer would give every
/// number 17 digits.
static void writeNumber(llvm::json::OStream &json, StringRef name,
                        double value) {
  json.attributeBegin(name);
  json.rawValue(std::isfinite(value) ? formatNumber(value) : "null");
  json.attributeEnd();
}

void trainer::writeJsonEvaluation(llvm::raw_ostream &os,
                                  std::optional<int64_t> steps,
                                  ArrayRef<NamedShape> metrics,
                                  const EvaluationResult &result) {
  PrintableJson line(os);
  llvm::json::OStream json(line);
  json.object([&] {
    if (steps)
      json.attribute("step", *steps);
    json.attributeObject("evaluation", [&] {
      json.attribute("examples", result.examples);
      for (const auto &[metric, value] : llvm::zip(metrics, result.metrics))
        writeNumber(json, metric.name, value);
    });
  });
  line << "\n";
  os.flush();
}

void trainer::writeEvaluation(llvm::raw_ostream &os,
                              std::optional<int64_t> steps,
                              ArrayRef<NamedShape> metrics,
                              const EvaluationResult &result) {
  os << "evaluation";
  if (steps)
    os << " after step " << *steps;
  StringRef separator = ": ";
  for (const auto &[metric, value] : llvm::zip(metrics, result.metrics)) {
    os << separator << printable(metric.name) << llvm::format(" %.5g", value);
    separator = ", ";
  }
  os << " (" << pluralize(result.examples, "example") << ")\n";
  os.flush();
}

namespace {
class JsonLog : public TrainingLog {
public:
  JsonLog(llvm::raw_ostream &os, llvm::ArrayRef<NamedShape> metrics,
          int64_t every, std::function<int64_t(int64_t)> epochOf)
      : os(os), metrics(metrics), every(every), epochOf(std::move(epochOf)) {}

  void report(const LoopReport &loop) override {
    double rate = rateOf(loop);
    double each = rate / static_cast<double>(loop.devices);
    double waiting = shareOf(loop.waitedSeconds, loop.seconds);
    for (const StepMetrics &step : loop.steps) {
      int64_t number = step.step + 1;
      if (number % every != 0 && number != loop.totalSteps)
        continue;
      PrintableJson line(os);
      llvm::json::OStream json(line);
      json.object([&] {
        json.attribute("step", number);
        json.attribute("epoch", epochOf(step.step));
        for (size_t index = 0; index < metrics.size(); ++index)
          writeNumber(json, metrics[index].name, step.values[index]);
        writeNumber(json, "rate", std::round(rate * 10) / 10);
        writeNumber(json, "rate_per_device", std::round(each * 10) / 10);
        writeNumber(json, "waiting", std::round(waiting * 1000) / 1000);
      });
      line << "\n";
    }
    os.flush();
  }
  void evaluated(int64_t steps, ArrayRef<NamedShape> metrics,
                 const EvaluationResult &result) override {
    writeJsonEvaluation(os, steps, metrics, result);
  }

private:
  llvm::raw_ostream &os;
  llvm::ArrayRef<NamedShape> metrics;
  int64_t every;
  std::function<int64_t(int64_t)> epochOf;
};

class ProgressLog : public TrainingLog {
public:
  ProgressLog(llvm::raw_ostream &os, llvm::ArrayRef<NamedShape> metrics,
              bool isTerminal)
      : os(os), metrics(metrics), isTerminal(isTerminal) {}

  void report(const LoopReport &loop) override;
  void evaluated(int64_t steps, ArrayRef<NamedShape> metrics,
                 const EvaluationResult &result) override {
    // The line with the bar is shown again below.
    if (isTerminal && lines != 0)
      os << "\r\x1b[2K";
    writeEvaluation(os, steps, metrics, result);
  }
  void finish() override {
    if (isTerminal && lines != 0)
      os << "\n";
    os.flush();
  }

private:
  llvm::raw_ostream &os;
  llvm::ArrayRef<NamedShape> metrics;
  bool isTerminal;
  /// The steps since the last line, and how long they took.
  size_t steps = 0;
  double seconds = 0, waited = 0;
  /// Seconds of a step, of late, and how many lines they are from.
  double stepSeconds = 0;
  size_t lines = 0;
};
} // namespace

/// "3:07", "1:02:03".
static std::string durationText(double seconds) {
  auto whole = static_cast<int64_t>(std::min(seconds, 3.6e8) + 0.5);
  int64_t hours = whole / 3600, minutes = whole / 60 % 60;
  if (hours == 0)
    return llvm::formatv("{0}:{1,0+2}", minutes, whole % 60);
  return llvm::formatv("{0}:{1,0+2}:{2,0+2}", hours, minutes, whole % 60);
}

/// "940", "51.2 k", "1.3 M".
static std::string rateText(double rate) {
  if (rate >= 1e6)
    return llvm::formatv("{0:f1} M", rate / 1e6);
  if (rate >= 1e4)
    return llvm::formatv("{0:f1} k", rate / 1e3);
  return llvm::formatv("{0:f0}", rate);
}

void ProgressLog::report(const LoopReport &loop) {
  if (loop.steps.empty())
    return;
  const StepMetrics &last = loop.steps.back();
  int64_t number = last.step + 1;
  steps += loop.steps.size();
  seconds += loop.seconds;
  waited += loop.waitedSeconds;
  // Nobody reads more than ten lines in a second.
  if (isTerminal && lines != 0 && seconds < 0.1 && number != loop.totalSteps)
    return;
  double now = seconds / static_cast<double>(steps);
  // The first steps are no measure: devices warm up.
  stepSeconds = lines++ < 2 ? now : 0.8 * stepSeconds + 0.2 * now;
  double left = static_cast<double>(loop.totalSteps - number) * stepSeconds;
  double share = static_cast<double>(number) /
                 static_cast<double>(std::max<int64_t>(loop.totalSteps, 1));

  std::string line;
  llvm::raw_string_ostream stream(line);
  if (isTerminal) {
    constexpr int Cells = 20;
    int full = static_cast<int>(share * Cells);
    stream << "[";
    for (int cell = 0; cell < Cells; ++cell)
      stream << (cell < full ? "=" : cell == full ? ">" : " ");
    stream << "] ";
  }
  stream << llvm::formatv("step {0}/{1}", number, loop.totalSteps);
  if (std::optional<size_t> loss = findLoss(metrics))
    stream << ", " << printable(metrics[*loss].name)
           << llvm::format(" %.5g", last.values[*loss]);
  double rate = now > 0 ? static_cast<double>(loop.globalBatch) / now : 0;
  stream << ", " << rateText(rate) << " examples/s";
  if (loop.devices > 1)
    stream << " (" << rateText(rate / static_cast<double>(loop.devices))
           << " on each of " << loop.devices << ")";
  auto percent = std::lround(100 * shareOf(waited, seconds));
  if (percent != 0)
    stream << ", " << percent << " % waiting for data";
  stream << ", " << durationText(left) << " left";
  if (isTerminal)
    os << "\r\x1b[2K" << line;
  else
    os << line << "\n";
  os.flush();
  steps = 0;
  seconds = waited = 0;
}

std::unique_ptr<TrainingLog>
trainer::makeJsonLog(llvm::raw_ostream &os, llvm::ArrayRef<NamedShape> metrics,
                     int64_t every, std::function<int64_t(int64_t)> epochOf) {
  return std::make_unique<JsonLog>(os, metrics, every, std::move(epochOf));
}

std::unique_ptr<TrainingLog>
trainer::makeProgressLog(llvm::raw_ostream &os,
                         llvm::ArrayRef<NamedShape> metrics, bool isTerminal) {
  return std::make_unique<ProgressLog>(os, metrics, isTerminal);
}
