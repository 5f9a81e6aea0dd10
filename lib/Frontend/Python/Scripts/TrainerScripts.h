//===- TrainerScripts.h - Scripts that jobs run -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_SCRIPTS_TRAINERSCRIPTS_H
#define TRAINLINT_FRONTEND_PYTHON_SCRIPTS_TRAINERSCRIPTS_H

#include "Frontend/Python/Scripts/ScriptInterface.h"
#include "llvm/ADT/StringMap.h"

namespace trainlint::python {

/// A script that a job runs.
struct TrainerScript {
  /// As the job names it.
  std::string name;
  std::shared_ptr<const SourceBuffer> buffer;
  std::unique_ptr<Module> module;
  std::unique_ptr<Program> program;
  ScriptInterface interface;
};

/// The scripts that the jobs of one input run, each read once. Findings stand
/// in their buffers, which live at least as long as this.
class TrainerScripts {
public:
  /// `readFile` finds a file that another one names, and makes its buffer known
  /// to those who show findings; null if nothing is read.
  explicit TrainerScripts(Program::ReadFile readFile)
      : readFile(std::move(readFile)) {}

  /// The script of a path in a file; null if there is none, if there were too
  /// many, or if it lies in another folder so that it is not certain to be the
  /// one that is meant.
  const TrainerScript *read(llvm::StringRef path, llvm::StringRef from);
  /// True if there is a file of a path, wherever `read` would look for it, or
  /// if nobody can say.
  bool mayExist(llvm::StringRef path, llvm::StringRef from);
  /// The script that a cell of a notebook writes. The text lives longer.
  const TrainerScript *
  readWritten(llvm::StringRef path, const SourceBuffer &notebook,
              std::shared_ptr<const markdown::BlockText> text);

  /// The files that were read.
  llvm::ArrayRef<std::shared_ptr<const SourceBuffer>> files() const {
    return allFiles;
  }

private:
  std::unique_ptr<TrainerScript> load(llvm::StringRef path,
                                      llvm::StringRef from);
  void follow(TrainerScript &script);

  Program::ReadFile readFile;
  llvm::StringMap<std::unique_ptr<TrainerScript>> byPath;
  std::vector<
      std::pair<const markdown::BlockText *, std::unique_ptr<TrainerScript>>>
      written;
  std::vector<std::shared_ptr<const SourceBuffer>> allFiles;
};

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_SCRIPTS_TRAINERSCRIPTS_H
