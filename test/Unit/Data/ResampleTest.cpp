//===- ResampleTest.cpp - Images in other sizes ---------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/Resample.h"
#include "gtest/gtest.h"

using namespace trainlint::data;

namespace {
using Weights = std::vector<double>;

void expectMix(const PixelMix &mix, int64_t first, const Weights &weights) {
  EXPECT_EQ(mix.first, first);
  ASSERT_EQ(mix.weights.size(), weights.size());
  for (size_t i = 0; i < weights.size(); ++i)
    EXPECT_NEAR(mix.weights[i], weights[i], 1e-12);
}

std::vector<char> bytesOf(std::initializer_list<int> values) {
  std::vector<char> out;
  for (int value : values)
    out.push_back(static_cast<char>(value));
  return out;
}

/// The elements of a line as they are.
std::vector<PixelMix> same(int64_t size) {
  return interpolate(size, 0, 1, size);
}
} // namespace

TEST(Resample, InterpolatesBetweenTheTwoNearest) {
  auto mixes = interpolate(/*size=*/2, /*begin=*/0, /*step=*/0.5, /*count=*/4);
  ASSERT_EQ(mixes.size(), 4u);
  expectMix(mixes[0], 0, {1});
  expectMix(mixes[1], 0, {0.75, 0.25});
  expectMix(mixes[2], 0, {0.25, 0.75});
  expectMix(mixes[3], 1, {1});
}

TEST(Resample, LeavesALineOfTheSameSizeAsItIs) {
  for (auto mixes : {interpolate(5, 0, 1, 5), average(5, 5)}) {
    ASSERT_EQ(mixes.size(), 5u);
    for (int64_t i = 0; i < 5; ++i) {
      double sum = 0;
      for (size_t k = 0; k < mixes[i].weights.size(); ++k)
        sum += mixes[i].weights[k] * double(mixes[i].first + int64_t(k));
      EXPECT_NEAR(sum, double(i), 1e-12);
    }
  }
}

TEST(Resample, TakesTheEndsForWhatIsBeyondThem) {
  auto mixes = interpolate(/*size=*/3, /*begin=*/-2, /*step=*/1, /*count=*/7);
  expectMix(mixes.front(), 0, {1});
  expectMix(mixes[1], 0, {1});
  expectMix(mixes[2], 0, {1});
  expectMix(mixes[4], 2, {1});
  expectMix(mixes.back(), 2, {1});
}

// As PIL and torchvision reduce with antialias: a triangle as wide as what an
// element stands for on each side.
TEST(Resample, AveragesOverWhatAnElementStandsFor) {
  auto mixes = average(/*size=*/4, /*count=*/2);
  ASSERT_EQ(mixes.size(), 2u);
  expectMix(mixes[0], 0, {3.0 / 7, 3.0 / 7, 1.0 / 7});
  expectMix(mixes[1], 1, {1.0 / 7, 3.0 / 7, 3.0 / 7});
}

TEST(Resample, EnlargesByInterpolation) {
  auto mixes = average(/*size=*/2, /*count=*/4);
  ASSERT_EQ(mixes.size(), 4u);
  expectMix(mixes[1], 0, {0.75, 0.25});
  expectMix(mixes[2], 0, {0.25, 0.75});
}

TEST(Resample, CountsAllWeightsAsOneWithinTheLine) {
  for (int64_t size : {1, 2, 3, 17, 100}) {
    for (int64_t count : {1, 2, 5, 16, 99, 250}) {
      for (auto mixes :
           {average(size, count),
            interpolate(size, 0, double(size) / double(count), count)}) {
        ASSERT_EQ(mixes.size(), size_t(count));
        for (const PixelMix &mix : mixes) {
          double sum = 0;
          for (double weight : mix.weights) {
            EXPECT_GE(weight, 0);
            sum += weight;
          }
          EXPECT_NEAR(sum, 1, 1e-9);
          EXPECT_GE(mix.first, 0);
          EXPECT_LE(mix.first + int64_t(mix.weights.size()), size);
        }
      }
    }
  }
}

TEST(Resample, CutsAWindow) {
  // Three rows of four gray pixels.
  ImageLayout layout{false, 3, 4, 1};
  auto image = bytesOf({0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23});
  auto out = resample(image, layout, {1, 2, 2, 2}, same(2), same(2));
  EXPECT_EQ(out, bytesOf({12, 13, 22, 23}));
}

TEST(Resample, KeepsColorsApartInEitherLayout) {
  // Two pixels of two colors, beside each other.
  ImageLayout last{false, 1, 2, 2}, first{true, 1, 2, 2};
  auto columns = average(2, 1);
  auto outLast = resample(bytesOf({0, 100, 50, 200}), last, {0, 0, 1, 2},
                          same(1), columns);
  EXPECT_EQ(outLast, bytesOf({25, 150}));
  auto outFirst = resample(bytesOf({0, 50, 100, 200}), first, {0, 0, 1, 2},
                           same(1), columns);
  EXPECT_EQ(outFirst, bytesOf({25, 150}));
}

TEST(Resample, ReadsBytesWithoutSignAndRounds) {
  ImageLayout layout{false, 1, 2, 1};
  auto out = resample(bytesOf({255, 254}), layout, {0, 0, 1, 2}, same(1),
                      average(2, 1));
  EXPECT_EQ(out, bytesOf({255}));
}
