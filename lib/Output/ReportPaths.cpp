//===- ReportPaths.cpp - Paths for code scanning --------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output/ReportPaths.h"
#include "Support/LLVM.h"
#include "Support/Paths.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
namespace path = llvm::sys::path;

/// The folder that holds `.git` above an absolute path, or an empty text.
static std::string repositoryOf(StringRef file) {
  llvm::SmallString<256> folder(file);
  for (path::remove_filename(folder); !folder.empty();
       path::remove_filename(folder)) {
    llvm::SmallString<256> marker(folder);
    path::append(marker, ".git");
    if (llvm::sys::fs::exists(marker))
      return folder.str().str();
    if (path::relative_path(folder).empty())
      break;
  }
  return "";
}

/// The path of a file below a folder, or an empty text if it lies elsewhere.
static StringRef pathBelow(StringRef folder, StringRef file) {
  bool below =
      !folder.empty() && file.consume_front(folder) && file.consume_front("/");
  return below ? file : StringRef();
}

static std::string reportPath(StringRef file) {
  if (file.starts_with("<")) // Such as <stdin>.
    return file.str();
  std::string absolute = absolutePath(file);
  llvm::SmallString<256> working;
  StringRef relative = pathBelow(repositoryOf(absolute), absolute);
  if (relative.empty() && !llvm::sys::fs::current_path(working))
    relative = pathBelow(working, absolute);
  return relative.empty() ? absolute : relative.str();
}

StringRef ReportPaths::of(StringRef file) {
  auto [entry, isNew] = known.try_emplace(file);
  if (isNew)
    entry->second = reportPath(file);
  return entry->second;
}
