//===- RuleFilter.h - Which rules are checked, how severely -----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIAGNOSTICS_RULEFILTER_H
#define TRAINLINT_DIAGNOSTICS_RULEFILTER_H

#include "Diagnostics/Finding.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace trainlint {

/// Which rules are reported, and with which severity.
class RuleFilter {
public:
  /// All rules but those that have to be asked for, with their own severities.
  RuleFilter();

  /// Leaves only the rules that a selector names: a rule, a code, a group, or a
  /// pattern such as `tpu-*` or `TL02*`. The first call starts from nothing.
  llvm::Error select(llvm::StringRef selector);
  llvm::Error ignore(llvm::StringRef selector);
  /// Gives the rules of a selector another severity, which asks for those that
  /// are not reported otherwise; `off` ignores them.
  llvm::Error setSeverity(llvm::StringRef selector, llvm::StringRef severity);

  bool isEnabled(RuleId rule) const {
    return enabled[static_cast<size_t>(rule)];
  }
  /// Drops findings of rules that are not enabled and sets severities.
  void apply(std::vector<Finding> &findings) const;

private:
  /// Each has an entry for every rule.
  std::vector<bool> enabled;
  /// What was ignored, which no severity brings back.
  std::vector<bool> ignored;
  std::vector<std::optional<Severity>> severities;
  bool selecting = false;
};

/// The rules that a selector names; an error with a suggestion if there are
/// none.
llvm::Expected<llvm::SmallVector<RuleId>>
resolveSelector(llvm::StringRef selector);

} // namespace trainlint

#endif // TRAINLINT_DIAGNOSTICS_RULEFILTER_H
