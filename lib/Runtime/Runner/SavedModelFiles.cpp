//===- SavedModelFiles.cpp - Copies of SavedModels ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Runner/SavedModelFiles.h"
#include "Runtime/Checkpoints/TensorBundle.h"
#include "Runtime/Tensor/InputFile.h"
#include "Support/LLVM.h"
#include "Support/OutputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::run;

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static std::string pathIn(StringRef folder, StringRef name) {
  llvm::SmallString<256> out = folder;
  path::append(out, name);
  return out.str().str();
}

std::string run::variablesOfSavedModel(StringRef folder) {
  return pathIn(pathIn(folder, "variables"), "variables");
}

static llvm::Error makeFolder(StringRef folder) {
  if (std::error_code error = fs::create_directories(folder))
    return llvm::createStringError("cannot make the folder `" + folder +
                                   "`: " + error.message());
  return llvm::Error::success();
}

/// True for a folder in another one, both of which are there.
static bool liesIn(StringRef folder, StringRef other) {
  llvm::SmallString<256> inner, outer;
  return !fs::real_path(folder, inner) && !fs::real_path(other, outer) &&
         inner.str().starts_with((outer + path::get_separator()).str());
}

llvm::Error run::prepareSavedModelFolder(StringRef from, StringRef folder) {
  std::string prefix = variablesOfSavedModel(folder);
  if (llvm::Error error = makeFolder(path::parent_path(prefix)))
    return error;
  if (liesIn(folder, from))
    return llvm::createStringError("cannot export to `" + folder +
                                   "`: it lies in `" + from +
                                   "`, which is copied");
  std::string index = prefix + checkpoints::BundleIndexExtension.str();
  for (const std::string &file : {index, pathIn(folder, "saved_model.pb")})
    if (llvm::Error error = checkWritable(file))
      return error;
  return llvm::Error::success();
}

static llvm::Error copyFile(StringRef from, StringRef to) {
  auto contents = readFoundFile(from);
  if (!contents)
    return contents.takeError();
  return writeFileDurably(to, {(*contents)->getBuffer()});
}

/// True for what is there by itself and not as a link, which could lead out of
/// the model.
static bool isOwn(StringRef path, fs::file_type type) {
  return fs::get_file_type(path, /*Follow=*/false) == type;
}

/// Copies the files of a folder and of those in it.
static llvm::Error copyFolder(StringRef from, StringRef to) {
  std::error_code error;
  fs::recursive_directory_iterator entry(from, error,
                                         /*FollowSymlinks=*/false);
  for (; entry != fs::recursive_directory_iterator() && !error;
       entry.increment(error)) {
    if (entry->type() != fs::file_type::regular_file)
      continue;
    std::string target =
        pathIn(to, StringRef(entry->path()).drop_front(from.size() + 1));
    if (llvm::Error failure = makeFolder(path::parent_path(target)))
      return failure;
    if (llvm::Error failure = copyFile(entry->path(), target))
      return failure;
  }
  if (error)
    return llvm::createStringError("cannot read the folder `" + from +
                                   "`: " + error.message());
  return llvm::Error::success();
}

llvm::Error run::copySavedModel(StringRef from, StringRef to) {
  // Nothing of it changes.
  if (fs::equivalent(from, to))
    return llvm::Error::success();
  for (StringRef name : {"assets", "assets.extra"})
    if (std::string folder = pathIn(from, name);
        isOwn(folder, fs::file_type::directory_file))
      if (llvm::Error error = copyFolder(folder, pathIn(to, name)))
        return error;
  constexpr StringRef Metadata = "keras_metadata.pb";
  if (std::string file = pathIn(from, Metadata);
      isOwn(file, fs::file_type::regular_file))
    if (llvm::Error error = copyFile(file, pathIn(to, Metadata)))
      return error;
  // The graph is what the command line names, wherever it is kept.
  for (StringRef name : {"saved_model.pbtxt", "saved_model.pb"})
    if (std::string file = pathIn(from, name); fs::is_regular_file(file))
      if (llvm::Error error = copyFile(file, pathIn(to, name)))
        return error;
  return llvm::Error::success();
}
