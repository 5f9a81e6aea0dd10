//===- ImageChange.cpp - What becomes of images on their way --------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/ImageChange.h"
#include "Runtime/Data/Image.h"
#include "Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace trainlint;
using namespace trainlint::data;

std::optional<ImageLayout> data::imageLayout(llvm::ArrayRef<int64_t> dims) {
  if (llvm::is_contained(dims, 0))
    return std::nullopt;
  if (dims.size() == 2)
    return ImageLayout{false, dims[0], dims[1], 1};
  if (dims.size() != 3)
    return std::nullopt;
  auto isColors = [](int64_t size) {
    return size == 1 || size == 3 || size == 4;
  };
  if (isColors(dims[2]))
    return ImageLayout{false, dims[0], dims[1], dims[2]};
  if (isColors(dims[0]))
    return ImageLayout{true, dims[1], dims[2], dims[0]};
  return std::nullopt;
}

namespace {
/// A place that random bits choose.
struct Move {
  /// Where it begins, from `-crop` to `crop`.
  int64_t top = 0, left = 0;
  bool isFlipped = false;

  Move(const ImageOptions &options, uint64_t random) {
    if (!options.isRandom)
      return;
    auto places = static_cast<uint64_t>(2 * options.crop + 1);
    constexpr unsigned Half = 31;
    constexpr uint64_t Mask = (uint64_t(1) << Half) - 1;
    top = static_cast<int64_t>((random & Mask) % places) - options.crop;
    left =
        static_cast<int64_t>((random >> Half & Mask) % places) - options.crop;
    isFlipped = options.isFlipped && random >> 63 != 0;
  }
};
} // namespace

/// Copies a window that begins at a place of `from`, which may be beyond it.
static std::vector<char> copyWindow(const char *from, const ImageLayout &source,
                                    int64_t top, int64_t left, bool isFlipped,
                                    const ImageLayout &wanted) {
  std::vector<char> out(wanted.size());
  for (int64_t y = 0; y < wanted.height; ++y) {
    int64_t row = y + top;
    if (row < 0 || row >= source.height)
      continue;
    for (int64_t x = 0; x < wanted.width; ++x) {
      int64_t column = x + left;
      if (column < 0 || column >= source.width)
        continue;
      int64_t at = isFlipped ? wanted.width - 1 - x : x;
      for (int64_t color = 0; color < wanted.colors; ++color)
        out[wanted.placeOf(y, at, color)] =
            from[source.placeOf(row, column, color)];
    }
  }
  return out;
}

/// A window of a random size, brought to that of the wanted layout.
static std::vector<char> resizeWindow(ArrayRef<char> bytes,
                                      const ImageLayout &layout,
                                      const WindowOptions &options,
                                      uint64_t random,
                                      const ImageLayout &wanted) {
  PixelWindow window = drawWindow(options, layout.height, layout.width, random);
  auto mix = [&](int64_t size, int64_t count) {
    return options.form == WindowForm::Torch
               ? average(size, count)
               : interpolate(size, 0, double(size) / double(count), count);
  };
  return resample(bytes, layout, window, mix(window.height, wanted.height),
                  mix(window.width, wanted.width));
}

llvm::Expected<std::vector<char>> data::decodeFor(StringRef file,
                                                  const ImageLayout &layout,
                                                  const ImageOptions &options,
                                                  uint64_t random) {
  llvm::Expected<Image> decoded = decodeImage(file);
  if (!decoded)
    return decoded.takeError();
  Move move(options, random);
  if (options.window && options.isRandom) {
    ImageLayout source{false, layout.height, layout.width, layout.colors};
    std::vector<char> bytes = resizeWindow(decoded->bytes, decoded->layout(),
                                           *options.window, random, source);
    return copyWindow(bytes.data(), source, 0, 0, move.isFlipped, layout);
  }
  int64_t more = 2 * options.crop;
  Image image =
      fitImage(std::move(*decoded), layout.height + more, layout.width + more);
  return copyWindow(image.bytes.data(), image.layout(), move.top + options.crop,
                    move.left + options.crop, move.isFlipped, layout);
}

std::vector<char> data::moveImage(llvm::ArrayRef<char> bytes,
                                  const ImageLayout &layout,
                                  const ImageOptions &options,
                                  uint64_t random) {
  Move move(options, random);
  if (!options.window)
    return copyWindow(bytes.data(), layout, move.top, move.left, move.isFlipped,
                      layout);
  std::vector<char> resized =
      resizeWindow(bytes, layout, *options.window, random, layout);
  return copyWindow(resized.data(), layout, 0, 0, move.isFlipped, layout);
}
