//===- CacheKey.h - Who compiled a program ----------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_CACHEKEY_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_CACHEKEY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace trainlint::cpu {

constexpr size_t CacheKeySize = 32;

/// Where the user's key is: `trainlint/cache-key` in the folder for
/// configurations, which is XDG_CONFIG_HOME or `.config` at home. Empty if
/// there is none.
std::string cacheKeyPath();

/// The key of a file, which is made of random bytes if it is not there. Nobody
/// else may read or write it, nor put another one in its place.
llvm::Expected<std::string> readCacheKey(llvm::StringRef path);

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_CACHEKEY_H
