//===- HalfPrecisionTest.cpp - Floats of sixteen bits ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/HalfPrecision.h"
#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"
#include <random>

using namespace trainlint;
using llvm::APFloat;

namespace {

uint16_t rounded(APFloat value, const llvm::fltSemantics &semantics) {
  bool losesInformation;
  value.convert(semantics, APFloat::rmNearestTiesToEven, &losesInformation);
  return value.bitcastToAPInt().getZExtValue();
}

/// Bits of the float or double that a number of sixteen bits stands for.
uint32_t widened(uint16_t bits, const llvm::fltSemantics &semantics) {
  APFloat value(semantics, llvm::APInt(16, bits));
  bool losesInformation;
  value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                &losesInformation);
  return value.bitcastToAPInt().getZExtValue();
}

bool isSignaling(uint16_t bits, const llvm::fltSemantics &semantics) {
  return APFloat(semantics, llvm::APInt(16, bits)).isSignaling();
}

TEST(HalfPrecisionTest, FloatsBecomeTheNearest) {
  std::mt19937 random(1);
  for (uint32_t top = 0; top < 0x10000; ++top) {
    // Exact, below, at and above what lies between two numbers of either type,
    // and any.
    for (uint32_t low :
         {0x0u, 0x7fffu, 0x8000u, 0x8001u, 0xfffu, 0x1000u, 0x1001u, 0x2fffu,
          0x3000u, 0x3001u, static_cast<uint32_t>(random() & 0xffff)}) {
      auto number = llvm::bit_cast<float>(top << 16 | low);
      ASSERT_EQ(toBFloat16(number), rounded(APFloat(number), APFloat::BFloat()))
          << top << ' ' << low;
      ASSERT_EQ(toHalf(number), rounded(APFloat(number), APFloat::IEEEhalf()))
          << top << ' ' << low;
    }
  }
}

TEST(HalfPrecisionTest, DoublesAreRoundedOnce) {
  auto check = [](double number) {
    ASSERT_EQ(toBFloat16(number), rounded(APFloat(number), APFloat::BFloat()))
        << number;
    ASSERT_EQ(toHalf(number), rounded(APFloat(number), APFloat::IEEEhalf()))
        << number;
  };
  // A float of it would lie halfway, and go down to the even number.
  EXPECT_EQ(toBFloat16(1 + 0x1p-8 + 0x1p-40), 0x3f81);
  EXPECT_EQ(toHalf(1 + 0x1p-11 + 0x1p-40), 0x3c01);
  std::mt19937_64 random(2);
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    for (double middle :
         {fromBFloat16(bits) * (1 + 0x1p-8), fromHalf(bits) * (1 + 0x1p-11)})
      for (double number : {middle, std::nextafter(middle, 0.0),
                            std::nextafter(middle, 2 * middle)})
        check(number);
    check(llvm::bit_cast<double>(random()));
  }
  for (double number : {0.0, -0.0, 1e300, -1e300, 1e-300, -1e-300, 65519.999,
                        65520.0, 3.4028236e38, 0x1p-25, 0x1.0000001p-25})
    check(number);
}

TEST(HalfPrecisionTest, AllBecomeFloats) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    // APFloat makes NaNs quiet.
    if (!isSignaling(bits, APFloat::BFloat()))
      ASSERT_EQ(llvm::bit_cast<uint32_t>(fromBFloat16(bits)),
                widened(bits, APFloat::BFloat()));
    if (!isSignaling(bits, APFloat::IEEEhalf()))
      ASSERT_EQ(llvm::bit_cast<uint32_t>(fromHalf(bits)),
                widened(bits, APFloat::IEEEhalf()));
  }
}

} // namespace
