//===- TablesCommand.cpp - trainlint tables, trainlint schema -------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine/Commands.h"
#include "Driver/Run.h"
#include "Schema/Schema.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/Printable.h"
#include "Support/PrintableJson.h"
#include "Support/Text.h"
#include "Tables/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include <chrono>

using namespace trainlint;
using namespace trainlint::cli;
using llvm::raw_ostream;
using llvm::opt::InputArgList;

/// `name` is none of `names`; suggests the nearest.
static std::string notFound(StringRef what, StringRef name,
                            llvm::ArrayRef<StringRef> names) {
  std::string message = ("`" + name + "` is not a " + what).str();
  if (std::optional<NearMatch> near = findNearMatch(name, names))
    return message + "; did you mean `" + near->word.str() + "`?";
  return message + "; there are " + formatList(names, "and", names.size());
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

static void listTables(raw_ostream &os, llvm::ArrayRef<TableText> tables) {
  for (const TableText &table : tables)
    os << llvm::left_justify(printableLine(table.name), 34)
       << llvm::left_justify(printable(table.asOf), 12)
       << llvm::right_justify(std::to_string(table.rows.size()), 5) << "  "
       << printable(table.about) << "\n";
}

static void printTable(raw_ostream &os, const TableText &table,
                       llvm::ArrayRef<const TableRow *> rows) {
  llvm::SmallVector<size_t> widths;
  for (const auto &[index, column] : llvm::enumerate(table.columns)) {
    size_t width = column.name.size();
    for (const TableRow *row : rows)
      width = std::max(width, row->cells[index].size());
    widths.push_back(width);
  }
  auto printRow = [&](auto cellOf) {
    std::string line;
    for (size_t i = 0; i < widths.size(); ++i) {
      StringRef cell = cellOf(i);
      line += cell;
      line.append(widths[i] - cell.size() + 2, ' ');
    }
    os << printableLine(StringRef(line).rtrim()) << "\n";
  };
  printRow([&](size_t i) { return table.columns[i].name; });
  for (const TableRow *row : rows)
    printRow([&](size_t i) { return row->cells[i]; });
  os << "\n"
     << printableLine(table.about) << ", as of " << printable(table.asOf)
     << "\n";
  for (StringRef source : table.sources)
    os << "source: " << printable(source) << "\n";
  for (StringRef note : table.notes)
    os << "note: " << printable(note) << "\n";
}

static void printTableJson(raw_ostream &stream, const TableText &table,
                           llvm::ArrayRef<const TableRow *> rows) {
  PrintableJson os(stream);
  llvm::json::OStream out(os, 2);
  out.object([&] {
    out.attribute("name", table.name);
    out.attribute("about", table.about);
    out.attribute("as_of", table.asOf);
    out.attributeArray("sources", [&] {
      for (StringRef source : table.sources)
        out.value(source);
    });
    out.attributeArray("notes", [&] {
      for (StringRef note : table.notes)
        out.value(note);
    });
    out.attributeArray("rows", [&] {
      for (const TableRow *row : rows) {
        out.object([&] {
          for (const auto &[column, cell] :
               llvm::zip(table.columns, row->cells))
            out.attribute(column.name, cell);
        });
      }
    });
  });
  os << "\n";
}

/// The rows that satisfy every `column=value`; a list cell satisfies it if it
/// holds the value.
static llvm::Expected<std::vector<const TableRow *>>
selectRows(const TableText &table, llvm::ArrayRef<std::string> conditions) {
  std::vector<const TableRow *> rows;
  for (const TableRow &row : table.rows)
    rows.push_back(&row);
  for (StringRef condition : conditions) {
    auto [column, value] = condition.split('=');
    std::optional<unsigned> index = table.findColumn(column);
    if (!index || !condition.contains('=')) {
      llvm::SmallVector<StringRef> names;
      for (const Column &known : table.columns)
        names.push_back(known.name);
      return llvm::createStringError(
          notFound("column of " + table.name, column, names));
    }
    bool list = table.columns[*index].type == ColumnType::IntegerList;
    llvm::erase_if(rows, [&, value = value](const TableRow *row) {
      StringRef cell = row->cells[*index];
      return list ? !llvm::is_contained(listItems(cell), value) : cell != value;
    });
  }
  return rows;
}

static llvm::Expected<const TableText *>
findTable(StringRef name, llvm::ArrayRef<TableText> tables) {
  llvm::SmallVector<StringRef> known;
  for (const TableText &table : tables) {
    if (table.name == name)
      return &table;
    known.push_back(table.name);
  }
  return llvm::createStringError(notFound("table", name, known));
}

static absl::CivilDay currentDay() {
  auto since = std::chrono::system_clock::now().time_since_epoch();
  return absl::CivilDay(1970, 1, 1) +
         std::chrono::floor<std::chrono::days>(since).count();
}

/// The age of the tables that are named, or of all.
static int showAges(const InputArgList &arguments, Streams streams,
                    llvm::ArrayRef<TableText> tables,
                    llvm::ArrayRef<std::string> names) {
  std::optional<absl::CivilDay> day;
  if (llvm::Error wrong = readAsOf(arguments, day))
    return usageError(streams, llvm::toString(std::move(wrong)));
  llvm::SmallVector<const TableText *> chosen;
  for (const TableText &table : tables) {
    if (names.empty())
      chosen.push_back(&table);
  }
  for (const std::string &name : names) {
    llvm::Expected<const TableText *> table = findTable(name, tables);
    if (!table)
      return usageError(streams, llvm::toString(table.takeError()));
    chosen.push_back(*table);
  }
  printTableAges(streams.out, chosen, day.value_or(currentDay()),
                 arguments.hasArg(OPT_json));
  return ExitClean;
}

int cli::tablesCommand(const InputArgList &arguments, Streams streams) {
  std::vector<TableText> builtIn;
  std::unique_ptr<OverlaidTables> overlay;
  llvm::ArrayRef<TableText> tables;
  if (const llvm::opt::Arg *folder = arguments.getLastArg(OPT_tables_dir_EQ)) {
    auto loaded = OverlaidTables::load(folder->getValue());
    if (!loaded)
      return usageError(streams, llvm::toString(loaded.takeError()));
    overlay = std::move(*loaded);
    tables = overlay->texts();
  } else {
    builtIn = builtInTableTexts();
    tables = builtIn;
  }

  std::vector<std::string> names = arguments.getAllArgValues(OPT_INPUT);
  if (arguments.hasArg(OPT_age))
    return showAges(arguments, streams, tables, names);
  if (names.empty()) {
    listTables(streams.out, tables);
    return ExitClean;
  }
  for (const std::string &name : names) {
    llvm::Expected<const TableText *> found = findTable(name, tables);
    if (!found)
      return usageError(streams, llvm::toString(found.takeError()));
    const TableText *table = *found;
    auto rows = selectRows(*table, arguments.getAllArgValues(OPT_where_EQ));
    if (!rows)
      return usageError(streams, llvm::toString(rows.takeError()));
    if (arguments.hasArg(OPT_json))
      printTableJson(streams.out, *table, *rows);
    else
      printTable(streams.out, *table, *rows);
  }
  return ExitClean;
}

//===----------------------------------------------------------------------===//
// Schemas
//===----------------------------------------------------------------------===//

int cli::schemaCommand(const InputArgList &arguments, Streams streams) {
  std::vector<std::string> names = arguments.getAllArgValues(OPT_INPUT);
  llvm::SmallVector<StringRef> known;
  for (const schema::SchemaFile &file : schema::schemaFiles())
    known.push_back(file.name);
  if (names.empty()) {
    for (StringRef name : known)
      streams.out << name << "\n";
    return ExitClean;
  }
  for (const std::string &name : names) {
    const auto *place = llvm::find(known, name);
    if (place == known.end())
      return usageError(streams, notFound("schema", name, known));
    streams.out << schema::schemaFiles()[place - known.begin()].text;
  }
  return ExitClean;
}
