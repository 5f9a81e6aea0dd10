//===- NamedFile.h - Files that commands name -------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_DRIVER_NAMEDFILE_H
#define TRAINLINT_DRIVER_NAMEDFILE_H

#include "Driver/FileCache.h"

namespace trainlint {

/// Reads the file that a command in the file `from` names. A command runs in a
/// folder that nobody knows, mostly that of the script or one above it, so
/// these are looked at in turn up to the repository. Null if there is no such
/// file, or if it lies outside of the repository of `from`.
LoadedFilePtr readNamedFile(llvm::StringRef path, llvm::StringRef from,
                            FileCache &cache);

/// The same wherever the file lies, for a command that the user has typed.
LoadedFilePtr readAnyNamedFile(llvm::StringRef path, llvm::StringRef from,
                               FileCache &cache);

} // namespace trainlint

#endif // TRAINLINT_DRIVER_NAMEDFILE_H
