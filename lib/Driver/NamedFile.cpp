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
#include "Support/RegularFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static std::unique_ptr<SourceBuffer> readFile(StringRef name,
                                              const Boundary &boundary) {
  if (!boundary.contains(name))
    return nullptr;
  // No job is larger.
  ReadOptions options;
  options.largest = 1 << 20;
  auto text = readRegularFile(name, options);
  if (!text) {
    llvm::consumeError(text.takeError());
    return nullptr;
  }
  return std::make_unique<SourceBuffer>(name.str(), std::move(*text));
}

static std::unique_ptr<SourceBuffer> findFile(StringRef name, StringRef from,
                                              const Boundary &boundary) {
  if (path::is_absolute(name))
    return readFile(name, boundary);
  name.consume_front("./");
  constexpr unsigned MaximalLevels = 30;
  unsigned levels = 0;
  llvm::SmallString<256> folder(path::parent_path(from));
  while (true) {
    llvm::SmallString<256> candidate(folder);
    path::append(candidate, name);
    if (std::unique_ptr<SourceBuffer> file = readFile(candidate, boundary))
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

std::unique_ptr<SourceBuffer> trainlint::readNamedFile(StringRef name,
                                                       StringRef from) {
  StringRef folder = path::parent_path(from);
  return findFile(name, from, Boundary::around(folder.empty() ? "." : folder));
}

std::unique_ptr<SourceBuffer> trainlint::readAnyNamedFile(StringRef name,
                                                          StringRef from) {
  return findFile(name, from, Boundary::none());
}
