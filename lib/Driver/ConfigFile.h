//===- ConfigFile.h - What .trainlint.yaml says -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_CONFIGFILE_H
#define TRAINLINT_DRIVER_CONFIGFILE_H

#include "Driver/ImportJobs.h"
#include "Support/Boundary.h"
#include "Support/PathGlob.h"
#include "absl/time/civil_time.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace trainlint {

/// A value of a configuration file that a field of a job gets if it has none.
struct DefaultValue {
  llvm::StringLiteral field;
  SourceRange range;
};

/// A parsed `.trainlint.yaml`. Its structure is that of
/// schemas/trainlint-config.schema.json.
struct ConfigFile {
  /// The file, and the folder that its paths and patterns speak of.
  std::unique_ptr<SourceBuffer> buffer;
  std::string folder;
  /// Where its paths may lead.
  Boundary boundary = Boundary::none();

  std::vector<std::string> select;
  std::vector<std::string> ignore;
  std::vector<std::pair<std::string, std::string>> severity;
  std::vector<PathGlob> exclude;
  std::vector<std::pair<PathGlob, std::vector<std::string>>> perFileIgnores;
  std::vector<std::pair<PathGlob, InputKind>> files;
  /// The graphs that jobs train, as the file gives them but relative to the
  /// same folder as the name of the buffer.
  std::vector<std::pair<PathGlob, std::string>> graphs;
  std::optional<std::string> failOn;
  /// Absolute paths.
  std::optional<std::string> tables;
  std::optional<std::string> baseline;
  std::optional<absl::CivilDay> asOf;
  std::vector<DefaultValue> defaults;
  /// Settings of training by name; a list has its elements with commas between
  /// them.
  std::vector<std::pair<std::string, std::string>> training;

  /// A path as the patterns of the file see it: relative to its folder.
  std::string relative(llvm::StringRef path) const;
};

/// A path that a configuration file gives, relative to the folder of the file;
/// absolute if the name of the file or the path is.
std::string pathInConfig(llvm::StringRef configFile, llvm::StringRef path);

/// A configuration file as it was read, and what is wrong with it. Findings
/// point into the buffer of the file; with any, it cannot be used.
struct ConfigReading {
  std::unique_ptr<ConfigFile> config;
  std::vector<Finding> findings;
};

/// Reads the text of a configuration file, whose name is its path.
ConfigReading readConfigFile(std::unique_ptr<SourceBuffer> text);

/// Reads a configuration file of at most 1 MiB, which may be a pipe if the
/// command line names it. What is wrong with it is described in `problems` as
/// findings are, and nothing is returned then.
llvm::Expected<std::unique_ptr<ConfigFile>>
loadConfigFile(llvm::StringRef path, bool isNamed, llvm::raw_ostream &problems);

/// The names under which a configuration file is looked for.
llvm::ArrayRef<llvm::StringLiteral> configFileNames();
/// True for a path that ends in one of them.
bool isConfigFile(llvm::StringRef file);

} // namespace trainlint

#endif // TRAINLINT_DRIVER_CONFIGFILE_H
