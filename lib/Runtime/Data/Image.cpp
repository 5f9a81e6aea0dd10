//===- Image.cpp - Images of data files -----------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/Image.h"
#include "Support/LLVM.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <jpeglib.h>
// Needs the header above.
#include <jerror.h>
#include <png.h>

using namespace trainlint;
using namespace trainlint::data;

static constexpr llvm::StringLiteral JpegBegin("\xff\xd8\xff");
static constexpr llvm::StringLiteral PngBegin("\x89PNG\r\n\x1a\n");
/// The most pixels of an image: those of a camera in a file of that size, and
/// of a drawing. One color takes next to no bytes.
static int64_t mostPixels(StringRef file) {
  constexpr int64_t MostOfAll = int64_t(1) << 26;
  return std::min<int64_t>((int64_t(1) << 24) + 4 * file.size(), MostOfAll);
}

/// The most scans of a progressive image, each of which is a walk over all of
/// its pixels. Programs write about ten.
static constexpr int MostScans = 40;

bool data::isImage(StringRef file) {
  return file.starts_with(JpegBegin) || file.starts_with(PngBegin);
}

static llvm::Error tooLarge(int64_t height, int64_t width, StringRef file) {
  return llvm::createStringError(llvm::formatv(
      "an image of {0} x {1} pixels is too large for a file of {2} bytes, of "
      "which {3} pixels are read",
      width, height, file.size(), mostPixels(file)));
}

//===----------------------------------------------------------------------===//
// JPEG
//===----------------------------------------------------------------------===//

namespace {
/// The library leaves its functions by a jump when it finds an error.
struct JpegErrors {
  jpeg_error_mgr base;
  std::jmp_buf jump;
  char message[JMSG_LENGTH_MAX];
};

/// Reads one file. Nothing with a destructor lives where the library jumps.
class JpegReader {
public:
  JpegReader(StringRef file, Image &image) : file(file), image(image) {
    info.err = jpeg_std_error(&errors.base);
    errors.base.error_exit = fail;
    errors.base.emit_message = warn;
    jpeg_create_decompress(&info);
    progress.progress_monitor = countScans;
    info.progress = &progress;
  }
  ~JpegReader() { jpeg_destroy_decompress(&info); }
  JpegReader(const JpegReader &) = delete;
  JpegReader &operator=(const JpegReader &) = delete;

  /// Reads the size.
  bool readHeader();
  /// Reads the pixels into an image that has their size.
  bool readPixels();
  StringRef message() const { return errors.message; }

private:
  static void fail(j_common_ptr info) {
    auto *errors = reinterpret_cast<JpegErrors *>(info->err);
    info->err->format_message(info, errors->message);
    std::longjmp(errors->jump, 1);
  }
  /// A file that ends too early would be filled up with gray.
  static void warn(j_common_ptr info, int level) {
    if (level < 0 && info->err->msg_code == JWRN_JPEG_EOF)
      fail(info);
  }

  static void countScans(j_common_ptr common) {
    auto *info = reinterpret_cast<j_decompress_ptr>(common);
    auto *errors = reinterpret_cast<JpegErrors *>(common->err);
    if (info->input_scan_number <= MostScans)
      return;
    std::snprintf(errors->message, sizeof errors->message,
                  "it has more than %d scans", MostScans);
    std::longjmp(errors->jump, 1);
  }

  StringRef file;
  Image &image;
  jpeg_decompress_struct info;
  jpeg_progress_mgr progress{};
  JpegErrors errors;
};
} // namespace

bool JpegReader::readHeader() {
  if (setjmp(errors.jump) != 0)
    return false;
  jpeg_mem_src(&info, reinterpret_cast<const unsigned char *>(file.data()),
               file.size());
  jpeg_read_header(&info, TRUE);
  image.height = info.image_height;
  image.width = info.image_width;
  return true;
}

/// Colors for printing, which files hold inverted, become those of light.
static void mixInks(const uint8_t *inks, int64_t count, uint8_t *out) {
  for (const uint8_t *end = inks + 4 * count; inks != end; inks += 4) {
    int black = inks[3];
    *out++ = inks[0] * black / 255;
    *out++ = inks[1] * black / 255;
    *out++ = inks[2] * black / 255;
  }
}

bool JpegReader::readPixels() {
  if (setjmp(errors.jump) != 0)
    return false;
  bool isForPrint =
      info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK;
  info.out_color_space = isForPrint ? JCS_CMYK : JCS_RGB;
  jpeg_start_decompress(&info);
  JSAMPARRAY inks =
      info.mem->alloc_sarray(reinterpret_cast<j_common_ptr>(&info), JPOOL_IMAGE,
                             info.output_width * info.output_components, 1);
  while (info.output_scanline < info.output_height) {
    auto *row = reinterpret_cast<uint8_t *>(
        &image.bytes[3 * image.width * info.output_scanline]);
    jpeg_read_scanlines(&info, isForPrint ? inks : &row, 1);
    if (isForPrint)
      mixInks(inks[0], image.width, row);
  }
  jpeg_finish_decompress(&info);
  return true;
}

static llvm::Expected<Image> decodeJpeg(StringRef file) {
  Image image;
  JpegReader reader(file, image);
  auto damaged = [&] {
    return llvm::createStringError("the JPEG file cannot be read: " +
                                   reader.message());
  };
  if (!reader.readHeader())
    return damaged();
  if (image.height * image.width > mostPixels(file))
    return tooLarge(image.height, image.width, file);
  image.bytes.resize(3 * image.height * image.width);
  if (!reader.readPixels())
    return damaged();
  return image;
}

//===----------------------------------------------------------------------===//
// PNG
//===----------------------------------------------------------------------===//

static llvm::Expected<Image> decodePng(StringRef file) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  auto damaged = [&] {
    std::string message = png.message;
    png_image_free(&png);
    return llvm::createStringError("the PNG file cannot be read: " + message);
  };
  if (!png_image_begin_read_from_memory(&png, file.data(), file.size()))
    return damaged();
  Image image{png.height, png.width, {}};
  if (image.height * image.width > mostPixels(file)) {
    png_image_free(&png);
    return tooLarge(image.height, image.width, file);
  }
  png.format = PNG_FORMAT_RGB;
  image.bytes.resize(3 * image.height * image.width);
  png_color black{};
  if (!png_image_finish_read(&png, &black, image.bytes.data(),
                             /*row_stride=*/0, /*colormap=*/nullptr))
    return damaged();
  return image;
}

llvm::Expected<Image> data::decodeImage(StringRef file) {
  return file.starts_with(PngBegin) ? decodePng(file) : decodeJpeg(file);
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

Image data::fitImage(Image image, int64_t height, int64_t width) {
  if (image.height == height && image.width == width)
    return image;
  double step =
      std::min(double(image.height) / height, double(image.width) / width);
  auto around = [&](int64_t size, int64_t count) {
    return interpolate(size, (size - count * step) / 2, step, count);
  };
  return {height, width,
          resample(image.bytes, image.layout(),
                   {0, 0, image.height, image.width},
                   around(image.height, height), around(image.width, width))};
}
