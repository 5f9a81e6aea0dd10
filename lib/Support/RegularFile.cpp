//===- RegularFile.cpp - Opening files that nobody vouches for ------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/RegularFile.h"
#include "Support/LLVM.h"
#include "Support/OpenRegularFile.h"
#include "Support/WorkCounter.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace trainlint;

using Buffer = llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>;

static llvm::Error systemError() {
  return llvm::errorCodeToError(
      std::error_code(errno, std::generic_category()));
}

std::string trainlint::formatLimit(uint64_t bytes) {
  constexpr std::pair<unsigned, const char *> Units[] = {
      {30, " GiB"}, {20, " MiB"}, {10, " KiB"}};
  for (auto [shift, unit] : Units)
    if (bytes >> shift != 0 && bytes % (uint64_t(1) << shift) == 0)
      return std::to_string(bytes >> shift) + unit;
  return std::to_string(bytes) + " bytes";
}

static llvm::Error tooLarge(uint64_t largest) {
  return llvm::createStringError(
      std::make_error_code(std::errc::file_too_large),
      "larger than " + formatLimit(largest));
}

/// Why a file of a type is not read; success for a regular one.
static llvm::Error checkType(const struct stat &status) {
  auto refuse = [](const char *what) {
    return llvm::createStringError(std::errc::invalid_argument, what);
  };
  switch (status.st_mode & S_IFMT) {
  case S_IFREG:
    return llvm::Error::success();
  case S_IFDIR:
    return refuse("a folder, not a file");
  case S_IFCHR:
  case S_IFBLK:
    return refuse("a device, not a regular file");
  case S_IFIFO:
    return refuse("a pipe, not a regular file");
  case S_IFSOCK:
    return refuse("a socket, not a regular file");
  }
  return refuse("not a regular file");
}

static FileStamp stampOf(const struct stat &status) {
  return {status.st_dev, status.st_ino, static_cast<uint64_t>(status.st_size),
          status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec};
}

std::optional<FileStamp> trainlint::stampAt(StringRef path) {
  struct stat status;
  if (::stat(path.str().c_str(), &status) != 0)
    return std::nullopt;
  return stampOf(status);
}

/// Reads up to `size` bytes; fewer if the descriptor ends before.
static llvm::Expected<size_t> readUpTo(int descriptor, char *to, size_t size) {
  size_t have = 0;
  while (have < size) {
    ssize_t count = llvm::sys::RetryAfterSignal(-1, ::read, descriptor,
                                                to + have, size - have);
    if (count < 0)
      return systemError();
    if (count == 0)
      break;
    have += count;
  }
  return have;
}

static Buffer readOpened(int descriptor, StringRef path,
                         const ReadOptions &options) {
  struct stat status;
  if (::fstat(descriptor, &status) != 0)
    return systemError();
  if (llvm::Error refused = checkType(status))
    return refused;
  uint64_t size = status.st_size;
  if (size > options.largest)
    return tooLarge(options.largest);
  if (options.stamp)
    *options.stamp = stampOf(status);
  work::FileReads.add();

  if (size > options.mapAbove) {
    auto mapped = llvm::MemoryBuffer::getOpenFileSlice(
        llvm::sys::fs::file_t(descriptor), path, size, /*Offset=*/0);
    if (!mapped)
      return llvm::errorCodeToError(mapped.getError());
    return std::move(*mapped);
  }
  auto buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(size, path);
  if (!buffer)
    return llvm::errorCodeToError(
        std::make_error_code(std::errc::not_enough_memory));
  auto have = readUpTo(descriptor, buffer->getBufferStart(), size);
  if (!have)
    return have.takeError();
  // Somebody cut the file meanwhile.
  if (*have < size)
    return llvm::MemoryBuffer::getMemBufferCopy(
        StringRef(buffer->getBufferStart(), *have), path);
  return Buffer(std::move(buffer));
}

static llvm::Expected<int> openNamed(StringRef path) {
  std::string name = path.str();
  struct stat status;
  if (::stat(name.c_str(), &status) != 0)
    return systemError();
  if (llvm::Error refused = checkType(status))
    return refused;
  // Another file may have taken the name: opening must not wait even then.
  int descriptor = llvm::sys::RetryAfterSignal(
      -1, ::open, name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0)
    return systemError();
  return descriptor;
}

Buffer trainlint::readRegularFile(StringRef path, const ReadOptions &options) {
  llvm::Expected<int> descriptor = openNamed(path);
  if (!descriptor)
    return descriptor.takeError();
  llvm::scope_exit closing([&] { ::close(*descriptor); });
  return readOpened(*descriptor, path, options);
}

llvm::Expected<int> trainlint::openRegularFile(StringRef path,
                                               FileStamp &stamp) {
  llvm::Expected<int> descriptor = openNamed(path);
  if (!descriptor)
    return descriptor.takeError();
  llvm::scope_exit closing([&] { ::close(*descriptor); });
  struct stat status;
  if (::fstat(*descriptor, &status) != 0)
    return systemError();
  if (llvm::Error refused = checkType(status))
    return refused;
  stamp = stampOf(status);
  work::FileReads.add();
  closing.release();
  return *descriptor;
}

llvm::Expected<FileStamp> trainlint::stampOfOpened(int descriptor) {
  struct stat status;
  if (::fstat(descriptor, &status) != 0)
    return systemError();
  return stampOf(status);
}

Buffer trainlint::readStream(int descriptor, StringRef name,
                             const ReadOptions &options) {
  llvm::SmallVector<char, 0> text;
  constexpr size_t Step = 1 << 16;
  while (text.size() <= options.largest) {
    size_t before = text.size();
    text.resize_for_overwrite(before + std::max(Step, before / 2));
    auto have =
        readUpTo(descriptor, text.data() + before, text.size() - before);
    if (!have)
      return have.takeError();
    bool atEnd = *have < text.size() - before;
    text.truncate(before + *have);
    if (atEnd)
      break;
  }
  if (text.size() > options.largest)
    return tooLarge(options.largest);
  return llvm::MemoryBuffer::getMemBufferCopy(
      StringRef(text.data(), text.size()), name);
}

Buffer trainlint::readFileOrStream(StringRef path, const ReadOptions &options) {
  std::string name = path.str();
  struct stat status;
  if (::stat(name.c_str(), &status) != 0)
    return systemError();
  bool isStream = S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode);
  if (!isStream)
    return readRegularFile(path, options);
  int descriptor = llvm::sys::RetryAfterSignal(-1, ::open, name.c_str(),
                                               O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0)
    return systemError();
  llvm::scope_exit closing([&] { ::close(descriptor); });
  return readStream(descriptor, path, options);
}
