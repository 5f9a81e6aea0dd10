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
#include "llvm/Support/raw_ostream.h"

using namespace trainlint;
namespace fs = llvm::sys::fs;

llvm::Error trainlint::writeFileAtomically(llvm::StringRef path,
                                           llvm::StringRef contents) {
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
  out << contents;
  out.flush();
  if (std::error_code error = out.error()) {
    out.clear_error();
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
  return temporary->keep(target);
}
