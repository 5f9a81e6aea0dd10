//===- TableText.h - A table as its CSV file tells it -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table is a CSV file that describes itself in the comment lines on top:
//
//   # about: what a row says, in one line
//   # source: where the facts come from (one line for each source)
//   # as-of: 2021-01-26 (or 2021-01, or 2021)
//   # note: what a reader has to know (any number of lines)
//   # column NAME: TYPE [key] [-> TABLE.COLUMN]
//
// TYPE is text, integer, decimal, flag (yes or no), date, word(a|b) or
// list(integer) with `|` between the items; `?` behind it allows an empty cell.
// The key columns together identify a row.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_TABLES_TABLETEXT_H
#define TRAINLINT_TABLES_TABLETEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace trainlint {

enum class ColumnType : uint8_t {
  Text,
  Integer,
  Decimal,
  Flag,
  Date,
  Word,
  IntegerList,
};

struct Column {
  llvm::StringRef name;
  ColumnType type = ColumnType::Text;
  bool optional = false;
  bool key = false;
  /// The words of a Word column.
  llvm::SmallVector<llvm::StringRef, 4> words;
  /// The table and the column that every cell has to stand in; empty if none.
  llvm::StringRef referencedTable;
  llvm::StringRef referencedColumn;
};

struct TableRow {
  unsigned line = 0;
  llvm::SmallVector<llvm::StringRef, 8> cells;
};

/// A parsed table. All text but the notes points into the file's text.
struct TableText {
  std::string name;
  llvm::StringRef about;
  llvm::StringRef asOf;
  llvm::SmallVector<llvm::StringRef, 4> sources;
  llvm::SmallVector<std::string, 4> notes;
  llvm::SmallVector<Column, 8> columns;
  std::vector<TableRow> rows;

  std::optional<unsigned> findColumn(llvm::StringRef column) const;
  /// Compares two rows by their key columns.
  int compareKeys(const TableRow &a, const TableRow &b) const;
};

/// Parses a table. `definition` supplies the columns of a file that does not
/// describe them itself; the header row then has to name them. Rows are sorted
/// by key. The error tells file and line.
llvm::Expected<TableText> parseTable(llvm::StringRef name, llvm::StringRef text,
                                     const TableText *definition = nullptr);

/// Adds the rows of `newer`, which replace rows with the same key, and takes
/// its date and sources.
void overlayTable(TableText &table, const TableText &newer);

/// Checks that every reference has its row.
llvm::Error checkReferences(llvm::ArrayRef<TableText> tables);

/// The parts of a cell of a list column.
llvm::SmallVector<llvm::StringRef> listItems(llvm::StringRef cell);

/// Year, month and day of a date cell; none if it is no date.
struct DateParts {
  int year, month, day;
};
std::optional<DateParts> parseDate(llvm::StringRef text);

} // namespace trainlint

#endif // TRAINLINT_TABLES_TABLETEXT_H
