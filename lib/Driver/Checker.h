//===- Checker.h - The check of one input -----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one pipeline that the command line, the tests and the language server
// share: text to tree, tree against schema, import into the job dialect, the
// checks, suppressions, severities, order.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_CHECKER_H
#define TRAINLINT_DRIVER_CHECKER_H

#include "Diagnostics/RuleFilter.h"
#include "Dialect/Job/Checks/Passes.h"
#include "Driver/GraphFlags.h"
#include "Driver/GraphInput.h"
#include "Driver/ImportJobs.h"
#include <memory>

namespace trainlint {

/// What a check depends on beside the text. Shared by checks, never changed
/// while one runs.
struct CheckSettings {
  job::CheckContext context;
  RuleFilter rules;
  ImportOptions import;
  GraphSettings graph;
  /// The buffers that the import options point into.
  llvm::SmallVector<const SourceBuffer *, 2> extraSources;
  bool honorSuppressions = true;
};

/// What an input turned out to be.
enum class InputContent : uint8_t {
  /// Neither a job nor a graph, so that it was left alone.
  Other,
  Job,
  Graph,
};

/// The findings of one input, in the order of the text.
struct CheckResult {
  std::vector<Finding> findings;
  InputContent content = InputContent::Other;
  /// How many values hold placeholders and were not checked.
  unsigned skippedValues = 0;
  /// What went wrong inside; empty unless there is a defect in trainlint.
  std::vector<std::string> failures;
  /// Files beside the input that findings point into.
  std::vector<std::unique_ptr<SourceBuffer>> files;
};

/// Checks inputs one after the other. An MLIR context is expensive to create
/// and grows with use, so it is kept for a few hundred inputs. Use one checker
/// per thread.
class Checker {
public:
  Checker();
  ~Checker();

  /// The buffer has to outlive the result, whose findings point into it.
  /// `graph` is what `detectGraph` has found in it; it is asked if that is
  /// null.
  CheckResult check(const SourceBuffer &buffer, const CheckSettings &settings,
                    const GraphContent *graph = nullptr);

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace trainlint

#endif // TRAINLINT_DRIVER_CHECKER_H
