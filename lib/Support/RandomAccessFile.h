//===- RandomAccessFile.h - A file that is read in parts --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_RANDOMACCESSFILE_H
#define TRAINLINT_SUPPORT_RANDOMACCESSFILE_H

#include "Support/RegularFile.h"

namespace trainlint {

/// A regular file of any size that is read where its bytes are needed. It has
/// to stay what it was: one that is cut short or written to is an error, and
/// never wrong bytes or a crash. Threads may share it.
class RandomAccessFile {
public:
  /// Opens a file as readRegularFile() does. The error names the file.
  static llvm::Expected<std::unique_ptr<RandomAccessFile>>
  open(llvm::StringRef path);
  ~RandomAccessFile();
  RandomAccessFile(const RandomAccessFile &) = delete;
  RandomAccessFile &operator=(const RandomAccessFile &) = delete;

  const std::string &name() const { return path; }
  uint64_t size() const { return stamp.size; }

  /// Reads all bytes that `to` takes, which lie within the size. The error
  /// names the file.
  llvm::Error read(uint64_t offset, llvm::MutableArrayRef<char> to) const;

private:
  RandomAccessFile() = default;

  llvm::Error readOpened(int opened, uint64_t offset,
                         llvm::MutableArrayRef<char> to) const;

  std::string path;
  FileStamp stamp;
  /// Nothing if the file is opened for each read, as a process may only have so
  /// many of them open.
  std::optional<int> descriptor;
};

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_RANDOMACCESSFILE_H
