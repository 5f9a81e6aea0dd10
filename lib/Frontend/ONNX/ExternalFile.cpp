//===- ExternalFile.cpp - Data beside an ONNX model -----------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/ONNX/ExternalFile.h"
#include "Support/LLVM.h"
#include "Support/RegularFile.h"
#include "Support/Text.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace trainlint;
using namespace trainlint::onnx;
namespace path = llvm::sys::path;

/// Larger files are mapped.
static constexpr uint64_t MostRead = 16 << 20;

static llvm::Error refuse(StringRef location, const llvm::Twine &why) {
  return llvm::createStringError("the external data " + quoted(location) + " " +
                                 why);
}

/// True if a path stays below the folder that it is relative to, as far as its
/// words say.
static bool staysBelow(StringRef location) {
  return !location.empty() && !location.contains('\0') &&
         !path::is_absolute(location) &&
         llvm::none_of(
             llvm::make_range(path::begin(location), path::end(location)),
             [](StringRef part) { return part == ".."; });
}

/// True if a path without links lies below another one.
static bool liesBelow(StringRef file, StringRef folder) {
  return file.consume_front(folder) &&
         (folder.ends_with("/") || file.starts_with("/"));
}

namespace {
/// A part of a file, which lives as long as the part.
class PartOfFile : public llvm::MemoryBuffer {
public:
  PartOfFile(std::unique_ptr<llvm::MemoryBuffer> file, uint64_t offset,
             uint64_t size)
      : file(std::move(file)) {
    const char *begin = this->file->getBufferStart() + offset;
    init(begin, begin + size, /*RequiresNullTerminator=*/false);
  }
  BufferKind getBufferKind() const override { return file->getBufferKind(); }
  StringRef getBufferIdentifier() const override {
    return file->getBufferIdentifier();
  }

private:
  std::unique_ptr<llvm::MemoryBuffer> file;
};
} // namespace

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
onnx::mapExternalData(StringRef folder, const TensorValue &tensor) {
  const ExternalData &external = tensor.external;
  StringRef location = external.location.text;
  if (!staysBelow(location))
    return refuse(location, "does not lie below the model");
  llvm::SmallString<128> named(folder), file, realFolder;
  path::append(named, location);
  std::error_code error = llvm::sys::fs::real_path(named, file);
  if (!error)
    error = llvm::sys::fs::real_path(folder, realFolder);
  if (error)
    return refuse(location, "cannot be read: " + error.message());
  if (!liesBelow(file, realFolder))
    return refuse(location, "is a link that leads out of the model's folder");
  ReadOptions options;
  // What offsets of the format can say.
  options.largest = INT64_MAX;
  options.mapAbove = MostRead;
  auto contents = readRegularFile(file, options);
  if (!contents)
    return refuse(location,
                  "cannot be read: " + llvm::toString(contents.takeError()));
  uint64_t fileSize = (*contents)->getBufferSize();
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
  return std::make_unique<PartOfFile>(std::move(*contents), *offset, size);
}
