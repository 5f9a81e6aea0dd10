//===- ImportJobs.h - Text to jobs in the job dialect -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_IMPORTJOBS_H
#define TRAINLINT_DRIVER_IMPORTJOBS_H

#include "Diagnostics/SourceSet.h"
#include "Driver/FileCache.h"
#include "Frontend/AIPlatform/Import.h"
#include "Tables/Tables.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <functional>

namespace trainlint {

class ParsedInput;

namespace job {
class TrainingOp;
} // namespace job

namespace graph {
struct Target;
} // namespace graph

namespace python {
class Program;
class ProgramShell;
} // namespace python

/// The formats that a file can have.
enum class InputKind : uint8_t {
  /// Told by the content.
  Auto,
  AIPlatform,
  VertexAI,
  /// Manifests of Kubernetes.
  GKE,
  /// Commands in a script, a Makefile or Markdown.
  Commands,
  /// Programs that submit jobs or train.
  Python,
  /// The same in the cells of Jupyter.
  Notebook,
  /// A training graph.
  Graph,
  /// Not checked.
  None,
};

struct ImportOptions {
  InputKind kind = InputKind::Auto;
  /// Values of the command line, and values for fields that a file leaves out.
  llvm::ArrayRef<frontend::Override> overrides;
  llvm::ArrayRef<frontend::Override> defaults;
  const Tables *tables = &Tables::builtIn();
  /// Reads a file that a command names, relative to the file `from`; null if
  /// there is none. Any thread may ask.
  std::function<LoadedFilePtr(llvm::StringRef path, llvm::StringRef from)>
      readFile;
  /// What runs the programs, as the command line says; null if it does not.
  const graph::Target *target = nullptr;
  /// True if a file may hold several jobs, although gcloud reads but one: those
  /// who test passes write many into a file.
  bool mayHoldSeveralJobs = false;
  /// Checks a job as soon as it is imported, where what is found depends on the
  /// branches of a program; null if nobody checks jobs.
  std::function<void(job::TrainingOp)> checkJob;
};

/// What was found in a text beside its jobs.
struct ImportResult {
  /// False if the text holds no job, so that nothing was reported.
  bool isJob = false;
  /// False if the text is not well-formed.
  bool wellFormed = true;
  /// What was found in Python, where it depends on branches, and what went
  /// wrong inside meanwhile.
  std::vector<Finding> findings;
  std::vector<std::string> failures;
  /// How many values hold placeholders.
  unsigned skippedValues = 0;
  /// Where the reader has to fill in the value of a flag that no job has.
  std::vector<mlir::Location> openValues;
  /// The comments that may speak of findings, and the trees whose nodes they
  /// stand above.
  std::vector<SourceRange> comments;
  llvm::SmallVector<const yaml::Stream *, 1> streams;
  /// The tree of what commands say.
  std::unique_ptr<yaml::Stream> commands;
  /// Files that commands name, and the trees of configurations among them.
  std::vector<std::shared_ptr<const SourceBuffer>> files;
  std::vector<LoadedFilePtr> configs;
  /// Files that Python names.
  std::vector<python::ModuleFilePtr> modules;
  /// Files that cells of a notebook write and commands name.
  std::vector<std::unique_ptr<yaml::Stream>> writtenConfigs;
  /// Files that cells of a notebook write, and that hold jobs.
  std::vector<yaml::ReadResult> written;
  /// The tree of what Python says.
  std::unique_ptr<yaml::Stream> values;
  /// What the Python of the text does; null if it has none.
  std::shared_ptr<const python::Program> program;
  /// What it gives to shells.
  std::shared_ptr<const python::ProgramShell> shell;
  /// The jobs that `ImportOptions::checkJob` was given.
  llvm::SmallPtrSet<mlir::Operation *, 4> checkedJobs;
};

/// Reports where a text is not well-formed or does not have the structure of
/// its schema, and adds a `job.training` op for every job to `jobs`. All
/// problems are reported through the context's diagnostics. Files that are read
/// on the way are added to `sources`. The result points into `input`.
ImportResult importJobs(const ParsedInput &input, mlir::MLIRContext *context,
                        const ImportOptions &options, SourceSet &sources,
                        mlir::Block *jobs);

} // namespace trainlint

#endif // TRAINLINT_DRIVER_IMPORTJOBS_H
