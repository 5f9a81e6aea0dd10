//===- ImportShell.h - Jobs that programs submit by commands ----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_IMPORTSHELL_H
#define TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_IMPORTSHELL_H

#include "Frontend/GCloud/Import.h"
#include "Frontend/Python/Context/Context.h"
#include "Frontend/Python/Notebook/ProgramShell.h"
#include "Text/Yaml/Reader.h"

namespace trainlint::python {

/// Checks a job. One that is not kept is gone afterwards: it is what a job is
/// where the defaults hold.
using CheckShellJob =
    llvm::function_ref<void(job::TrainingOp job, bool isKept)>;

/// Checks the commands that a program runs, and makes a `job.training` op of
/// each job that they submit, as `gcloud::importCommands` does for a script.
/// `commands.readConfig` reads files from the disk; those that a cell above
/// writes come first. The jobs of commands that depend on branches or on
/// defaults are checked by `checkJob`, so that what fails on some ways only is
/// a warning. Returns how many commands there are.
unsigned importShell(const ProgramShell &shell, yaml::Stream &stream,
                     yaml::TreeView &tree, const Context &context,
                     const gcloud::ImportContext &commands,
                     CheckShellJob checkJob);

/// A command that takes a configuration, and the path of that.
struct ConfigUse {
  const ShellCell &cell;
  const shell::Value &path;
  /// True if all of the path is known.
  bool isKnown;
};
void forEachConfig(const ProgramShell &shell, const Tables &tables,
                   llvm::function_ref<void(const ConfigUse &)> look);

/// True if a command between a cell that writes a file and a place may change
/// the file.
bool mayBeChanged(const ProgramShell &shell, const WrittenFile &file,
                  uint32_t place);

/// The configuration that a command names: as a cell above writes it, or what
/// `disk` reads; null if it is not known.
gcloud::ConfigText
readConfig(const ProgramShell &shell, const ShellCell &cell,
           llvm::StringRef path,
           llvm::function_ref<gcloud::ConfigText(llvm::StringRef)> disk);

/// Reports names that the shells of a notebook do not have, and files that are
/// written too late, twice or never. Says nothing of what nobody can
/// follow.
void checkShell(const ProgramShell &shell, const Context &context,
                const gcloud::ImportContext &commands);

/// The YAML and JSON that cells write into files and that may hold jobs,
/// without those that a command takes as its configuration.
std::vector<yaml::ReadResult>
readWrittenDocuments(const ProgramShell &shell, const Tables &tables,
                     llvm::function_ref<bool(llvm::StringRef)> mayHold,
                     llvm::function_ref<bool(llvm::StringRef)> takesWord,
                     yaml::SecondOpinion second = yaml::SecondOpinion::None);

} // namespace trainlint::python

#endif // TRAINLINT_FRONTEND_PYTHON_NOTEBOOK_IMPORTSHELL_H
