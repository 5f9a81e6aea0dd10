//===- Column.cpp - Named arrays of examples ------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/Column.h"
#include "Runtime/Data/CsvTable.h"
#include "Runtime/Data/Gzip.h"
#include "Runtime/Data/Idx.h"
#include "Runtime/Data/ImageFolder.h"
#include "Runtime/Data/JsonLines.h"
#include "Runtime/Data/RecordFile.h"
#include "Runtime/Data/RecordTable.h"
#include "Runtime/Tensor/Npy.h"
#include "Support/LLVM.h"
#include "Support/ZipArchive.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::data;
namespace path = llvm::sys::path;

static constexpr StringRef NpyMagic = "\x93NUMPY";

pjrt::BufferShape Column::exampleShape() const {
  return {shape.type,
          llvm::SmallVector<int64_t, 4>(llvm::drop_begin(shape.dims))};
}

Column data::columnOf(std::string name, std::string file,
                      run::HostTensor tensor) {
  Column out;
  out.name = std::move(name);
  out.file = std::move(file);
  out.shape = tensor.shape;
  out.table = std::make_shared<ArrayTable>(std::move(tensor));
  return out;
}

/// The words of names that say that examples are there to test a model.
static constexpr llvm::StringLiteral HeldOutWords[] = {
    "t10k", "test", "val", "valid", "validation", "eval"};

bool data::isHeldOut(StringRef name) {
  std::string lower = name.lower();
  StringRef rest = lower;
  while (!rest.empty()) {
    size_t end = rest.find_first_of("-_.");
    if (llvm::is_contained(HeldOutWords, rest.take_front(end)))
      return true;
    rest = end == StringRef::npos ? StringRef() : rest.drop_front(end + 1);
  }
  return false;
}

/// Leaves the names of a split.
static void keepSplit(std::vector<std::string> &names, Split split) {
  bool wantsHeldOut =
      split == Split::HeldOut && llvm::any_of(names, [](StringRef name) {
        return isHeldOut(path::filename(name));
      });
  if (split == Split::HeldOut && !wantsHeldOut)
    return;
  llvm::erase_if(names, [&](StringRef name) {
    return isHeldOut(path::filename(name)) != wantsHeldOut;
  });
}

/// Takes a word off one end of a name.
static bool dropWord(StringRef &name, StringRef word) {
  StringRef rest = name;
  if (rest.consume_front(word) && !rest.empty() &&
      StringRef("-_").contains(rest.front())) {
    name = rest.drop_front();
    return true;
  }
  rest = name;
  if (rest.consume_back(word) && !rest.empty() &&
      StringRef("-_").contains(rest.back())) {
    name = rest.drop_back();
    return true;
  }
  return false;
}

/// What an array is called without the words that say what it is for:
/// `train-images-idx3-ubyte` and `t10k-images-idx3-ubyte` are `images`,
/// `x_train` is `x`.
static std::string plainName(StringRef name) {
  name.consume_back(".gz");
  for (StringRef tail : {".npy", ".npz", "-ubyte", ".ubyte"})
    name.consume_back(tail);
  size_t idx = name.rfind("idx");
  if (idx != StringRef::npos && idx > 0 &&
      name.substr(idx + 3).find_first_not_of("0123456789") == StringRef::npos)
    name = name.take_front(idx - 1);
  for (StringRef word : {"train", "training"})
    dropWord(name, word);
  for (StringRef word : HeldOutWords)
    dropWord(name, word);
  return name.str();
}

namespace {
/// Collects the columns of files.
class ColumnReader {
public:
  ColumnReader(Split split, const TextOptions &text)
      : split(split), text(text) {}

  llvm::Error read(const DataFile &file);
  llvm::Expected<std::vector<Column>> finish();

private:
  llvm::Error readFolder(const std::string &folder);
  /// False for a file that is none of the formats. One that was found in a
  /// folder has to be a regular one.
  llvm::Expected<bool> readFile(const DataFile &file, bool isFound);
  /// `most` is what the contents may unpack to, whatever is packed in them.
  llvm::Error readContents(const DataFile &file, FileBytes contents,
                           uint64_t most);
  llvm::Error readArchive(const DataFile &file, const FileBytes &contents,
                          uint64_t most);
  llvm::Error readNpy(const DataFile &file, std::string name, FileBytes text);
  llvm::Error readText(const DataFile &file, FileBytes contents);
  llvm::Error readPacked(const DataFile &file, const FileBytes &contents,
                         uint64_t most);
  std::vector<std::string> ofSplit(llvm::ArrayRef<std::string> files,
                                   Split wanted) const;
  llvm::Error add(const DataFile &file, std::string name, FileBytes contents,
                  llvm::Expected<StoredArray> array);

