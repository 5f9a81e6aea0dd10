//===- AtomicFile.h - Writing a file all or not at all ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_ATOMICFILE_H
#define TRAINLINT_SUPPORT_ATOMICFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace trainlint {

/// Replaces a file's contents in one step: a reader sees the old text or the
/// new, never a part. The permissions of an existing file are kept and a
/// symbolic link keeps pointing at its target. Fails if the folder cannot be
/// written.
llvm::Error writeFileAtomically(llvm::StringRef path, llvm::StringRef contents);

/// The same with contents in several parts, and with the promise that after
/// success the file is on the disk, whatever happens to the computer.
llvm::Error writeFileDurably(llvm::StringRef path,
                             llvm::ArrayRef<llvm::StringRef> parts);

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_ATOMICFILE_H
