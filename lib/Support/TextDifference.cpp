//===- TextDifference.cpp - Where two texts differ ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/TextDifference.h"
#include "Support/LLVM.h"
#include <algorithm>
#include <cstring>

using namespace trainlint;

/// As many bytes are compared at once.
static constexpr size_t BlockSize = 4096;

/// The number of bytes with which both texts begin.
static size_t commonFront(StringRef a, StringRef b) {
  size_t size = std::min(a.size(), b.size()), front = 0;
  while (size - front >= BlockSize &&
         !std::memcmp(a.data() + front, b.data() + front, BlockSize))
    front += BlockSize;
  while (front < size && a[front] == b[front])
    ++front;
  return front;
}

/// The number of bytes with which both texts end.
static size_t commonBack(StringRef a, StringRef b) {
  size_t size = std::min(a.size(), b.size()), back = 0;
  while (size - back >= BlockSize &&
         !std::memcmp(a.end() - back - BlockSize, b.end() - back - BlockSize,
                      BlockSize))
    back += BlockSize;
  while (back < size && a.end()[-1 - static_cast<ptrdiff_t>(back)] ==
                            b.end()[-1 - static_cast<ptrdiff_t>(back)])
    ++back;
  return back;
}

TextDifference trainlint::differenceOf(StringRef older, StringRef newer) {
  size_t front = commonFront(older, newer);
  size_t back = commonBack(older.drop_front(front), newer.drop_front(front));
  return {front, older.size() - back, newer.size() - back};
}
