//===- CheckScheduling.cpp - Limits of time -------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Messages/Structure.h"
#include "Dialect/Job/Checks/CheckPass.h"
#include "Support/LLVM.h"
#include "absl/time/time.h"

using namespace trainlint;
using namespace trainlint::job;

namespace trainlint::job {
#define GEN_PASS_DEF_CHECKSCHEDULING
#include "Dialect/Job/Checks/Passes.h.inc"
} // namespace trainlint::job

namespace {
struct CheckScheduling
    : CheckPass<CheckScheduling,
                job::impl::CheckSchedulingBase<CheckScheduling>> {
  using CheckPass::CheckPass;

  void check(TrainingOp training);
};
} // namespace

void CheckScheduling::check(TrainingOp training) {
  // ml.googleapis.com v1, Scheduling.maxWaitTime.
  constexpr StringRef Least = "1800s";
  ValueAttr wait = training.getMaxWaitTimeAttr();
  std::optional<StringRef> text = knownString(wait);
  absl::Duration given, least = absl::Minutes(30);
  // Text of another form is a finding of the schema.
  if (!text || !absl::ParseDuration(text->str(), &given))
    return;
  if (given < least)
    diag::ValueOutOfRange::below(wait.getLoc(), "maxWaitTime", *text, Least)
        .fix(/*safe=*/false, "wait for 30 minutes", wait.getLocation(), Least);
}

Check job::checkScheduling() { return Check::of<CheckScheduling>(); }
