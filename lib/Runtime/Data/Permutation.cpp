//===- Permutation.cpp - The order of examples in an epoch ----------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/Permutation.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace trainlint;
using namespace trainlint::data;

/// Spreads each bit over all others (the finisher of SplitMix64).
static uint64_t spread(uint64_t value) {
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
  return value ^ (value >> 31);
}

uint64_t data::mixBits(uint64_t seed, uint64_t number) {
  constexpr uint64_t Golden = 0x9E3779B97F4A7C15;
  return spread(spread(seed + Golden) ^ spread(number * Golden + 1));
}

Permutation::Permutation(uint64_t size, uint64_t seed, uint64_t epoch)
    : size(size),
      halfBits(std::max(
          1u, (llvm::Log2_64_Ceil(std::max<uint64_t>(size, 2)) + 1) / 2)) {
  uint64_t base = mixBits(seed, epoch);
  for (unsigned round = 0; round < Rounds; ++round)
    keys[round] = mixBits(base, round);
}

/// A Feistel network: whatever a round does to one half, it can be undone.
uint64_t Permutation::encrypt(uint64_t value) const {
  uint64_t mask = llvm::maskTrailingOnes<uint64_t>(halfBits);
  uint64_t left = value >> halfBits, right = value & mask;
  for (uint64_t key : keys) {
    uint64_t next = left ^ (spread(right ^ key) & mask);
    left = right;
    right = next;
  }
  return left << halfBits | right;
}

uint64_t Permutation::at(uint64_t place) const {
  // The network orders a power of four of numbers. Going on from those that are
  // too large ends, and orders the others; there are less than four times as
  // many, so that takes few steps.
  do
    place = encrypt(place);
  while (place >= size);
  return place;
}
