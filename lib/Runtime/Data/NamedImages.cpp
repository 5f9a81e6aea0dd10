//===- NamedImages.cpp - Images that tables of text name ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/NamedImages.h"
#include "Runtime/Data/Image.h"
#include "Runtime/Tensor/InputFile.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "Support/Text.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::data;
namespace path = llvm::sys::path;

bool data::isImageName(StringRef file) {
  std::string extension = path::extension(file).lower();
  return extension == ".jpg" || extension == ".jpeg" || extension == ".png";
}

llvm::Error data::readImageFile(StringRef path, ArrayRef<FieldUse> fields,
                                Row &row) {
  auto file = run::readFoundFile(path);
  if (!file)
    return file.takeError();
  row.file = std::move(*file);
  StringRef text = row.file->getBuffer();
  if (!isImage(text))
    return llvm::createStringError("cannot use `" + printable(path) +
                                   "`: it is no JPEG or PNG file");
  row.values.assign(fields.size(), text);
  return llvm::Error::success();
}

/// The path of a file below a folder; nothing of one that is not below it.
static std::optional<std::string> pathBelow(StringRef folder, StringRef name) {
  llvm::SmallString<256> place(folder), whole(name);
  path::remove_dots(place, /*remove_dot_dot=*/true);
  if (!path::is_absolute(name)) {
    whole = place;
    path::append(whole, name);
  }
  path::remove_dots(whole, /*remove_dot_dot=*/true);
  // What begins with the names of the folder is below it.
  auto at = path::begin(whole), end = path::end(whole);
  for (auto part = path::begin(place); part != path::end(place); ++part, ++at)
    if (at == end || *at != *part)
      return std::nullopt;
  bool isBelow = at != end && *at != "..";
  return isBelow ? std::optional(whole.str().str()) : std::nullopt;
}

llvm::Error NamedImages::read(int64_t index, ArrayRef<FieldUse> fields,
                              Row &row) const {
  auto cell = names->cellOf(index, column);
  if (!cell)
    return cell.takeError();
  std::string folder =
      root.empty() ? path::parent_path(cell->file).str() : root;
  std::optional<std::string> place = pathBelow(folder, cell->text);
  if (!place)
    return llvm::createStringError(
        cell->place + ": " + quoted(cell->text) + " is not below `" +
        printable(folder.empty() ? "." : folder) +
        "`; `--image-root` names the folder where paths begin");
  if (llvm::Error error = readImageFile(*place, fields, row))
    return llvm::createStringError(cell->place + ": " +
                                   llvm::toString(std::move(error)));
  return llvm::Error::success();
}
