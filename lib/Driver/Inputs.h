//===- Inputs.h - Finding the files to check --------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_INPUTS_H
#define TRAINLINT_DRIVER_INPUTS_H

#include "Driver/ConfigFinder.h"
#include <string>
#include <vector>

namespace trainlint {

/// No job is larger; a file that is would only cost time.
inline constexpr uint64_t LargestInput = 16 << 20;
/// The images that a notebook shows may be large.
inline constexpr uint64_t LargestNotebook = 256 << 20;

/// One file to check.
struct Input {
  /// The path as it is shown; of standard input, the name that it is given.
  std::string path;
  bool isStdin = false;
  /// The configuration that applies; null if there is none.
  const ConfigFile *config = nullptr;
  /// True if the user named the file, rather than a folder or a pattern.
  bool named = false;
  /// True for standard input that is left out. It is an input all the same,
  /// since `--fix` has to let its text through.
  bool excluded = false;
  /// Why the path that the user named is not read; empty if it is.
  std::string refusal;
};

struct InputOptions {
  std::vector<std::string> exclude;
  /// Leave out named files, too, if they are excluded.
  bool forceExclude = false;
  /// The name of standard input, which finds its configuration.
  std::string stdinName = "<stdin>";
  /// Leave out files that Git calls unchanged since this revision, or since the
  /// last commit if it is empty.
  std::optional<std::string> changedSince;
};

/// True for files that are looked into when a folder is checked: YAML, JSON,
/// scripts, Makefiles, Markdown, Python, notebooks, and graphs by the
/// extensions that they have.
bool isCheckedFile(llvm::StringRef file);

/// True if a configuration leaves a file out.
bool isExcluded(llvm::StringRef file, const ConfigFile &config);

/// Expands files, folders and patterns to the files to check, in a fixed order
/// and each once; `-` is standard input. Of folders, YAML and JSON files,
/// scripts, Makefiles, Markdown, Python, notebooks and what is called like a
/// graph are taken; hidden folders are left out. Links that lead nowhere, out
/// of the repository or to what is no file, and folders that cannot be read,
/// are left out with a note. The error names what stops the run.
llvm::Expected<std::vector<Input>>
findInputs(llvm::ArrayRef<std::string> arguments, const InputOptions &options,
           ConfigFinder &configs, const NoteSink &note);

} // namespace trainlint

#endif // TRAINLINT_DRIVER_INPUTS_H
