//===- TrainingSettings.h - What users say of training ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_CONVERSION_TRAININGSETTINGS_TRAININGSETTINGS_H
#define TRAINLINT_CONVERSION_TRAININGSETTINGS_TRAININGSETTINGS_H

#include "Conversion/TrainingSettings/TrainingOptions.h"
#include "Dialect/StableHLO/Builders/Metrics.h"

namespace trainlint {

/// Settings of training by name, as flags and the section `training` of a
/// configuration file give them. What is not given stays as it was.
class TrainingSettings {
public:
  TrainingSettings();
  TrainingSettings(const TrainingSettings &);
  TrainingSettings &operator=(const TrainingSettings &);
  ~TrainingSettings();

  /// The names of all settings, in the order in which they are applied.
  static llvm::ArrayRef<llvm::StringLiteral> names();

  /// Gives a setting a value, in place of one that it had. Returns what is
  /// wrong with it, or nothing.
  std::string set(llvm::StringRef name, llvm::StringRef value);

  /// True if a setting was given a value.
  bool has(llvm::StringRef name) const { return find(name) != nullptr; }

  /// Lays the settings over options. Returns what does not fit together, or
  /// nothing.
  std::string apply(TrainingOptions &options) const;

  /// Takes over all settings that others have, for all parameters.
  void overlay(const TrainingSettings &others);

  /// Lets other settings hold of the optimizer for some parameters: a pattern
  /// matches from the beginning of their path, which is their name in a scope,
  /// or of the last part of it, as Keras does. Returns what is wrong with the
  /// pattern, or nothing.
  std::string addGroup(llvm::StringRef pattern, llvm::StringRef scope,
                       TrainingSettings settings);

  /// The metrics that are asked for; none if they are not said.
  std::optional<std::vector<stablehlo::Metric>> metrics() const;

  /// The value of a setting that is a count; none if it is not given.
  std::optional<int64_t> count(llvm::StringRef name) const;

private:
  struct Group;
  struct Entry {
    std::string text;
    double number = 0;
  };

  const Entry *find(llvm::StringRef name) const;
  /// Sets a number or a flag, if it was given.
  template <typename Number>
  void readNumber(llvm::StringRef name, Number &target) const {
    if (const Entry *entry = find(name))
      target = static_cast<Number>(entry->number);
  }
  void readFlag(llvm::StringRef name, bool &target) const;
  void applyOptimizer(stablehlo::OptimizerOptions &optimizer) const;
  std::string applySchedule(stablehlo::Schedule &schedule) const;
  std::string applyLoss(TrainingOptions &options) const;

  std::vector<std::pair<std::string, Entry>> entries;
  std::vector<Group> groups;
  llvm::SmallVector<int64_t> boundaries;
  llvm::SmallVector<int64_t> axes;
  llvm::SmallVector<double> values;
};

} // namespace trainlint

#endif // TRAINLINT_CONVERSION_TRAININGSETTINGS_TRAININGSETTINGS_H
