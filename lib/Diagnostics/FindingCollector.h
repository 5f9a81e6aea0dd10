//===- FindingCollector.h - MLIR diagnostics back to findings ---*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIAGNOSTICS_FINDINGCOLLECTOR_H
#define TRAINLINT_DIAGNOSTICS_FINDINGCOLLECTOR_H

#include "Diagnostics/ReportLimit.h"
#include "Diagnostics/SourceSet.h"
#include "mlir/IR/Diagnostics.h"
#include <vector>

namespace trainlint {

/// The finding that a diagnostic carries; none if it comes from MLIR itself.
std::optional<Finding> findingIn(mlir::Diagnostic &diagnostic,
                                 const SourceSet &sources);

/// Collects the findings that are reported while it lives. A diagnostic that is
/// no finding comes from MLIR itself and is an internal failure.
class FindingCollector {
public:
  FindingCollector(mlir::MLIRContext *context, const SourceSet &sources);

  /// Takes the findings, in the order in which they were reported. Of a rule
  /// that has too many with one severity, the last one kept says how many more.
  std::vector<Finding> take();
  /// What MLIR complained of; empty if all went well.
  llvm::ArrayRef<std::string> failures() const { return internal; }

private:
  void collect(mlir::Diagnostic &diagnostic);

  const SourceSet &sources;
  std::vector<Finding> findings;
  ReportLimit limit;
  std::vector<std::string> internal;
  mlir::ScopedDiagnosticHandler handler;
};

/// Sorts by place, errors before warnings at one place, and drops repetitions.
void sortFindings(std::vector<Finding> &findings);

} // namespace trainlint

#endif // TRAINLINT_DIAGNOSTICS_FINDINGCOLLECTOR_H
