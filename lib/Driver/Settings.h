//===- Settings.h - Settings of each input of a run -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_SETTINGS_H
#define TRAINLINT_DRIVER_SETTINGS_H

#include "Driver/Run.h"
#include "Frontend/Formats/SavedModel.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace trainlint {

/// What applies to one input: what is checked, when a finding fails the run,
/// and which findings are known.
struct InputSettings {
  CheckSettings check;
  llvm::SmallVector<frontend::Override> overrides;
  llvm::SmallVector<frontend::Override> defaults;
  /// The least severity that fails; none for never.
  std::optional<Severity> failOn = Severity::Error;
  /// The path of the baseline; empty if there is none.
  std::string baseline;
  /// Where the graph that a configuration names may lead.
  Boundary graphBoundary = Boundary::none();
};

/// Combines the command line and the configuration files. Inputs that are
/// treated alike share their settings.
class SettingsFactory {
public:
  /// Settings of configurations that lead out of their repository are left out
  /// with a note, once each.
  SettingsFactory(const RunOptions &options, NoteSink note);
  ~SettingsFactory();

  /// The settings for an input; an error if a configuration cannot be used.
  llvm::Expected<const InputSettings *> settingsFor(const Input &input);

  /// The files that inputs name.
  FileCache &namedFiles() { return files; }

private:
  bool isWithin(const Boundary &boundary, llvm::StringRef path,
                llvm::StringRef setting);
  llvm::Error setGraph(InputSettings &settings, const Input &input);
  llvm::Error fill(InputSettings &settings, const Input &input);
  llvm::Error addRules(RuleFilter &rules, const Input &input);
  llvm::Expected<const Tables *> tablesFrom(llvm::StringRef folder,
                                            const Boundary &boundary);

  const RunOptions &options;
  NoteSink note;
  /// Paths that are not used, of which a note was made.
  llvm::StringMap<bool> refused;
  std::unique_ptr<SourceBuffer> overrideBuffer;
  FileCache files;
  /// By the path that was given.
  llvm::StringMap<tensorflow::MappedFile> graphs;
  std::map<std::string, std::unique_ptr<InputSettings>> cache;
  llvm::StringMap<std::unique_ptr<OverlaidTables>> overlays;
};

} // namespace trainlint

#endif // TRAINLINT_DRIVER_SETTINGS_H
