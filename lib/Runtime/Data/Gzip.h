//===- Gzip.h - Files that gzip has packed ----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_GZIP_H
#define TRAINLINT_RUNTIME_DATA_GZIP_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace trainlint::data {

/// True if a file begins as one of gzip does.
bool isGzip(llvm::StringRef file);

/// Unpacks all members of a gzip file, whose checksums are compared. Fails for
/// what is cut off or damaged, and for what gives more than `most` bytes.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
unpackGzip(llvm::StringRef file, uint64_t most);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_GZIP_H
