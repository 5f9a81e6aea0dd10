//===- ConfigFinder.h - The configuration of a file -------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_CONFIGFINDER_H
#define TRAINLINT_DRIVER_CONFIGFINDER_H

#include "Driver/ConfigFile.h"
#include "llvm/ADT/StringMap.h"
#include <functional>
#include <map>
#include <string>

namespace trainlint {

/// Takes what a person should know of a path while the run goes on: why a link
/// was not followed, or a setting not used.
using NoteSink = std::function<void(llvm::StringRef path, llvm::StringRef why)>;

/// Finds configuration files: the nearest above a file, up to the root of its
/// repository. Each is read once.
///
/// Not read is a file that leads out of its repository, and one that belongs to
/// another user than the folder that it would speak of: who can write to a
/// folder above could otherwise hide every finding below.
class ConfigFinder {
public:
  /// With a file, that one applies to all inputs; with `isolated`, none does.
  /// What is wrong in a file is described in `problems`.
  ConfigFinder(std::optional<std::string> file, bool isolated,
               llvm::raw_ostream &problems, NoteSink note)
      : explicitFile(std::move(file)), isolated(isolated), problems(problems),
        note(std::move(note)) {}

  /// The configuration for a file in `folder`; null if there is none.
  llvm::Expected<const ConfigFile *> find(llvm::StringRef folder);

private:
  llvm::Expected<const ConfigFile *> loadExplicit();
  llvm::Expected<const ConfigFile *> load(llvm::StringRef path,
                                          Boundary boundary);
  llvm::Expected<const ConfigFile *> findAbove(llvm::StringRef absolute,
                                               unsigned owner);
  bool isTrusted(llvm::StringRef candidate, const Boundary &boundary,
                 unsigned owner);

  std::optional<std::string> explicitFile;
  bool isolated;
  llvm::raw_ostream &problems;
  NoteSink note;
  llvm::StringMap<std::unique_ptr<ConfigFile>> loaded;
  /// The configuration of each folder that was asked for.
  llvm::StringMap<const ConfigFile *> folders;
  /// The same for the folders above, by the user whose files it is for.
  std::map<std::pair<unsigned, std::string>, const ConfigFile *> above;
  /// Files that are not read, of which a note was made.
  llvm::StringMap<bool> refused;
};

} // namespace trainlint

#endif // TRAINLINT_DRIVER_CONFIGFINDER_H
