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

llvm::Error run::printOperationTable(const pjrt::Executable &program,
                                     int64_t runs, llvm::raw_ostream &os) {
  auto costs = program.getCosts();
  if (!costs)
    return costs.takeError();
  struct Row {
    StringRef kind;
    double milliseconds, calls;
  };
  std::vector<Row> rows;
  double all = 0;
  // Nanoseconds and calls of all runs. Other costs are not times.
  for (const pjrt::NamedValue &cost : *costs) {
    const auto *numbers = std::get_if<std::vector<int64_t>>(&cost.value);
    if (!numbers || numbers->size() != 2 || runs == 0)
      continue;
    rows.push_back({cost.name, 1e-6 * (*numbers)[0] / runs,
                    static_cast<double>((*numbers)[1]) / runs});
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
