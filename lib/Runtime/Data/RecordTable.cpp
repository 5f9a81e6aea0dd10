//===- RecordTable.cpp - Examples of record files -------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/RecordTable.h"
#include "Runtime/Data/Gzip.h"
#include "Runtime/Data/Image.h"
#include "Runtime/Data/RecordFile.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace trainlint;
using namespace trainlint::data;
using pjrt::abi::Buffer_Type;

//===----------------------------------------------------------------------===//
// Features
//===----------------------------------------------------------------------===//

namespace {
/// A feature as one example of a column. The bytes lie where it does.
struct FeatureValue {
  ValueKind kind = ValueKind::Numbers;
  pjrt::BufferShape shape;
  StringRef bytes;
};
} // namespace

template <typename T>
static FeatureValue valueOf(Buffer_Type type, const std::vector<T> &numbers) {
  FeatureValue out;
  out.shape.type = type;
  if (numbers.size() != 1)
    out.shape.dims.push_back(numbers.size());
  out.bytes = StringRef(reinterpret_cast<const char *>(numbers.data()),
                        numbers.size() * sizeof(T));
  return out;
}

/// Without an element type for what no column can have.
static FeatureValue valueOf(const data::Feature &feature) {
  if (auto *floats = std::get_if<std::vector<float>>(&feature))
    return valueOf(Buffer_Type::F32, *floats);
  if (auto *integers = std::get_if<std::vector<int64_t>>(&feature))
    return valueOf(Buffer_Type::S64, *integers);
  auto *texts = std::get_if<std::vector<StringRef>>(&feature);
  if (!texts || texts->size() != 1)
    return {};
  FeatureValue out;
  out.bytes = texts->front();
  out.shape.type = Buffer_Type::U8;
  if (isImage(out.bytes))
    out.kind = ValueKind::Images;
  else
    out.shape.dims.push_back(out.bytes.size());
  return out;
}

/// What keeps a value from being one of a column; empty if nothing does.
static std::string differenceOf(const Column &column,
                                const FeatureValue &value) {
  if (column.kind != value.kind)
    return "it is an image in one example and none in another";
  if (value.shape.type == Buffer_Type::INVALID)
    return "it has no values, or more than one string";
  if (column.exampleShape() != value.shape)
    return llvm::formatv("it is {0} in one example and {1} in another",
                         column.exampleShape().text(), value.shape.text());
  return "";
}

void RecordTable::lookAt(const std::string &path, const Example &example) {
  ++lookedAt;
  for (const auto &[name, feature] : example) {
    FeatureValue value = valueOf(feature);
    auto [found, isNew] = features.try_emplace(name);
    ++found->second.examples;
    Column &column = found->second.column;
    if (isNew) {
      column.name = name;
      column.file = path;
      column.kind = value.kind;
      column.shape = value.shape;
      column.shape.dims.insert(column.shape.dims.begin(), 0);
    }
    if (column.problem.empty())
      column.problem = differenceOf(column, value);
  }
}

