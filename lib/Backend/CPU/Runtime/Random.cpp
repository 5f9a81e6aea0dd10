//===- Random.cpp - Random bits -------------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Runtime/Random.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

namespace trainlint::cpu {

static uint32_t rotate(uint32_t value, unsigned by) {
  return value << by | value >> (32 - by);
}

/// Threefry 2x32 (Salmon et al., "Parallel random numbers: as easy as 1, 2,
/// 3").
static void threefry(const uint32_t key[2], uint64_t counter, uint32_t out[2]) {
  static constexpr unsigned rotations[] = {13, 15, 26, 6, 17, 29, 16, 24};
  uint32_t keys[3] = {key[0], key[1], 0x1bd11bda ^ key[0] ^ key[1]};
  uint32_t x = uint32_t(counter) + keys[0],
           y = uint32_t(counter >> 32) + keys[1];
  for (unsigned round = 0; round < 20; ++round) {
    x += y;
    y = rotate(y, rotations[round % 8]) ^ x;
    if (round % 4 != 3)
      continue;
    unsigned step = round / 4 + 1;
    x += keys[step % 3];
    y += keys[(step + 1) % 3] + step;
  }
  out[0] = x;
  out[1] = y;
}

/// Philox 4x32 of the same paper.
static void philox(const uint32_t key[2], const uint64_t counter[2],
                   uint32_t out[4]) {
  uint32_t x[4] = {uint32_t(counter[0]), uint32_t(counter[0] >> 32),
                   uint32_t(counter[1]), uint32_t(counter[1] >> 32)};
  uint32_t k0 = key[0], k1 = key[1];
  for (unsigned round = 0; round < 10; ++round) {
    uint64_t p = uint64_t(0xd2511f53) * x[0], q = uint64_t(0xcd9e8d57) * x[2];
    uint32_t next[4] = {uint32_t(q >> 32) ^ x[1] ^ k0, uint32_t(q),
                        uint32_t(p >> 32) ^ x[3] ^ k1, uint32_t(p)};
    std::copy(next, next + 4, x);
    k0 += 0x9e3779b9;
    k1 += 0xbb67ae85;
  }
  std::copy(x, x + 4, out);
}

void randomBits(int64_t algorithm, int64_t words, int64_t stateAddress,
                int64_t nextAddress, int64_t output, int64_t bytes) {
  uint64_t state[3] = {};
  std::memcpy(state, reinterpret_cast<const void *>(stateAddress), words * 8);
  uint32_t key[2] = {uint32_t(state[0]), uint32_t(state[0] >> 32)};
  char *out = reinterpret_cast<char *>(output);
  while (bytes > 0) {
    uint32_t block[4];
    int64_t size;
    if (algorithm == 2) {
      philox(key, state + 1, block);
      size = 16;
      if (++state[1] == 0)
        ++state[2];
    } else {
      threefry(key, state[1]++, block);
      size = 8;
    }
    size = std::min(size, bytes);
    std::memcpy(out, block, size);
    out += size;
    bytes -= size;
  }
  std::memcpy(reinterpret_cast<void *>(nextAddress), state, words * 8);
}

double nextUniform() {
  static thread_local uint64_t counter = 0;
  static constexpr uint32_t key[2] = {0x7472616e, 0x6c696e74};
  uint32_t block[2];
  threefry(key, counter++, block);
  uint64_t bits = uint64_t(block[0]) << 32 | block[1];
  return double(bits >> 11) * 0x1p-53;
}

double nextNormal() {
  double radius = std::sqrt(-2 * std::log1p(-nextUniform()));
  return radius * std::cos(2 * std::numbers::pi * nextUniform());
}

} // namespace trainlint::cpu
