//===- CacheKey.cpp - Who compiled a program ------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/CacheKey.h"
#include "Support/UserKey.h"

using namespace trainlint;

static_assert(cpu::CacheKeySize == UserKeySize);

std::string cpu::cacheKeyPath() { return userKeyPath("cache-key"); }

llvm::Expected<std::string> cpu::readCacheKey(llvm::StringRef path) {
  return readUserKey(path);
}
