//===- OwnFile.h - Files that nobody else can have written ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is run, or decides whom to trust, has to come from the user alone. That
// takes more than the permissions of a file: whoever may write to a folder, or
// to one above it, can put another file in its place.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_OWNFILE_H
#define TRAINLINT_SUPPORT_OWNFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdint>
#include <memory>
#include <string>

namespace trainlint {

/// Makes a folder, and those above it, for the user alone if it is not there.
/// Gives its path without links. Fails unless it belongs to the user, nobody
/// else may write to it, and nobody but root may put something else in its
/// place. The error names the folder that is at fault.
llvm::Expected<std::string> makeOwnFolder(llvm::StringRef path);

enum class Secrecy {
  /// Nobody else may have written it.
  None,
  /// Nobody else may read it, either.
  Secret,
};

/// The contents of a file in a folder that `makeOwnFolder` gave; null if there
/// is none. Fails unless it is a regular file of the user's, not a link, that
/// nobody else may write, of at most `limit` bytes. All is asked of the open
/// file, which nobody can replace.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readOwnFile(llvm::StringRef path, uint64_t limit,
            Secrecy secrecy = Secrecy::None);

/// Writes a file for the user alone in one step.
llvm::Error replaceOwnFile(llvm::StringRef path, llvm::StringRef contents);

/// The same, unless there is such a file: that is no error, and the result is
/// false.
llvm::Expected<bool> createOwnFile(llvm::StringRef path,
                                   llvm::StringRef contents);

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_OWNFILE_H
