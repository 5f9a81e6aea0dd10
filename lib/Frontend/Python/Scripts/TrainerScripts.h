//===- TrainerScripts.h - Scripts that jobs run -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_SCRIPTS_TRAINERSCRIPTS_H
#define TRAINLINT_FRONTEND_PYTHON_SCRIPTS_TRAINERSCRIPTS_H

#include "Dialect/Job/IR/Job.h"
#include "Frontend/Python/Notebook/WrittenFiles.h"
#include "Frontend/Python/Scripts/ScriptInterface.h"
#include "llvm/ADT/StringMap.h"

namespace trainlint::python {

/// A script that a job runs.
struct TrainerScript {
  /// As the job names it.
  std::string name;
  /// True if it lies where its name says, seen from the folder of the input.
  bool isBeside = true;
  /// True if a cell of the input writes it.
  bool isWritten = false;
  std::shared_ptr<const Module> module;
  std::unique_ptr<Program> program;
  ScriptInterface interface;
  /// Its statements that import modules.
  std::vector<Node> imports;
  /// Whether a word of it speaks of TPUs, and whether it changes where modules
  /// are looked for.
  bool speaksOfTpus = false;
  bool changesPath = false;
};

/// The scripts that the jobs of one input run, each read once: files on the
/// disk, and those that the cells of a notebook write. Findings stand in their
/// buffers, which live at least as long as this.
class TrainerScripts {
public:
  /// `readFile` finds a file that another one names, and makes its buffer known
  /// to those who show findings; null if nothing is read from the disk. `files`
  /// is null if the input writes none. All of them live longer.
  TrainerScripts(const SourceBuffer &input, Program::ReadFile readFile,
                 const WrittenFiles *files = nullptr);

  /// Checks a script together with the job that runs it; null if nobody does.
  std::function<void(const TrainerScript &, job::TrainingOp)> checkRun;
  void addRun(const TrainerScript &script, job::TrainingOp job) const {
    if (checkRun)
      checkRun(script, job);
  }

  const WrittenFiles *written() const { return files; }

  /// The script of a path that is named at a place of the input; null if there
  /// is none, if there were too many, or if it is not certain to be the one
  /// that is meant.
  const TrainerScript *find(llvm::StringRef path, uint32_t place);
  /// True if there is a file of a path for what stands at a place, or if nobody
  /// can say.
  bool mayExist(llvm::StringRef path, uint32_t place);

  /// The files that were read.
  llvm::ArrayRef<std::shared_ptr<const SourceBuffer>> buffers() const {
    return allBuffers;
  }

private:
  const TrainerScript *findOnDisk(llvm::StringRef path);
  std::unique_ptr<TrainerScript> load(llvm::StringRef path);
  const TrainerScript *readWritten(llvm::StringRef path,
                                   const WrittenFile &file);
  ModuleFilePtr readModule(llvm::StringRef path, llvm::StringRef from,
                           llvm::StringRef folder) const;
  void follow(TrainerScript &script);

  const SourceBuffer &source;
  Program::ReadFile readFile;
  const WrittenFiles *files;
  llvm::StringMap<std::unique_ptr<TrainerScript>> byPath;
  std::vector<std::pair<const WrittenFile *, std::unique_ptr<TrainerScript>>>
      fromCells;
  std::vector<std::shared_ptr<const SourceBuffer>> allBuffers;
};

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_SCRIPTS_TRAINERSCRIPTS_H
