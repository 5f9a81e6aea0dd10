//===- ApplyFixesToFixpoint.cpp - Fixes until nothing is left -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/ApplyFixesToFixpoint.h"
#include "Diagnostics/Fixes.h"
#include "Diagnostics/RuleIds.h"

using namespace trainlint;

static bool hasSyntaxError(llvm::ArrayRef<Finding> findings) {
  return llvm::any_of(findings, [](const Finding &finding) {
    return finding.rule == RuleId::YamlSyntax;
  });
}

std::optional<FixedInput>
trainlint::applyFixesToFixpoint(Checker &checker, const SourceBuffer &buffer,
                                llvm::ArrayRef<Finding> findings,
                                const CheckSettings &settings, bool unsafeToo) {
  constexpr unsigned MostRounds = 10;
  std::optional<FixedInput> fixed;
  for (unsigned round = 0; round < MostRounds; ++round) {
    const SourceBuffer &current = fixed ? *fixed->buffer : buffer;
    llvm::ArrayRef<Finding> found = findings;
    if (fixed)
      found = fixed->result.findings;
    FixedText text = applyFixes(current, found, unsafeToo);
    if (text.applied == 0)
      break;
    FixedInput next{SourceBuffer::copy(current.name(), text.text), {}};
    next.result = checker.check(*next.buffer, settings);
    if (hasSyntaxError(next.result.findings) && !hasSyntaxError(found))
      break;
    fixed = std::move(next);
  }
  return fixed;
}
