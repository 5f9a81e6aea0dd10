//===- Snappy.cpp - Unpacks Snappy ----------------------------------------===//
//
// Part of trainlint, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Checkpoints/Snappy.h"
#include "Support/LLVM.h"
#include "Support/Varint.h"

using namespace trainlint;
using namespace trainlint::checkpoints;

/// A copy takes two bytes at least, and is of 64 at most.
static constexpr uint64_t MostGrowth = 64;
/// Longer literals have their length behind the tag, in one to four bytes.
static constexpr uint64_t LongestInTag = 60;

namespace {
/// What the low bits of a tag say.
enum Kind : uint8_t { Literal = 0, NearCopy = 1, Copy = 2, FarCopy = 3 };

class Unpacker {
public:
  explicit Unpacker(StringRef rest) : rest(rest) {}

  std::optional<std::string> run();

private:
  /// A number of so many bytes, the lowest first.
  std::optional<uint64_t> number(size_t bytes) {
    if (rest.size() < bytes)
      return std::nullopt;
    uint64_t value = 0;
    for (size_t i = 0; i < bytes; ++i)
      value |= uint64_t(uint8_t(rest[i])) << 8 * i;
    rest = rest.drop_front(bytes);
    return value;
  }
  bool addElement(uint8_t tag);
  bool addLiteral(uint64_t length);
  bool addCopy(uint64_t length, std::optional<uint64_t> distance);

  StringRef rest;
  uint64_t size = 0;
  std::string out;
};
} // namespace

bool Unpacker::addLiteral(uint64_t length) {
  if (length > LongestInTag) {
    std::optional<uint64_t> longer = number(length - LongestInTag);
    if (!longer)
      return false;
    length = *longer + 1;
  }
  if (length > rest.size() || length > size - out.size())
    return false;
  out += rest.take_front(length);
  rest = rest.drop_front(length);
  return true;
}

/// A copy may reach into what it makes, and repeats that then.
bool Unpacker::addCopy(uint64_t length, std::optional<uint64_t> distance) {
  if (!distance || *distance == 0 || *distance > out.size() ||
      length > size - out.size())
    return false;
  for (uint64_t i = 0; i < length; ++i)
    out.push_back(out[out.size() - *distance]);
  return true;
}

bool Unpacker::addElement(uint8_t tag) {
  uint64_t value = tag >> 2;
  switch (tag & 3) {
  case Literal:
    return addLiteral(value + 1);
  case NearCopy: {
    std::optional<uint64_t> low = number(1);
    return low && addCopy((value & 7) + 4, value >> 3 << 8 | *low);
  }
  case Copy:
    return addCopy(value + 1, number(2));
  default:
    return addCopy(value + 1, number(4));
  }
}

std::optional<std::string> Unpacker::run() {
  uint64_t packed = rest.size();
  std::optional<uint64_t> unpacked = takeVarint(rest);
  if (!unpacked || *unpacked > MostGrowth * packed)
    return std::nullopt;
  size = *unpacked;
  out.reserve(size);
  while (std::optional<uint64_t> tag = number(1))
    if (!addElement(static_cast<uint8_t>(*tag)))
      return std::nullopt;
  if (out.size() != size)
    return std::nullopt;
  return std::move(out);
}

std::optional<std::string> checkpoints::unpackSnappy(StringRef packed) {
  return Unpacker(packed).run();
}
