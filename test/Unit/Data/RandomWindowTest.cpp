//===- RandomWindowTest.cpp - Windows of random sizes ---------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/RandomWindow.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace trainlint::data;

namespace {
constexpr WindowForm Forms[] = {WindowForm::Torch, WindowForm::TensorFlow};

double areaOf(const PixelWindow &window) {
  return double(window.height) * double(window.width);
}
} // namespace

TEST(RandomWindow, LiesWithinTheImage) {
  constexpr std::pair<int64_t, int64_t> Sizes[] = {
      {1, 1}, {1, 50}, {50, 1}, {7, 9}, {224, 224}, {100, 375}};
  for (WindowForm form : Forms) {
    WindowOptions options;
    options.form = form;
    for (auto [height, width] : Sizes) {
      for (uint64_t random = 0; random < 500; ++random) {
        PixelWindow window = drawWindow(options, height, width, random);
        EXPECT_GT(window.height, 0);
        EXPECT_GT(window.width, 0);
        EXPECT_GE(window.top, 0);
        EXPECT_GE(window.left, 0);
        EXPECT_LE(window.top + window.height, height);
        EXPECT_LE(window.left + window.width, width);
      }
    }
  }
}

TEST(RandomWindow, HasAreaAndProportionsWithinTheirBounds) {
  // Sides are whole numbers of pixels.
  constexpr double Rounding = 0.02;
  for (WindowForm form : Forms) {
    WindowOptions options;
    options.form = form;
    options.area = {0.1, 0.5};
    for (uint64_t random = 0; random < 2000; ++random) {
      PixelWindow window = drawWindow(options, 400, 500, random);
      double area = areaOf(window) / (400 * 500);
      double ratio = double(window.width) / double(window.height);
      EXPECT_GT(area, options.area.first * (1 - Rounding));
      EXPECT_LT(area, options.area.second * (1 + Rounding));
      EXPECT_GT(ratio, options.ratio.first * (1 - Rounding));
      EXPECT_LT(ratio, options.ratio.second * (1 + Rounding));
    }
  }
}

TEST(RandomWindow, FollowsFromTheBitsAlone) {
  for (WindowForm form : Forms) {
    WindowOptions options;
    options.form = form;
    unsigned same = 0;
    for (uint64_t random = 0; random < 200; ++random) {
      PixelWindow one = drawWindow(options, 300, 300, random);
      PixelWindow again = drawWindow(options, 300, 300, random);
      EXPECT_EQ(one.top, again.top);
      EXPECT_EQ(one.left, again.left);
      EXPECT_EQ(one.height, again.height);
      EXPECT_EQ(one.width, again.width);
      PixelWindow next = drawWindow(options, 300, 300, random + 1);
      same += one.top == next.top && one.height == next.height;
    }
    EXPECT_LT(same, 5u);
  }
}

// As torchvision draws them: the area evenly, and the logarithm of the
// proportions.
TEST(RandomWindow, OfTorchIsEvenInAreaAndLogarithmOfProportions) {
  WindowOptions options;
  options.area = {0.1, 0.5};
  constexpr unsigned Count = 8000;
  double area = 0, logarithm = 0, belowMiddle = 0;
  for (uint64_t random = 0; random < Count; ++random) {
    PixelWindow window = drawWindow(options, 1000, 1000, random);
    area += areaOf(window) / 1e6 / Count;
    logarithm += std::log(double(window.width) / double(window.height)) / Count;
    belowMiddle += areaOf(window) / 1e6 < 0.3 ? 1.0 / Count : 0;
  }
  EXPECT_NEAR(area, 0.3, 0.006);
  EXPECT_NEAR(belowMiddle, 0.5, 0.03);
  EXPECT_NEAR(logarithm, 0, 0.01);
}

// As sample_distorted_bounding_box draws them: the proportions evenly.
TEST(RandomWindow, OfTensorFlowIsEvenInProportions) {
  WindowOptions options;
  options.form = WindowForm::TensorFlow;
  options.area = {0.2, 0.5};
  constexpr unsigned Count = 8000;
  double ratio = 0;
  for (uint64_t random = 0; random < Count; ++random) {
    PixelWindow window = drawWindow(options, 1000, 1000, random);
    ratio += double(window.width) / double(window.height) / Count;
  }
  EXPECT_NEAR(ratio, (3.0 / 4 + 4.0 / 3) / 2, 0.01);
}

// No window of all of an image has other proportions than the image.
TEST(RandomWindow, OfTorchIsTheMiddleIfNoneFits) {
  WindowOptions options;
  options.area = {1, 1};
  PixelWindow wide = drawWindow(options, 10, 100, 1);
  EXPECT_EQ(wide.top, 0);
  EXPECT_EQ(wide.height, 10);
  EXPECT_EQ(wide.width, 13);
  EXPECT_EQ(wide.left, 43);
  PixelWindow high = drawWindow(options, 100, 10, 1);
  EXPECT_EQ(high.left, 0);
  EXPECT_EQ(high.width, 10);
  EXPECT_EQ(high.height, 13);
  EXPECT_EQ(high.top, 43);
}

TEST(RandomWindow, OfTensorFlowIsTheWholeImageIfNoneFits) {
  WindowOptions options;
  options.form = WindowForm::TensorFlow;
  options.area = {1, 1};
  PixelWindow window = drawWindow(options, 10, 100, 1);
  EXPECT_EQ(window.top, 0);
  EXPECT_EQ(window.left, 0);
  EXPECT_EQ(window.height, 10);
  EXPECT_EQ(window.width, 100);
}
