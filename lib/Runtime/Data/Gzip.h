//===- Gzip.h - Files that gzip has packed ----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_GZIP_H
#define TRAINLINT_RUNTIME_DATA_GZIP_H

#include "Runtime/Data/FileBytes.h"

namespace trainlint::data {

/// True if a file begins as one of gzip does.
bool isGzip(llvm::StringRef file);

/// Unpacks a gzip file from its begin to its end.
class GzipStream {
public:
  explicit GzipStream(FileBytes file);
  ~GzipStream();
  GzipStream(const GzipStream &) = delete;
  GzipStream &operator=(const GzipStream &) = delete;

  /// Unpacks the next bytes: as many as `to` takes, or fewer at the end. The
  /// checksums of all members are compared. Fails for what is cut off or
  /// damaged.
  llvm::Expected<size_t> read(llvm::MutableArrayRef<char> to);

private:
  struct State;

  llvm::Expected<bool> beginMember();
  llvm::Error refill();

  FileBytes file;
  uint64_t at = 0;
  Scratch scratch;
  /// What is packed, read, and not unpacked yet.
  llvm::StringRef packed;
  /// Null between members.
  std::unique_ptr<State> state;
};

/// Unpacks a whole file. Fails for what gives more than `most` bytes, too.
llvm::Expected<FileBytes> unpackGzip(const FileBytes &file, uint64_t most);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_GZIP_H
