//===- Gzip.cpp - Files that gzip has packed ------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/Gzip.h"
#include "Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include <algorithm>
#include <zlib.h>

using namespace trainlint;

bool data::isGzip(StringRef file) { return file.starts_with("\x1f\x8b"); }

/// Unpacks one member to the end of `out`, and takes it from `file`.
static llvm::Error
unpackMember(StringRef &file, llvm::SmallVector<char, 0> &out, uint64_t most) {
  z_stream stream = {};
  // 16 asks for the header of gzip, whose checksum zlib then compares.
  if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK)
    return llvm::createStringError("there is no memory to unpack it");
  int status = Z_OK;
  size_t used = out.size();
  constexpr size_t MostAtOnce = size_t(1) << 30;
  while (status == Z_OK) {
    size_t room = std::clamp<size_t>(used, size_t(1) << 16, size_t(1) << 26);
    if (used >= most)
      break;
    out.resize_for_overwrite(used + room);
    stream.next_out = reinterpret_cast<Bytef *>(out.data() + used);
    stream.avail_out = room;
    // The library counts input in 32 bits.
    size_t offered = std::min(file.size(), MostAtOnce);
    stream.next_in = const_cast<Bytef *>(file.bytes_begin());
    stream.avail_in = offered;
    status = inflate(&stream, Z_NO_FLUSH);
    file = file.drop_front(offered - stream.avail_in);
    used += room - stream.avail_out;
    if (status == Z_BUF_ERROR)
      break;
  }
  inflateEnd(&stream);
  out.truncate(std::min<size_t>(used, out.size()));
  if (status == Z_STREAM_END)
    return llvm::Error::success();
  if (used >= most)
    return llvm::createStringError("it unpacks to more than " +
                                   llvm::Twine(most) + " bytes");
  return llvm::createStringError(status == Z_BUF_ERROR || file.empty()
                                     ? "it is cut off"
                                     : "it is damaged");
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
data::unpackGzip(StringRef file, uint64_t most) {
  llvm::SmallVector<char, 0> out;
  while (isGzip(file))
    if (llvm::Error error = unpackMember(file, out, most))
      return error;
  return std::make_unique<llvm::SmallVectorMemoryBuffer>(
      std::move(out), /*RequiresNullTerminator=*/false);
}
