//===- Commands.h - The commands of trainlint -------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_COMMANDLINE_COMMANDS_H
#define TRAINLINT_COMMANDLINE_COMMANDS_H

#include "CommandLine/OptionTable.h"
#include "Driver/Checker.h"
#include "Tables/Tables.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdio>

namespace trainlint::cli {

/// Where a command writes.
struct Streams {
  llvm::raw_ostream &out;
  llvm::raw_ostream &err;
};

/// What a program can do beside checking jobs.
struct Parts {
  /// What inputs are compiled in; null if graphs are left alone.
  Checker::MakeContext makeContext = nullptr;
  /// Serves an editor; null if there is no language server.
  int (*serve)(std::FILE *in, llvm::raw_fd_ostream &out) = nullptr;
};

/// Runs the program and returns its exit code (see Driver/Run.h).
int main(llvm::ArrayRef<const char *> arguments, Streams streams,
         const Parts &parts);

int checkCommand(const llvm::opt::InputArgList &arguments, Streams streams,
                 Checker::MakeContext makeContext);
int explainCommand(const llvm::opt::InputArgList &arguments, Streams streams);
int rulesCommand(const llvm::opt::InputArgList &arguments, Streams streams);
int tablesCommand(const llvm::opt::InputArgList &arguments, Streams streams);
int schemaCommand(const llvm::opt::InputArgList &arguments, Streams streams);
int completionsCommand(const llvm::opt::InputArgList &arguments,
                       Streams streams);

/// The day that `--as-of` gives; an error if its value is none.
llvm::Error readAsOf(const llvm::opt::InputArgList &arguments,
                     std::optional<absl::CivilDay> &day);

/// Shows how old tables are on a day, the oldest first.
void printTableAges(llvm::raw_ostream &os,
                    llvm::ArrayRef<const TableText *> tables,
                    absl::CivilDay today, bool asJson);

/// The manual page in roff.
void printManPage(llvm::raw_ostream &os);

/// Says what is wrong with the command line, and where help is.
int usageError(Streams streams, const llvm::Twine &message);

} // namespace trainlint::cli

#endif // TRAINLINT_COMMANDLINE_COMMANDS_H
