//===- Warnings.cpp - Errors that are not certain -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Trainers/Warnings.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::python;

void python::weakenErrors(std::vector<Finding> &findings, StringRef condition) {
  for (Finding &finding : findings) {
    if (finding.severity == Severity::Error)
      finding.severity = Severity::Warning;
    if (finding.label.empty())
      finding.label = condition.str();
  }
}

void python::reportAsWarnings(const Context &context, StringRef condition,
                              llvm::function_ref<void()> check) {
  FindingCollector collector(context.mlirContext(), context.sources);
  check();
  std::vector<Finding> findings = collector.take();
  weakenErrors(findings, condition);
  llvm::append_range(context.found.findings, findings);
  llvm::append_range(context.found.failures, collector.failures());
}