std::vector<Column> RecordTable::columnsOf(std::shared_ptr<RecordTable> table) {
  std::vector<Column> out;
  for (auto &[name, feature] : table->features) {
    Column &column = feature.column;
    if (column.problem.empty() && feature.examples != table->lookedAt)
      column.problem = llvm::formatv("it is in {0} of {1} examples",
                                     feature.examples, table->lookedAt);
    column.shape.dims.front() = table->examples;
    table->numbered.push_back(&feature);
    out.push_back(column);
    out.back().fields = {static_cast<unsigned>(out.size() - 1)};
    out.back().table = table;
  }
  return out;
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

llvm::Error RecordTable::lookAtRecord(const std::string &path, int64_t number,
                                      StringRef record) {
  auto example = readExample(record);
  if (!example)
    return llvm::createStringError(llvm::formatv(
        "record {0}: {1}", number, llvm::toString(example.takeError())));
  lookAt(path, *example);
  return llvm::Error::success();
}

void RecordTable::add(File file) {
  file.first = examples;
  examples += file.count;
  files.push_back(std::move(file));
}

llvm::Error RecordTable::addFile(const std::string &path, FileBytes bytes) {
  auto places = indexRecords(bytes, [&](int64_t number, StringRef record) {
    return lookAtRecord(path, number, record);
  });
  if (!places)
    return places.takeError();
  File file{path, std::move(bytes)};
  file.count = places->size() - 1;
  file.places = std::move(*places);
  add(std::move(file));
  return llvm::Error::success();
}

llvm::Error RecordTable::addPackedFile(const std::string &path,
                                       FileBytes bytes) {
  File file{path, std::move(bytes)};
  GzipStream stream(file.bytes);
  RecordReader reader(stream);
  Scratch record;
  for (;; ++file.count) {
    auto hasRecord = reader.next(record);
    if (!hasRecord)
      return hasRecord.takeError();
    if (!*hasRecord)
      break;
    if (llvm::Error error = lookAtRecord(
            path, file.count, StringRef(record.data(), record.size())))
      return error;
  }
  add(std::move(file));
  return llvm::Error::success();
}

llvm::SmallVector<int64_t> RecordTable::fileSizes() const {
  return llvm::map_to_vector(files,
                             [](const File &file) { return file.count; });
}

bool RecordTable::isStreamed() const {
  return llvm::any_of(files, [](const File &file) { return file.isPacked(); });
}

const RecordTable::File &RecordTable::fileOf(int64_t index) const {
  auto after =
      llvm::upper_bound(files, index, [](int64_t number, const File &file) {
        return number < file.first;
      });
  return *std::prev(after);
}

static llvm::Error inFile(const std::string &path, llvm::Error error) {
  return llvm::createStringError("cannot use `" + path +
                                 "`: " + llvm::toString(std::move(error)));
}

llvm::Error RecordTable::read(int64_t index, llvm::ArrayRef<FieldUse> fields,
                              Row &row) const {
  const File &file = fileOf(index);
  auto record =
      readRecord(file.bytes, file.places, index - file.first, row.bytes);
  if (!record)
    return inFile(file.path, record.takeError());
  return readTaken(index, *record, fields, row);
}

llvm::Error RecordTable::readTaken(int64_t index, StringRef record,
                                   llvm::ArrayRef<FieldUse> fields,
                                   Row &row) const {
  const File &file = fileOf(index);
  int64_t number = index - file.first;
  auto fail = [&](const llvm::Twine &what) {
    return inFile(
        file.path,
        llvm::createStringError("record " + llvm::Twine(number) + ": " + what));
  };
  auto example = readExample(record);
  if (!example)
    return fail(llvm::toString(example.takeError()));
  row.values.clear();
  row.numbers.resize(fields.size());
  for (const auto &[field, room] : llvm::zip_equal(fields, row.numbers)) {
    const Column &column = numbered[field.number]->column;
    auto found = example->find(column.name);
    if (found == example->end())
      return fail("`" + column.name + "`: the example has none");
    FeatureValue value = valueOf(found->second);
    std::string problem = differenceOf(column, value);
    if (!problem.empty())
      return fail("`" + column.name + "`: " + problem);
    bool isInRecord =
        std::holds_alternative<std::vector<StringRef>>(found->second);
    if (!isInRecord) {
      room.assign(value.bytes.begin(), value.bytes.end());
      value.bytes = StringRef(room.data(), room.size());
    }
    row.values.push_back(value.bytes);
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Packed files
//===----------------------------------------------------------------------===//

namespace trainlint::data {
/// Walks through the packed files of a table, each on its own.
class RecordStream : public ExampleStream {
public:
  explicit RecordStream(const RecordTable &table) : table(table) {}

  llvm::Expected<std::string> take(int64_t index) override;

private:
  struct Walk {
    explicit Walk(const FileBytes &bytes) : stream(bytes), reader(stream) {}

    GzipStream stream;
    RecordReader reader;
    /// The number of the next record.
    int64_t next = 0;
    std::map<int64_t, std::string> held;
  };

  llvm::Error advance(Walk &walk, int64_t number);

  const RecordTable &table;
  /// By the first examples of the files.
  std::map<int64_t, std::unique_ptr<Walk>> walks;
  uint64_t heldBytes = 0;
};
} // namespace trainlint::data

/// Reads on until a record is held.
llvm::Error RecordStream::advance(Walk &walk, int64_t number) {
  constexpr uint64_t MostHeld = 256 << 20;
  Scratch record;
  while (walk.next <= number) {
    auto hasRecord = walk.reader.next(record);
    if (!hasRecord)
      return hasRecord.takeError();
    if (!*hasRecord)
      return llvm::createStringError("it has fewer records than before");
    heldBytes += record.size();
    if (heldBytes > MostHeld)
      return llvm::createStringError(
          "the records of the shuffle buffer have more than 256 MiB; "
          "`--shuffle-buffer` makes it smaller");
    walk.held.emplace(walk.next++, std::string(record.data(), record.size()));
  }
  return llvm::Error::success();
}

llvm::Expected<std::string> RecordStream::take(int64_t index) {
  const RecordTable::File &file = table.fileOf(index);
  if (!file.isPacked())
    return std::string();
  std::unique_ptr<Walk> &walk = walks[file.first];
  if (!walk)
    walk = std::make_unique<Walk>(file.bytes);
  int64_t number = index - file.first;
  if (llvm::Error error = advance(*walk, number))
    return inFile(file.path, std::move(error));
  auto node = walk->held.extract(number);
  if (node.empty())
    return inFile(file.path,
                  llvm::createStringError("an example is taken twice"));
  heldBytes -= node.mapped().size();
  // What has been read to its end takes no memory for its like.
  if (walk->next == file.count && walk->held.empty())
    walks.erase(file.first);
  return std::move(node.mapped());
}

std::unique_ptr<ExampleStream> RecordTable::stream() const {
  return std::make_unique<RecordStream>(*this);
}
