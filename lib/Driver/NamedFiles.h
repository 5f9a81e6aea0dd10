//===- NamedFiles.h - The files that one input names ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_NAMEDFILES_H
#define TRAINLINT_DRIVER_NAMEDFILES_H

#include "Driver/ImportJobs.h"
#include "Frontend/GCloud/ScriptContext.h"

namespace trainlint {

/// The files that the commands of a script name, and those that a program
/// imports. Every command is checked together with its file, so that all of
/// them together are limited.
class NamedFiles {
public:
  NamedFiles(const SourceBuffer &input, const ImportOptions &options,
             SourceSet &sources, ImportResult &result)
      : input(input), options(options), sources(sources), result(result) {}

  /// A file that a command names; null if there is none, and once there were
  /// too many.
  const SourceBuffer *read(llvm::StringRef path);

  /// The tree of such a file, or of the part of it that a cell writes. However
  /// many commands name it, it is read once.
  const yaml::Stream &treeOf(const gcloud::ConfigText &config);

  /// The same for a file that Python names in the file `from`.
  python::ModuleFilePtr readFrom(llvm::StringRef path, llvm::StringRef from);
  /// The same for a file that findings may point into.
  python::ModuleFilePtr readKept(llvm::StringRef path, llvm::StringRef from);

private:
  static constexpr unsigned MostNames = 100;
  static constexpr uint64_t MostBytes = 2 << 20;
  /// Of all that is imported, most lies elsewhere.
  static constexpr unsigned MostMissing = 1000;

  const SourceBuffer *open(llvm::StringRef path);

  const SourceBuffer &input;
  const ImportOptions &options;
  SourceSet &sources;
  ImportResult &result;
  llvm::StringMap<const SourceBuffer *> files;
  llvm::DenseMap<const SourceBuffer *, const LoadedFile *> loaded;
  llvm::DenseMap<const MappedText *, const yaml::Stream *> written;
  unsigned found = 0;
  unsigned missing = 0;
  /// Of all files, as often as they were asked for.
  uint64_t bytes = 0;
};

} // namespace trainlint

#endif // TRAINLINT_DRIVER_NAMEDFILES_H
