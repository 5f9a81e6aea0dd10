//===- TargetReport.h - Findings that rest on a device ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DEVICE_TARGETREPORT_H
#define TRAINLINT_DEVICE_TARGETREPORT_H

#include "Device/Target.h"
#include "Diagnostics/Report.h"

namespace trainlint::graph {

/// Names the table that a finding rests on, if there is one.
inline Report &cite(Report &report, const TableInfo &table) {
  if (!table.name.empty())
    report.table(table.name, table.asOf);
  return report;
}

/// Points at what chose a device, which is `role` to the finding, and names the
/// table that describes it.
inline void citeTarget(Report &report, const Target &target,
                       llvm::StringRef role) {
  if (target.location)
    report.note(target.location, role);
  cite(report, target.table);
}

} // namespace trainlint::graph

#endif // TRAINLINT_DEVICE_TARGETREPORT_H
