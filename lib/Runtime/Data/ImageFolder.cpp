//===- ImageFolder.cpp - Folders of images with labels --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/ImageFolder.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
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

static bool isImageName(StringRef file) {
  std::string extension = path::extension(file).lower();
  return extension == ".jpg" || extension == ".jpeg" || extension == ".png";
}

static bool isTrainingName(StringRef folder) {
  StringRef name = path::filename(folder);
  return name == "train" || name == "training";
}

/// Leaves the folders of classes: those of the one that a split has for itself.
static llvm::Error enterSplit(std::vector<std::string> &folders, Split split) {
  bool isSplit = llvm::any_of(
      folders, [](StringRef folder) { return isTrainingName(folder); });
  if (!isSplit)
    return llvm::Error::success();
  for (const std::string &folder : folders) {
    bool isWanted = split == Split::Training
                        ? isTrainingName(folder)
                        : isHeldOut(path::filename(folder));
    if (!isWanted)
      continue;
    auto classes = entriesOf(folder, /*wantsFolders=*/true);
    if (!classes)
      return classes.takeError();
    folders = std::move(*classes);
    return llvm::Error::success();
  }
  folders.clear();
  return llvm::Error::success();
}

llvm::Expected<std::vector<Column>>
data::readImageFolder(const std::string &folder, Split split) {
  auto classes = entriesOf(folder, /*wantsFolders=*/true);
  if (!classes)
    return classes.takeError();
  if (llvm::Error error = enterSplit(*classes, split))
    return error;
  Column images, labels;
  images.name = "images";
  labels.name = "labels";
  images.file = labels.file = folder;
  images.hasImageFiles = true;
  std::vector<int32_t> numbers;
  for (const auto &[number, name] : llvm::enumerate(*classes)) {
    auto files = entriesOf(name, /*wantsFolders=*/false);
    if (!files)
      return files.takeError();
    for (std::string &file : *files) {
      if (!isImageName(file))
        continue;
      images.images.push_back(std::move(file));
      numbers.push_back(static_cast<int32_t>(number));
    }
  }
  if (numbers.empty())
    return std::vector<Column>();
  images.tensor.shape = {pjrt::abi::Buffer_Type::U8, {0}};
  labels.tensor.shape = {pjrt::abi::Buffer_Type::S32,
                         {static_cast<int64_t>(numbers.size())}};
  labels.tensor.bytes.resize(numbers.size() * sizeof(int32_t));
  std::memcpy(labels.tensor.bytes.data(), numbers.data(),
              labels.tensor.bytes.size());
  std::vector<Column> columns;
  columns.push_back(std::move(images));
  columns.push_back(std::move(labels));
  return columns;
}
