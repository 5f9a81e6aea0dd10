//===- Patterns.cpp - Regular expressions, compiled once ------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schema/Patterns.h"
#include "Support/LLVM.h"
#include "re2/re2.h"
#include "llvm/ADT/StringMap.h"
#include <memory>
#include <mutex>

using namespace trainlint;

/// The compiled form of a pattern of a schema file. There are few, they live
/// as long as the program, and most runs need none of them.
static const RE2 &compiled(StringRef pattern) {
  static std::mutex mutex;
  static auto *patterns = new llvm::StringMap<std::unique_ptr<RE2>>();
  std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<RE2> &slot = (*patterns)[pattern];
  if (!slot)
    slot = std::make_unique<RE2>(
        re2::StringPiece(pattern.data(), pattern.size()), RE2::Quiet);
  return *slot;
}

bool schema::matchesPattern(StringRef pattern, StringRef text) {
  return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()),
                           compiled(pattern));
}
