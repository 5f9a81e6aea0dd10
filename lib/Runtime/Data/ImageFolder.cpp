//===- ImageFolder.cpp - Folders of images with labels --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/ImageFolder.h"
#include "Runtime/Data/NamedImages.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstring>

using namespace trainlint;
using namespace trainlint::data;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// The entries of a folder that are folders, or files, in the order of their
/// names.
static llvm::Expected<std::vector<std::string>> entriesOf(StringRef folder,
                                                          bool wantsFolders) {
  std::vector<std::string> entries;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; at != end && !error;
       at.increment(error)) {
    bool isWanted = wantsFolders ? fs::is_directory(at->path())
                                 : fs::is_regular_file(at->path());
    if (isWanted && !path::filename(at->path()).starts_with("."))
      entries.push_back(at->path());
  }
  if (error)
    return llvm::createStringError("cannot read `" + folder +
                                   "`: " + error.message());
  llvm::sort(entries);
  return entries;
}

static bool isTrainingName(StringRef folder) {
  StringRef name = path::filename(folder);
  return name == "train" || name == "training";
}

namespace {
/// Where the images of a split are.
struct SplitFolders {
  /// Each has a folder for each class.
  std::vector<std::string> wanted;
  /// The names of the classes of all splits, in their order.
  std::vector<std::string> classes;
};
} // namespace

/// A folder is split if its folders are called so; other folders are classes.
static llvm::Expected<SplitFolders> findSplit(const std::string &folder,
                                              Split split) {
  auto folders = entriesOf(folder, /*wantsFolders=*/true);
  if (!folders)
    return folders.takeError();
  auto isOfSplit = [](StringRef path) {
    return isTrainingName(path) || isHeldOut(path::filename(path));
  };
  bool isSplit = !folders->empty() && llvm::all_of(*folders, isOfSplit);
  std::vector<std::string> all =
      isSplit ? *folders : std::vector<std::string>{folder};
  SplitFolders out;
  for (const std::string &part : all) {
    auto classes = entriesOf(part, /*wantsFolders=*/true);
    if (!classes)
      return classes.takeError();
    for (StringRef name : *classes)
      out.classes.push_back(path::filename(name).str());
    bool isWanted =
        !isSplit || isTrainingName(part) == (split == Split::Training);
    if (isWanted)
      out.wanted.push_back(part);
  }
  llvm::sort(out.classes);
  out.classes.erase(llvm::unique(out.classes), out.classes.end());
  // Without examples that are held out there are those for training.
  if (out.wanted.empty() && split == Split::HeldOut)
    out.wanted = std::move(all);
  return out;
}

namespace {
/// The files of images in folders. There may be millions, so only what tells
/// them apart is kept of each: its name, and where that begins.
class ImageFiles : public ExampleTable {
public:
  void addFolder(std::string path) { folders.push_back(std::move(path)); }
  /// Adds a file of the last folder.
  void addFile(StringRef name) {
    names += name;
    ends.push_back(names.size());
    folderOf.push_back(folders.size() - 1);
  }

  int64_t size() const override { return ends.size(); }
  llvm::Error read(int64_t index, llvm::ArrayRef<FieldUse> fields,
                   Row &row) const override;
  std::string nameOf(int64_t index, StringRef) const override {
    return "cannot use `" + pathOf(index) + "`";
  }

private:
  std::string pathOf(int64_t index) const;

  std::vector<std::string> folders;
  std::string names;
  std::vector<uint64_t> ends;
  std::vector<uint32_t> folderOf;
};
} // namespace

std::string ImageFiles::pathOf(int64_t index) const {
  uint64_t begin = index == 0 ? 0 : ends[index - 1];
  llvm::SmallString<256> place(folders[folderOf[index]]);
  path::append(place, StringRef(names).slice(begin, ends[index]));
  return place.str().str();
}

llvm::Error ImageFiles::read(int64_t index, llvm::ArrayRef<FieldUse> fields,
                             Row &row) const {
  return readImageFile(pathOf(index), fields, row);
}

llvm::Expected<std::vector<Column>>
data::readImageFolder(const std::string &folder, Split split) {
  auto found = findSplit(folder, split);
  if (!found)
    return found.takeError();
  auto table = std::make_shared<ImageFiles>();
  std::vector<int32_t> numbers;
  for (const std::string &part : found->wanted) {
    for (const auto &[number, name] : llvm::enumerate(found->classes)) {
      llvm::SmallString<256> place(part);
      path::append(place, name);
      // A split need not have all classes.
      if (!fs::is_directory(place))
        continue;
      auto files = entriesOf(place, /*wantsFolders=*/false);
      if (!files)
        return files.takeError();
      table->addFolder(place.str().str());
      for (const std::string &file : *files) {
        if (!isImageName(file))
          continue;
        table->addFile(path::filename(file));
        numbers.push_back(static_cast<int32_t>(number));
      }
    }
  }
  if (numbers.empty())
    return std::vector<Column>();
  auto count = static_cast<int64_t>(numbers.size());
  run::HostTensor labels{{pjrt::abi::Buffer_Type::S32, {count}}, {}};
  labels.bytes.resize(numbers.size() * sizeof(int32_t));
  std::memcpy(labels.bytes.data(), numbers.data(), labels.bytes.size());
  Column images;
  images.name = "images";
  images.file = folder;
  images.kind = ValueKind::Images;
  images.shape = {pjrt::abi::Buffer_Type::U8, {count}};
  images.table = std::move(table);
  std::vector<Column> columns;
  columns.push_back(std::move(images));
  columns.push_back(columnOf("labels", folder, std::move(labels)));
  return columns;
}
