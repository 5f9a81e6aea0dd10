//===- Run.h - A run over many inputs ---------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_RUN_H
#define TRAINLINT_DRIVER_RUN_H

#include "Driver/Checker.h"
#include "Driver/Inputs.h"
#include "Output/Writer.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace trainlint {

/// How a run ends, for the shell.
enum ExitCode : int {
  /// No finding at or above the severity that fails.
  ExitClean = 0,
  ExitFindings = 1,
  /// The command line or an input could not be used.
  ExitUsage = 2,
  /// A defect in trainlint.
  ExitInternal = 3,
};

/// What to do with the edits of findings.
enum class FixMode : uint8_t {
  /// Report the findings only.
  None,
  /// Apply them to the files.
  Apply,
  /// Show what would be applied.
  Diff,
};

/// All that the command line says of a run.
struct RunOptions {
  std::vector<std::string> inputs;
  InputOptions inputOptions;
  std::optional<std::string> configFile;
  bool isolated = false;
  InputKind kind = InputKind::Auto;
  /// A command that stands on trainlint's own command line, as one text. It is
  /// read where standard input would be.
  std::optional<std::string> commandText;

  std::vector<std::string> select;
  std::vector<std::string> ignore;
  std::vector<std::pair<std::string, std::string>> severity;
  std::optional<std::string> failOn;
  bool honorSuppressions = true;
  std::optional<std::string> baseline;
  std::optional<std::string> writeBaseline;

  std::optional<std::string> tables;
  std::optional<absl::CivilDay> asOf;
  /// The values that replace those of the files, as one text with a range for
  /// each, so that findings can point at them.
  std::string overrideText;
  std::vector<std::pair<llvm::StringLiteral, SourceRange>> overrides;
  /// What flags say of graphs, in the same text. The target is not parsed yet.
  GraphSettings graph;
  /// The path of the graph that the jobs train.
  std::optional<std::string> graphPath;
  /// False if settings are only to name the graph of a job, which the caller
  /// opens.
  bool opensGraphs = true;

  OutputFormat format = OutputFormat::Text;
  /// True if the summary for people names the tables that the run looked into.
  bool showTables = false;
  WriterOptions writer;
  bool quiet = false;
  FixMode fix = FixMode::None;
  bool unsafeFixes = false;
  /// The columns of the terminal that shows what is being done; zero for none.
  unsigned progressColumns = 0;
  /// What the inputs are compiled in, such as `GraphContext::create`.
  Checker::MakeContext makeContext = nullptr;
  /// True if nothing else is done afterwards, so that memory is left to the
  /// system.
  bool endsProcess = false;
  /// Threads; zero for as many as there are processors.
  unsigned jobs = 0;
};

/// Checks the inputs and writes the report to `out`; notes and complaints go to
/// `err`. Returns an ExitCode.
int checkInputs(const RunOptions &options, llvm::raw_ostream &out,
                llvm::raw_ostream &err);

} // namespace trainlint

#endif // TRAINLINT_DRIVER_RUN_H
