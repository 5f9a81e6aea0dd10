//===- Encode.h - Messages of Protobuf for tests ----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_UNIT_ENCODE_H
#define TRAINLINT_UNIT_ENCODE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/bit.h"
#include <cstdint>
#include <string>

/// Encodes fields, which tests put together to messages.
namespace trainlint::test {

inline std::string varint(uint64_t value) {
  std::string out;
  for (; value >= 0x80; value >>= 7)
    out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
  return out;
}

/// A field with a number as its value.
inline std::string number(uint32_t field, int64_t value) {
  return varint(field << 3) + varint(static_cast<uint64_t>(value));
}

/// A field with bytes or a message as its value.
inline std::string bytes(uint32_t field, llvm::StringRef value) {
  return varint(field << 3 | 2) + varint(value.size()) + value.str();
}

/// The four bytes of a `float`.
inline std::string float32(float value) {
  auto bits = llvm::bit_cast<uint32_t>(value);
  std::string out;
  for (unsigned i = 0; i < 4; ++i)
    out.push_back(static_cast<char>(bits >> (8 * i)));
  return out;
}

/// A field with a `float` as its value.
inline std::string real(uint32_t field, float value) {
  return varint(field << 3 | 5) + float32(value);
}

} // namespace trainlint::test

#endif // TRAINLINT_UNIT_ENCODE_H
