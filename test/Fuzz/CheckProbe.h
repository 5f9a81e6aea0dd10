//===- CheckProbe.h - Inputs through the whole pipeline ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FUZZ_CHECKPROBE_H
#define TRAINLINT_FUZZ_CHECKPROBE_H

#include "Driver/Checker.h"
#include "Driver/Graphs/GraphContext.h"
#include "Output/Writer.h"

namespace trainlint::test {

/// Checks inputs in one process, and the promises that hold for each of them:
/// places lie in the text, reports can be shown and read, and no fix breaks
/// syntax. Ends the program if one is broken.
class CheckProbe {
public:
  CheckProbe();

  /// Checks a job file or one with commands.
  void checkJob(llvm::StringRef name, llvm::StringRef text, InputKind kind);
  /// Checks a graph for one of several devices, which `variant` chooses.
  void checkGraph(llvm::StringRef text, unsigned variant);
  /// Writes what was found last in some formats.
  void writeReports(llvm::ArrayRef<OutputFormat> formats, unsigned width) const;
  /// What the last input was.
  InputContent content() const { return result.content; }

private:
  CheckResult check(const SourceBuffer &buffer);
  void checkPlaces() const;
  void checkFixes();
  void setTarget(unsigned variant);

  Checker checker{GraphContext::create};
  CheckSettings settings;
  /// Stands for the command line.
  std::unique_ptr<SourceBuffer> flags;
  /// What was checked last, into which the findings point.
  std::unique_ptr<SourceBuffer> buffer;
  CheckResult result;
};

} // namespace trainlint::test

#endif // TRAINLINT_FUZZ_CHECKPROBE_H
