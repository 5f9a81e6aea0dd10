//===- OutputStream.h - Outputs that are no regular files -------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_OUTPUTSTREAM_H
#define TRAINLINT_SUPPORT_OUTPUTSTREAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <system_error>

namespace trainlint {

/// The open descriptor that a path stands for: `/dev/stdout`, `/dev/fd/3`,
/// `/proc/self/fd/3`, or a link to standard output or standard error; none for
/// every other path.
std::optional<int> streamAt(llvm::StringRef path);

/// Writes all of the parts to an open descriptor.
std::error_code writeParts(int descriptor,
                           llvm::ArrayRef<llvm::StringRef> parts);

/// Writes to an existing device, pipe or socket at `target`, to which `path`
/// leads. Waits for the reader of a pipe.
llvm::Error writeToSpecialFile(llvm::StringRef path, const std::string &target,
                               llvm::ArrayRef<llvm::StringRef> parts);

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_OUTPUTSTREAM_H
