//===- CsvTable.cpp - Tables of values between commas ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/CsvTable.h"
#include "Runtime/Data/NamedImages.h"
#include "Support/Decimal.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <set>

using namespace trainlint;
using namespace trainlint::data;
using pjrt::abi::Buffer_Type;

static constexpr StringRef ByteOrderMark = "\xef\xbb\xbf";

namespace {
/// Finds where rows begin: a line that ends within quotes is no end of one.
class RowFinder {
public:
  explicit RowFinder(char separator) : separator(separator) {}

  /// What is wrong with the text so far.
  StringRef problem;

  /// Takes the character at an offset. False if there is a problem with it.
  bool take(char character, uint64_t offset, std::vector<uint64_t> &places) {
    if (state == State::RowBegin) {
      if (character == '\n' || character == '\r')
        return true;
      begin = offset;
      places.push_back(offset);
      state = State::ValueBegin;
    }
    if (offset - begin >= MostLineBytes)
      return fail("the line has more than 4 MiB");
    if (state == State::Quoted) {
      if (character == '"')
        state = State::BehindQuote;
      return true;
    }
    if (character == '\n')
      return go(State::RowBegin);
    if (character == separator)
      return go(State::ValueBegin);
    if (state == State::BehindQuote && character == '"')
      return go(State::Quoted);
    if (state == State::BehindQuote && character != '\r')
      return fail("text follows the quote that ends a value");
    if (character == '"' && state == State::Plain)
      return fail("a quote is in a value that does not begin with one");
    if (state == State::ValueBegin)
      return go(character == '"' ? State::Quoted : State::Plain);
    return true;
  }

  bool isWithinQuotes() const { return state == State::Quoted; }

private:
  enum class State { RowBegin, ValueBegin, Plain, Quoted, BehindQuote };

  bool go(State next) {
    state = next;
    return true;
  }
  bool fail(StringRef why) {
    problem = why;
    return false;
  }

  char separator;
  State state = State::RowBegin;
  uint64_t begin = 0;
};
} // namespace

llvm::Error CsvTable::findRows(File &file) const {
  RowFinder finder(separator);
  uint64_t skipped = 0;
  llvm::Error error = forEachPart(
      file.bytes, [&](uint64_t offset, StringRef part) -> llvm::Error {
        if (offset == 0 && part.starts_with(ByteOrderMark))
          skipped = ByteOrderMark.size();
        for (size_t at = offset == 0 ? skipped : 0; at < part.size(); ++at)
          if (!finder.take(part[at], offset + at, file.places))
            return errorAt(file, offset + at, finder.problem);
        return llvm::Error::success();
      });
  if (error)
    return error;
  if (finder.isWithinQuotes())
    return errorAt(file, file.places.back(), "a quote of the line has no end");
  file.places.push_back(file.bytes.size());
  return llvm::Error::success();
}

/// Splits a row into the texts between separators, within their quotes.
std::optional<LineTable::Problem>
CsvTable::split(StringRef line, std::vector<StringRef> &values) const {
  values.clear();
  StringRef rest = line.rtrim("\r\n");
  for (;;) {
    size_t end;
    if (rest.starts_with("\"")) {
      size_t close = 1;
      while ((close = rest.find('"', close)) != StringRef::npos &&
             rest.substr(close + 1).starts_with("\""))
        close += 2;
      // The end of the last row may have taken more off than its line.
      if (close == StringRef::npos)
        return Problem{static_cast<uint64_t>(rest.data() - line.data()),
                       "the quote has no end"};
      values.push_back(rest.slice(1, close));
      end = close + 1;
    } else {
      end = std::min(rest.find(separator), rest.size());
      values.push_back(rest.take_front(end));
    }
    if (end >= rest.size())
      return std::nullopt;
    rest = rest.drop_front(end + 1);
  }
}

llvm::Error CsvTable::takeNames(File &file) {
  auto fail = [&](const llvm::Twine &message) {
    return errorAt(file, file.places.front(), message);
  };
  if (file.places.size() < 2)
    return llvm::createStringError("cannot use `" + printable(file.path) +
                                   "`: it has no line with names");
  Scratch scratch;
  auto line = lineOf(file, 0, scratch);
  if (!line)
    return line.takeError();
  std::vector<StringRef> found;
  if (auto problem = split(*line, found))
    return errorAt(file, file.places.front() + problem->offset,
                   problem->message);
  double number;
  bool areNumbers = llvm::all_of(
      found, [&](StringRef name) { return !readDecimal(name, number); });
  if (areNumbers)
    return fail("the first line names the columns, and this one has numbers; "
                "`--column-names` says the names");
  std::vector<std::string> own;
  for (StringRef name : found)
    own.push_back(name.trim().str());
  if (!names.empty() && own != names)
    return fail("the columns have other names than those of `" +
                printable(files.front().path) + "`");
  std::set<std::string> unique(own.begin(), own.end());
  if (unique.size() != own.size() || unique.count(""))
    return fail("each column needs a name of its own");
  names = std::move(own);
  file.places.erase(file.places.begin());
  return llvm::Error::success();
}

