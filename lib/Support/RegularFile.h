//===- RegularFile.h - Opening files that nobody vouches for ----*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place where files are opened for reading. A name that a repository
// holds may be a link to a device that never ends or a pipe that never begins,
// so what a name leads to is judged before it is opened, and again on the open
// descriptor, which nobody can exchange any more.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_REGULARFILE_H
#define TRAINLINT_SUPPORT_REGULARFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdint>
#include <memory>
#include <optional>

namespace trainlint {

/// What tells a version of a file from another one: a writer compares it before
/// it replaces what was read.
struct FileStamp {
  uint64_t device = 0;
  uint64_t inode = 0;
  uint64_t size = 0;
  /// Nanoseconds since 1970 of the last change.
  int64_t changed = 0;

  bool operator==(const FileStamp &other) const = default;
};

/// The version of a file; none if there is none.
std::optional<FileStamp> stampAt(llvm::StringRef path);

struct ReadOptions {
  /// Larger files are refused, in bytes.
  uint64_t largest = 16 << 20;
  /// Files of more bytes are mapped rather than read. What is mapped has no
  /// null behind it, and changes with the file.
  uint64_t mapAbove = UINT64_MAX;
  /// Filled in if it is not null.
  FileStamp *stamp = nullptr;
};

/// The contents of a regular file, with a null behind them. Anything else, such
/// as a folder, a device or a pipe, is refused, and neither opened nor waited
/// for. The error says why, without the path.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readRegularFile(llvm::StringRef path, const ReadOptions &options = {});

/// The contents of a regular file, or of a pipe or a device, up to where they
/// end. Only for what the command line itself names, as in `<(command)`.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readFileOrStream(llvm::StringRef path, const ReadOptions &options = {});

/// All of an open stream, such as standard input, if it is at most
/// `options.largest` bytes long.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readStream(int descriptor, llvm::StringRef name,
           const ReadOptions &options = {});

/// "16 MiB": a limit as messages show it.
std::string formatLimit(uint64_t bytes);

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_REGULARFILE_H
