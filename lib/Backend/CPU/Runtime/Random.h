//===- Random.h - Random bits -----------------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_BACKEND_CPU_RUNTIME_RANDOM_H
#define TRAINLINT_BACKEND_CPU_RUNTIME_RANDOM_H

#include <cstdint>

namespace trainlint::cpu {

/// Fills `bytes` of output with bits that follow from a state of `words`
/// numbers of 64 bits: a key and a counter. The next state has moved on by what
/// was used. Algorithms: 0 and 1 are Threefry 2x32 with 20 rounds, 2 is Philox
/// 4x32 with 10.
void randomBits(int64_t algorithm, int64_t words, int64_t state,
                int64_t nextState, int64_t output, int64_t bytes);

/// A number in [0, 1), and one of the standard normal distribution, of a
/// generator that each thread has and that starts anew with it.
double nextUniform();
double nextNormal();

} // namespace trainlint::cpu

#endif // TRAINLINT_BACKEND_CPU_RUNTIME_RANDOM_H