  /// What an error says of files of another kind only.
  llvm::Error holdsNothing(const llvm::Twine &what, StringRef kind) const {
    return llvm::createStringError(
        what + " holds no " + kind + " to " +
        (split == Split::Training ? "train with" : "evaluate with"));
  }

  Split split;
  MemoryBudget memory;
  std::vector<Column> columns;
  std::shared_ptr<RecordTable> records = std::make_shared<RecordTable>();
  const TextOptions &text;
  /// Null until there is such a file.
  std::shared_ptr<CsvTable> commas, tabs;
  std::shared_ptr<JsonLines> objects;
};
} // namespace

static llvm::Error inFile(StringRef file, llvm::Error error) {
  return llvm::createStringError("cannot use `" + file +
                                 "`: " + llvm::toString(std::move(error)));
}

llvm::Error ColumnReader::add(const DataFile &file, std::string name,
                              FileBytes contents,
                              llvm::Expected<StoredArray> array) {
  if (!array)
    return inFile(file.path, array.takeError());
  if (array->shape.dims.empty())
    return llvm::createStringError("cannot use `" + file.path + "`: `" + name +
                                   "` is one number, not an array of examples");
  Column &column = columns.emplace_back();
  column.name = file.input.empty() ? std::move(name) : file.input;
  column.file = file.path;
  column.shape = array->shape;
  column.table = std::make_shared<ArrayTable>(std::move(contents), *array);
  return llvm::Error::success();
}

llvm::Error ColumnReader::readNpy(const DataFile &file, std::string name,
                                  FileBytes contents) {
  Scratch scratch;
  auto begin = contents.read(
      0, std::min<uint64_t>(contents.size(), run::MostNpyHeader), scratch);
  if (!begin)
    return begin.takeError();
  auto layout = run::readNpyLayout(*begin, contents.size());
  if (!layout)
    return inFile(file.path, layout.takeError());
  if (!layout->isFortran)
    return add(file, std::move(name), std::move(contents),
               StoredArray{layout->shape, layout->offset, layout->isSwapped});
  // The numbers of an example are all over the file.
  auto whole = contents.read(0, contents.size(), scratch);
  if (!whole)
    return whole.takeError();
  auto tensor = run::readNpy(*whole);
  if (!tensor)
    return inFile(file.path, tensor.takeError());
  columns.push_back(columnOf(file.input.empty() ? std::move(name) : file.input,
                             file.path, std::move(*tensor)));
  return llvm::Error::success();
}

llvm::Error ColumnReader::readArchive(const DataFile &file,
                                      const FileBytes &contents,
                                      uint64_t most) {
  Scratch scratch;
  auto entries =
      zip::locateEntries(contents.size(), [&](uint64_t offset, uint64_t size) {
        return contents.read(offset, size, scratch);
      });
  if (!entries)
    return inFile(file.path, entries.takeError());
  std::vector<std::string> names;
  for (const zip::EntryPlace &entry : *entries)
    if (StringRef(entry.name).ends_with(".npy"))
      names.push_back(entry.name);
  keepSplit(names, split);
  if (names.empty())
    return holdsNothing("cannot use `" + file.path + "`: it", "arrays");
  if (!file.input.empty() && names.size() > 1)
    return llvm::createStringError(
        llvm::formatv("cannot use `{0}` for `{1}`: it holds {2} arrays",
                      file.path, file.input, names.size()));
  llvm::erase_if(*entries, [&](const zip::EntryPlace &entry) {
    return !llvm::is_contained(names, entry.name);
  });
  bool isRead = !contents.isInMemory() &&
                llvm::all_of(*entries, [](const zip::EntryPlace &entry) {
                  return entry.isStored;
                });
  if (isRead) {
    for (const zip::EntryPlace &entry : *entries)
      if (llvm::Error error = readNpy(file, plainName(entry.name),
                                      contents.slice(entry.offset, entry.size)))
        return error;
    return llvm::Error::success();
  }
  auto text = contents.read(0, contents.size(), scratch);
  if (!text)
    return text.takeError();
  for (const std::string &name : names) {
    auto entry = zip::readEntry(*text, name, most);
    if (!entry)
      return inFile(file.path, entry.takeError());
    // Entries may lie upon each other.
    most -= (*entry)->getBufferSize();
    if (llvm::Error error = readNpy(file, plainName(name),
                                    FileBytes::inMemory(std::move(*entry))))
      return error;
  }
  return llvm::Error::success();
}

