//===- SavedModel.h - Folders that hold a SavedModel ------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FRONTEND_FORMATS_SAVEDMODEL_H
#define TRAINLINT_FRONTEND_FORMATS_SAVEDMODEL_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>

namespace trainlint::tensorflow {

/// A file that is mapped, or read if it is small.
struct MappedFile {
  std::string path;
  std::unique_ptr<llvm::MemoryBuffer> bytes;
};

/// No range of a file reaches further, in bytes.
inline constexpr uint64_t LargestFile = (uint64_t(4) << 30) - 1;

/// Maps a regular file of at most `LargestFile`. Its bytes need not be followed
/// by NUL.
llvm::Expected<MappedFile> mapFile(llvm::StringRef path);

/// The file that holds the graph of a path: of a folder, its `saved_model.pb`
/// or, as TensorFlow does where that is not there, `saved_model.pbtxt`.
llvm::Expected<std::string> findGraphFile(llvm::StringRef path);

} // namespace trainlint::tensorflow

#endif // TRAINLINT_FRONTEND_FORMATS_SAVEDMODEL_H
