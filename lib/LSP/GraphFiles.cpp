//===- GraphFiles.cpp - Graphs on disk ------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/GraphFiles.h"
#include "llvm/Support/FileSystem.h"

using namespace trainlint::lsp;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

llvm::Expected<std::shared_ptr<const llvm::MemoryBuffer>>
GraphFiles::read(StringRef path) {
  fs::file_status status;
  if (std::error_code problem = fs::status(path, status))
    return llvm::createFileError(path, problem);
  // A pipe would wait for ever.
  if (status.type() != fs::file_type::regular_file)
    return llvm::createStringError(path + ": not a file");
  if (status.getSize() > LargestOpenGraph)
    return llvm::createStringError(
        path + ": larger than 256 MiB, and not checked with its jobs here");
  Entry &entry = files[path];
  bool isSame = entry.content &&
                entry.written == status.getLastModificationTime() &&
                entry.content->getBufferSize() == status.getSize();
  if (isSame)
    return entry.content;
  auto content = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                             /*RequiresNullTerminator=*/false,
                                             /*IsVolatile=*/true);
  if (!content)
    return llvm::createFileError(path, content.getError());
  entry.content = std::move(*content);
  entry.written = status.getLastModificationTime();
  return entry.content;
}
