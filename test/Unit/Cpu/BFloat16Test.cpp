//===- BFloat16Test.cpp - Numbers rounded to bfloat16 ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Backend/CPU/Interface/BFloat16.h"
#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"
#include <random>

using namespace trainlint;
using namespace trainlint::cpu;
using llvm::APFloat;

namespace {
template <typename Number>
uint16_t rounded(Number number) {
  APFloat value(number);
  bool losesInformation;
  value.convert(APFloat::BFloat(), APFloat::rmNearestTiesToEven,
                &losesInformation);
  return value.bitcastToAPInt().getZExtValue();
}

TEST(BFloat16Test, FloatsBecomeTheNearestBFloat16) {
  std::mt19937 random(1);
  for (uint32_t top = 0; top < 0x10000; ++top) {
    // Exact, below, at and above what lies between two numbers, and any.
    for (uint32_t low : {0x0u, 0x7fffu, 0x8000u, 0x8001u,
                         static_cast<uint32_t>(random() & 0xffff)}) {
      auto number = llvm::bit_cast<float>(top << 16 | low);
      ASSERT_EQ(floatToBFloat16(number)[0], rounded(number))
          << top << ' ' << low;
    }
  }
}

TEST(BFloat16Test, DoublesAreRoundedOnce) {
  // A float of it would lie halfway, and go down to the even number.
  double number = 1 + 0x1p-8 + 0x1p-40;
  EXPECT_EQ(doubleToBFloat16(number)[0], 0x3f81);
  EXPECT_EQ(doubleToBFloat16(number)[0], rounded(number));
  EXPECT_EQ(doubleToBFloat16(-1e300)[0], 0xff80);
}
} // namespace
