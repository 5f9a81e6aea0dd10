//===- Tables.h - The provider's facts, typed -------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables are CSV files in tables/ that describe themselves. The build turns
// each into a struct with typed rows, which are expanded when they are first
// asked for; a folder given at run time lays newer rows over them.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TABLES_TABLES_H
#define TRAINLINT_TABLES_TABLES_H

#include "Support/Boundary.h"
#include "Tables/TableRows.h"
#include "Tables/TableText.h"
#include "absl/time/civil_time.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

namespace trainlint {

/// What a finding that rests on a table says of it.
struct TableInfo {
  llvm::StringRef name;
  llvm::StringRef asOf;
};

#include "Tables/TableTypes.inc"

/// Tables with the rows of a folder laid over the built-in ones.
class OverlaidTables {
public:
  /// Reads every `NAME.csv` of a folder, where NAME is a built-in table. The
  /// files are written like those of the project; the lines that describe
  /// columns may be left out. What lies outside of `boundary` is not read.
  static llvm::Expected<std::unique_ptr<OverlaidTables>>
  load(llvm::StringRef folder, const Boundary &boundary = Boundary::none());

  const Tables &tables() const { return overlaid; }
  /// The text form, for `trainlint tables`.
  llvm::ArrayRef<TableText> texts() const { return allTexts; }

private:
  llvm::BumpPtrAllocator arena;
  std::vector<TableText> allTexts;
  Tables overlaid;
};

/// The built-in tables in text form, parsed anew at each call.
std::vector<TableText> builtInTableTexts();

/// "2021-01-26".
std::string formatDate(absl::CivilDay day);

} // namespace trainlint

#endif // TRAINLINT_TABLES_TABLES_H
