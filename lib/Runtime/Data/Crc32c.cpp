//===- Crc32c.cpp - The checksum of records and checkpoints ---------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/Crc32c.h"
#include "Support/LLVM.h"
#include "llvm/Support/Endian.h"
#include <array>

using namespace trainlint;

namespace {
/// Table `n` has the effect of a byte that `n` zero bytes follow.
using Tables = std::array<std::array<uint32_t, 256>, 8>;
} // namespace

static constexpr Tables makeTables() {
  constexpr uint32_t Reversed = 0x82F63B78;
  Tables tables = {};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t rest = byte;
    for (int bit = 0; bit < 8; ++bit)
      rest = (rest >> 1) ^ (rest & 1 ? Reversed : 0);
    tables[0][byte] = rest;
  }
  for (size_t table = 1; table < tables.size(); ++table)
    for (uint32_t byte = 0; byte < 256; ++byte) {
      uint32_t before = tables[table - 1][byte];
      tables[table][byte] = (before >> 8) ^ tables[0][before & 0xFF];
    }
  return tables;
}

uint32_t data::crc32c(StringRef bytes, uint32_t before) {
  static constexpr Tables Table = makeTables();
  uint32_t crc = ~before;
  while (bytes.size() >= 8) {
    uint32_t low = llvm::support::endian::read32le(bytes.data()) ^ crc;
    uint32_t high = llvm::support::endian::read32le(bytes.data() + 4);
    crc = Table[7][low & 0xFF] ^ Table[6][low >> 8 & 0xFF] ^
          Table[5][low >> 16 & 0xFF] ^ Table[4][low >> 24] ^
          Table[3][high & 0xFF] ^ Table[2][high >> 8 & 0xFF] ^
          Table[1][high >> 16 & 0xFF] ^ Table[0][high >> 24];
    bytes = bytes.drop_front(8);
  }
  for (unsigned char byte : bytes.bytes())
    crc = (crc >> 8) ^ Table[0][(crc ^ byte) & 0xFF];
  return ~crc;
}

uint32_t data::maskCrc32c(uint32_t checksum) {
  return ((checksum >> 15) | (checksum << 17)) + 0xA282EAD8;
}

uint32_t data::maskedCrc32c(StringRef bytes) {
  return maskCrc32c(crc32c(bytes));
}
