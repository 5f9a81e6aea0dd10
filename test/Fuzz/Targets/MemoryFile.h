//===- MemoryFile.h - Bytes as a file that has no place ---------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_FUZZ_TARGETS_MEMORYFILE_H
#define TRAINLINT_FUZZ_TARGETS_MEMORYFILE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace trainlint::test {

/// A regular file in memory, for what can only be read by its path. Nothing is
/// left of it however the program ends.
class MemoryFile {
public:
  explicit MemoryFile(llvm::StringRef bytes);
  ~MemoryFile();
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;

  std::string path() const;

private:
  int descriptor;
};

} // namespace trainlint::test

#endif // TRAINLINT_FUZZ_TARGETS_MEMORYFILE_H
