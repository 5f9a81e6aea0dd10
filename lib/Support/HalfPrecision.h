//===- HalfPrecision.h - Floats of sixteen bits -----------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions by the bits, which compilers vectorize. APFloat does the same for
// one number after the other and takes fifty times as long.
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_SUPPORT_HALFPRECISION_H
#define TRAINLINT_SUPPORT_HALFPRECISION_H

#include "llvm/ADT/bit.h"
#include <cmath>
#include <cstdint>

namespace trainlint {

/// One of the two floats around a number: the one whose last bit is set, unless
/// the number is a float. Rounded again, to at most 22 digits, it becomes what
/// the number would have become at once.
inline float roundToOdd(double number) {
  auto nearest = static_cast<float>(number);
  auto bits = llvm::bit_cast<uint32_t>(nearest);
  double rounded = nearest;
  bool isEven = (bits & 1) == 0;
  bool moves = isEven && rounded != number && !std::isnan(number);
  uint32_t odd = std::fabs(rounded) < std::fabs(number) ? bits + 1 : bits - 1;
  return llvm::bit_cast<float>(moves ? odd : bits);
}

/// The nearest bfloat16, the even one of two; NaNs are quiet.
inline uint16_t toBFloat16(float number) {
  auto bits = llvm::bit_cast<uint32_t>(number);
  constexpr uint32_t quiet = 0x40, half = 0x7fff;
  uint32_t top = bits >> 16;
  uint32_t rounded = (bits + half + (top & 1)) >> 16;
  return static_cast<uint16_t>(std::isnan(number) ? top | quiet : rounded);
}
inline uint16_t toBFloat16(double number) {
  return toBFloat16(roundToOdd(number));
}

inline float fromBFloat16(uint16_t bits) {
  return llvm::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

/// The nearest half precision number, the even one of two; NaNs are quiet.
inline uint16_t toHalf(float number) {
  auto bits = llvm::bit_cast<uint32_t>(number);
  uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
  // 2^-14, below which all have the same exponent, and 2^16, from which on all
  // are infinite.
  constexpr uint32_t leastNormal = 0x38800000, tooLarge = 0x47800000;
  constexpr uint32_t infinity = 0x7c00, quiet = 0x200;
  if (std::isnan(number))
    return sign | infinity | quiet | (magnitude >> 13 & 0x3ff);
  if (magnitude >= tooLarge)
    return sign | infinity;
  if (magnitude < leastNormal) {
    // The last digit of a half is that of the sum.
    float sum = llvm::bit_cast<float>(magnitude) + 0.5f;
    return sign |
           (llvm::bit_cast<uint32_t>(sum) - llvm::bit_cast<uint32_t>(0.5f));
  }
  constexpr uint32_t exponents = (127 - 15) << 23, half = 0xfff;
  uint32_t last = magnitude >> 13 & 1;
  return sign | ((magnitude - exponents + half + last) >> 13);
}
inline uint16_t toHalf(double number) { return toHalf(roundToOdd(number)); }

inline float fromHalf(uint16_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  uint32_t exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
  if (exponent == 0)
    return std::copysign(static_cast<float>(fraction) * 0x1p-24f,
                         llvm::bit_cast<float>(sign));
  uint32_t wide = exponent == 0x1f ? 0xff : exponent + 127 - 15;
  return llvm::bit_cast<float>(sign | wide << 23 | fraction << 13);
}

} // namespace trainlint

#endif // TRAINLINT_SUPPORT_HALFPRECISION_H
