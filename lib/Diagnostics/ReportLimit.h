//===- ReportLimit.h - How many findings a rule may have --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DIAGNOSTICS_REPORTLIMIT_H
#define TRAINLINT_DIAGNOSTICS_REPORTLIMIT_H

#include "Diagnostics/RuleCatalog.h"
#include <map>

namespace trainlint {

/// The most findings of a rule that are kept of one input: more than people or
/// CI services show. A small input can have a finding for every other byte.
inline constexpr unsigned MostFindingsOfRule = 5000;

/// While it lives, the reports of its thread are counted, and those that are
/// too many are not made.
class ReportLimit {
public:
  using Key = std::pair<RuleId, Severity>;

  ReportLimit();
  ~ReportLimit();
  ReportLimit(const ReportLimit &) = delete;
  ReportLimit &operator=(const ReportLimit &) = delete;

  /// Counts a report. False if it is one too many.
  static bool takes(RuleId rule, Severity severity);

  /// Calls `visit` with each rule of which there were too many reports, and how
  /// many more; begins anew.
  template <typename Visitor>
  void takeExcess(Visitor visit) {
    for (const auto &[key, count] : counts) {
      if (count > MostFindingsOfRule)
        visit(key, count - MostFindingsOfRule);
    }
    counts.clear();
  }

private:
  ReportLimit *outer;
  std::map<Key, size_t> counts;
};

} // namespace trainlint

#endif // TRAINLINT_DIAGNOSTICS_REPORTLIMIT_H
