//===- SavedModel.cpp - Folders that hold a SavedModel --------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Formats/SavedModel.h"
#include "Support/LLVM.h"
#include "Support/RegularFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::tensorflow;

llvm::Expected<MappedFile> tensorflow::mapFile(StringRef path) {
  ReadOptions options;
  options.largest = LargestFile;
  options.mapAbove = 16 << 20;
  auto bytes = readRegularFile(path, options);
  if (!bytes)
    return llvm::createFileError(path, bytes.takeError());
  return MappedFile{path.str(), std::move(*bytes)};
}

llvm::Expected<std::string> tensorflow::findGraphFile(StringRef path) {
  if (!llvm::sys::fs::is_directory(path))
    return path.str();
  for (StringRef name : {"saved_model.pb", "saved_model.pbtxt"}) {
    llvm::SmallString<128> file = path;
    llvm::sys::path::append(file, name);
    if (llvm::sys::fs::exists(file))
      return file.str().str();
  }
  return llvm::createStringError(
      std::errc::no_such_file_or_directory,
      "%s holds no saved_model.pb and no saved_model.pbtxt",
      path.str().c_str());
}
