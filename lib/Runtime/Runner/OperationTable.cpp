//===- OperationTable.cpp - How long operations took ----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Runner/OperationTable.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;

llvm::Expected<std::vector<run::OperationTime>>
run::operationTimesOf(const pjrt::Executable &program) {
  auto costs = program.getCosts();
  if (!costs)
    return costs.takeError();
  std::vector<OperationTime> out;
  // Other costs are not times.
  for (const pjrt::NamedValue &cost : *costs) {
    const auto *numbers = std::get_if<std::vector<int64_t>>(&cost.value);
    if (numbers && numbers->size() == 2)
      out.push_back({cost.name, (*numbers)[0], (*numbers)[1]});
  }
  return out;
}

llvm::Error run::printOperationTable(const pjrt::Executable &program,
                                     int64_t runs, llvm::raw_ostream &os) {
  auto times = operationTimesOf(program);
  if (!times)
    return times.takeError();
  struct Row {
    StringRef kind;
    double milliseconds, calls;
  };
  std::vector<Row> rows;
  double all = 0;
  for (const OperationTime &time : *times) {
    if (runs == 0)
      continue;
    rows.push_back({time.kind, 1e-6 * time.nanoseconds / runs,
                    static_cast<double>(time.calls) / runs});
    all += rows.back().milliseconds;
  }
  llvm::stable_sort(rows, [](const Row &left, const Row &right) {
    return left.milliseconds > right.milliseconds;
  });
  os << llvm::formatv("{0,-24} {1,12} {2,7} {3,9}\n", "operations", "ms a run",
                      "share", "calls");
  for (const Row &row : rows)
    os << llvm::formatv("{0,-24} {1,12:f3} {2,6:f1}% {3,9:f0}\n",
                        printable(row.kind.str()), row.milliseconds,
                        100 * row.milliseconds / std::max(all, 1e-9),
                        row.calls);
  os << llvm::formatv("{0,-24} {1,12:f3}\n", "all", all);
  return llvm::Error::success();
}
