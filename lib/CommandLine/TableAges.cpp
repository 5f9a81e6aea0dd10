//===- TableAges.cpp - trainlint tables --age -----------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine/Commands.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "Support/PrintableJson.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace trainlint;
using namespace trainlint::cli;

/// The last day that a date may mean: that of its month or its year, if it
/// tells no more.
static absl::CivilDay lastDayOf(StringRef asOf) {
  size_t dashes = asOf.count('-');
  StringRef missing = StringRef("-01-01").drop_front(3 * dashes);
  // A table that has no date at all is refused when it is read.
  DateParts date =
      parseDate((asOf + missing).str()).value_or(DateParts{1970, 1, 1});
  if (dashes == 0)
    return absl::CivilDay(absl::CivilYear(date.year) + 1) - 1;
  if (dashes == 1)
    return absl::CivilDay(absl::CivilMonth(date.year, date.month) + 1) - 1;
  return absl::CivilDay(date.year, date.month, date.day);
}

/// "12 days", "3 months", "5 years".
static std::string describeAge(absl::CivilDay day, absl::CivilDay today) {
  int64_t days = std::max<int64_t>(today - day, 0);
  if (days < 60)
    return pluralize(days, "day");
  int64_t months = absl::CivilMonth(today) - absl::CivilMonth(day);
  return months < 24 ? pluralize(months, "month")
                     : pluralize(months / 12, "year");
}

static void printAgesJson(llvm::raw_ostream &stream,
                          llvm::ArrayRef<const TableText *> tables,
                          absl::CivilDay today) {
  PrintableJson os(stream);
  llvm::json::OStream out(os, 2);
  out.array([&] {
    for (const TableText *table : tables) {
      out.object([&] {
        out.attribute("name", table->name);
        out.attribute("as_of", table->asOf);
        out.attribute("age_days",
                      std::max<int64_t>(today - lastDayOf(table->asOf), 0));
        out.attribute("rows", static_cast<int64_t>(table->rows.size()));
      });
    }
  });
  os << "\n";
}

void cli::printTableAges(llvm::raw_ostream &os,
                         llvm::ArrayRef<const TableText *> tables,
                         absl::CivilDay today, bool asJson) {
  llvm::SmallVector<const TableText *> sorted(tables);
  llvm::stable_sort(sorted, [](const TableText *a, const TableText *b) {
    return lastDayOf(a->asOf) < lastDayOf(b->asOf);
  });
  if (asJson)
    return printAgesJson(os, sorted, today);
  for (const TableText *table : sorted)
    os << llvm::left_justify(printableLine(table->name), 34)
       << llvm::left_justify(printable(table->asOf), 12)
       << describeAge(lastDayOf(table->asOf), today) << "\n";
}
