//===- GraphFiles.cpp - Graphs on disk ------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LSP/GraphFiles.h"
#include "Support/LLVM.h"

using namespace trainlint;
using namespace trainlint::lsp;

llvm::Expected<std::shared_ptr<const llvm::MemoryBuffer>>
GraphFiles::read(StringRef path) {
  std::optional<FileStamp> stamp = stampAt(path);
  Entry &entry = files[path];
  if (entry.content && stamp == entry.stamp)
    return entry.content;
  ReadOptions options;
  options.largest = LargestOpenGraph;
  options.stamp = &entry.stamp;
  auto content = readRegularFile(path, options);
  if (!content) {
    files.erase(path);
    return llvm::createFileError(path, content.takeError());
  }
  entry.content = std::move(*content);
  return entry.content;
}
