//===- Varint.h - Numbers of variable length --------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_VARINT_H
#define TRAINLINT_SUPPORT_VARINT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LEB128.h"
#include <optional>

namespace trainlint {

/// Takes a number of seven bits a byte (LEB128, Protobuf's varint) from the
/// front of `bytes`. None, and nothing is taken, if the bytes end within it or
/// it has more than 64 bits.
inline std::optional<uint64_t> takeVarint(llvm::StringRef &bytes) {
  // LLVM's function goes on over zeros behind the 64 bits, and shifts by more.
  constexpr size_t MostBytes = 10;
  llvm::StringRef front = bytes.take_front(MostBytes);
  unsigned length = 0;
  const char *problem = nullptr;
  uint64_t value = llvm::decodeULEB128(front.bytes_begin(), &length,
                                       front.bytes_end(), &problem);
  if (problem)
    return std::nullopt;
  bytes = bytes.drop_front(length);
  return value;
}

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_VARINT_H
