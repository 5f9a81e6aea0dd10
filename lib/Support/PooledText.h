//===- PooledText.h - Text without an address -------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that may lie anywhere in memory writes every address in its
// constants anew whenever it starts, whether the run needs them or not.
// Generated constants hold places in pools instead, which need no such work.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_POOLEDTEXT_H
#define TRAINLINT_SUPPORT_POOLEDTEXT_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace trainlint {

/// Text as a place in `Pool::text`, an array of characters.
template <typename Pool>
struct PooledText {
  uint32_t offset = 0;
  uint32_t length = 0;

  llvm::StringRef ref() const { return {Pool::text + offset, length}; }
  operator llvm::StringRef() const { return ref(); }
  std::string str() const { return ref().str(); }
  size_t size() const { return length; }
  bool empty() const { return length == 0; }
};

/// Things that follow each other in the array that `Pool::all` returns for
/// their type.
template <typename Pool, typename T>
struct PooledList {
  uint16_t first = 0;
  uint16_t count = 0;

  const T *begin() const { return Pool::template all<T>() + first; }
  const T *end() const { return begin() + count; }
  size_t size() const { return count; }
  bool empty() const { return count == 0; }
  const T &front() const { return *begin(); }
  const T &operator[](size_t index) const { return begin()[index]; }
};

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_POOLEDTEXT_H
