//===- OwnFile.cpp - Files that nobody else can have written --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/OwnFile.h"
#include "Support/LLVM.h"
#include "Support/Printable.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace trainlint;
namespace fs = llvm::sys::fs;

static llvm::Error refuse(StringRef path, const llvm::Twine &why) {
  return llvm::createStringError("`" + printable(path) + "` " + why);
}

/// Nothing if nobody but the user, and perhaps root, could have changed it.
static llvm::Error checkOwner(StringRef path, const struct stat &status,
                              bool isRootAllowed) {
  bool isOwn =
      status.st_uid == ::geteuid() || (isRootAllowed && status.st_uid == 0);
  if (!isOwn)
    return refuse(path, "belongs to another user, of number " +
                            llvm::Twine(status.st_uid));
  return llvm::Error::success();
}

static llvm::Error writableBy(StringRef path, const struct stat &status) {
  return refuse(path, status.st_mode & S_IWOTH ? "can be written by everybody"
                                               : "can be written by its group");
}

static bool isOpenToOthers(const struct stat &status) {
  return status.st_mode & (S_IWGRP | S_IWOTH);
}

/// Checks a folder without links and all above it.
static llvm::Error checkFolder(StringRef folder) {
  for (StringRef at = folder; !at.empty();
       at = llvm::sys::path::parent_path(at)) {
    bool isLast = at.size() == folder.size();
    struct stat status;
    if (::lstat(at.str().c_str(), &status) != 0)
      return refuse(at,
                    "cannot be used: " + llvm::errnoAsErrorCode().message());
    if (!S_ISDIR(status.st_mode))
      return refuse(at, "is no folder");
    if (llvm::Error error = checkOwner(at, status, /*isRootAllowed=*/!isLast))
      return error;
    // In a sticky folder such as /tmp, nobody renames what others own.
    bool isSticky = !isLast && (status.st_mode & S_ISVTX);
    if (isOpenToOthers(status) && !isSticky)
      return writableBy(at, status);
  }
  return llvm::Error::success();
}

llvm::Expected<std::string> trainlint::makeOwnFolder(StringRef path) {
  if (std::error_code error =
          fs::create_directories(path, /*IgnoreExisting=*/true, fs::owner_all))
    return refuse(path, "cannot be made: " + error.message());
  llvm::SmallString<256> real;
  if (std::error_code error = fs::real_path(path, real))
    return refuse(path, "cannot be used: " + error.message());
  if (llvm::Error error = checkFolder(real))
    return error;
  return std::string(real);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
trainlint::readOwnFile(StringRef path, uint64_t limit, Secrecy secrecy) {
  // A pipe would wait for its other end.
  int file = ::open(path.str().c_str(),
                    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0 && errno == ENOENT)
    return nullptr;
  if (file < 0 && errno == ELOOP)
    return refuse(path, "is a link");
  if (file < 0)
    return refuse(path,
                  "cannot be read: " + llvm::errnoAsErrorCode().message());
  llvm::scope_exit closing([&] { ::close(file); });
  struct stat status;
  if (::fstat(file, &status) != 0)
    return refuse(path,
                  "cannot be read: " + llvm::errnoAsErrorCode().message());
  if (!S_ISREG(status.st_mode))
    return refuse(path, "is no regular file");
  if (llvm::Error error = checkOwner(path, status, /*isRootAllowed=*/false))
    return error;
  if (isOpenToOthers(status))
    return writableBy(path, status);
  if (secrecy == Secrecy::Secret && (status.st_mode & (S_IRGRP | S_IROTH)))
    return refuse(path, "can be read by others");
  if (static_cast<uint64_t>(status.st_size) > limit)
    return refuse(path, "has " + llvm::Twine(status.st_size) +
                            " bytes, and at most " + llvm::Twine(limit) +
                            " are read");
  // Read, not mapped: what is checked must not change afterwards.
  auto contents = llvm::MemoryBuffer::getOpenFile(
      file, path, status.st_size, /*RequiresNullTerminator=*/false,
      /*IsVolatile=*/true);
  if (!contents)
    return refuse(path, "cannot be read: " + contents.getError().message());
  return std::move(*contents);
}

/// Writes a new file beside `path`.
static llvm::Expected<fs::TempFile> writeBeside(StringRef path,
                                                StringRef contents) {
  auto file = fs::TempFile::create(path + ".%%%%%%%%.tmp",
                                   fs::owner_read | fs::owner_write);
  if (!file)
    return file.takeError();
  llvm::raw_fd_ostream out(file->FD, /*shouldClose=*/false);
  out << contents;
  out.flush();
  std::error_code written = out.error();
  out.clear_error();
  if (!written)
    return file;
  llvm::consumeError(file->discard());
  return llvm::createFileError(path, written);
}

llvm::Error trainlint::replaceOwnFile(StringRef path, StringRef contents) {
  auto file = writeBeside(path, contents);
  return file ? file->keep(path) : file.takeError();
}

llvm::Expected<bool> trainlint::createOwnFile(StringRef path,
                                              StringRef contents) {
  auto file = writeBeside(path, contents);
  if (!file)
    return file.takeError();
  // Unlike a rename, a link does not replace what another process made.
  bool isNew = ::link(file->TmpName.c_str(), path.str().c_str()) == 0;
  std::error_code error = llvm::errnoAsErrorCode();
  llvm::consumeError(file->discard());
  if (!isNew && error != std::errc::file_exists)
    return llvm::createFileError(path, error);
  return isNew;
}
