//===- Folders.cpp - Where relative paths of a program begin --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Python/Notebook/Folders.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::python;

using PathStyle = llvm::sys::path::Style;

std::optional<std::string>
python::pathIn(const std::optional<std::string> &folder, StringRef path) {
  llvm::SmallString<128> whole;
  bool isAbsolute = llvm::sys::path::is_absolute(path, PathStyle::posix);
  if (!isAbsolute) {
    if (!folder)
      return std::nullopt;
    whole = *folder;
  }
  llvm::sys::path::append(whole, PathStyle::posix, path);
  // No system opens a longer one.
  constexpr size_t LongestPath = 4096;
  if (whole.size() > LongestPath)
    return std::nullopt;
  llvm::sys::path::remove_dots(whole, /*remove_dot_dot=*/true,
                               PathStyle::posix);
  return whole.str().str();
}

/// A folder that a text names; nothing for one that is not known here.
static std::optional<std::string> folderOf(StringRef written) {
  StringRef path = written.trim().trim("\"'");
  bool isKnown = !path.empty() && !path.starts_with("~") &&
                 !path.starts_with("-") && !path.contains('$') &&
                 !path.contains('{');
  return isKnown ? std::optional(path.str()) : std::nullopt;
}

Folders::Folders(const Program &program) {
  // What the changes name, before they are put one behind the other.
  for (const auto &cell : program.module().cells) {
    for (const Magic &magic : cell->magics) {
      bool isOther = magic.name == "pushd" || magic.name == "popd";
      if (magic.name != "cd" && !isOther)
        continue;
      StringRef body = cell->text.slice(magic.body.begin, magic.body.end);
      changes.push_back({cell->placeOf(magic.range).begin,
                         isOther ? std::nullopt : folderOf(body)});
    }
  }
  for (const Call *call : program.calls()) {
    if (call->callee != "os.chdir" || call->buffer != program.module().buffer)
      continue;
    const Value *path = call->value("path", 0);
    bool isKnown = path && path->isText() && !call->function && !call->isInLoop;
    changes.push_back({call->place().range.begin,
                       isKnown ? folderOf(path->text) : std::nullopt});
  }
  llvm::stable_sort(changes, [](const Change &a, const Change &b) {
    return a.place < b.place;
  });
  std::optional<std::string> folder = std::string();
  for (Change &change : changes) {
    if (change.folder)
      change.folder = pathIn(folder, *change.folder);
    folder = change.folder;
  }
}

std::optional<std::string> Folders::at(uint32_t place) const {
  auto behind = llvm::partition_point(
      changes, [&](const Change &change) { return change.place < place; });
  return behind == changes.begin() ? std::string() : std::prev(behind)->folder;
}
