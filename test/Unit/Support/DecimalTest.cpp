//===- DecimalTest.cpp - Tests of reading decimals ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Decimal.h"
#include "TestHelpers.h"

using namespace trainlint;

TEST(DecimalTest, ReadsNumbersAsLlvmDoes) {
  double number = 0;
  EXPECT_FALSE(readDecimal("1.5e3", number));
  EXPECT_EQ(number, 1500);
  EXPECT_FALSE(readDecimal("-.25", number));
  EXPECT_EQ(number, -.25);
  EXPECT_TRUE(readDecimal("", number));
  EXPECT_TRUE(readDecimal("1,5", number));
}

TEST(DecimalTest, ReadsNoNumberOfThousandsOfDigits) {
  double number = 0;
  EXPECT_FALSE(readDecimal("1." + std::string(MostDigits - 2, '1'), number));
  EXPECT_TRUE(readDecimal("1." + std::string(MostDigits, '1'), number));
  EXPECT_TRUE(readDecimal("1." + std::string(100'000, '1'), number));
}

TEST(DecimalTest, FindsLongNumbersOfATextOnlyIfTheyHaveAPoint) {
  std::string digits(MostDigits, '7');
  EXPECT_EQ(findLongDecimal("dense<1." + digits + ">"), 6u);
  EXPECT_EQ(findLongDecimal("dense<" + digits + ".5e-9>"), 6u);
  EXPECT_EQ(findLongDecimal("dense<\"0x" + digits + digits + "\">"),
            std::nullopt);
  EXPECT_EQ(findLongDecimal("1.5 " + digits + " 2.5"), std::nullopt);
}
