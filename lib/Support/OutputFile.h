//===- OutputFile.h - Writing files without doing harm ----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place where files are written. A regular file is replaced in one
// step: a reader sees the old contents or the new, never a part. A device, a
// pipe or a socket, and `/dev/stdout` with its like, is written to and stays
// what it is.
//
// Refused are: a link that leads out of its repository, anything below `.git`,
// and a file that nobody may write to, even if the superuser could.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_OUTPUTFILE_H
#define TRAINLINT_SUPPORT_OUTPUTFILE_H

#include "Support/RegularFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <system_error>

namespace trainlint {

struct OutputOptions {
  /// Whether the new contents may be run if the old could. A fixed script may;
  /// a report must not become a program.
  bool keepsExecutable = false;
  /// Whether the contents are on the disk after success, whatever happens to
  /// the computer.
  bool isDurable = false;
  /// Whether nobody but the user may read a new file.
  bool isPrivate = false;
  /// What was read. A file that has changed since is not replaced.
  std::optional<FileStamp> replaces;
};

/// Writes contents in several parts. The permissions and, as far as the user
/// may set it, the owner of an existing file are kept. The error names the
/// path.
llvm::Error writeOutput(llvm::StringRef path,
                        llvm::ArrayRef<llvm::StringRef> parts,
                        const OutputOptions &options = {});

/// Replaces what stands in a file, or writes to a stream.
llvm::Error writeFileAtomically(llvm::StringRef path, llvm::StringRef contents);

/// The same, and after success the contents are on the disk.
llvm::Error writeFileDurably(llvm::StringRef path,
                             llvm::ArrayRef<llvm::StringRef> parts);

/// Brings the names in a folder to the disk.
std::error_code syncFolder(llvm::StringRef folder);

/// Finds out before a long run whether a file can be written at its end, as far
/// as that can be told. An empty path is none.
llvm::Error checkWritable(llvm::StringRef path);

/// Why an output must not be written to a path, as an error that names it; for
/// outputs that grow line by line and cannot be written in one step.
llvm::Error checkOutputPath(llvm::StringRef path);

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_OUTPUTFILE_H
