//===- Image.h - Images of data files ---------------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_RUNTIME_DATA_IMAGE_H
#define TRAINLINT_RUNTIME_DATA_IMAGE_H

#include "Runtime/Data/Resample.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace trainlint::data {

/// Red, green and blue bytes of each pixel, row by row.
struct Image {
  int64_t height = 0, width = 0;
  std::vector<char> bytes;

  ImageLayout layout() const { return {false, height, width, 3}; }
};

/// True if bytes begin as those of a JPEG or PNG file do.
bool isImage(llvm::StringRef file);

/// Reads a JPEG or PNG file. Gray images become colored ones, and what is
/// transparent is black. Fails for damaged and for huge files.
llvm::Expected<Image> decodeImage(llvm::StringRef file);

/// The middle of an image, with as much of it as has the proportions of the
/// wanted size. Pixels are interpolated linearly between the four nearest ones.
Image fitImage(Image image, int64_t height, int64_t width);

} // namespace trainlint::data

#endif // TRAINLINT_RUNTIME_DATA_IMAGE_H
