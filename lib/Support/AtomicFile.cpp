//===- AtomicFile.cpp - Writing a file all or not at all ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/AtomicFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <fcntl.h>
#include <unistd.h>

using namespace trainlint;
namespace fs = llvm::sys::fs;

/// Waits until what was written to a file is on the disk.
static std::error_code syncFile(int file) {
  if (::fsync(file) == 0)
    return {};
  return std::error_code(errno, std::generic_category());
}

/// A new name is on the disk once its folder is.
static std::error_code syncFolderOf(llvm::StringRef path) {
  std::string folder = llvm::sys::path::parent_path(path).str();
  int file = ::open(folder.empty() ? "." : folder.c_str(),
                    O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0)
    return std::error_code(errno, std::generic_category());
  std::error_code error = syncFile(file);
  ::close(file);
  return error;
}

static llvm::Error writeParts(llvm::StringRef path,
                              llvm::ArrayRef<llvm::StringRef> parts,
                              bool isDurable) {
  // The temporary file has to lie beside the target of a link, not beside the
  // link, so that the rename stays within one file system.
  llvm::SmallString<256> target;
  if (fs::real_path(path, target))
    target = path;

  llvm::ErrorOr<fs::perms> existing = fs::getPermissions(target);
  unsigned mode = existing ? *existing : fs::all_read | fs::all_write;

  llvm::Expected<fs::TempFile> temporary =
      fs::TempFile::create(target + ".%%%%%%%%.tmp", mode);
  if (!temporary)
    return temporary.takeError();

  llvm::raw_fd_ostream out(temporary->FD, /*shouldClose=*/false);
  for (llvm::StringRef part : parts)
    out << part;
  out.flush();
  std::error_code written = out.error();
  out.clear_error();
  if (!written && isDurable)
    written = syncFile(temporary->FD);
  if (std::error_code error = written) {
    llvm::consumeError(temporary->discard());
    return llvm::createFileError(path, error);
  }
  // The mode of a new file passes through the umask; an existing one's is kept.
  std::error_code error;
  if (existing)
    error = fs::setPermissions(temporary->FD, *existing);
  if (error) {
    llvm::consumeError(temporary->discard());
    return llvm::createFileError(path, error);
  }
  if (llvm::Error kept = temporary->keep(target))
    return kept;
  if (isDurable)
    if (std::error_code unsynced = syncFolderOf(target))
      return llvm::createFileError(path, unsynced);
  return llvm::Error::success();
}

llvm::Error trainlint::writeFileAtomically(llvm::StringRef path,
                                           llvm::StringRef contents) {
  return writeParts(path, contents, /*isDurable=*/false);
}

llvm::Error trainlint::writeFileDurably(llvm::StringRef path,
                                        llvm::ArrayRef<llvm::StringRef> parts) {
  return writeParts(path, parts, /*isDurable=*/true);
}
