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
struct Window {
  /// Where it begins, from `-crop` to `crop`.
  int64_t top = 0, left = 0;
  bool isFlipped = false;

  Window(const ImageOptions &options, uint64_t random) {
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
  auto placeOf = [](const ImageLayout &layout, int64_t y, int64_t x,
                    int64_t color) {
    return layout.hasColorsFirst
               ? (color * layout.height + y) * layout.width + x
               : (y * layout.width + x) * layout.colors + color;
  };
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
        out[placeOf(wanted, y, at, color)] =
            from[placeOf(source, row, column, color)];
    }
  }
  return out;
}

llvm::Expected<std::vector<char>> data::decodeFor(StringRef file,
                                                  const ImageLayout &layout,
                                                  const ImageOptions &options,
                                                  uint64_t random) {
  llvm::Expected<Image> decoded = decodeImage(file);
  if (!decoded)
    return decoded.takeError();
  int64_t more = 2 * options.crop;
  Image image = fitImage(*decoded, layout.height + more, layout.width + more);
  ImageLayout source{false, image.height, image.width, layout.colors};
  Window window(options, random);
  return copyWindow(reinterpret_cast<const char *>(image.bytes.data()), source,
                    window.top + options.crop, window.left + options.crop,
                    window.isFlipped, layout);
}

std::vector<char> data::moveImage(llvm::ArrayRef<char> bytes,
                                  const ImageLayout &layout,
                                  const ImageOptions &options,
                                  uint64_t random) {
  Window window(options, random);
  return copyWindow(bytes.data(), layout, window.top, window.left,
                    window.isFlipped, layout);
}