/// True if a file begins as one of a format that can be read.
static bool isKnown(StringRef contents) {
  return isGzip(contents) || zip::isArchive(contents) ||
         contents.starts_with(NpyMagic) || isRecordFile(contents) ||
         isIdx(contents);
}

/// What the name of a file says of text, behind that of gzip.
static StringRef textExtension(StringRef file) {
  file.consume_back(".gz");
  StringRef extension = path::extension(file);
  bool isText =
      llvm::is_contained({".csv", ".tsv", ".jsonl", ".ndjson"}, extension);
  return isText ? extension : StringRef();
}

static llvm::Error unknownFormat(const DataFile &file) {
  return llvm::createStringError("cannot use `" + file.path +
                                 "`: it is no IDX file, .npy, .npz or record "
                                 "file, and no .csv or .jsonl by its name");
}

/// Text tells its own place in errors.
llvm::Error ColumnReader::readText(const DataFile &file, FileBytes contents) {
  if (!file.input.empty())
    return llvm::createStringError(
        "cannot use `" + file.path + "` for `" + file.input +
        "`: it names its columns; `--columns` says which are for the input");
  StringRef extension = textExtension(file.path);
  if (extension == ".jsonl" || extension == ".ndjson") {
    if (!objects)
      objects = std::make_shared<JsonLines>();
    return objects->add(file.path, std::move(contents));
  }
  bool hasTabs = extension == ".tsv";
  std::shared_ptr<CsvTable> &table = hasTabs ? tabs : commas;
  if (!table)
    table = std::make_shared<CsvTable>(hasTabs ? '\t' : ',', text);
  return table->add(file.path, std::move(contents));
}

/// As many bytes as tell a format.
static llvm::Expected<StringRef> beginOf(const FileBytes &file,
                                         Scratch &scratch) {
  constexpr uint64_t Size = 64;
  return file.read(0, std::min(file.size(), Size), scratch);
}

llvm::Error ColumnReader::readContents(const DataFile &file, FileBytes contents,
                                       uint64_t most) {
  std::string name = plainName(path::filename(file.path));
  Scratch scratch;
  auto begin = beginOf(contents, scratch);
  if (!begin)
    return begin.takeError();
  if (isGzip(*begin))
    return readPacked(file, contents, most);
  if (zip::isArchive(*begin))
    return readArchive(file, contents, most);
  if (begin->starts_with(NpyMagic))
    return readNpy(file, name, std::move(contents));
  if (isRecordFile(*begin)) {
    if (!file.input.empty())
      return llvm::createStringError("cannot use `" + file.path + "` for `" +
                                     file.input +
                                     "`: its examples name their features");
    if (llvm::Error error = records->addFile(file.path, std::move(contents)))
      return inFile(file.path, std::move(error));
    return llvm::Error::success();
  }
  if (isIdx(*begin)) {
    auto array = readIdxHeader(contents);
    return add(file, name, std::move(contents), std::move(array));
  }
  if (!textExtension(file.path).empty())
    return readText(file, std::move(contents));
  return unknownFormat(file);
}

llvm::Error ColumnReader::readPacked(const DataFile &file,
                                     const FileBytes &contents, uint64_t most) {
  Scratch begin;
  begin.resize(64);
  GzipStream stream(contents);
  auto count = stream.read(begin);
  if (!count)
    return inFile(file.path, count.takeError());
  StringRef inner(begin.data(), *count);
  // Each time takes as long as the first.
  if (isGzip(inner))
    return llvm::createStringError("cannot use `" + file.path +
                                   "`: gzip has packed it twice");
  // Records can be read in their order, whatever they unpack to.
  bool isStream = isRecordFile(inner) && !contents.isInMemory();
  if (isStream && file.input.empty()) {
    if (llvm::Error error = records->addPackedFile(file.path, contents))
      return inFile(file.path, std::move(error));
    return llvm::Error::success();
  }
  auto unpacked = unpackGzip(contents, most);
  if (!unpacked)
    return inFile(file.path, unpacked.takeError());
  return readContents(file, std::move(*unpacked), most);
}

