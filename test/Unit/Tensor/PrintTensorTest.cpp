//===- PrintTensorTest.cpp - Arrays as text -------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Tensor/PrintTensor.h"
#include "Runtime/Tensor/Scalars.h"
#include "TestHelpers.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <limits>

using namespace trainlint;
using namespace trainlint::run;
using namespace trainlint::test;
using pjrt::abi::Buffer_Type;

template <typename T>
static std::string print(Buffer_Type type, std::vector<int64_t> dims,
                         std::vector<T> values) {
  HostTensor tensor{{type, {dims.begin(), dims.end()}}, {}};
  const char *begin = reinterpret_cast<const char *>(values.data());
  tensor.bytes.assign(begin, begin + values.size() * sizeof(T));
  std::string out;
  llvm::raw_string_ostream os(out);
  printTensor(os, tensor);
  return out;
}

TEST(PrintTensor, ShapesAndColumns) {
  EXPECT_EQ(print<int32_t>(Buffer_Type::S32, {}, {-7}), "-7\n");
  EXPECT_EQ(print<int32_t>(Buffer_Type::S32, {0}, {}), "[]\n");
  EXPECT_EQ(print<int32_t>(Buffer_Type::S32, {3}, {1, -20, 3}),
            "[  1 -20   3]\n");
  EXPECT_EQ(print<int8_t>(Buffer_Type::S8, {2, 2, 1}, {1, 2, 3, -128}),
            "[[[   1]\n  [   2]]\n\n [[   3]\n  [-128]]]\n");
}

TEST(PrintTensor, FloatingPoint) {
  EXPECT_EQ(print<float>(Buffer_Type::F32, {5},
                         {0.1f, 1.0f, -0.0f, 1e30f, 16777217.0f}),
            "[      0.1        1.       -0.     1e+30 16777216.]\n");
  float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(
      print<float>(Buffer_Type::F32, {3}, {infinity, -infinity, std::nanf("")}),
      "[ inf -inf  nan]\n");
  EXPECT_EQ(print<double>(Buffer_Type::F64, {1}, {0.1}), "[0.1]\n");
  EXPECT_EQ(print<uint16_t>(Buffer_Type::BF16, {2}, {0x3f80, 0x3dcd}),
            "[ 1. 0.1]\n");
  EXPECT_EQ(print<uint16_t>(Buffer_Type::F16, {1}, {0x2e66}), "[0.1]\n");
  EXPECT_EQ(print<uint8_t>(Buffer_Type::F8E4M3FN, {2}, {0x38, 0x7f}),
            "[ 1. nan]\n");
  EXPECT_EQ(print<float>(Buffer_Type::C64, {1}, {1.5f, -2.0f}),
            "[(1.5-2.j)]\n");
  EXPECT_EQ(print<float>(Buffer_Type::C64, {1}, {0.0f, 2.0f}), "[(0.+2.j)]\n");
}

TEST(PrintTensor, OtherTypes) {
  EXPECT_EQ(print<uint8_t>(Buffer_Type::PRED, {2}, {0, 1}), "[False  True]\n");
  EXPECT_EQ(print<uint64_t>(Buffer_Type::U64, {1}, {~uint64_t(0)}),
            "[18446744073709551615]\n");
  EXPECT_EQ(print<int64_t>(Buffer_Type::S64, {1},
                           {std::numeric_limits<int64_t>::min()}),
            "[-9223372036854775808]\n");
}

TEST(PrintTensor, LargeArraysAreShortened) {
  std::vector<int32_t> values(2000);
  for (int i = 0; i < 2000; ++i)
    values[i] = i;
  EXPECT_EQ(print<int32_t>(Buffer_Type::S32, {2000}, values),
            "[   0    1    2 ... 1997 1998 1999]\n");
  EXPECT_EQ(print<int32_t>(Buffer_Type::S32, {1000, 2}, values),
            "[[   0    1]\n [   2    3]\n [   4    5]\n ...\n [1994 1995]\n"
            " [1996 1997]\n [1998 1999]]\n");
}

TEST(PrintTensor, MadeUpElementsAreInRange) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 200; ++round) {
    float number;
    makeElement(random, Buffer_Type::F32, reinterpret_cast<char *>(&number));
    EXPECT_LE(std::abs(number), 1.0f);
    int8_t small;
    makeElement(random, Buffer_Type::S4, reinterpret_cast<char *>(&small));
    EXPECT_TRUE(small >= 0 && small < 8);
    uint8_t truth;
    makeElement(random, Buffer_Type::PRED, reinterpret_cast<char *>(&truth));
    EXPECT_LE(truth, 1);
  }
}
