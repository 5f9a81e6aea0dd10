//===- ExternalFile.cpp - Data beside an ONNX model -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/ONNX/ExternalFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::onnx;
using llvm::StringRef;
namespace path = llvm::sys::path;

static llvm::Error refuse(StringRef location, StringRef why) {
  return llvm::createStringError("the external data `" + location + "` " + why);
}

/// True if a path stays below the folder that it is relative to.
static bool staysBelow(StringRef location) {
  return !location.empty() && !location.contains('\0') &&
         !path::is_absolute(location) &&
         llvm::none_of(
             llvm::make_range(path::begin(location), path::end(location)),
             [](StringRef part) { return part == ".."; });
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
onnx::mapExternalData(StringRef folder, const TensorValue &tensor) {
  const ExternalData &external = tensor.external;
  StringRef location = external.location.text;
  if (!staysBelow(location))
    return refuse(location, "does not lie below the model");
  llvm::SmallString<128> file(folder);
  path::append(file, location);
  uint64_t fileSize = 0;
  if (std::error_code error = llvm::sys::fs::file_size(file, fileSize))
    return llvm::createFileError(file, error);
  std::optional<uint64_t> offset = external.offsetInBytes();
  if (!offset || *offset > fileSize)
    return refuse(location, "has no such offset");
  uint64_t size = fileSize - *offset;
  if (!external.length.range.empty()) {
    std::optional<uint64_t> length = external.lengthInBytes();
    if (!length || *length > size)
      return refuse(location, "is shorter than the tensor says");
    size = *length;
  }
  auto bytes = llvm::MemoryBuffer::getFileSlice(file, size, *offset);
  if (!bytes)
    return llvm::createFileError(file, bytes.getError());
  return std::move(*bytes);
}
