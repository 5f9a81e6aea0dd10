//===- Resample.cpp - Images in other sizes -------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/Resample.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace trainlint;
using namespace trainlint::data;

std::vector<PixelMix> data::interpolate(int64_t size, double begin, double step,
                                        int64_t count) {
  std::vector<PixelMix> mixes;
  for (int64_t i = 0; i < count; ++i) {
    double at =
        std::clamp(begin + (double(i) + 0.5) * step - 0.5, 0.0, size - 1.0);
    auto first = static_cast<int64_t>(at);
    double rest = at - double(first);
    if (rest == 0)
      mixes.push_back({first, {1}});
    else
      mixes.push_back({first, {1 - rest, rest}});
  }
  return mixes;
}

std::vector<PixelMix> data::average(int64_t size, int64_t count) {
  double step = double(size) / double(count);
  // What is made larger is interpolated.
  double reach = std::max(step, 1.0);
  std::vector<PixelMix> mixes;
  for (int64_t i = 0; i < count; ++i) {
    double center = (double(i) + 0.5) * step;
    auto first = std::max<int64_t>(int64_t(center - reach + 0.5), 0);
    auto end = std::min<int64_t>(int64_t(center + reach + 0.5), size);
    PixelMix &mix = mixes.emplace_back();
    mix.first = first;
    double sum = 0;
    for (int64_t at = first; at < end; ++at) {
      double distance = std::abs(double(at) + 0.5 - center) / reach;
      mix.weights.push_back(std::max(1 - distance, 0.0));
      sum += mix.weights.back();
    }
    for (double &weight : mix.weights)
      weight /= sum;
  }
  return mixes;
}

std::vector<char> data::resample(ArrayRef<char> image,
                                 const ImageLayout &layout,
                                 const PixelWindow &window,
                                 ArrayRef<PixelMix> rows,
                                 ArrayRef<PixelMix> columns) {
  ImageLayout wanted{layout.hasColorsFirst, int64_t(rows.size()),
                     int64_t(columns.size()), layout.colors};
  std::vector<char> out(wanted.size());
  // The rows of one row of the result, mixed.
  std::vector<double> line(window.width * layout.colors);
  for (int64_t y = 0; y < wanted.height; ++y) {
    llvm::fill(line, 0);
    for (auto [number, weight] : llvm::enumerate(rows[y].weights)) {
      int64_t row = window.top + rows[y].first + int64_t(number);
      for (int64_t x = 0; x < window.width; ++x)
        for (int64_t color = 0; color < layout.colors; ++color)
          line[x * layout.colors + color] +=
              weight *
              uint8_t(image[layout.placeOf(row, window.left + x, color)]);
    }
    for (int64_t x = 0; x < wanted.width; ++x)
      for (int64_t color = 0; color < layout.colors; ++color) {
        double value = 0;
        for (auto [number, weight] : llvm::enumerate(columns[x].weights))
          value += weight *
                   line[(columns[x].first + int64_t(number)) * layout.colors +
                        color];
        out[wanted.placeOf(y, x, color)] =
            static_cast<char>(std::lround(std::clamp(value, 0.0, 255.0)));
      }
  }
  return out;
}
