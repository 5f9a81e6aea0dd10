//===- Encoding.h - Numbers as bytes of a file ------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_CHECKPOINTS_ENCODING_H
#define TRAINLINT_RUNTIME_CHECKPOINTS_ENCODING_H

#include <cstdint>
#include <string>

namespace trainlint::checkpoints {

/// Seven bits in a byte, the lowest first, as protobuf and LevelDB have it.
inline void appendVarint(std::string &out, uint64_t value) {
  for (; value >= 0x80; value >>= 7)
    out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
}

/// Four bytes, the lowest first.
inline void appendFixed32(std::string &out, uint32_t value) {
  for (unsigned shift = 0; shift < 32; shift += 8)
    out.push_back(static_cast<char>(value >> shift));
}

} // namespace trainlint::checkpoints

#endif // TRAINLINT_RUNTIME_CHECKPOINTS_ENCODING_H
