//===- GraphFiles.h - Graphs on disk ----------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_LSP_GRAPHFILES_H
#define TRAINLINT_LSP_GRAPHFILES_H

#include "Support/RegularFile.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace trainlint::lsp {

/// The largest graph that is checked while somebody types.
inline constexpr uint64_t LargestOpenGraph = 256 << 20;

/// The graphs on disk that jobs train. Each is read once, and again when it was
/// written.
class GraphFiles {
public:
  /// A copy of a file, which is not mapped since others write to it; an error
  /// for one that cannot be read or is larger than `LargestOpenGraph`.
  llvm::Expected<std::shared_ptr<const llvm::MemoryBuffer>>
  read(llvm::StringRef path);

private:
  struct Entry {
    std::shared_ptr<const llvm::MemoryBuffer> content;
    FileStamp stamp;
  };
  llvm::StringMap<Entry> files;
};

} // namespace trainlint::lsp

#endif // TRAINLINT_LSP_GRAPHFILES_H
