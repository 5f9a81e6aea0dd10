//===- NamedFile.cpp - Files that commands name ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/NamedFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static std::unique_ptr<SourceBuffer> readFile(StringRef name) {
  // No job is larger, and a pipe would wait for ever.
  constexpr uint64_t Largest = 1 << 20;
  fs::file_status status;
  if (fs::status(name, status) ||
      status.type() != fs::file_type::regular_file ||
      status.getSize() > Largest)
    return nullptr;
  auto text = llvm::MemoryBuffer::getFile(name, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/true,
                                          /*IsVolatile=*/true);
  if (!text)
    return nullptr;
  return std::make_unique<SourceBuffer>(name.str(), std::move(*text));
}

std::unique_ptr<SourceBuffer> trainlint::readNamedFile(StringRef name,
                                                       StringRef from) {
  if (path::is_absolute(name))
    return readFile(name);
  name.consume_front("./");
  constexpr unsigned MaximalLevels = 30;
  unsigned levels = 0;
  llvm::SmallString<256> folder(path::parent_path(from));
  while (true) {
    llvm::SmallString<256> candidate(folder);
    path::append(candidate, name);
    if (std::unique_ptr<SourceBuffer> file = readFile(candidate))
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
