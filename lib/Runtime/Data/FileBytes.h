//===- FileBytes.h - Bytes of data files ------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_FILEBYTES_H
#define TRAINLINT_RUNTIME_DATA_FILEBYTES_H

#include "Support/RandomAccessFile.h"
#include "llvm/ADT/SmallVector.h"

namespace trainlint::data {

/// Room for what is read of a file.
using Scratch = llvm::SmallVector<char, 0>;

/// The bytes of a file of data, or a part of them: in memory, or read when they
/// are needed. Copies share them, and threads may.
class FileBytes {
public:
  FileBytes() = default;
  static FileBytes inMemory(std::shared_ptr<const llvm::MemoryBuffer> text);
  static FileBytes inMemory(llvm::StringRef copied);
  static FileBytes onDisk(std::shared_ptr<const RandomAccessFile> file);

  uint64_t size() const { return length; }
  bool isInMemory() const { return !file; }

  FileBytes slice(uint64_t offset, uint64_t size) const;

  /// Bytes that lie within the size. They are in `scratch`, or where they are
  /// in memory.
  llvm::Expected<llvm::StringRef> read(uint64_t offset, uint64_t size,
                                       Scratch &scratch) const;

private:
  std::shared_ptr<const llvm::MemoryBuffer> text;
  std::shared_ptr<const RandomAccessFile> file;
  uint64_t begin = 0;
  uint64_t length = 0;
};

/// How much of files is still held in memory.
struct MemoryBudget {
  /// The most of one file.
  static constexpr uint64_t MostOfFile = 16 << 20;
  uint64_t left = 64 << 20;
};

/// Opens a file of data that the command line names, which may be a pipe, or
/// one that was found in a folder, which has to be a regular file. A small one
/// is read at once, as long as the budget lasts. The error names the file.
llvm::Expected<FileBytes> openDataFile(llvm::StringRef path, bool isFound,
                                       MemoryBudget &budget);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_FILEBYTES_H
