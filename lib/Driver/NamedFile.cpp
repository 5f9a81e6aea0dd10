//===- NamedFile.cpp - Files that commands name ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/NamedFile.h"
#include "Support/Boundary.h"
#include "Support/LLVM.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static LoadedFilePtr readFile(StringRef name, const Boundary &boundary,
                              FileCache &cache) {
  return boundary.contains(name) ? cache.read(name) : nullptr;
}

static LoadedFilePtr findFile(StringRef name, StringRef from,
                              const Boundary &boundary, FileCache &cache) {
  if (path::is_absolute(name))
    return readFile(name, boundary, cache);
  name.consume_front("./");
  constexpr unsigned MaximalLevels = 30;
  unsigned levels = 0;
  llvm::SmallString<256> folder(path::parent_path(from));
  while (true) {
    llvm::SmallString<256> candidate(folder);
    path::append(candidate, name);
    if (LoadedFilePtr file = readFile(candidate, boundary, cache))
      return file;
    llvm::SmallString<256> repository(folder);
    path::append(repository, ".git");
    if (fs::exists(repository) || ++levels > MaximalLevels)
      return nullptr;
    // Above the working directory a relative path goes on with `..`.
    if (folder.empty() || StringRef(folder).ends_with(".."))
      path::append(folder, "..");
    else if (folder == "/")
      return nullptr;
    else
      folder = path::parent_path(folder);
  }
}

LoadedFilePtr trainlint::readNamedFile(StringRef name, StringRef from,
                                       FileCache &cache) {
  StringRef folder = path::parent_path(from);
  Boundary boundary = Boundary::around(folder.empty() ? "." : folder);
  return findFile(name, from, boundary, cache);
}

LoadedFilePtr trainlint::readAnyNamedFile(StringRef name, StringRef from,
                                          FileCache &cache) {
  return findFile(name, from, Boundary::none(), cache);
}