llvm::Expected<bool> ColumnReader::readFile(const DataFile &file,
                                            bool isFound) {
  auto contents = openDataFile(file.path, isFound, memory);
  if (!contents)
    return contents.takeError();
  Scratch scratch;
  auto begin = beginOf(*contents, scratch);
  if (!begin)
    return begin.takeError();
  bool isText = !isFound && !textExtension(file.path).empty();
  if (!isKnown(*begin) && !isText)
    return false;
  uint64_t most = zip::mostUnpacked(contents->size());
  if (llvm::Error error = readContents(file, std::move(*contents), most))
    return error;
  return true;
}

std::vector<std::string>
ColumnReader::ofSplit(llvm::ArrayRef<std::string> files, Split wanted) const {
  std::vector<std::string> out;
  for (const std::string &file : files)
    if (isHeldOut(path::filename(file)) == (wanted == Split::HeldOut))
      out.push_back(file);
  return out;
}

llvm::Error ColumnReader::readFolder(const std::string &folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator at(folder, error), end;
       at != end && !error; at.increment(error)) {
    StringRef name = path::filename(at->path());
    if (!name.starts_with(".") && llvm::sys::fs::is_regular_file(at->path()))
      files.push_back(at->path());
  }
  if (error)
    return llvm::createStringError("cannot read `" + folder +
                                   "`: " + error.message());
  llvm::sort(files);
  // Names say nothing of files that are no data.
  bool hasData = false;
  for (Split wanted : {split, Split::Training}) {
    if (hasData)
      break;
    for (const std::string &file : ofSplit(files, wanted)) {
      auto found = readFile({file, ""}, /*isFound=*/true);
      if (!found)
        return found.takeError();
      hasData |= *found;
    }
  }
  if (hasData)
    return llvm::Error::success();
  llvm::erase_if(files,
                 [](StringRef file) { return textExtension(file).empty(); });
  keepSplit(files, split);
  for (const std::string &file : files) {
    auto contents = openDataFile(file, /*isFound=*/true, memory);
    if (!contents)
      return contents.takeError();
    uint64_t most = zip::mostUnpacked(contents->size());
    if (llvm::Error error =
            readContents({file, ""}, std::move(*contents), most))
      return error;
  }
  if (!files.empty())
    return llvm::Error::success();
  auto images = readImageFolder(folder, split);
  if (!images)
    return images.takeError();
  if (images->empty())
    return holdsNothing("`" + folder + "`", "files");
  llvm::move(*images, std::back_inserter(columns));
  return llvm::Error::success();
}

llvm::Error ColumnReader::read(const DataFile &file) {
  if (!llvm::sys::fs::is_directory(file.path)) {
    auto found = readFile(file, /*isFound=*/false);
    if (!found)
      return found.takeError();
    return *found ? llvm::Error::success() : unknownFormat(file);
  }
  if (!file.input.empty())
    return llvm::createStringError("`" + file.path +
                                   "` is a folder; a file is wanted for `" +
                                   file.input + "`");
  return readFolder(file.path);
}

llvm::Expected<std::vector<Column>> ColumnReader::finish() {
  auto add = [&](std::vector<Column> found) {
    llvm::move(found, std::back_inserter(columns));
  };
  add(RecordTable::columnsOf(std::move(records)));
  if (!text.columns.empty() && !commas && !tabs)
    return llvm::createStringError("`--column-names` is for CSV files, and "
                                   "there are none");
  for (auto &table : {commas, tabs}) {
    if (!table)
      continue;
    auto own = CsvTable::columnsOf(table);
    if (!own)
      return own.takeError();
    add(std::move(*own));
  }
  if (objects)
    add(JsonLines::columnsOf(objects));
  llvm::stable_sort(columns, [](const Column &a, const Column &b) {
    return a.name < b.name;
  });
  for (size_t next = 1; next < columns.size(); ++next)
    if (columns[next - 1].name == columns[next].name)
      return llvm::createStringError(
          llvm::formatv("`{0}` is in `{1}` and in `{2}`", columns[next].name,
                        columns[next - 1].file, columns[next].file));
  return std::move(columns);
}

llvm::Expected<std::vector<Column>>
data::readColumns(llvm::ArrayRef<DataFile> files, Split split,
                  const TextOptions &text) {
  ColumnReader reader(split, text);
  for (const DataFile &file : files)
    if (llvm::Error error = reader.read(file))
      return error;
  return reader.finish();
}
