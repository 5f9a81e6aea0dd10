//===- RandomAccessFile.cpp - A file that is read in parts ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/RandomAccessFile.h"
#include "Support/LLVM.h"
#include "Support/OpenRegularFile.h"
#include "Support/Printable.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Errno.h"
#include <atomic>
#include <unistd.h>

using namespace trainlint;

/// The most files that stay open. Systems allow a process 1024 unless they are
/// told otherwise.
static constexpr int MostOpened = 256;
static std::atomic<int> openedCount = 0;

static llvm::Error named(StringRef path, llvm::Error error) {
  return llvm::createStringError("cannot read `" + printable(path) +
                                 "`: " + llvm::toString(std::move(error)));
}

llvm::Expected<std::unique_ptr<RandomAccessFile>>
RandomAccessFile::open(StringRef path) {
  std::unique_ptr<RandomAccessFile> out(new RandomAccessFile());
  out->path = path.str();
  llvm::Expected<int> opened = openRegularFile(path, out->stamp);
  if (!opened)
    return named(path, opened.takeError());
  if (++openedCount <= MostOpened) {
    out->descriptor = *opened;
  } else {
    --openedCount;
    ::close(*opened);
  }
  return out;
}

RandomAccessFile::~RandomAccessFile() {
  if (!descriptor)
    return;
  ::close(*descriptor);
  --openedCount;
}

llvm::Error RandomAccessFile::readOpened(int opened, uint64_t offset,
                                         llvm::MutableArrayRef<char> to) const {
  size_t have = 0;
  while (have < to.size()) {
    ssize_t count = llvm::sys::RetryAfterSignal(
        -1, ::pread, opened, to.data() + have, to.size() - have, offset + have);
    if (count < 0)
      return llvm::errorCodeToError(
          std::error_code(errno, std::generic_category()));
    if (count == 0)
      return llvm::createStringError("it was cut short while it was read");
    have += count;
  }
  // What was read before a change is what the file was.
  auto now = stampOfOpened(opened);
  if (!now)
    return now.takeError();
  if (*now != stamp)
    return llvm::createStringError("it was changed while it was read");
  return llvm::Error::success();
}

llvm::Error RandomAccessFile::read(uint64_t offset,
                                   llvm::MutableArrayRef<char> to) const {
  auto finish = [&](llvm::Error error) {
    return error ? named(path, std::move(error)) : std::move(error);
  };
  if (descriptor)
    return finish(readOpened(*descriptor, offset, to));
  FileStamp current;
  llvm::Expected<int> opened = openRegularFile(path, current);
  if (!opened)
    return named(path, opened.takeError());
  llvm::scope_exit closing([&] { ::close(*opened); });
  return finish(readOpened(*opened, offset, to));
}
