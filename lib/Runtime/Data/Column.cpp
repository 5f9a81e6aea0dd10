//===- Column.cpp - Named arrays of examples ------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/Column.h"
#include "Runtime/Data/ExampleColumns.h"
#include "Runtime/Data/Gzip.h"
#include "Runtime/Data/Idx.h"
#include "Runtime/Data/ImageFolder.h"
#include "Runtime/Data/RecordFile.h"
#include "Runtime/Tensor/InputFile.h"
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
  return {tensor.shape.type,
          llvm::SmallVector<int64_t, 4>(llvm::drop_begin(tensor.shape.dims))};
}

llvm::ArrayRef<char> Column::example(int64_t index) const {
  size_t bytes = exampleShape().byteSize();
  return llvm::ArrayRef(tensor.bytes).slice(index * bytes, bytes);
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
  explicit ColumnReader(Split split) : split(split) {}

  llvm::Error read(const DataFile &file);
  llvm::Expected<std::vector<Column>> finish();

private:
  llvm::Error readFolder(const std::string &folder);
  /// False for a file that is none of the formats. One that was found in a
  /// folder has to be a regular one.
  llvm::Expected<bool> readFile(const DataFile &file, bool isFound);
  /// `most` is what the contents may unpack to, whatever is packed in them.
  llvm::Error readContents(const DataFile &file, StringRef contents,
                           uint64_t most);
  llvm::Error readArchive(const DataFile &file, StringRef contents,
                          uint64_t most);
  llvm::Error add(const DataFile &file, std::string name,
                  llvm::Expected<run::HostTensor> tensor);

  /// What an error says of files of another kind only.
  llvm::Error holdsNothing(const llvm::Twine &what, StringRef kind) const {
    return llvm::createStringError(
        what + " holds no " + kind + " to " +
        (split == Split::Training ? "train with" : "evaluate with"));
  }

  Split split;
  std::vector<Column> columns;
  ExampleColumns examples;
};
} // namespace

static llvm::Error inFile(StringRef file, llvm::Error error) {
  return llvm::createStringError("cannot use `" + file +
                                 "`: " + llvm::toString(std::move(error)));
}

llvm::Error ColumnReader::add(const DataFile &file, std::string name,
                              llvm::Expected<run::HostTensor> tensor) {
  if (!tensor)
    return inFile(file.path, tensor.takeError());
  if (tensor->shape.dims.empty())
    return llvm::createStringError("cannot use `" + file.path + "`: `" + name +
                                   "` is one number, not an array of examples");
  columns.push_back({file.input.empty() ? std::move(name) : file.input,
                     file.path, std::move(*tensor), /*problem=*/"",
                     /*images=*/{}, /*hasImageFiles=*/false});
  return llvm::Error::success();
}

llvm::Error ColumnReader::readArchive(const DataFile &file, StringRef contents,
                                      uint64_t most) {
  auto names = zip::listEntries(contents);
  if (!names)
    return inFile(file.path, names.takeError());
  llvm::erase_if(*names,
                 [](StringRef name) { return !name.ends_with(".npy"); });
  keepSplit(*names, split);
  if (names->empty())
    return holdsNothing("cannot use `" + file.path + "`: it", "arrays");
  if (!file.input.empty() && names->size() > 1)
    return llvm::createStringError(
        llvm::formatv("cannot use `{0}` for `{1}`: it holds {2} arrays",
                      file.path, file.input, names->size()));
  for (const std::string &name : *names) {
    auto entry = zip::readEntry(contents, name, most);
    if (!entry)
      return inFile(file.path, entry.takeError());
    // Entries may lie upon each other.
    most -= (*entry)->getBufferSize();
    if (llvm::Error error =
            add(file, plainName(name), run::readNpy((*entry)->getBuffer())))
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

static llvm::Error unknownFormat(const DataFile &file) {
  return llvm::createStringError(
      "cannot use `" + file.path +
      "`: it is no IDX file, .npy, .npz or record file");
}

llvm::Error ColumnReader::readContents(const DataFile &file, StringRef contents,
                                       uint64_t most) {
  std::string name = plainName(path::filename(file.path));
  if (isGzip(contents)) {
    auto unpacked = unpackGzip(contents, most);
    if (!unpacked)
      return inFile(file.path, unpacked.takeError());
    // Each time takes as long as the first.
    if (isGzip((*unpacked)->getBuffer()))
      return llvm::createStringError("cannot use `" + file.path +
                                     "`: gzip has packed it twice");
    return readContents(file, (*unpacked)->getBuffer(), most);
  }
  if (zip::isArchive(contents))
    return readArchive(file, contents, most);
  if (contents.starts_with(NpyMagic))
    return add(file, name, run::readNpy(contents));
  if (isRecordFile(contents)) {
    if (!file.input.empty())
      return llvm::createStringError("cannot use `" + file.path + "` for `" +
                                     file.input +
                                     "`: its examples name their features");
    if (llvm::Error error = examples.addFile(file.path, contents))
      return inFile(file.path, std::move(error));
    return llvm::Error::success();
  }
  if (isIdx(contents))
    return add(file, name, readIdx(contents));
  return unknownFormat(file);
}

llvm::Expected<bool> ColumnReader::readFile(const DataFile &file,
                                            bool isFound) {
  auto contents =
      isFound ? run::readFoundFile(file.path) : run::readNamedFile(file.path);
  if (!contents)
    return contents.takeError();
  if (!isKnown((*contents)->getBuffer()))
    return false;
  uint64_t most = zip::mostUnpacked((*contents)->getBufferSize());
  if (llvm::Error error = readContents(file, (*contents)->getBuffer(), most))
    return error;
  return true;
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
    for (const std::string &file : files) {
      if (isHeldOut(path::filename(file)) != (wanted == Split::HeldOut))
        continue;
      auto found = readFile({file, ""}, /*isFound=*/true);
      if (!found)
        return found.takeError();
      hasData |= *found;
    }
  }
  if (hasData)
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
  for (Column &column : examples.finish())
    columns.push_back(std::move(column));
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
data::readColumns(llvm::ArrayRef<DataFile> files, Split split) {
  ColumnReader reader(split);
  for (const DataFile &file : files)
    if (llvm::Error error = reader.read(file))
      return error;
  return reader.finish();
}
