//===- OpenRegularFile.h - A regular file opened ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_OPENREGULARFILE_H
#define TRAINLINT_SUPPORT_OPENREGULARFILE_H

#include "Support/RegularFile.h"

namespace trainlint {

/// A descriptor of a regular file, which the caller closes, and the version of
/// the file. Anything else is refused as by readRegularFile().
llvm::Expected<int> openRegularFile(llvm::StringRef path, FileStamp &stamp);

/// The version of an open file.
llvm::Expected<FileStamp> stampOfOpened(int descriptor);

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_OPENREGULARFILE_H
