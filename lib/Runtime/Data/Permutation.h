//===- Permutation.h - The order of examples in an epoch --------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_PERMUTATION_H
#define TRAINLINT_RUNTIME_DATA_PERMUTATION_H

#include <cstdint>

namespace trainlint::data {

/// An order of the numbers below `size` that follows from a seed and the epoch
/// alone: nothing has to be stored to go on in the middle of an epoch.
class Permutation {
public:
  /// `size` is at least 1 and below 2^62.
  Permutation(uint64_t size, uint64_t seed, uint64_t epoch);

  /// The number at a place below `size`; each number has one place.
  uint64_t at(uint64_t place) const;

private:
  static constexpr unsigned Rounds = 8;

  uint64_t encrypt(uint64_t value) const;

  uint64_t size;
  /// The number of bits of each half of a value.
  unsigned halfBits;
  uint64_t keys[Rounds];
};

/// Random bits that follow from a seed and a number, such as that of a step.
uint64_t mixBits(uint64_t seed, uint64_t number);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_PERMUTATION_H
