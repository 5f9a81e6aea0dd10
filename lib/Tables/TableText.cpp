//===- TableText.cpp - A table as its CSV file tells it -------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tables/TableText.h"
#include "Support/Decimal.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <chrono>
#include <cmath>

using namespace trainlint;
using llvm::Twine;

static llvm::Error problem(StringRef table, unsigned line,
                           const Twine &message) {
  std::string place = (table + ".csv:" + Twine(line) + ": ").str();
  return llvm::createStringError(place + message.str());
}

std::optional<unsigned> TableText::findColumn(StringRef column) const {
  for (const auto &[index, candidate] : llvm::enumerate(columns)) {
    if (candidate.name == column)
      return index;
  }
  return std::nullopt;
}

int TableText::compareKeys(const TableRow &a, const TableRow &b) const {
  for (const auto &[index, column] : llvm::enumerate(columns)) {
    if (!column.key)
      continue;
    int order = 0;
    if (column.type == ColumnType::Integer) {
      int64_t left = 0, right = 0;
      a.cells[index].getAsInteger(10, left);
      b.cells[index].getAsInteger(10, right);
      order = left < right ? -1 : left > right;
    } else {
      order = a.cells[index].compare(b.cells[index]);
    }
    if (order != 0)
      return order;
  }
  return 0;
}

llvm::SmallVector<StringRef> trainlint::listItems(StringRef cell) {
  llvm::SmallVector<StringRef> items;
  cell.split(items, '|');
  return items;
}

