//===- Tables.cpp - The provider's facts, typed ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tables/Tables.h"
#include "Support/Decimal.h"
#include "Support/LLVM.h"
#include "Support/NearMatch.h"
#include "Support/RegularFile.h"
#include "Support/Text.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace trainlint;

namespace {
/// A table's file as it was when the program was built.
struct BuiltInText {
  llvm::StringLiteral name;
  llvm::StringLiteral text;
};

/// A cell of text as a place in its table's file.
struct PackedText {
  uint32_t offset;
  uint32_t size;
};

/// A cell with a list as a place among the numbers of its table.
struct PackedList {
  uint32_t first;
  uint32_t size;
};

/// Reads the packed cells of one table.
struct CellReader {
  const char *text;
  const int64_t *numbers;

  StringRef operator()(PackedText cell) const {
    return {text + cell.offset, cell.size};
  }
  llvm::ArrayRef<int64_t> operator()(PackedList cell) const {
    return {numbers + cell.first, cell.size};
  }
};
} // namespace

/// Rows that live as long as the program. Who keeps the vector itself, rather
/// than its rows, keeps it in reach of those who look for leaks.
template <typename Row, typename Packed>
static const std::vector<Row> &expandRows(llvm::ArrayRef<Packed> packed,
                                          CellReader read) {
  auto *rows = new std::vector<Row>();
  rows->reserve(packed.size());
  for (const Packed &row : packed)
    rows->push_back(row.expand(read));
  return *rows;
}

#include "Tables/TableData.inc"

const Tables &Tables::builtIn() { return BuiltInTables; }

std::vector<TableText> trainlint::builtInTableTexts() {
  std::vector<TableText> texts;
  for (const BuiltInText &text : BuiltInTexts)
    texts.push_back(llvm::cantFail(parseTable(text.name, text.text)));
  return texts;
}

std::string trainlint::formatDate(absl::CivilDay day) {
  return absl::FormatCivilTime(day);
}

//===----------------------------------------------------------------------===//
// Tables at run time
//===----------------------------------------------------------------------===//

static StringRef keep(StringRef text, llvm::BumpPtrAllocator &arena) {
  return text.copy(arena);
}

static void readCell(StringRef cell, llvm::BumpPtrAllocator &arena,
                     StringRef &out) {
  out = keep(cell, arena);
}
static void readCell(StringRef cell, llvm::BumpPtrAllocator &, int64_t &out) {
  cell.getAsInteger(10, out);
}
static void readCell(StringRef cell, llvm::BumpPtrAllocator &, double &out) {
  readDecimal(cell, out);
}
static void readCell(StringRef cell, llvm::BumpPtrAllocator &, bool &out) {
  out = cell == "yes";
}
static void readCell(StringRef cell, llvm::BumpPtrAllocator &,
                     absl::CivilDay &out) {
  if (std::optional<DateParts> date = parseDate(cell))
    out = absl::CivilDay(date->year, date->month, date->day);
}
static void readCell(StringRef cell, llvm::BumpPtrAllocator &arena,
                     llvm::ArrayRef<int64_t> &out) {
  llvm::SmallVector<int64_t> items;
  if (!cell.empty()) {
    for (StringRef item : listItems(cell))
      readCell(item, arena, items.emplace_back());
  }
  out = llvm::ArrayRef(items).copy(arena);
}
template <typename T>
static void readCell(StringRef cell, llvm::BumpPtrAllocator &arena,
                     std::optional<T> &out) {
  if (!cell.empty())
    readCell(cell, arena, out.emplace());
}

#include "Tables/TableLoad.inc"

/// The index of the built-in table that a file replaces rows of.
static llvm::Expected<size_t> findTable(StringRef file,
                                        llvm::ArrayRef<TableText> tables) {
  StringRef name = llvm::sys::path::stem(file);
  llvm::SmallVector<StringRef> names;
  for (const auto &[index, table] : llvm::enumerate(tables)) {
    if (table.name == name)
      return index;
    names.push_back(table.name);
  }
  std::string message = ("`" + name + "` is not a table").str();
  if (std::optional<NearMatch> near = findNearMatch(name, names))
    message += ("; did you mean `" + near->word + "`?").str();
  else
    message += "; the tables are " + formatList(names, "and", names.size());
  return llvm::createStringError(file.str() + ": " + message);
}

llvm::Expected<std::unique_ptr<OverlaidTables>>
OverlaidTables::load(StringRef folder, const Boundary &boundary) {
  auto result = std::make_unique<OverlaidTables>();
  result->allTexts = builtInTableTexts();

  std::error_code error;
  llvm::SmallVector<std::string> files;
  for (llvm::sys::fs::directory_iterator at(folder, error), end;
       at != end && !error; at.increment(error)) {
    if (llvm::sys::path::extension(at->path()) == ".csv")
      files.push_back(at->path());
  }
  if (error)
    return llvm::createFileError(folder, error);
  if (files.empty())
    return llvm::createStringError(folder + ": the folder has no table");
  llvm::sort(files);
  // What is wrong begins with the name of a file in the folder.
  auto inFolder = [&](llvm::Error wrong) {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, llvm::toString(std::move(wrong)));
    return llvm::createStringError(path);
  };

  for (const std::string &file : files) {
    llvm::Expected<size_t> index = findTable(file, result->allTexts);
    if (!index)
      return index.takeError();
    if (!boundary.contains(file))
      return llvm::createStringError(file +
                                     ": the link leads out of the repository");
    ReadOptions options;
    options.largest = 4 << 20;
    auto buffer = readRegularFile(file, options);
    if (!buffer)
      return llvm::createFileError(file, buffer.takeError());
    TableText &table = result->allTexts[*index];
    StringRef text = keep((*buffer)->getBuffer(), result->arena);
    llvm::Expected<TableText> newer = parseTable(table.name, text, &table);
    if (!newer)
      return inFolder(newer.takeError());
    overlayTable(table, *newer);
  }
  if (llvm::Error dangling = checkReferences(result->allTexts))
    return inFolder(std::move(dangling));
  loadAll(result->allTexts, result->arena, result->overlaid);
  return result;
}
