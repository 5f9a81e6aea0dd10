//===- VarintTest.cpp - Numbers of variable length ------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Varint.h"
#include "gtest/gtest.h"
#include <limits>

using namespace trainlint;

static std::optional<uint64_t> take(llvm::StringRef bytes,
                                    llvm::StringRef rest = "") {
  llvm::StringRef left = bytes;
  std::optional<uint64_t> value = takeVarint(left);
  EXPECT_EQ(left, value ? rest : bytes);
  return value;
}

TEST(Varint, TakesNumbersOfAnyLength) {
  EXPECT_EQ(take({"\x00", 1}), 0u);
  EXPECT_EQ(take("\x7f"
                 "abc",
                 "abc"),
            127u);
  EXPECT_EQ(take("\xac\x02"), 300u);
  EXPECT_EQ(take("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
            std::numeric_limits<uint64_t>::max());
  // Zeros make a number longer and not larger.
  EXPECT_EQ(take({"\x81\x80\x00", 3}), 1u);
}

TEST(Varint, RefusesWhatIsCutOffOrTooLong) {
  EXPECT_EQ(take(""), std::nullopt);
  EXPECT_EQ(take("\x80"), std::nullopt);
  EXPECT_EQ(take("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"), std::nullopt);
  EXPECT_EQ(take({"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00", 11}),
            std::nullopt);
}
