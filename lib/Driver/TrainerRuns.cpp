//===- TrainerRuns.cpp - Trainers on the machines of jobs -----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/TrainerRuns.h"
#include "Dialect/Job/Target/JobTarget.h"
#include "Frontend/Python/Trainers/Jax.h"
#include "Frontend/Python/Trainers/TorchXla.h"
#include "Frontend/Python/Trainers/TpuEstimator.h"
#include "Frontend/Python/Trainers/TpuStrategy.h"
#include "Support/Cancellation.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;

void trainlint::checkTrainers(const python::Context &context) {
  if (isCancelled())
    return;
  python::checkTpuEstimator(context);
  python::checkTpuStrategy(context);
  python::checkTorchXla(context);
  python::checkJax(context);
}

/// True if there is a finding of the rule at the place that is as severe: what
/// is certain with a job may have been a guess without one.
static bool hasFinding(ArrayRef<Finding> findings, const Finding &wanted) {
  return llvm::any_of(findings, [&](const Finding &finding) {
    return finding.rule == wanted.rule &&
           finding.place.buffer == wanted.place.buffer &&
           finding.place.range == wanted.place.range &&
           finding.severity >= wanted.severity;
  });
}

std::vector<Finding>
TrainerRuns::findingsOf(const python::TrainerScript &script,
                        job::TrainingOp job, const graph::Target *target,
                        std::vector<std::string> &failures) {
  yaml::Stream stream;
  yaml::TreeView tree(stream, *script.module->buffer, context);
  mlir::OpBuilder builder(context);
  python::FormFindings found;
  auto readFile = [this](StringRef path, StringRef from) {
    return files.readKept(path, from);
  };
  python::Context trainer{*script.program,
                          sources,
                          *options.tables,
                          builder,
                          stream,
                          tree,
                          options.overrides,
                          options.defaults,
                          /*checkJob=*/nullptr,
                          readFile,
                          result.skippedValues,
                          found,
                          job,
                          target};
  FindingCollector collector(context, sources);
  checkTrainers(trainer);
  std::vector<Finding> findings = collector.take();
  llvm::append_range(findings, found.findings);
  llvm::append_range(failures, collector.failures());
  llvm::append_range(failures, found.failures);
  return findings;
}

void TrainerRuns::check(const python::TrainerScript &script,
                        job::TrainingOp job, python::FormFindings &found) {
  if (runsLeft == 0)
    return;
  --runsLeft;
  graph::Target target = targetOf(job, *options.tables);
  auto [known, isNew] = alone.try_emplace(&script);
  if (isNew && !script.isWritten)
    known->second = findingsOf(script, nullptr, nullptr, found.failures);
  for (Finding &finding : findingsOf(script, job, &target, found.failures)) {
    // Several jobs may run one script.
    if (hasFinding(known->second, finding))
      continue;
    known->second.push_back(finding);
    found.findings.push_back(std::move(finding));
  }
}
