//===- ReportLimit.cpp - How many findings a rule may have ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/ReportLimit.h"
#include <utility>

using namespace trainlint;

static thread_local ReportLimit *current = nullptr;

ReportLimit::ReportLimit() : outer(std::exchange(current, this)) {}

ReportLimit::~ReportLimit() { current = outer; }

bool ReportLimit::takes(RuleId rule, Severity severity) {
  return !current || ++current->counts[{rule, severity}] <= MostFindingsOfRule;
}
