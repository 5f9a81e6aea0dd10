//===- ZipFile.h - Archives that tests damage -------------------*- C++ -*-===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TRAINLINT_UNIT_ZIPFILE_H
#define TRAINLINT_UNIT_ZIPFILE_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <zlib.h>

namespace trainlint::test {

inline std::string number16(unsigned value) {
  return {static_cast<char>(value), static_cast<char>(value >> 8)};
}
inline std::string number32(uint32_t value) {
  return number16(value & 0xFFFF) + number16(value >> 16);
}

/// The bytes as ZIP archives hold them packed.
inline std::string deflated(llvm::StringRef text) {
  z_stream stream = {};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8,
               Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = const_cast<Bytef *>(text.bytes_begin());
  stream.avail_in = text.size();
  stream.next_out = reinterpret_cast<Bytef *>(out.data());
  stream.avail_out = out.size();
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

/// An archive with one file, parts of which a test may get wrong.
struct ZipFile {
  explicit ZipFile(std::string given, unsigned method = Z_DEFLATED)
      : text(std::move(given)), method(method) {}

  std::string name = "config.json";
  std::string text;
  unsigned method;
  unsigned flags = 0;
  std::optional<uint32_t> size, packedSize, offset, checksum;

  std::string bytes() const {
    std::string packed = method == Z_DEFLATED ? deflated(text) : text;
    std::string sizes =
        number32(checksum.value_or(
            crc32(0, llvm::StringRef(text).bytes_begin(), text.size()))) +
        number32(packedSize.value_or(packed.size())) +
        number32(size.value_or(text.size()));
    std::string local = "PK\3\4" + number16(20) + number16(flags) +
                        number16(method) + number32(0) + sizes +
                        number16(name.size()) + number16(0) + name + packed;
    std::string directory = "PK\1\2" + number16(20) + number16(20) +
                            number16(flags) + number16(method) + number32(0) +
                            sizes + number16(name.size()) + number16(0) +
                            number16(0) + number16(0) + number16(0) +
                            number32(0) + number32(offset.value_or(0)) + name;
    return local + directory + "PK\5\6" + number32(0) + number16(1) +
           number16(1) + number32(directory.size()) + number32(local.size()) +
           number16(0);
  }
};

} // namespace trainlint::test

#endif // TRAINLINT_UNIT_ZIPFILE_H