CsvTable::CsvTable(char separator, const TextOptions &options)
    : separator(separator), imageRoot(options.imageRoot),
      names(options.columns), areNamesGiven(!names.empty()) {
  for (auto [number, name] : llvm::enumerate(options.classes))
    classes.try_emplace(name, number);
}

llvm::Error CsvTable::add(const std::string &path, FileBytes bytes) {
  File file{path, std::move(bytes)};
  if (llvm::Error error = findRows(file))
    return error;
  if (!areNamesGiven)
    if (llvm::Error error = takeNames(file))
      return error;
  addFile(std::move(file));
  return llvm::Error::success();
}

llvm::Error CsvTable::readRow(int64_t index, ReadRow read) const {
  const File &file = fileOf(index);
  size_t number = index - file.first;
  Scratch scratch;
  auto line = lineOf(file, number, scratch);
  if (!line)
    return line.takeError();
  std::vector<StringRef> values;
  if (auto problem = splitAll(*line, values))
    return errorAt(file, file.places[number] + problem->offset,
                   problem->message);
  for (StringRef &value : values)
    value = value.trim(" \t");
  return read(file, file.places[number], *line, values);
}

llvm::Expected<CsvTable::Cell> CsvTable::cellOf(int64_t index,
                                                unsigned column) const {
  Cell cell;
  auto take = [&](const File &file, uint64_t offset, StringRef line,
                  ArrayRef<StringRef> values) -> llvm::Error {
    StringRef value = values[column];
    auto place = placeAt(file, offset + uint64_t(value.data() - line.data()));
    if (!place)
      return place.takeError();
    cell = {value.str(), file.path, std::move(*place)};
    return llvm::Error::success();
  };
  if (llvm::Error error = readRow(index, take))
    return error;
  return cell;
}

llvm::Expected<std::vector<Column>>
CsvTable::columnsOf(std::shared_ptr<CsvTable> table) {
  std::vector<Column> out;
  for (const auto &[number, name] : llvm::enumerate(table->names)) {
    Column &column = out.emplace_back();
    column.name = name;
    column.file = table->files.front().path;
    column.kind = ValueKind::Text;
    column.shape = {Buffer_Type::F64, {table->size()}};
    column.table = table;
    column.fields = {static_cast<unsigned>(number)};
  }
  if (table->size() == 0)
    return out;
  auto findImages = [&](const File &, uint64_t, StringRef,
                        ArrayRef<StringRef> values) {
    for (auto [number, value] : llvm::enumerate(values)) {
      if (!isImageName(value))
        continue;
      Column &column = out[number];
      column.kind = ValueKind::Images;
      column.shape.type = Buffer_Type::U8;
      column.table =
          std::make_shared<NamedImages>(table, number, table->imageRoot);
      column.fields = {0};
    }
    return llvm::Error::success();
  };
  if (llvm::Error error = table->readRow(0, findImages))
    return error;
  return out;
}

/// Splits a row into a value for each column.
std::optional<LineTable::Problem>
CsvTable::splitAll(StringRef line, std::vector<StringRef> &values) const {
  if (auto problem = split(line, values))
    return problem;
  if (values.size() == names.size())
    return std::nullopt;
  return Problem{0, llvm::formatv("the line has {0}, and there are {1}",
                                  pluralize(values.size(), "value"),
                                  pluralize(names.size(), "column"))};
}

/// Appends the number that a value is, or of the class that it names. Returns
/// what is wrong with it, or nothing.
std::string CsvTable::readValue(StringRef value, Buffer_Type type,
                                Scratch &out) const {
  auto named = classes.find(value);
  if (named != classes.end())
    return appendNumber(std::to_string(named->second), type, out);
  std::string problem = appendNumber(value, type, out);
  if (!problem.empty() && !classes.empty())
    problem += llvm::formatv(", and none of the {0} classes", classes.size());
  return problem;
}

std::optional<LineTable::Problem>
CsvTable::parse(StringRef line, llvm::ArrayRef<FieldUse> fields, Scratch &out,
                llvm::SmallVectorImpl<size_t> &ends) const {
  std::vector<StringRef> values;
  if (auto problem = splitAll(line, values))
    return problem;
  for (const FieldUse &field : fields) {
    StringRef value = values[field.number];
    std::string problem = readValue(value.trim(" \t"), field.type, out);
    if (!problem.empty())
      return Problem{static_cast<uint64_t>(value.data() - line.data()),
                     "`" + names[field.number] + "`: " + problem};
    ends.push_back(out.size());
  }
  return std::nullopt;
}
