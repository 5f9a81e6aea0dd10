//===- ImageChange.h - What becomes of images on their way ------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_IMAGECHANGE_H
#define TRAINLINT_RUNTIME_DATA_IMAGECHANGE_H

#include "Runtime/Data/RandomWindow.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace trainlint::data {

/// What is wanted of images besides their scale.
struct ImageOptions {
  /// Of each color, or of all.
  std::vector<double> mean, deviation;
  /// By how many pixels the window of an image is moved at most.
  int64_t crop = 0;
  /// Instead of that, windows of random sizes, brought to that of the image.
  std::optional<WindowOptions> window;
  bool isFlipped = false;
  /// Without it the window is in the middle, and nothing is turned round.
  bool isRandom = true;

  bool areAny() const {
    return !mean.empty() || !deviation.empty() || areMoved();
  }
  bool areMoved() const { return crop != 0 || window || isFlipped; }
};

/// The layout of an example of bytes: rows and columns, and 1, 3 or 4 colors
/// behind or before them. Nothing if it has none.
std::optional<ImageLayout> imageLayout(llvm::ArrayRef<int64_t> dims);

/// The bytes of an image of three colors, decoded from a file, in a layout:
/// a window of a random size, or the whole, brought to its size, or to one that
/// has `crop` pixels more at each edge, of which `random` says the window.
llvm::Expected<std::vector<char>> decodeFor(llvm::StringRef file,
                                            const ImageLayout &layout,
                                            const ImageOptions &options,
                                            uint64_t random);

/// A window of an image: one of a random size, brought to that of the layout,
/// or one that has it, with zeros beyond the image's edges; perhaps with left
/// and right exchanged.
std::vector<char> moveImage(llvm::ArrayRef<char> bytes,
                            const ImageLayout &layout,
                            const ImageOptions &options, uint64_t random);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_IMAGECHANGE_H
