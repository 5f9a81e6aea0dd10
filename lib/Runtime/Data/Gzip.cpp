//===- Gzip.cpp - Files that gzip has packed ------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Data/Gzip.h"
#include "Support/LLVM.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include <algorithm>
#include <zlib.h>

using namespace trainlint;
using namespace trainlint::data;

bool data::isGzip(StringRef file) { return file.starts_with("\x1f\x8b"); }

struct GzipStream::State {
  z_stream stream = {};
  // 16 asks for the header of gzip, whose checksum zlib then compares.
  bool isOpen = inflateInit2(&stream, 16 + MAX_WBITS) == Z_OK;

  ~State() {
    if (isOpen)
      inflateEnd(&stream);
  }
};

GzipStream::GzipStream(FileBytes file) : file(std::move(file)) {}
GzipStream::~GzipStream() = default;

llvm::Error GzipStream::refill() {
  constexpr uint64_t Step = 256 << 10;
  // What is left of two bytes may be the start of a member.
  at -= packed.size();
  auto text = file.read(at, std::min(file.size() - at, Step), scratch);
  if (!text)
    return text.takeError();
  packed = *text;
  at += packed.size();
  return llvm::Error::success();
}

/// False where no member follows.
llvm::Expected<bool> GzipStream::beginMember() {
  if (packed.size() < 2)
    if (llvm::Error error = refill())
      return error;
  if (!isGzip(packed))
    return false;
  state = std::make_unique<State>();
  if (!state->isOpen)
    return llvm::createStringError("there is no memory to unpack it");
  return true;
}

llvm::Expected<size_t> GzipStream::read(llvm::MutableArrayRef<char> to) {
  size_t have = 0;
  while (have < to.size()) {
    if (!state) {
      auto hasMember = beginMember();
      if (!hasMember)
        return hasMember.takeError();
      if (!*hasMember)
        break;
    }
    if (packed.empty())
      if (llvm::Error error = refill())
        return error;
    // The library counts in 32 bits.
    size_t room = std::min(to.size() - have, size_t(1) << 30);
    z_stream &stream = state->stream;
    stream.next_in = const_cast<Bytef *>(packed.bytes_begin());
    stream.avail_in = packed.size();
    stream.next_out = reinterpret_cast<Bytef *>(to.data() + have);
    stream.avail_out = room;
    int status = inflate(&stream, Z_NO_FLUSH);
    packed = packed.take_back(stream.avail_in);
    have += room - stream.avail_out;
    if (status == Z_STREAM_END)
      state = nullptr;
    else if (status != Z_OK)
      return llvm::createStringError(status == Z_BUF_ERROR ? "it is cut off"
                                                           : "it is damaged");
  }
  return have;
}

llvm::Expected<FileBytes> data::unpackGzip(const FileBytes &file,
                                           uint64_t most) {
  GzipStream stream(file);
  llvm::SmallVector<char, 0> out;
  for (;;) {
    size_t used = out.size();
    size_t room = std::clamp<size_t>(used, size_t(1) << 16, size_t(1) << 26);
    out.resize_for_overwrite(used + room);
    auto count = stream.read(llvm::MutableArrayRef(out.data() + used, room));
    if (!count)
      return count.takeError();
    out.truncate(used + *count);
    if (out.size() > most)
      return llvm::createStringError("it unpacks to more than " +
                                     llvm::Twine(most) + " bytes");
    if (*count < room)
      break;
  }
  return FileBytes::inMemory(std::make_unique<llvm::SmallVectorMemoryBuffer>(
      std::move(out), /*RequiresNullTerminator=*/false));
}
