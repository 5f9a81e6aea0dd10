//===- ElementCount.h - How many elements a shape has -----------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_ELEMENTCOUNT_H
#define TRAINLINT_SUPPORT_ELEMENTCOUNT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/MathExtras.h"
#include <optional>

namespace trainlint {

/// The product of all sizes; none if one is not known, which is negative, or if
/// there are too many elements.
inline std::optional<int64_t> elementCount(llvm::ArrayRef<int64_t> sizes) {
  int64_t count = 1;
  for (int64_t size : sizes) {
    if (size < 0 || llvm::MulOverflow(count, size, count))
      return std::nullopt;
  }
  return count;
}

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_ELEMENTCOUNT_H
