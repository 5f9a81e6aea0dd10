//===- LineTable.cpp - Examples that are lines of text --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/LineTable.h"
#include "Support/Decimal.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "Support/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <charconv>
#include <cmath>

using namespace trainlint;
using namespace trainlint::data;
using pjrt::abi::Buffer_Type;

llvm::Error
data::forEachPart(const FileBytes &file,
                  llvm::function_ref<llvm::Error(uint64_t, StringRef)> visit) {
  constexpr uint64_t Step = 256 << 10;
  Scratch scratch;
  for (uint64_t at = 0; at < file.size(); at += Step) {
    auto part = file.read(at, std::min(Step, file.size() - at), scratch);
    if (!part)
      return part.takeError();
    if (llvm::Error error = visit(at, *part))
      return error;
  }
  return llvm::Error::success();
}

std::string data::appendNumber(StringRef text, Buffer_Type type, Scratch &out) {
  auto append = [&](const auto &number) {
    const char *bytes = reinterpret_cast<const char *>(&number);
    out.append(bytes, bytes + sizeof(number));
  };
  StringRef digits = text;
  digits.consume_front("+");
  double number = NAN;
  auto read = std::from_chars(digits.begin(), digits.end(), number);
  // What is too small for a number is 0.
  if (read.ec == std::errc::result_out_of_range && readDecimal(digits, number))
    number = NAN;
  if (read.ptr != digits.end() || !std::isfinite(number))
    return text.empty() ? "there is no value" : quoted(text) + " is no number";
  if (type == Buffer_Type::F64) {
    append(number);
    return "";
  }
  int64_t integer;
  if (text.getAsInteger(10, integer))
    return quoted(text) + " is no whole number of 64 bits";
  append(integer);
  return "";
}

void LineTable::addFile(File file) {
  file.first = examples;
  file.places.shrink_to_fit();
  examples += file.places.size() - 1;
  files.push_back(std::move(file));
}

const LineTable::File &LineTable::fileOf(int64_t index) const {
  auto after =
      llvm::upper_bound(files, index, [](int64_t number, const File &file) {
        return number < file.first;
      });
  return *std::prev(after);
}

llvm::SmallVector<int64_t> LineTable::fileSizes() const {
  return llvm::map_to_vector(files, [](const File &file) {
    return static_cast<int64_t>(file.places.size() - 1);
  });
}

bool LineTable::isInMemory() const {
  return llvm::all_of(files,
                      [](const File &file) { return file.bytes.isInMemory(); });
}

llvm::Expected<StringRef> LineTable::lineOf(const File &file, size_t number,
                                            Scratch &scratch) {
  uint64_t begin = file.places[number];
  return file.bytes.read(begin, file.places[number + 1] - begin, scratch);
}

/// The number of a line, and where it begins.
static llvm::Expected<std::pair<uint64_t, uint64_t>>
countLines(const FileBytes &file, uint64_t offset) {
  uint64_t line = 1, begin = 0;
  llvm::Error error =
      forEachPart(file.slice(0, offset), [&](uint64_t at, StringRef part) {
        line += part.count('\n');
        size_t last = part.rfind('\n');
        if (last != StringRef::npos)
          begin = at + last + 1;
        return llvm::Error::success();
      });
  if (error)
    return error;
  return std::pair(line, begin);
}

llvm::Expected<std::string> LineTable::placeAt(const File &file,
                                               uint64_t offset) {
  auto place = countLines(file.bytes, offset);
  if (!place)
    return place.takeError();
  return llvm::formatv("{0}:{1}:{2}", printable(file.path), place->first,
                       offset - place->second + 1)
      .str();
}

llvm::Error LineTable::errorAt(const File &file, uint64_t offset,
                               const llvm::Twine &message) {
  auto place = placeAt(file, offset);
  if (!place)
    return place.takeError();
  return llvm::createStringError(*place + ": " + message);
}

std::string LineTable::nameOf(int64_t index, StringRef column) const {
  const File &file = fileOf(index);
  auto place = countLines(file.bytes, file.places[index - file.first]);
  if (!place) {
    llvm::consumeError(place.takeError());
    return ExampleTable::nameOf(index, column);
  }
  return llvm::formatv("`{0}` at {1}:{2}", column, printable(file.path),
                       place->first);
}

llvm::Error LineTable::read(int64_t index, llvm::ArrayRef<FieldUse> fields,
                            Row &row) const {
  const File &file = fileOf(index);
  size_t number = index - file.first;
  auto line = lineOf(file, number, row.bytes);
  if (!line)
    return line.takeError();
  row.numbers.resize(1);
  Scratch &numbers = row.numbers.front();
  numbers.clear();
  llvm::SmallVector<size_t> ends;
  if (std::optional<Problem> problem = parse(*line, fields, numbers, ends))
    return errorAt(file, file.places[number] + problem->offset,
                   problem->message);
  row.values.clear();
  size_t begin = 0;
  for (size_t end : ends) {
    row.values.emplace_back(numbers.data() + begin, end - begin);
    begin = end;
  }
  return llvm::Error::success();
}