std::optional<DateParts> trainlint::parseDate(StringRef text) {
  StringRef form = "dddd-dd-dd";
  bool fits = text.size() == form.size() &&
              llvm::all_of(llvm::zip(form, text), [](auto pair) {
                auto [expected, found] = pair;
                return expected == 'd' ? llvm::isDigit(found) : found == '-';
              });
  if (!fits)
    return std::nullopt;
  DateParts date;
  text.slice(0, 4).getAsInteger(10, date.year);
  text.slice(5, 7).getAsInteger(10, date.month);
  text.slice(8, 10).getAsInteger(10, date.day);
  std::chrono::year_month_day day{std::chrono::year(date.year),
                                  std::chrono::month(date.month),
                                  std::chrono::day(date.day)};
  return day.ok() ? std::optional(date) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// The description on top
//===----------------------------------------------------------------------===//

/// `NAME: TYPE [key] [-> TABLE.COLUMN]`; returns what is wrong, or nothing.
static std::string parseColumn(StringRef text, Column &column) {
  auto [name, rest] = text.split(": ");
  column.name = name.trim();
  auto [left, reference] = rest.split("-> ");
  auto [type, key] = left.trim().split(' ');
  if (key.trim() == "key")
    column.key = true;
  else if (!key.trim().empty())
    return ("unknown word `" + key.trim() + "` in the description of a column")
        .str();
  if (!reference.empty()) {
    std::tie(column.referencedTable, column.referencedColumn) =
        reference.trim().split('.');
    if (column.referencedColumn.empty())
      return "a reference is written `-> table.column`";
  }
  column.optional = type.consume_back("?");
  if (type == "text") {
    column.type = ColumnType::Text;
  } else if (type == "integer") {
    column.type = ColumnType::Integer;
  } else if (type == "decimal") {
    column.type = ColumnType::Decimal;
  } else if (type == "flag") {
    column.type = ColumnType::Flag;
  } else if (type == "date") {
    column.type = ColumnType::Date;
  } else if (type == "list(integer)") {
    column.type = ColumnType::IntegerList;
  } else if (type.consume_front("word(") && type.consume_back(")")) {
    column.type = ColumnType::Word;
    for (StringRef word : listItems(type))
      column.words.push_back(word);
  } else {
    return ("unknown column type `" + type + "`").str();
  }
  return "";
}

/// A year, a month or a day.
static bool isAsOf(StringRef text) {
  return parseDate(text) || parseDate((text + "-01").str()) ||
         parseDate((text + "-01-01").str());
}

static llvm::Error parseComment(StringRef comment, unsigned line,
                                TableText &table) {
  // A line that is indented more than a word of the description goes on with
  // the note above it.
  if (comment.starts_with("  ") && !table.notes.empty()) {
    table.notes.back() += (" " + comment.trim()).str();
    return llvm::Error::success();
  }
  comment = comment.trim();
  if (comment.consume_front("column ")) {
    Column column;
    std::string wrong = parseColumn(comment, column);
    if (!wrong.empty())
      return problem(table.name, line, wrong);
    if (table.findColumn(column.name))
      return problem(table.name, line,
                     "column `" + column.name + "` is described twice");
    table.columns.push_back(std::move(column));
    return llvm::Error::success();
  }
  auto [word, value] = comment.split(": ");
  if (word == "about") {
    table.about = value.trim();
  } else if (word == "source") {
    table.sources.push_back(value.trim());
  } else if (word == "note") {
    table.notes.push_back(value.trim().str());
  } else if (word == "as-of") {
    table.asOf = value.trim();
    if (!isAsOf(table.asOf))
      return problem(table.name, line,
                     "`" + table.asOf + "` is not a date such as 2021-01-26");
  } else {
    return problem(table.name, line,
                   "unknown word `" + word + "` in the description");
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

static llvm::SmallVector<StringRef, 8> splitCells(StringRef line) {
  llvm::SmallVector<StringRef, 8> cells;
  while (true) {
    size_t end;
    if (line.starts_with("\"") && line.find('"', 1) != StringRef::npos) {
      size_t close = line.find('"', 1);
      cells.push_back(line.slice(1, close));
      end = line.find(',', close);
    } else {
      end = line.find(',');
      cells.push_back(line.take_front(end).trim());
    }
    if (end == StringRef::npos)
      return cells;
    line = line.drop_front(end + 1);
  }
}

/// What is wrong with the quotes of a line, or nothing. A cell in quotes holds
/// no quote: nothing in a table needs one.
static std::string checkQuotes(StringRef line) {
  for (size_t open = line.find('"'); open != StringRef::npos;
       open = line.find('"', open)) {
    size_t close = line.find('"', open + 1);
    if (close == StringRef::npos)
      return "a quote is never closed";
    bool whole = (open == 0 || line[open - 1] == ',') &&
                 (close + 1 == line.size() || line[close + 1] == ',');
    if (!whole)
      return "a quote stands within a cell";
    open = close + 1;
  }
  return "";
}

/// What is wrong with a cell, or nothing.
static std::string checkCell(StringRef cell, const Column &column) {
  if (cell.empty())
    return column.optional ? "" : "the cell is empty";
  int64_t integer;
  double decimal;
  switch (column.type) {
  case ColumnType::Text:
    return "";
  case ColumnType::Integer:
    return cell.getAsInteger(10, integer) || integer < 0
               ? "expected an integer that is not negative"
               : "";
  case ColumnType::Decimal:
    return readDecimal(cell, decimal) || !std::isfinite(decimal) || decimal < 0
               ? "expected a number that is not negative"
               : "";
  case ColumnType::Flag:
    return cell == "yes" || cell == "no" ? "" : "expected yes or no";
  case ColumnType::Date:
    return parseDate(cell) ? "" : "expected a date such as 2021-01-26";
  case ColumnType::Word:
    return llvm::is_contained(column.words, cell)
               ? ""
               : "expected " + llvm::join(column.words, " or ");
  case ColumnType::IntegerList:
    return llvm::all_of(
               listItems(cell),
               [&](StringRef item) { return !item.getAsInteger(10, integer); })
               ? ""
               : "expected integers with `|` between them";
  }
  llvm_unreachable("unknown column type");
}

static llvm::Error checkHeader(llvm::ArrayRef<StringRef> names, unsigned line,
                               const TableText &table) {
  if (names.size() != table.columns.size())
    return problem(table.name, line,
                   "the header has " + Twine(names.size()) +
                       " columns, the table has " +
                       Twine(table.columns.size()));
  for (const auto &[name, column] : llvm::zip(names, table.columns)) {
    if (name != column.name)
      return problem(table.name, line,
                     "column `" + name + "` stands where `" + column.name +
                         "` belongs");
  }
  return llvm::Error::success();
}

static llvm::Error checkRow(const TableRow &row, const TableText &table) {
  if (row.cells.size() != table.columns.size())
    return problem(table.name, row.line,
                   "the row has " + Twine(row.cells.size()) +
                       " cells, the table has " + Twine(table.columns.size()) +
                       " columns");
  for (const auto &[cell, column] : llvm::zip(row.cells, table.columns)) {
    std::string wrong = checkCell(cell, column);
    if (!wrong.empty())
      return problem(table.name, row.line,
                     "column `" + column.name + "`, value `" + cell +
                         "`: " + wrong);
  }
  return llvm::Error::success();
}

static llvm::Error checkDescription(const TableText &table) {
  if (table.sources.empty())
    return problem(table.name, 1,
                   "no line `# source:` tells where the facts come from");
  if (table.asOf.empty())
    return problem(table.name, 1,
                   "no line `# as-of:` tells the date of the facts");
  if (table.about.empty())
    return problem(table.name, 1, "no line `# about:` tells what a row says");
  if (table.columns.empty())
    return problem(table.name, 1, "no line `# column` describes the columns");
  if (llvm::none_of(table.columns,
                    [](const Column &column) { return column.key; }))
    return problem(table.name, 1, "no column is a key");
  return llvm::Error::success();
}

llvm::Expected<TableText> trainlint::parseTable(StringRef name, StringRef text,
                                                const TableText *definition) {
  TableText table;
  table.name = name.str();
  unsigned line = 0;
  bool inRows = false;
  // Spreadsheets write one.
  text.consume_front("\xEF\xBB\xBF");
  while (!text.empty()) {
    auto [current, rest] = text.split('\n');
    text = rest;
    ++line;
    current = current.rtrim("\r");
    if (current.trim().empty())
      continue;
    if (current.starts_with("#")) {
      if (llvm::Error error = parseComment(current.drop_front(), line, table))
        return error;
      continue;
    }
    if (!inRows) {
      if (definition) {
        // A copy of the table may describe its columns, but not change them.
        table.columns = definition->columns;
        if (table.about.empty())
          table.about = definition->about;
      }
      if (llvm::Error error = checkDescription(table))
        return error;
      if (llvm::Error error = checkHeader(splitCells(current), line, table))
        return error;
      inRows = true;
      continue;
    }
    if (std::string wrong = checkQuotes(current); !wrong.empty())
      return problem(name, line, wrong);
    TableRow row{line, splitCells(current)};
    if (llvm::Error error = checkRow(row, table))
      return error;
    table.rows.push_back(std::move(row));
  }
  if (!inRows)
    return problem(name, std::max(line, 1u), "the table has no header row");

  llvm::stable_sort(table.rows, [&](const TableRow &a, const TableRow &b) {
    return table.compareKeys(a, b) < 0;
  });
  for (size_t i = 1; i < table.rows.size(); ++i) {
    if (table.compareKeys(table.rows[i - 1], table.rows[i]) == 0)
      return problem(name, table.rows[i].line,
                     "the key of this row is that of line " +
                         Twine(table.rows[i - 1].line));
  }
  return table;
}

void trainlint::overlayTable(TableText &table, const TableText &newer) {
  table.asOf = newer.asOf;
  table.sources = newer.sources;
  for (const TableRow &row : newer.rows) {
    auto place = llvm::lower_bound(table.rows, row,
                                   [&](const TableRow &a, const TableRow &b) {
                                     return table.compareKeys(a, b) < 0;
                                   });
    if (place != table.rows.end() && table.compareKeys(*place, row) == 0)
      *place = row;
    else
      table.rows.insert(place, row);
  }
}

llvm::Error trainlint::checkReferences(llvm::ArrayRef<TableText> tables) {
  for (const TableText &table : tables) {
    for (const auto &[index, column] : llvm::enumerate(table.columns)) {
      if (column.referencedTable.empty())
        continue;
      auto *target = llvm::find_if(tables, [&](const TableText &candidate) {
        return candidate.name == column.referencedTable;
      });
      std::optional<unsigned> targetColumn;
      if (target != tables.end())
        targetColumn = target->findColumn(column.referencedColumn);
      if (!targetColumn)
        return problem(table.name, 1,
                       "column `" + column.name + "` refers to `" +
                           column.referencedTable + "." +
                           column.referencedColumn + "`, which does not exist");
      llvm::StringSet<> known;
      for (const TableRow &row : target->rows)
        known.insert(row.cells[*targetColumn]);
      for (const TableRow &row : table.rows) {
        StringRef cell = row.cells[index];
        if (!cell.empty() && !known.contains(cell))
          return problem(table.name, row.line,
                         "`" + cell + "` is not in `" + column.referencedTable +
                             "`");
      }
    }
  }
  return llvm::Error::success();
}
